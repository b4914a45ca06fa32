/// The numbers of Bubble Blast's rules, with their defaults.
///
/// Source: docs/rules.md, "Bubble Blast".
public struct BubbleRules: Hashable, Sendable {
  /// Which flight and landing rules hold.
  public enum Ruleset: String, CaseIterable, Hashable, Sendable {
    /// Straight flight, solved analytically; snap to the nearest free cell.
    case saga
    /// Frozen-Bubble 2.212's one-player game: 10 px steps on its own pixel grid.
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
  /// Wall bounces a shot survives; it is lost at the next.
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

  /// Every number a level may set, in the order in which they are listed.
  public static let parameters: [RuleParameter] = [
    RuleParameter(
      "columns", unit: "cells", 2...64, defaultValue: 12, field: "columns",
      summary: "cells in a long row"),
    RuleParameter(
      "rows", unit: "rows", 9...64, defaultValue: 12, field: "rows", summary: "playable rows"),
    RuleParameter(
      "shots", unit: "shots", 1...100_000, defaultValue: nil, field: "shots",
      summary: "shots before the game is lost; if not set, no limit"),
    RuleParameter(
      "preview", unit: "colours", 0...8, defaultValue: 1, field: "preview",
      summary: "next colours that the player sees"),
    RuleParameter(
      "maxBounces", unit: "bounces", 0...10_000, defaultValue: 64, field: "maxBounces",
      summary: "maximum wall bounces of a shot; a shot with more is lost"),
    RuleParameter(
      "contact", unit: "diameters", 0.001...1, defaultValue: 0.86, isWhole: false,
      field: "contact", summary: "distance between centres at which a flying bubble stops"),
    RuleParameter(
      "descent", unit: "landed shots", 1...10_000, defaultValue: nil, field: "descent.every",
      summary: "landed shots between two descents of the ceiling; if not set, none"),
    RuleParameter(
      "aims", unit: "angles", 3...1024, defaultValue: 60,
      summary: "angles offered to agents, equally spaced over the range of aim"),
    RuleParameter(
      "aimMargin", unit: "radians", 0.01...1.5, defaultValue: 0.1, isWhole: false,
      summary: "smallest angle between a shot and the horizontal"),
    RuleParameter(
      "matchSize", unit: "bubbles", 2...20, defaultValue: 3,
      summary: "bubbles of one colour that make a match"),
    RuleParameter(
      "matched", unit: "points", -10_000...10_000, defaultValue: 10, field: "scoring.matched",
      summary: "points for a matched bubble"),
    RuleParameter(
      "removed", unit: "points", -10_000...10_000, defaultValue: 10, field: "scoring.removed",
      summary: "points for a bubble removed by an effect"),
    RuleParameter(
      "activated", unit: "points", -10_000...10_000, defaultValue: 50,
      field: "scoring.activated", summary: "points for an activated special"),
    RuleParameter(
      "fallen", unit: "points", -10_000...10_000, defaultValue: 20, field: "scoring.fallen",
      summary: "points for a fallen bubble"),
    RuleParameter(
      "shotLeft", unit: "points", -10_000...10_000, defaultValue: 100,
      field: "scoring.shotLeft", summary: "points per shot left when the game is won"),
  ]

  /// Sets a number that has no field of its own in the level file; false if there is none such.
  public mutating func set(_ name: String, to value: Double) -> Bool {
    switch name {
    case "aims": aims = Int(value)
    case "aimMargin": aimMargin = value
    case "matchSize": matchSize = Int(value)
    default: return false
    }
    return true
  }
}

/// What bubbles are worth by how they left.
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

  /// Puzzle Bobble's: 10 a popped or removed bubble, doubling for those that fall.
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
