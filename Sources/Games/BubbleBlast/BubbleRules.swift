import SimHarness

/// The numbers of Bubble Blast's rules, with their defaults.
///
/// Source: docs/rules.md, "Bubble Blast".
public struct BubbleRules: Hashable, Sendable {
  /// Which flight and landing rules hold.
  public enum Ruleset: String, CaseIterable, Hashable, Sendable {
    /// Straight flight, solved analytically; snap to the nearest free cell.
    case saga
    /// Frozen-Bubble 2.212's single-player game: 10 px steps on its own pixel grid.
    case frozenBubble = "frozen-bubble"
  }

  public enum Goal: Hashable, Sendable {
    /// No bubble left, obstacles not counted.
    case clear
    /// A score of at least this.
    case score(Int)
  }

  public var ruleset = Ruleset.saga
  /// Cells of a long row, 2...64.
  public var columns = 12
  /// Playable rows, 9...64; the row below them exists only to land in.
  public var rows = 12
  /// Shots, or nil for no limit.
  public var shots: Int?
  /// Next colours a player sees beside the current one, 0...8.
  public var preview = 1
  /// Whether a move may exchange the current and the first next colour.
  public var swap = false
  /// The maximum number of wall bounces; the next one loses the shot.
  public var maxBounces = 64
  /// Distance of centres, in diameters, at which a flight ends; above 0, at most 1.
  public var contact = 0.86
  /// The ceiling comes down one row after this many landed shots; nil: never.
  public var descentEvery: Int?
  /// Angles offered to agents, 3...1,024.
  public var aims = 60
  /// Radians from the horizontal within which an angle is clamped.
  public var aimMargin = 0.1
  /// Bubbles of one colour that make a match.
  public var matchSize = 3
  public var scoring = BubbleScoring.saga
  public var goal = Goal.clear

  public init() {}

  /// The defaults of Frozen-Bubble's one-player game.
  public static var frozenBubble: BubbleRules {
    var rules = BubbleRules()
    rules.ruleset = .frozenBubble
    rules.columns = 8
    rules.rows = 12
    rules.descentEvery = 9
    return rules
  }

  /// The rules that a level file of this ruleset starts from.
  public static func defaults(of ruleset: Ruleset) -> BubbleRules {
    switch ruleset {
    case .saga: BubbleRules()
    case .frozenBubble: .frozenBubble
    }
  }
}

/// The points of bubbles by how they left.
public struct BubbleScoring: Hashable, Sendable {
  public var matched = 10
  public var removed = 10
  public var activated = 50
  public var fallen = 20
  public var shotLeft = 100
  /// Fallen bubbles count 10 * 2^min(n, 17) for n in a turn instead of `fallen` each.
  public var doublesFallen = false

  public init() {}

  /// The game's own table.
  public static let saga = BubbleScoring()

  /// Puzzle Bobble's: 10 per popped or removed bubble, doubling for those that fall.
  public static var puzzleBobble: BubbleScoring {
    var scoring = BubbleScoring()
    scoring.activated = 10
    scoring.shotLeft = 0
    scoring.doublesFallen = true
    return scoring
  }

  /// The score of `count` bubbles that fell in one turn.
  func fall(of count: Int) -> Int {
    guard count > 0 else { return 0 }
    return doublesFallen ? 10 &<< min(count, 17) : fallen &* count
  }
}
