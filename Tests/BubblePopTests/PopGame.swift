import TestSupport

@testable import BubblePopGame
@testable import SimHarness

/// A game of bubble pop for tests: keeps its context, and the events of the last move.
struct PopGame: ~Copyable {
  var context: GameContext
  var state: PopState
  var events: [PopEvent] = []

  init(_ level: PopLevel, host: (any ScriptHosting)? = PopGame.host(), index: Int = 0) throws {
    context = GameContext(streams: Bubbles.streams(index), scripts: host)
    var start: [PopEvent] = []
    state = try PopState(level: level, in: &context) { start.append($0) }
    events = start
  }

  static func host() -> ScriptHost { ScriptHost(interfaces: BubblePop.entry.interfaces) }

  /// A level under changed rules.
  static func level(
    _ colours: [PopColour] = PopColour.standard, change: (inout PopRules) -> Void = { _ in }
  ) -> PopLevel {
    var rules = PopRules()
    change(&rules)
    return PopLevel(name: "test", rules: rules, colours: colours)
  }

  mutating func play(_ move: PopMove) throws {
    var seen: [PopEvent] = []
    try state.apply(move, in: &context) { seen.append($0) }
    events = seen
    try state.checkInvariants()
  }

  /// Puts these colours on the screen, side by side, in place of what is there.
  mutating func show(_ colours: [Int]) {
    state.position.bubbles = colours.enumerated().map { place, colour in
      PopBubble(
        id: state.position.nextID + place, colour: UInt8(colour),
        x: 40 + 70 * Double(place % 5), y: 40 + 70 * Double(place / 5), directionX: 0,
        directionY: 0)
    }
    state.position.nextID += colours.count
  }

  /// Touches the centre of the first bubble now, or a while later.
  mutating func popFirst(after seconds: Double = 0) throws {
    let bubble = state.position.bubbles[0]
    try play(PopMove(time: state.position.time + seconds, x: bubble.x, y: bubble.y))
  }
}
