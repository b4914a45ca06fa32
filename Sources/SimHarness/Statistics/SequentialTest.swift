/// Decides between two rates game by game and stops as soon as there is enough evidence.
///
/// Wald's sequential probability ratio test: of games whose rate is `base` at most a share `alpha`
/// of all tests ends with `alternative`, and the other way round at most `beta`, both except for a
/// slack that is small beside them.
///
/// Source: A. Wald, "Sequential Tests of Statistical Hypotheses", Annals of Mathematical
/// Statistics 16, 1945.
public struct SequentialTest: Sendable, Equatable {
  /// Which rate the games speak for.
  public enum Decision: Sendable, Equatable {
    case base
    case alternative
  }

  public let base: Double
  public let alternative: Double
  public let alpha: Double
  public let beta: Double
  public private(set) var successes = 0
  public private(set) var failures = 0

  /// What a game counts in the evidence.
  private let share: Double
  private let successWeight: Double
  private let failureWeight: Double
  private let upper: Double
  private let lower: Double

  /// A test between two different rates, both inside 0...1.
  ///
  /// With a `share` of 1/2 games may come in pairs that are alike in any way, if both games of a pair
  /// are added at once: by the inequality of Cauchy and Schwarz the mean likelihood ratio of a pair,
  /// to the power of the share, is then still at most 1.
  public init(
    base: Double, alternative: Double, alpha: Double = 0.05, beta: Double = 0.05, share: Double = 1
  ) {
    precondition(base > 0 && base < 1 && alternative > 0 && alternative < 1, "rates lie in 0...1")
    precondition(base != alternative, "two equal rates cannot be distinguished")
    precondition(alpha > 0 && beta > 0 && alpha + beta < 1, "not a pair of errors")
    precondition(share > 0 && share <= 1, "a share lies in 0...1")
    self.share = share
    self.base = base
    self.alternative = alternative
    self.alpha = alpha
    self.beta = beta
    successWeight = DeterministicMath.log(alternative / base)
    failureWeight = DeterministicMath.log((1 - alternative) / (1 - base))
    upper = DeterministicMath.log((1 - beta) / alpha)
    lower = DeterministicMath.log(beta / (1 - alpha))
  }

  public var games: Int { successes + failures }

  /// The decision of the games so far; nil while there is none.
  public var decision: Decision? {
    let evidence =
      share * (Double(successes) * successWeight + Double(failures) * failureWeight)
    if evidence >= upper { return .alternative }
    return evidence <= lower ? .base : nil
  }

  /// Adds a game; does nothing once the test is decided.
  public mutating func add(_ isSuccess: Bool) {
    add(isSuccess ? 1 : 0, of: 1)
  }

  /// Adds games at once; does nothing once the test is decided.
  public mutating func add(_ successes: Int, of games: Int) {
    guard decision == nil else { return }
    self.successes += successes
    failures += games - successes
  }

  /// The mean number of games that Wald's approximation gives at one of the two rates.
  ///
  /// It ignores the overshoot of the last game, some games per test.
  public func expectedGames(at decision: Decision) -> Double {
    let rate = decision == .base ? base : alternative
    let drift = rate * successWeight + (1 - rate) * failureWeight
    let error = decision == .base ? alpha : 1 - beta
    return (error * upper + (1 - error) * lower) / drift
  }

  /// The games that a fixed-size test needs for the same errors, by the normal approximation.
  public var fixedGames: Double {
    let spread =
      -Statistics.normalQuantile(alpha) * (base * (1 - base)).squareRoot()
      - Statistics.normalQuantile(beta) * (alternative * (1 - alternative)).squareRoot()
    let gap = spread / (alternative - base)
    return gap * gap
  }
}

/// Decides game by game whether a change moves the pass rate, on the same games before and after.
///
/// Games that went the same way both times say nothing; among the others the two directions are
/// equally likely where nothing changed, and `odds` to 1 where it did.
public struct SequentialPairedTest: Sendable, Equatable {
  private var test: SequentialTest
  /// Games added, including uninformative ones.
  public private(set) var games = 0

  /// A test for a change towards more passes with odds above 1, towards fewer with odds below 1.
  public init(odds: Double, alpha: Double = 0.05, beta: Double = 0.05) {
    precondition(odds > 0 && odds != 1, "odds lie above or below 1")
    test = SequentialTest(base: 0.5, alternative: odds / (1 + odds), alpha: alpha, beta: beta)
  }

  /// `alternative` says that there is a change of this size.
  public var decision: SequentialTest.Decision? { test.decision }

  /// The games that went differently.
  public var discordantGames: Int { test.games }

  public mutating func add(before: Bool, after: Bool) {
    guard decision == nil else { return }
    games += 1
    if before != after { test.add(after) }
  }
}
