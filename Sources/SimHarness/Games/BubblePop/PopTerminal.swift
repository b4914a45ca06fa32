/// Bubble pop at a terminal: a letter on each bubble, and a cross for all other touches.
struct PopTerminal: TerminalGame {
  typealias State = PopState

  var isTimed: Bool { true }

  /// A letter for each colour.
  private let letters: [Character]
  /// The keys of the bubbles shown, by their ids.
  private(set) var labels: [(id: Int, key: Character)] = []
  /// Where the cross is; nil until an arrow key moves it.
  private(set) var cross: TerminalPoint?
  /// The bubble that a hint has named.
  private(set) var hinted: Int?

  /// The keys that bubbles get, those easy to find first; `h` and `q` have meanings of their own.
  private static let keys = Array("asdfgjklwertyuiopzxcvbnm1234567890ASDFGHJKLQWERTYUIOPZXCVBNM")
  /// Px of a step of the cross, as shares of the screen.
  private static let step = (across: 1.0 / 24, down: 1.0 / 20)

  init(level: PopLevel, view: PopPosition) {
    letters = PopPicture.letters(of: level.setup.colours)
  }

  func keys(_ view: PopPosition, _ glyphs: Glyphs) -> [KeyHelp] {
    [
      KeyHelp("a b c", "pop the bubble"), KeyHelp("click", "touch there"),
      KeyHelp("arrows", "move a cross"), KeyHelp("space", "touch at the cross"),
    ]
  }

  // MARK: Keys

  mutating func handle(
    _ key: TerminalKey, _ moment: TerminalMoment<PopPosition>
  ) -> TerminalAction<PopMove> {
    let view = moment.view
    switch key {
    case .character(" "), .enter:
      guard let cross else { return .say("Move the cross with the arrow keys first.") }
      return .play(touch(cross, view, at: moment.seconds))
    case .character(let character):
      guard let label = labels.first(where: { $0.key == character }),
        let place = view.place(ofID: label.id)
      else { return .none }
      let now = Self.place(of: view.bubbles[place], view, at: moment.seconds)
      return .play(touch(now, view, at: moment.seconds))
    case .arrow(let direction, let isFine):
      move(direction, view.setup.rules, share: isFine ? 0.25 : 1)
      return .moved
    case .click(let column, let row):
      let grid = Self.grid(view.setup.rules, width: moment.width, height: moment.height)
      return .play(touch(grid.place(column: column, row: row), view, at: moment.seconds))
    default: return .none
    }
  }

  private mutating func move(
    _ direction: TerminalKey.Direction, _ rules: PopRules, share: Double
  ) {
    let now = cross ?? TerminalPoint(rules.width / 2, rules.height / 2)
    let across = rules.width * Self.step.across * share
    let down = rules.height * Self.step.down * share
    let (x, y): (Double, Double) =
      switch direction {
      case .left: (now.x - across, now.y)
      case .right: (now.x + across, now.y)
      case .up: (now.x, now.y - down)
      case .down: (now.x, now.y + down)
      }
    cross = TerminalPoint(min(max(x, 0), rules.width), min(max(y, 0), rules.height))
  }

  /// A touch now, to the millisecond and the hundredth of a point; a record shows no more.
  private func touch(_ place: TerminalPoint, _ view: PopPosition, at seconds: Double) -> PopMove {
    let now = (seconds * 1000).rounded(.down) / 1000
    return PopMove(
      time: min(max(now, view.time), view.end), x: (place.x * 100).rounded() / 100,
      y: (place.y * 100).rounded() / 100)
  }

  /// Where a bubble is at a time since the last move.
  private static func place(
    of bubble: PopBubble, _ view: PopPosition, at seconds: Double
  ) -> TerminalPoint {
    let rules = view.setup.rules
    guard rules.moves, seconds > view.time else { return TerminalPoint(bubble.x, bubble.y) }
    let path = rules.path(at: min(seconds, view.end)) - rules.path(at: view.time)
    return TerminalPoint(bubble.x + bubble.directionX * path, bubble.y + bubble.directionY * path)
  }

  func passing(_ view: PopPosition, at seconds: Double) -> PopMove? {
    let next = view.wait
    return next.time <= seconds ? next : nil
  }

  /// A bubble keeps its key as long as it is there.
  mutating func turnDidBegin(_ view: PopPosition) {
    labels.removeAll { label in view.place(ofID: label.id) == nil }
    if let id = hinted, view.place(ofID: id) == nil { hinted = nil }
    for bubble in view.bubbles where !labels.contains(where: { $0.id == bubble.id }) {
      let free = Self.keys.first { key in !labels.contains { $0.key == key } }
      guard let free else { break }
      labels.append((bubble.id, free))
    }
  }

  mutating func take(hint move: PopMove, index: Int, _ view: PopPosition) -> String {
    guard view.bubbles.indices.contains(index) else { return "wait for the next bubbles." }
    let bubble = view.bubbles[index]
    hinted = bubble.id
    let name = SafeText.escaped(view.setup.colours[Int(bubble.colour)].name, limit: 20)
    guard let label = labels.first(where: { $0.id == bubble.id }) else {
      return "touch the \(name) bubble in brackets."
    }
    return "pop \(label.key), the \(name) one in brackets."
  }

  // MARK: Words

  func account(of events: [PopEvent], from before: PopPosition, to view: PopPosition) -> String {
    events.compactMap { words(for: $0, view.setup) }.joined(separator: ", ")
  }

  private func words(for event: PopEvent, _ setup: PopSetup) -> String? {
    switch event {
    case .refreshed, .spawned, .expired, .won, .ended: nil
    case .popped(_, let colour, _, let combo):
      (combo ? "another " : "popped ") + SafeText.escaped(setup.colours[Int(colour)].name)
        + (combo ? " in a row" : "")
    case .missed: "no bubble was there"
    case .scored: "a script changed the score"
    case .timeAdded(let seconds): "\(ReportNumber.seconds(seconds)) s more"
    case .lost: "the time is up"
    }
  }

  func facts(
    _ view: PopPosition, at seconds: Double, _ glyphs: Glyphs
  ) -> [(label: String, value: StyledText)] {
    let now = view.outcome == nil ? min(max(seconds, view.time), view.end) : view.time
    let tenths = Int(saturating: ((view.end - now) * 10).rounded(.up))
    let isShort = tenths <= 100
    var facts: [(label: String, value: StyledText)] = [
      (
        "time left",
        StyledText(
          "\(tenths / 10).\(tenths % 10) s", CanvasStyle(isShort ? .red : nil, isBold: true))
      )
    ]
    if let goal = view.setup.rules.goal { facts.append(("goal", "\(goal)")) }
    if let last = view.lastColour {
      let name = view.setup.colours[last].name
      facts.append(
        (
          "combo",
          StyledText(SafeText.escaped(name, limit: 14), CanvasStyle(CanvasColour(named: name)))
        ))
    }
    return facts
  }

  func legend(_ view: PopPosition, _ glyphs: Glyphs) -> [StyledText] {
    view.setup.colours.indices.map { index in
      let colour = view.setup.colours[index]
      let points = "\(colour.points) point\(colour.points == 1 ? "" : "s")"
      let mark = glyphs.hasColour ? "  " : "\(letters[index]) "
      return StyledText(mark, Self.style(of: colour.name))
        + StyledText(" \(SafeText.escaped(colour.name, limit: 14)) ") + StyledText(points, .dim)
    }
  }

  // MARK: Picture

  private static func grid(_ rules: PopRules, width: Int, height: Int) -> TerminalGrid {
    let room = (columns: max(width - 2, 1), rows: max(height - 2, 1))
    // Wide enough for a key and a colour on each bubble, even where that stretches the screen.
    let even = 2 * rules.width / rules.height * Double(room.rows)
    let minColumns = 12 * rules.width / (2 * rules.radius)
    let columns = min(
      room.columns, max(Int(saturating: even.rounded()), min(Int(minColumns), 46), 1))
    return TerminalGrid(
      row: 1, column: 1 + (room.columns - columns) / 2, rows: room.rows, columns: columns,
      width: rules.width / Double(columns), height: rules.height / Double(room.rows))
  }

  func draw(
    _ view: PopPosition, at seconds: Double, flight: ArraySlice<[TerminalPoint]>?,
    on board: inout Canvas, _ glyphs: Glyphs
  ) {
    let grid = Self.grid(view.setup.rules, width: board.width, height: board.height)
    board.frame(
      CanvasArea(
        row: grid.row - 1, column: grid.column - 1, width: grid.columns + 2,
        height: grid.rows + 2), glyphs)
    let now = view.outcome == nil ? seconds : view.time
    for bubble in view.bubbles {
      draw(bubble, at: Self.place(of: bubble, view, at: now), view, on: &board, grid, glyphs)
    }
    if let cross, view.outcome == nil {
      board.put(
        glyphs.cross, row: grid.row(cross.y), column: grid.column(cross.x),
        CanvasStyle(.yellow, isBold: true))
    }
  }

  private func draw(
    _ bubble: PopBubble, at place: TerminalPoint, _ view: PopPosition, on board: inout Canvas,
    _ grid: TerminalGrid, _ glyphs: Glyphs
  ) {
    let colour = Int(bubble.colour)
    let key = labels.first { $0.id == bubble.id }.map { String($0.key) } ?? " "
    let text = glyphs.hasColour ? " \(key) " : "\(key)\(letters[colour])"
    let isHinted = hinted == bubble.id
    let marked = isHinted ? "[\(text)]" : glyphs.hasColour ? text : "(\(text))"
    let start = min(
      max(grid.column(place.x) - marked.count / 2, grid.column),
      grid.column + grid.columns - marked.count)
    board.write(
      marked, row: grid.row(place.y), column: start,
      Self.style(of: view.setup.colours[colour].name))
  }

  /// A bubble of a colour: dark letters on it, and light ones on black.
  private static func style(of name: String) -> CanvasStyle {
    let colour = CanvasColour(named: name)
    return colour == .black
      ? CanvasStyle(.white, on: .grey, isBold: true)
      : CanvasStyle(.black, on: colour, isBold: true)
  }
}
