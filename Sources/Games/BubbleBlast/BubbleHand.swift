import SimHarness

/// A hand in Bubble Blast: an aim, and whether the colours in hand are exchanged.
struct BubbleHand<Mask: CellMask>: Hand {
  package typealias State = BubbleState<Mask>

  static var filmUnits: Double { BubbleCanvas.size }

  let letters: BubbleLetters
  /// Radians, counter-clockwise from the right.
  private(set) var angle = Double.pi / 2
  private(set) var isSwapped = false

  /// Degrees of a step of the arrow keys.
  private static var step: Double { 2 }
  private static var fineStep: Double { 0.25 }

  init(level: BubbleLevel, view: BubblePosition<Mask>) {
    letters = BubbleLetters(setup: level.setup)
  }

  func keys(_ view: BubblePosition<Mask>) -> [KeyHelp] {
    var keys = [
      KeyHelp("← →", "aim"), KeyHelp(", .", "aim finely"),
      KeyHelp("↑", "straight up"), KeyHelp("space", "shoot"),
    ]
    if view.setup.rules.swap { keys.append(KeyHelp("s", "swap with the next")) }
    return keys
  }

  func offers(_ view: BubblePosition<Mask>) -> [HandOffer] {
    var offers = [HandOffer("Shoot", key: " ", usesAim: true)]
    if view.setup.rules.swap { offers.append(HandOffer("Swap", key: "s")) }
    return offers
  }

  // MARK: Input

  mutating func handle(
    _ input: HandInput, _ moment: HandMoment<BubblePosition<Mask>>
  ) -> HandAction<BubbleMove> {
    let setup = moment.view.setup
    func turned(by degrees: Double) -> Double {
      setup.fan.clamped(angle + degrees * Double.pi / 180)
    }
    switch input {
    case .arrow(.left, let isFine): angle = turned(by: isFine ? Self.fineStep : Self.step)
    case .arrow(.right, let isFine): angle = turned(by: isFine ? -Self.fineStep : -Self.step)
    case .character(","): angle = turned(by: Self.fineStep)
    case .character("."): angle = turned(by: -Self.fineStep)
    case .arrow(.up, _): angle = Double.pi / 2
    case .character("s"), .offer(1):
      guard setup.rules.swap else { return .say("This level does not allow swaps.") }
      isSwapped.toggle()
    case .aim(let place):
      guard let aimed = Self.angle(towards: place, setup) else { return .none }
      angle = aimed
    case .press(let place):
      guard let aimed = Self.angle(towards: place, setup) else { return .none }
      angle = aimed
      return .play(BubbleMove(angle: angle, swap: isSwapped))
    case .enter, .character(" "), .offer(0):
      return .play(BubbleMove(angle: angle, swap: isSwapped))
    case .character, .arrow(.down, _), .offer: return .none
    }
    return .moved
  }

  /// The angle of a shot at a place, in diameters from the board's top left corner; nil for one that
  /// is not above the launcher.
  private static func angle(towards place: BoardPoint, _ setup: BubbleSetup) -> Double? {
    let rise = 0.5 + Double(setup.rules.rows + 1) * HexGrid.pitch - place.y
    guard rise > 0 else { return nil }
    return setup.fan.clamped(
      DeterministicMath.atan2(rise, place.x - Double(setup.rules.columns) / 2))
  }

  func preview(
    at place: BoardPoint?, _ moment: HandMoment<BubblePosition<Mask>>
  ) -> HandPreview {
    let view = moment.view
    var preview = HandPreview()
    var aim = angle
    if let place {
      guard let aimed = Self.angle(towards: place, view.setup) else { return preview }
      aim = aimed
    }
    guard view.outcome == nil else { return preview }
    let path = BubbleFlightPath(angle: aim, on: view)
    preview.paths = [path.points]
    let colour = shot(view).name
    switch path.landing {
    case .cell(let cell, _):
      let row = view.screenRow(cell.row)
      let x = HexGrid.x(row: cell.row, column: cell.column)
      preview.ring = HandPreview.Ring(
        BoardPoint(x, 0.5 + Double(row) * HexGrid.pitch), radius: 0.475)
      preview.words = "\(colour) lands in row \(row + 1), column \(cell.column + 1)"
    case .lost: preview.words = "\(colour) lands nowhere"
    }
    return preview
  }

  mutating func turnDidBegin(_ view: BubblePosition<Mask>) { isSwapped = false }

  mutating func take(
    hint move: BubbleMove, index: Int, _ view: BubblePosition<Mask>
  ) -> String {
    angle = view.setup.fan.clamped(move.angle)
    isSwapped = move.swap
    return move.swap ? "swap, and shoot along this line." : "shoot along this line."
  }

  /// The colour that is shot next.
  func shot(_ view: BubblePosition<Mask>) -> BubbleColour {
    isSwapped ? view.next.first ?? view.current : view.current
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
    return parts.joinedWithTimes()
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

  func facts(_ view: BubblePosition<Mask>, at seconds: Double) -> [HandFact] {
    var facts: [HandFact] = []
    if case .score(let goal) = view.setup.rules.goal { facts.append(HandFact("goal", "\(goal)")) }
    if let left = view.shotsLeft { facts.append(HandFact("shots", "\(left)")) }
    if let every = view.setup.rules.descentEvery {
      let left = every - view.landedShots % every
      facts.append(HandFact("ceiling", "in \(left) shot\(left == 1 ? "" : "s")"))
    }
    var hand = [HandFact.Piece(view.current.name, colour: view.current.name)]
    for next in view.next {
      hand.append(HandFact.Piece(" \(next.name)", colour: next.name, isDim: true))
    }
    facts.append(HandFact("hand", hand))
    if isSwapped { facts.append(HandFact("swap", "the next goes first")) }
    let tenths = Int(saturating: (angle * 1800 / Double.pi).rounded())
    facts.append(HandFact("aim", "\(tenths / 10).\(tenths % 10)°", isAim: true))
    return facts
  }
}
