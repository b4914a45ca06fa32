/// How well a choice is carried out: each game takes the numbers that it needs.
///
/// Source: docs/players.md, "Executions".
public struct Execution: Hashable, Sendable, BitwiseCopyable {
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
  /// How many of the cards seen last are remembered, in whole cards; `maxCards`: all.
  public var memory: Double
  /// The median of the time to find a match of 2.5 differing features, in seconds.
  public var search: Double
  /// The time after which the search for a match is given up, in seconds.
  public var giveUp: Double
  /// The share of choices with one wrong card, 0...1.
  public var slips: Double

  /// The maximum number of cards to remember.
  public static let maxCards = 128.0

  public static let perfect = Execution(
    aimError: 0, aimingTime: 0.5, reaction: 0.1, reactionSpread: 0, touchError: 0,
    memory: maxCards, search: 2, giveUp: 20, slips: 0)
  public static let steady = Execution(
    aimError: 1, aimingTime: 1.5, reaction: 0.35, reactionSpread: 0.25, touchError: 0.2,
    memory: 7, search: 6, giveUp: 40, slips: 0.02)
  public static let shaky = Execution(
    aimError: 4, aimingTime: 2.5, reaction: 0.6, reactionSpread: 0.25, touchError: 0.4,
    memory: 3, search: 12, giveUp: 60, slips: 0.08)

  /// The executions that have a name, best first.
  public static let named: [(name: String, execution: Execution)] = [
    ("perfect", perfect), ("steady", steady), ("shaky", shaky),
  ]

  /// The numbers by the names that players use for them, with their maximum values.
  public static let numbers:
    [(
      name: String, place: any WritableKeyPath<Execution, Double> & Sendable, maximum: Double
    )] = [
      ("aim", \.aimError, 90), ("time", \.aimingTime, 60), ("reaction", \.reaction, 10),
      ("spread", \.reactionSpread, 2), ("touch", \.touchError, 10),
      ("memory", \.memory, maxCards), ("search", \.search, 3600), ("giveUp", \.giveUp, 3600),
      ("slips", \.slips, 1),
    ]
}
