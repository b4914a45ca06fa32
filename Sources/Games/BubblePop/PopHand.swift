import SimHarness

/// A hand in bubble pop: a key on each bubble, and a cross for all other touches.
struct PopHand: Hand {
  package typealias State = PopState

  var isTimed: Bool { true }

  /// A letter for each colour.
  let letters: [Character]
  /// The keys of the bubbles shown, by their ids.
  private(set) var labels: [(id: Int, key: Character)] = []
  /// Where the cross is; nil until an arrow key moves it.
  private(set) var cross: BoardPoint?
  /// The bubble that a hint has named.
  private(set) var hinted: Int?

  /// The keys that bubbles get, those easy to find first; `h` and `q` have meanings of their own.
  private static let keys = Array("asdfgjklwertyuiopzxcvbnm1234567890ASDFGHJKLQWERTYUIOPZXCVBNM")
  /// Px of a step of the cross, as shares of the screen.
  private static let step = (across: 1.0 / 24, down: 1.0 / 20)
  /// The most distances that a motion has.
  private static let maxDistances = 100

  init(level: PopLevel, view: PopPosition) {
    letters = PopPicture.letters(of: level.setup.colours)
  }

  func keys(_ view: PopPosition) -> [KeyHelp] {
    [
      KeyHelp("a b c", "pop the bubble"), KeyHelp("click", "touch there"),
      KeyHelp("arrows", "move a cross"), KeyHelp("space", "touch at the cross"),
    ]
  }

  func labels(_ view: PopPosition) -> [HandLabel] {
    labels.map { HandLabel(body: $0.id, key: $0.key) }
  }

  // MARK: Input

  mutating func handle(
    _ input: HandInput, _ moment: HandMoment<PopPosition>
  ) -> HandAction<PopMove> {
    let view = moment.view
    switch input {
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
    case .aim(let place):
      cross = onScreen(place, view.setup.rules)
      return .moved
    case .press(let place): return .play(touch(place, view, at: moment.seconds))
    case .offer: return .none
    }
  }

  private func onScreen(_ place: BoardPoint, _ rules: PopRules) -> BoardPoint {
    BoardPoint(min(max(place.x, 0), rules.width), min(max(place.y, 0), rules.height))
  }

  private mutating func move(
    _ direction: HandInput.Direction, _ rules: PopRules, share: Double
  ) {
    let now = cross ?? BoardPoint(rules.width / 2, rules.height / 2)
    let across = rules.width * Self.step.across * share
    let down = rules.height * Self.step.down * share
    let (x, y): (Double, Double) =
      switch direction {
      case .left: (now.x - across, now.y)
      case .right: (now.x + across, now.y)
      case .up: (now.x, now.y - down)
      case .down: (now.x, now.y + down)
      }
    cross = onScreen(BoardPoint(x, y), rules)
  }

  /// A touch now, to the millisecond and the hundredth of a point; a record shows no more.
  private func touch(_ place: BoardPoint, _ view: PopPosition, at seconds: Double) -> PopMove {
    let now = (seconds * 1000).rounded(.down) / 1000
    return PopMove(
      time: min(max(now, view.time), view.end), x: (place.x * 100).rounded() / 100,
      y: (place.y * 100).rounded() / 100)
  }

  /// Where a bubble is at a time since the last move.
  static func place(
    of bubble: PopBubble, _ view: PopPosition, at seconds: Double
  ) -> BoardPoint {
    let rules = view.setup.rules
    guard rules.moves, seconds > view.time else { return BoardPoint(bubble.x, bubble.y) }
    let path = rules.path(at: min(seconds, view.end)) - rules.path(at: view.time)
    return BoardPoint(bubble.x + bubble.directionX * path, bubble.y + bubble.directionY * path)
  }

  func passing(_ view: PopPosition, at seconds: Double) -> PopMove? {
    let next = view.wait
    return next.time <= seconds ? next : nil
  }

  func motion(_ view: PopPosition) -> HandMotion? {
    let rules = view.setup.rules
    guard rules.moves, view.outcome == nil else { return nil }
    let start = rules.path(at: view.time)
    // A little beyond the next refresh, in case it comes late.
    let seconds = view.wait.time - view.time + 1
    let count = min(
      Int(saturating: (seconds / HandMotion.interval).rounded(.up)) + 1, Self.maxDistances)
    return HandMotion(
      bodies: view.bubbles.map { HandMotion.Body(id: $0.id, x: $0.directionX, y: $0.directionY) },
      start: view.time,
      distances: (0..<count).map {
        rules.path(at: min(view.time + Double($0) * HandMotion.interval, view.end)) - start
      })
  }

  func preview(at place: BoardPoint?, _ moment: HandMoment<PopPosition>) -> HandPreview {
    let view = moment.view
    var preview = HandPreview()
    if let hinted { preview.marks.append(hinted) }
    if place == nil { preview.cross = cross }
    guard let touched = place ?? cross else { return preview }
    let radius = view.setup.rules.radius
    let found = view.bubbles.last { bubble in
      let middle = Self.place(of: bubble, view, at: moment.seconds)
      let (x, y) = (middle.x - touched.x, middle.y - touched.y)
      return x * x + y * y <= radius * radius
    }
    if let found {
      preview.meant = [found.id]
      preview.words =
        SafeText.escaped(view.setup.colours[Int(found.colour)].name, limit: 20) + " bubble"
    } else {
      preview.words = "no bubble"
    }
    return preview
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
    guard view.bubbles.indices.contains(index) else {
      hinted = nil
      return "wait for the next bubbles."
    }
    let bubble = view.bubbles[index]
    hinted = bubble.id
    let name = SafeText.escaped(view.setup.colours[Int(bubble.colour)].name, limit: 20)
    guard let label = labels.first(where: { $0.id == bubble.id }) else {
      return "pop the marked \(name) bubble."
    }
    return "pop the marked \(name) bubble (\(label.key))."
  }

  /// A bubble can be popped as long as it is there, and the next bubbles have come.
  func canFollowHint(_ view: PopPosition) -> Bool {
    hinted.map { view.place(ofID: $0) != nil } ?? false
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

  func facts(_ view: PopPosition, at seconds: Double) -> [HandFact] {
    let now = view.outcome == nil ? min(max(seconds, view.time), view.end) : view.time
    let tenths = Int(saturating: ((view.end - now) * 10).rounded(.up))
    let isShort = tenths <= 100
    let left = HandFact.Piece(
      "\(tenths / 10).\(tenths % 10) s", colour: isShort ? "red" : nil, isBold: true)
    var facts = [HandFact("time left", [left], end: view.outcome == nil ? view.end : nil)]
    if let goal = view.setup.rules.goal { facts.append(HandFact("goal", "\(goal)")) }
    if let last = view.lastColour {
      let name = view.setup.colours[last].name
      facts.append(HandFact("combo", SafeText.escaped(name, limit: 14), colour: name))
    }
    return facts
  }
}
