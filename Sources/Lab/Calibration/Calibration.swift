import SimHarness

/// A mixture of players fitted to people's results on half of the levels and tried on the others.
public struct Calibration: Sendable {
  /// A level that people played.
  public struct Level: Sendable {
    public var name: String
    public var result: PlayerMixture.Result
    /// The simulated pass rates of all players.
    public var rates: [Double]

    public init(name: String, result: PlayerMixture.Result, rates: [Double]) {
      self.name = name
      self.result = result
      self.rates = rates
    }
  }

  /// The players' shares: of attempts where these count each for themselves, else of the people who
  /// began.
  ///
  /// Fitted to half of the levels where attempts count each for themselves, else to all: people who
  /// play until they pass are identified by their results on every level that they reached.
  public let mixture: PlayerMixture
  /// The levels of even places, that were fitted to, and those of odd places.
  public let fitted: [Level]
  public let heldOut: [Level]
  /// What the mixture fitted to the levels of even places says of the others.
  public let predictions: [Prediction]
  /// The mean distance of the predicted pass rates from people's, over the levels held out; without
  /// ends where nearly all resamples agree.
  public let error: Interval
  /// Spearman's correlation of the two, likewise; nil if one of them does not vary.
  public let correlation: Interval?
  /// Whether the held-out levels show that the model does not fit these people.
  public let check: CalibrationCheck

  private let model: any CalibrationModel
  /// The levels that the mixture is fitted to.
  private let basis: [Int]

  private static let resamples = 400
  /// The ends of a narrower interval differ by the rounding of sums alone.
  private static let minWidth = 1e-9
  private static let key = StreamKey(rawValue: 0x6361_6C69).derived("calibration")

  /// The fewest levels: two to fit to and two to hold out.
  public static let minLevels = 4

  /// Fits to attempts that count each for themselves.
  ///
  /// `games` is the number of games behind each of the players' pass rates; nil if these are
  /// exact.
  public init(_ levels: [Level], games: Int? = nil) {
    self.init(
      levels, model: AttemptsModel(rates: levels.map(\.rates), results: levels.map(\.result)),
      usesAll: false, games: games)
  }

  /// Fits to people who play until they pass or stop; a trial's level is a place in `levels`.
  public init(_ levels: [Level], people: [[PersonTrial]], games: Int? = nil) {
    self.init(
      levels, model: PeopleModel(rates: levels.map(\.rates), people: people), usesAll: true,
      games: games)
  }

  /// Fits to such people added up over each level.
  public init(_ levels: [Level], groups: [PeopleCount], games: Int? = nil) {
    precondition(groups.count == levels.count, "as many groups as levels")
    self.init(
      levels,
      model: GroupsModel(
        rates: levels.map(\.rates), results: levels.map(\.result), groups: groups),
      usesAll: true, games: games)
  }

  private init(
    _ levels: [Level], model: some CalibrationModel, usesAll: Bool, games: Int?
  ) {
    precondition(levels.count >= Self.minLevels, "too few levels")
    let even = levels.indices.filter { $0 % 2 == 0 }
    let odd = levels.indices.filter { $0 % 2 == 1 }
    self.model = model
    fitted = even.map { levels[$0] }
    heldOut = odd.map { levels[$0] }
    let half = model.mixture(fittedTo: even)
    let predictions = odd.map { model.prediction(of: half, fittedTo: even, on: $0) }
    self.predictions = predictions
    basis = usesAll ? Array(levels.indices) : even
    mixture = usesAll ? model.mixture(fittedTo: basis) : half
    check = CalibrationCheck(predictions, rates: levels.map(\.rates), games: games)
    let tried = predictions.filter { $0.whole.attempts > 0 }
    let predicted = tried.map(\.whole.predicted)
    let measured = tried.map(\.whole.measured)
    let places = Array(tried.indices)
    func error(_ places: [Int]) -> Double {
      places.reduce(0) { $0 + (predicted[$1] - measured[$1]).magnitude } / Double(places.count)
    }
    func correlation(_ places: [Int]) -> Double? {
      Statistics.spearman(places.map { predicted[$0] }, places.map { measured[$0] })
    }
    var random = SeededRandom(key: Self.key)
    var errors: [Double] = []
    var correlations: [Double] = []
    for _ in 0..<(places.isEmpty ? 0 : Self.resamples) {
      let drawn = places.map { _ in random.below(places.count) }
      errors.append(error(drawn))
      if let value = correlation(drawn) { correlations.append(value) }
    }
    self.error = Self.interval(places.isEmpty ? 0 : error(places), drawn: errors)
    self.correlation = correlation(places).map { Self.interval($0, drawn: correlations) }
  }

  /// Why a figure has no interval.
  public static let reason =
    "nearly all resamples gave the same value; more levels say how sure it is"

  /// The bootstrap interval; none where nearly all resamples agree, as they do on few levels in the
  /// right order: that is no certainty.
  private static func interval(_ value: Double, drawn: [Double]) -> Interval {
    let interval = Interval(value, drawn: drawn)
    return interval.high - interval.low > minWidth ? interval : .unknown(value)
  }

  /// The mean of a number that the players have, with a bootstrap interval: levels, and people or
  /// their passes, are resampled and fitted again.
  ///
  /// The levels are resampled too, because no mix matches people on every level exactly.
  public func mean(of numbers: [Double], resamples: Int = 100) -> Interval {
    var random = SeededRandom(key: Self.key.derived("mean"))
    let drawn = (0..<resamples).map { _ in
      model.redrawn(basis, near: mixture, using: &random).mean(of: numbers)
    }
    return Self.interval(mixture.mean(of: numbers), drawn: drawn)
  }
}

extension Calibration {
  /// People's pass rate per attempt beside the predicted one, of some attempts on a level.
  public struct Part: Sendable, Equatable {
    public let attempts: Int
    public let measured: Double
    public let predicted: Double
    /// The variance that chance gives the measured rate.
    let variance: Double
    /// The players' shares of these attempts; they add up to 1.
    let shares: [Double]

    /// Attempts that count each for themselves.
    ///
    /// `shares` says how many of the attempts each player is expected to make, on any scale;
    /// `rates` are the players' pass rates.
    init(_ result: PlayerMixture.Result, shares: [Double], rates: [Double]) {
      self.init([result], shares: shares, rates: rates)
    }

    /// The attempts of several people: people who try more often weigh more in the rate, and each
    /// person's deviations from it are correlated.
    init(_ results: [PlayerMixture.Result], shares: [Double], rates: [Double]) {
      let passes = results.reduce(0) { $0 + $1.passes }
      attempts = results.reduce(0) { $0 + $1.attempts }
      let total = shares.reduce(0, +)
      self.shares = total > 0 ? shares.map { $0 / total } : shares
      predicted = zip(self.shares, rates).reduce(0) { $0 + $1.0 * $1.1 }
      let count = Double(max(1, attempts))
      let measured = Double(passes) / count
      self.measured = measured
      // By the ratio of two sums over people; not below that of as many single attempts.
      let apart =
        results.count < 2
        ? 0
        : results.reduce(0.0) { sum, result in
          let deviation = Double(result.passes) - measured * Double(result.attempts)
          return sum + deviation * deviation
        } / (count * count)
      variance = max(apart, predicted * (1 - predicted) / count)
    }

    /// The variance that simulated pass rates of `games` games add: the players' errors are taken
    /// to go together, as they play the same deals.
    func simulationVariance(_ rates: [Double], games: Int) -> Double {
      let error = zip(shares, rates).reduce(0) {
        $0 + $1.0 * ($1.1 * (1 - $1.1) / Double(games)).squareRoot()
      }
      return error * error
    }
  }

  /// The prediction for a level that was not fitted to.
  public struct Prediction: Sendable, Equatable {
    /// The level's place.
    public let level: Int
    /// All attempts.
    public let whole: Part
    /// What the check compares: the first attempts and the later ones if the results identify
    /// people, else all attempts.
    public let parts: [Part]
  }
}
