/// How able a player of a run is.
public struct PlayerRating: Sendable, Equatable {
  public var agent: String
  /// The logit of its pass rate on the level that lies in the middle, with its 95% interval.
  ///
  /// It is on the scale of the levels' difficulties.
  public var ability: Interval
  /// Spearman's correlation of its pass rates over the levels with the other players', the mean
  /// over these; nil if no pair has two levels that differ.
  public var orderAgreement: Double?
}
