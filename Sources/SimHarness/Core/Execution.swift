/// How well a choice is carried out: each game takes the numbers that it needs.
///
/// Source: METRICS, "Players".
public struct Execution: Hashable, Sendable {
  /// Standard deviation of an aim, in degrees.
  public var aimError: Double
  /// The time that an aim takes, in seconds.
  public var aimingTime: Double
  /// The median of the time before a hand begins to move, in seconds.
  public var reaction: Double
  /// The standard deviation of that time's logarithm.
  public var reactionSpread: Double
  /// Standard deviation of where a touch ends, to either side, as a share of the target's radius.
  public var touchError: Double

  public init(
    aimError: Double, aimingTime: Double, reaction: Double, reactionSpread: Double,
    touchError: Double
  ) {
    self.aimError = aimError
    self.aimingTime = aimingTime
    self.reaction = reaction
    self.reactionSpread = reactionSpread
    self.touchError = touchError
  }

  public static let perfect = Execution(
    aimError: 0, aimingTime: 0.5, reaction: 0.1, reactionSpread: 0, touchError: 0)
  public static let steady = Execution(
    aimError: 1, aimingTime: 1.5, reaction: 0.35, reactionSpread: 0.25, touchError: 0.2)
  public static let shaky = Execution(
    aimError: 4, aimingTime: 2.5, reaction: 0.6, reactionSpread: 0.25, touchError: 0.4)

  /// The executions that have a name, best first.
  public static let named: [(name: String, execution: Execution)] = [
    ("perfect", perfect), ("steady", steady), ("shaky", shaky),
  ]

  /// The numbers by the names under which a player sets them, with the most they may be.
  public static let numbers:
    [(
      name: String, place: any WritableKeyPath<Execution, Double> & Sendable, most: Double
    )] = [
      ("aim", \.aimError, 90), ("time", \.aimingTime, 60), ("reaction", \.reaction, 10),
      ("touch", \.touchError, 10),
    ]
}
