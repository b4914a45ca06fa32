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

    var share: Double { Double(result.passes) / Double(result.attempts) }
  }

  public let mixture: PlayerMixture
  /// The levels of even places, that were fitted to, and those of odd places.
  public let fitted: [Level]
  public let heldOut: [Level]
  /// The mean distance of the predicted pass rates from people's, over the levels held out.
  public let error: Interval
  /// Spearman's correlation of the two; nil where one of them does not vary.
  public let correlation: Interval?

  private static let resamples = 400
  private static let key = StreamKey(rawValue: 0x6361_6C69).derived("calibration")

  /// The fewest levels: two to fit to and two to hold out.
  public static let fewestLevels = 4

  public init(_ levels: [Level]) {
    precondition(levels.count >= Self.fewestLevels, "too few levels")
    fitted = levels.indices.filter { $0 % 2 == 0 }.map { levels[$0] }
    heldOut = levels.indices.filter { $0 % 2 == 1 }.map { levels[$0] }
    mixture = PlayerMixture(fitting: fitted.map(\.rates), to: fitted.map(\.result))
    let predicted = heldOut.map { [mixture] in mixture.rate($0.rates) }
    let measured = heldOut.map(\.share)
    let places = Array(heldOut.indices)
    func error(_ places: [Int]) -> Double {
      places.reduce(0) { $0 + (predicted[$1] - measured[$1]).magnitude } / Double(places.count)
    }
    func correlation(_ places: [Int]) -> Double? {
      Statistics.spearman(places.map { predicted[$0] }, places.map { measured[$0] })
    }
    var random = SeededRandom(key: Self.key)
    var errors: [Double] = []
    var correlations: [Double] = []
    for _ in 0..<Self.resamples {
      let drawn = places.map { _ in random.below(places.count) }
      errors.append(error(drawn))
      if let value = correlation(drawn) { correlations.append(value) }
    }
    self.error = Self.interval(error(places), errors)
    self.correlation = correlation(places).map { Self.interval($0, correlations) }
  }

  /// The mean of a number that the players have, with a bootstrap's interval: levels drawn anew from
  /// those fitted to, people's passes on them drawn anew around their share, and fitted again.
  ///
  /// The levels are drawn too, as no mix does on every level just what people do.
  public func mean(of numbers: [Double], resamples: Int = 100) -> Interval {
    var random = SeededRandom(key: Self.key.derived("mean"))
    var drawn: [Double] = []
    for _ in 0..<resamples {
      let levels = fitted.map { _ in fitted[random.below(fitted.count)] }
      let results = levels.map { level in
        let count = Double(level.result.attempts)
        let spread = (level.share * (1 - level.share) * count).squareRoot()
        let passes = level.share * count + spread * random.gaussian()
        return PlayerMixture.Result(
          attempts: level.result.attempts,
          passes: min(level.result.attempts, max(0, Int(saturating: passes.rounded()))))
      }
      drawn.append(PlayerMixture(fitting: levels.map(\.rates), to: results).mean(of: numbers))
    }
    return Self.interval(mixture.mean(of: numbers), drawn)
  }

  private static func interval(_ value: Double, _ drawn: [Double]) -> Interval {
    let sorted = drawn.sorted()
    guard !sorted.isEmpty else { return Interval(value: value, low: value, high: value) }
    let low = sorted[sorted.count * 25 / 1000]
    let high = sorted[min(sorted.count - 1, sorted.count * 975 / 1000)]
    return Interval(value: value, low: min(low, value), high: max(high, value))
  }
}
