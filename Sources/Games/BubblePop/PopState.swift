import SimHarness

/// A game of bubble pop: what a player sees, and where the hidden draws begin.
///
/// Every draw is a function of the number of the refresh that it belongs to, so a state holds no
/// counters, and a player who pops other bubbles gets the same targets and colours.
public struct PopState: GameState {
  public typealias Level = PopLevel
  public typealias Move = PopMove
  public typealias Event = PopEvent
  public typealias View = PopPosition

  let level: PopLevel
  var position: PopPosition
  /// Where in its streams this state draws: 0 in a real game, anywhere in an imagined one.
  var offset: UInt64 = 0
  /// Draws that scripts have taken (`game:random`).
  var scriptDraws: UInt64 = 0

  public var view: PopPosition { position }
  public var outcome: Outcome? { position.outcome }
  public var score: Int { position.score }

  public init(
    level: PopLevel, in context: inout GameContext, emit: (PopEvent) -> Void
  ) throws(LevelError) {
    self.level = level
    position = PopPosition(setup: level.setup)
    do throws(ScriptFault) {
      try fill(in: context, removed: 0, emit: emit)
    } catch {
      throw .script(error)
    }
    position.nextRefresh = 1
    checkGoal(emit)
  }

  public static func == (a: Self, b: Self) -> Bool {
    a.offset == b.offset && a.scriptDraws == b.scriptDraws && a.level === b.level
      && a.position == b.position
  }

  public func hash(into digest: inout StableDigest) {
    position.hash(into: &digest)
    digest.combine(offset)
    digest.combine(scriptDraws)
  }

  // MARK: Moves

  public var legalMoveCount: Int {
    position.outcome == nil ? position.bubbles.count &+ 1 : 0
  }

  /// A touch of the bubble at `index`, by a hand with the default reaction and no error; the last
  /// one waits for the next refresh.
  public func legalMove(at index: Int) -> PopMove {
    index < position.bubbles.count
      ? position.touch(ofBubble: index, reaction: Execution.perfect.reaction) : position.wait
  }

  public func appendLegalMoves(to moves: inout [PopMove]) {
    for index in 0..<legalMoveCount { moves.append(legalMove(at: index)) }
  }

  // MARK: Hidden information

  public func imagined(in imagination: inout GameContext) -> Self {
    var copy = self
    copy.offset = imagination.nextImaginedOffset()
    copy.scriptDraws = 0
    return copy
  }
}

/// A bubble on the screen.
public struct PopBubble: Hashable, Sendable, BitwiseCopyable {
  /// Counts from 1 in each game.
  public var id: Int
  /// The number of its colour in the level's list.
  public var colour: UInt8
  /// Its centre, in points from the screen's top left corner.
  public var x: Double
  public var y: Double
  /// The direction in which it moves, of length 1; 0 where bubbles stay.
  public var directionX: Double
  public var directionY: Double
}

/// All of a game that a player sees.
public struct PopPosition: Equatable, Sendable {
  public let setup: PopSetup
  /// The bubbles shown, by id.
  public internal(set) var bubbles: [PopBubble] = []
  /// Seconds since the start.
  public internal(set) var time = 0.0
  /// When the game ends, in seconds since the start.
  public internal(set) var end: Double
  /// The number of the next refresh; 0 fills the screen at the start.
  public internal(set) var nextRefresh = 0
  /// When the next refresh comes, in seconds since the start.
  ///
  /// One that only rounding puts before the end falls on the end, where there is none.
  public var refreshTime: Double {
    let time = Double(nextRefresh) * setup.rules.refresh
    return time < end && end - time < Self.roundingError ? end : time
  }
  /// More than rounding adds to the time of a refresh, in seconds, and far less than lies between
  /// two.
  private static let roundingError = 1e-9
  public internal(set) var score = 0
  /// Where the screen was touched last; its middle before the first touch.
  public internal(set) var handX: Double
  public internal(set) var handY: Double
  public internal(set) var outcome: Outcome?
  /// The scripts' named numbers.
  var variables: [ScriptVariable] = []
  var combo = Combo()
  var nextID = 1

  init(setup: PopSetup) {
    self.setup = setup
    end = Double(setup.rules.duration)
    handX = setup.rules.width / 2
    handY = setup.rules.height / 2
    bubbles.reserveCapacity(setup.rules.maxBubbles)
  }

  /// The number of the colour popped last; nil before the first pop.
  public var lastColour: Int? { combo.lastColour }

  public static func == (a: Self, b: Self) -> Bool {
    a.bubbles == b.bubbles && a.time == b.time && a.end == b.end
      && a.nextRefresh == b.nextRefresh && a.score == b.score && a.handX == b.handX
      && a.handY == b.handY && a.outcome == b.outcome && a.variables == b.variables
      && a.combo == b.combo && a.nextID == b.nextID
      && (a.setup === b.setup || a.setup.isSame(as: b.setup))
  }

  func hash(into digest: inout StableDigest) {
    digest.combine(bubbles.count)
    for bubble in bubbles {
      digest.combine(bubble.id)
      digest.combine(Int(bubble.colour))
      for number in [bubble.x, bubble.y, bubble.directionX, bubble.directionY] {
        digest.combine(number)
      }
    }
    for number in [time, end, handX, handY] { digest.combine(number) }
    for number in [nextRefresh, score, nextID, Int(combo.last)] { digest.combine(number) }
    digest.combine(outcome.map { $0.rawValue } ?? "")
    digest.combine(variables.count)
    for variable in variables {
      digest.combine(variable.name)
      digest.combine(variable.value)
    }
  }

  // MARK: What a hand can do

  /// Waits for the next refresh, or for the end.
  var wait: PopMove { .wait(until: min(refreshTime, end)) }

  /// The seconds that a hand takes from one place to another.
  ///
  /// Source: Fitts' law with the numbers of docs/rules.md, "Touches".
  static func movementTime(distance: Double, radius: Double) -> Double {
    0.1 + 0.15 * DeterministicMath.log2(distance / (2 * radius) + 1)
  }

  /// The seconds from `(x, y)` to where the bubble at `index` is now.
  func movementTime(fromX x: Double, y: Double, toBubble index: Int) -> Double {
    let dx = bubbles[index].x - x
    let dy = bubbles[index].y - y
    return Self.movementTime(
      distance: (dx * dx + dy * dy).squareRoot(), radius: setup.rules.radius)
  }

  /// A touch of the bubble at `index` where it is when the hand arrives; at the game's end where
  /// that is sooner.
  func touch(ofBubble index: Int, reaction: Double) -> PopMove {
    let arrival = time + reaction + movementTime(fromX: handX, y: handY, toBubble: index)
    let then = min(arrival, end)
    let bubble = bubbles[index]
    guard setup.rules.moves else { return PopMove(time: then, x: bubble.x, y: bubble.y) }
    let path = setup.rules.path(at: then) - setup.rules.path(at: time)
    return PopMove(
      time: then, x: bubble.x + bubble.directionX * path, y: bubble.y + bubble.directionY * path)
  }

  /// The place of the bubble under a touch; of several the one whose centre is nearest, of those
  /// as near the newest.
  func bubble(atX x: Double, y: Double) -> Int? {
    var best = -1
    var nearestSquared = setup.rules.radius * setup.rules.radius
    let bubbles = bubbles.span
    for index in bubbles.indices {
      let dx = bubbles[index].x - x
      let dy = bubbles[index].y - y
      let distance = dx * dx + dy * dy
      if distance <= nearestSquared {
        nearestSquared = distance
        best = index
      }
    }
    return best < 0 ? nil : best
  }

  /// The place of the bubble with this id.
  func place(ofID id: Int) -> Int? { bubbles.firstIndex { $0.id == id } }
}
