/// From which figures on a report flags a level; a suite may change each of them.
///
/// Shares and rates run from 0 to 1.
public struct FlagThresholds: Sendable, Equatable {
  /// Trivial: the pass rate of the agent named `random` is above this.
  public var trivial = 0.95
  /// Too hard: the interval of the reference player lies wholly below this.
  public var tooHard = 0.20
  /// Too easy: the interval of the reference player lies wholly above this.
  public var tooEasy = 0.95
  /// Dip: how many levels back the level lies that must not be harder.
  public var dipDistance = 5
  /// Spike: the interval lies wholly further than this below the rate of the level before.
  public var spikeDrop = 0.25
  /// Stuck: the share of a player's games that hit the move limit is above this.
  public var stuck = 0.01
  /// Faults: more games of a level than this faulted or were inconclusive.
  public var faults = 0

  public static let standard = FlagThresholds()

  public init() {}
}
