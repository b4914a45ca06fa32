/// How a whole-numbered figure is spread over games.
public struct Distribution: Sendable {
  public var count: Int
  /// With its interval, by `MeanEvidence`.
  public var mean: Double
  public var meanInterval: Interval?
  /// Divided by count - 1; nil with one game.
  public var sd: Double?
  public var minimum: Int
  public var p5: Int
  public var p25: Int
  public var p50: Int
  public var p75: Int
  public var p95: Int
  public var maximum: Int
  /// Counts by value, sorted by value.
  public var histogram: [(value: Int, count: Int)]
  /// The design effects of games in pairs on the mean, and the largest one on a quantile
  /// (`PairSums`); 1 where every game has a deal of its own.
  var meanEffect = 1.0
  var maxEffect = 1.0

  /// A quantile that reports give, such as `p95`.
  public struct Quantile: Sendable {
    public var name: String
    /// With its order-statistic interval.
    public var interval: Interval
    /// Why the interval is unknown; nil if it is known.
    public var reason: String?
  }

  /// The quantiles that reports give.
  static let levels: [(name: String, p: Double)] = [
    ("p5", 0.05), ("p25", 0.25), ("p50", 0.5), ("p75", 0.75), ("p95", 0.95),
  ]

  /// p5 to p95, ascending, each with its interval.
  public var quantiles: [Quantile] {
    Self.levels.compactMap { name, p in
      let evidence = FigureEvidence.quantile(p, histogram: histogram, effect: maxEffect)
      return evidence.interval.map {
        Quantile(name: name, interval: $0, reason: evidence.reason(for: $0))
      }
    }
  }

  /// Why the mean has no interval; nil if it has one.
  public var meanReason: String? {
    FigureEvidence.mean(MeanEvidence(histogram, effect: meanEffect)).reason(for: meanInterval)
  }
}

extension Distribution {
  /// How some values are spread; nil if there are none.
  package init?(of values: some Sequence<Int>) {
    var histogram = FigureHistogram()
    for value in values { histogram.add(value) }
    guard let spread = histogram.distribution else { return nil }
    self = spread
  }
}
