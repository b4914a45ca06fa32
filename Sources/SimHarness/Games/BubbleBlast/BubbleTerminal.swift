/// Bubble Blast at a terminal: an aim, and whether the colours in hand are exchanged.
struct BubbleTerminal<Mask: CellMask>: TerminalGame {
  typealias State = BubbleState<Mask>

  private let letters: BubbleLetters
  /// Radians, counter-clockwise from the right.
  private(set) var angle = Double.pi / 2
  private(set) var isSwapped = false

  /// Degrees of a step of the arrow keys.
  private static var step: Double { 2 }
  private static var fineStep: Double { 0.25 }

  init(level: BubbleLevel, view: BubblePosition<Mask>) {
    letters = BubbleLetters(setup: level.setup)
  }

  func keys(_ view: BubblePosition<Mask>, _ glyphs: Glyphs) -> [KeyHelp] {
    var keys = [
      KeyHelp(glyphs.sideArrows, "aim"), KeyHelp(", .", "aim finely"),
      KeyHelp(glyphs.upArrow, "straight up"), KeyHelp("space", "shoot"),
    ]
    if view.setup.rules.swap { keys.append(KeyHelp("s", "swap with the next")) }
    return keys
  }

  // MARK: Keys

  mutating func handle(
    _ key: TerminalKey, _ moment: TerminalMoment<BubblePosition<Mask>>
  ) -> TerminalAction<BubbleMove> {
    let setup = moment.view.setup
    func turned(by degrees: Double) -> Double {
      setup.fan.clamped(angle + degrees * Double.pi / 180)
    }
    switch key {
    case .arrow(.left, let isFine): angle = turned(by: isFine ? Self.fineStep : Self.step)
    case .arrow(.right, let isFine): angle = turned(by: isFine ? -Self.fineStep : -Self.step)
    case .character(","): angle = turned(by: Self.fineStep)
    case .character("."): angle = turned(by: -Self.fineStep)
    case .arrow(.up, _): angle = Double.pi / 2
    case .character("s"):
      guard setup.rules.swap else { return .say("This level does not allow swaps.") }
      isSwapped.toggle()
    case .click(let column, let row):
      let frame = frame(moment.view, width: moment.width, height: moment.height)
      let x = (Double(column - frame.column - 1) + 1) / 2
      let y = 0.5 + Double(row - frame.row - 1) * HexGrid.pitch
      let rise = 0.5 + Double(setup.rules.rows + 1) * HexGrid.pitch - y
      guard rise > 0 else { return .none }
      angle = setup.fan.clamped(
        DeterministicMath.atan2(rise, x - Double(setup.rules.columns) / 2))
    case .enter, .character(" "): return .play(BubbleMove(angle: angle, swap: isSwapped))
    default: return .none
    }
    return .moved
  }

  mutating func turnDidBegin(_ view: BubblePosition<Mask>) { isSwapped = false }

  mutating func take(
    hint move: BubbleMove, index: Int, _ view: BubblePosition<Mask>
  ) -> String {
    angle = view.setup.fan.clamped(move.angle)
    isSwapped = move.swap
    return move.swap ? "swap, and shoot along this line." : "shoot along this line."
  }

  static func apply(
    _ move: BubbleMove, to state: inout State, in context: inout GameContext,
    emit: (BubbleEvent<Mask>) -> Void
  ) throws(MoveError) -> [[TerminalPoint]] {
    let path = BubbleFlightPath(angle: move.angle, on: state.view)
    try state.apply(move, in: &context, emit: emit)
    return path.frames
  }

  // MARK: Words

  func account(
    of events: [BubbleEvent<Mask>], from before: BubblePosition<Mask>,
    to view: BubblePosition<Mask>
  ) -> String {
    var parts = events.compactMap { words(for: $0, kinds: view.setup.kinds) }
    let brings = events.contains {
      switch $0 {
      case .matched, .activated, .removed, .fell, .shotLost, .changed: true
      default: false
      }
    }
    if view.turn > before.turn, !brings { parts.insert("nothing popped", at: 0) }
    return parts.joined(separator: ", ")
  }

  private func words(for event: BubbleEvent<Mask>, kinds: [BubbleKind]) -> String? {
    switch event {
    case .swapped, .won: nil
    case .fell(let cells): "dropped \(cells.count)"
    case .landed: nil
    case .matched(_, let cells): "popped \(cells.count)"
    case .shotLost(_, .overflow, _): "the shot had no room and was lost"
    case .shotLost(_, .bounces, _): "the shot bounced too often and was lost"
    case .activated(let kind, _, let removed):
      "\(SafeText.escaped(kinds[Int(kind)].name)) removed \(removed.count)"
    case .removed(let kind, _, let cells):
      "\(SafeText.escaped(kinds[Int(kind)].name)) removed \(cells.count)"
    case .changed(_, let kind, let colour):
      "a bubble became "
        + (kind == 255
          ? BubbleColour(rawValue: colour)?.name ?? "another"
          : SafeText.escaped(kinds[Int(kind)].name))
    case .moved: "a bubble moved"
    case .descended: "the ceiling came down"
    case .lost(.line): "a bubble is below the line"
    case .lost(.shots): "no shots are left"
    }
  }

  func facts(
    _ view: BubblePosition<Mask>, at seconds: Double, _ glyphs: Glyphs
  ) -> [(label: String, value: StyledText)] {
    var facts: [(label: String, value: StyledText)] = []
    if case .score(let goal) = view.setup.rules.goal { facts.append(("goal", "\(goal)")) }
    if let left = view.shotsLeft { facts.append(("shots", "\(left)")) }
    if let every = view.setup.rules.descentEvery {
      let left = every - view.landedShots % every
      facts.append(("ceiling", "in \(left) shot\(left == 1 ? "" : "s")"))
    }
    var hand = StyledText(view.current.name, CanvasStyle(colour(view.current)))
    for next in view.next {
      hand = hand + StyledText(" \(next.name)", CanvasStyle(colour(next), isDim: true))
    }
    facts.append(("hand", hand))
    if isSwapped { facts.append(("swap", "the next goes first")) }
    let tenths = Int(saturating: (angle * 1800 / Double.pi).rounded())
    facts.append(("aim", "\(tenths / 10).\(tenths % 10)\(glyphs.isUnicode ? "°" : " degrees")"))
    return facts
  }

  func legend(_ view: BubblePosition<Mask>, _ glyphs: Glyphs) -> [StyledText] {
    var kinds: Set<Int> = []
    var colours: Set<BubbleColour> = [view.current]
    colours.formUnion(view.next)
    for cell in view.board.occupied.cells {
      if let kind = view.board.kind(at: cell) {
        kinds.insert(kind)
      } else if let colour = view.board.colour(at: cell) {
        colours.insert(colour)
      }
    }
    var lines: [StyledText] = []
    if !glyphs.hasColour {
      let words = colours.sorted { $0.rawValue < $1.rawValue }.map { "\($0.letter) \($0.name)" }
      for start in stride(from: 0, to: words.count, by: 3) {
        lines.append(
          StyledText(words[start..<min(start + 3, words.count)].joined(separator: "  "), .dim))
      }
    }
    for kind in kinds.sorted() {
      let letter = String(letters.letter(ofKind: kind))
      let name = SafeText.escaped(view.setup.kinds[kind].name, limit: 20)
      lines.append(StyledText(letter, .bold) + StyledText(" \(name)", .dim))
    }
    return lines
  }

  private func colour(_ colour: BubbleColour) -> CanvasColour { CanvasColour(named: colour.name) }
}

// MARK: Picture

extension BubbleTerminal {
  func size(_ view: BubblePosition<Mask>) -> (width: Int, height: Int)? {
    (2 * view.setup.rules.columns + 1, view.setup.rules.rows + 3)
  }

  /// Where the picture is: in the middle; where it is cut off, its lower part is kept.
  private func frame(
    _ view: BubblePosition<Mask>, width: Int, height: Int
  ) -> CanvasArea {
    let rules = view.setup.rules
    let size = (width: 2 * rules.columns + 1, height: rules.rows + 3)
    return CanvasArea(
      row: size.height > height ? height - size.height : (height - size.height) / 2,
      column: (width - size.width) / 2, width: size.width, height: size.height)
  }

  func draw(
    _ view: BubblePosition<Mask>, at seconds: Double, flight: ArraySlice<[TerminalPoint]>?,
    on board: inout Canvas, _ glyphs: Glyphs
  ) {
    let rules = view.setup.rules
    let frame = frame(view, width: board.width, height: board.height)
    board.frame(
      CanvasArea(
        row: frame.row, column: frame.column, width: frame.width, height: frame.height + 1),
      glyphs)
    for column in 0..<frame.width where column > 0 && column < frame.width - 1 {
      // The cannon stands below an open end.
      board.put(" ", row: frame.row + frame.height, column: frame.column + column)
      for row in 0...view.descended {
        board.put(
          glyphs.ceiling, row: frame.row + row, column: frame.column + column, .dim)
      }
      if column % 2 == 1 {
        board.put(
          glyphs.horizontal, row: frame.row + 1 + rules.rows, column: frame.column + column, .dim)
      }
    }
    if flight == nil, view.outcome == nil { drawAim(view, on: &board, frame, glyphs) }
    for cell in view.board.occupied.cells {
      let glyph = glyph(at: cell, view, glyphs)
      let row = view.screenRow(cell.row)
      board.put(
        glyph.character, row: frame.row + 1 + row,
        column: frame.column + Int(2 * HexGrid.x(row: cell.row, column: cell.column)), glyph.style)
    }
    drawHand(view, flight: flight, on: &board, frame, glyphs)
  }

  /// The path of the shot and where it lands.
  private func drawAim(
    _ view: BubblePosition<Mask>, on board: inout Canvas, _ frame: CanvasArea, _ glyphs: Glyphs
  ) {
    let path = BubbleFlightPath(angle: angle, on: view)
    for point in path.points { put(glyphs.dot, at: point, on: &board, frame, .plain) }
    if case .cell(let cell, _) = path.landing {
      board.put(
        glyphs.ring, row: frame.row + 1 + view.screenRow(cell.row),
        column: frame.column + Int(2 * HexGrid.x(row: cell.row, column: cell.column)),
        CanvasStyle(colour(shot(view)), isBold: true))
    }
  }

  private func drawHand(
    _ view: BubblePosition<Mask>, flight: ArraySlice<[TerminalPoint]>?, on board: inout Canvas,
    _ frame: CanvasArea, _ glyphs: Glyphs
  ) {
    let rules = view.setup.rules
    let launcher = TerminalPoint(
      Double(rules.columns) / 2, 0.5 + Double(rules.rows + 1) * HexGrid.pitch)
    let shot = glyph(of: shot(view), glyphs)
    if let point = flight?.last?.first {
      put(shot.character, at: point, on: &board, frame, shot.style)
    } else if view.outcome == nil {
      put(shot.character, at: launcher, on: &board, frame, shot.style)
    }
  }

  /// The colour that is shot next.
  private func shot(_ view: BubblePosition<Mask>) -> BubbleColour {
    isSwapped ? view.next.first ?? view.current : view.current
  }

  private func put(
    _ character: Character, at point: TerminalPoint, on board: inout Canvas, _ frame: CanvasArea,
    _ style: CanvasStyle
  ) {
    let row = Int(saturating: ((point.y - 0.5) / HexGrid.pitch).rounded())
    board.put(
      character, row: frame.row + 1 + row,
      column: frame.column + Int(saturating: (2 * point.x).rounded()),
      style)
  }

  private func glyph(
    at cell: Cell, _ view: BubblePosition<Mask>, _ glyphs: Glyphs
  ) -> Canvas.Cell {
    if let colour = view.board.colour(at: cell), view.board.kind(at: cell) == nil {
      return glyph(of: colour, glyphs)
    }
    return Canvas.Cell(character: letters.letter(at: cell, in: view.board), style: .bold)
  }

  /// A plain bubble: coloured, or its colour's letter.
  private func glyph(of colour: BubbleColour, _ glyphs: Glyphs) -> Canvas.Cell {
    Canvas.Cell(
      character: glyphs.hasColour ? glyphs.ball : letters.letter(of: colour),
      style: CanvasStyle(self.colour(colour), isBold: true))
  }
}
