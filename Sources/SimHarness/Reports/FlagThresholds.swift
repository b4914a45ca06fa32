/// From which figures on a report flags a level. A suite may change each of them.
public struct FlagThresholds: Sendable, Equatable {
  /// `trivial`: the pass rate of the agent named `random` is above this. A share.
  public var trivial = 0.95
  /// `too-hard`: the interval of the reference player lies wholly below this. A share.
  public var tooHard = 0.20
  /// `too-easy`: the interval of the reference player lies wholly above this. A share.
  public var tooEasy = 0.95
  /// `dip`: how many levels back the level lies that must not be harder.
  public var dipDistance = 5
  /// `spike`: the interval lies wholly more than this below the rate of the level before. A share.
  public var spikeDrop = 0.25
  /// `stuck`: the share of a player's games that hit the move limit is above this.
  public var stuck = 0.01
  /// `faults`: more games of a level than this faulted or were inconclusive.
  public var faults = 0

  public static let standard = FlagThresholds()

  public init() {}
}
