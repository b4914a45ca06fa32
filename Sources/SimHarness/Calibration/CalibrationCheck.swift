/// Whether the levels held out say that people are not a mixture of the players.
///
/// Each level's squared residuals are divided by the variance of chance plus that of a misfit of five
/// points, and averaged over the level's parts; their sum is compared with the 99% quantile of chi
/// squared with as many degrees of freedom as there are levels. So a model that misses single levels
/// by a normal error of five points (standard deviation) is warned of in one calibration of a hundred,
/// a better one in fewer. First attempts and later ones are looked at apart, as people who learn pass
/// more often the longer they try, and a mixture of people who do not less often.
public struct CalibrationCheck: Sendable, Equatable {
  /// The misfit of a level that is no reason to warn: a standard deviation.
  public static let allowance = 0.05

  /// The sum, and what it may be.
  public let statistic: Double
  public let limit: Double
  /// The root of the mean square of the residuals, over the parts of all levels.
  public let misfit: Double

  /// Whether the model is not these people.
  public var isOff: Bool { statistic > limit }

  init(_ predictions: [Calibration.Prediction], rates: [[Double]], games: Int?) {
    var statistic = 0.0
    var square = 0.0
    var parts = 0
    var levels = 0
    for prediction in predictions where !prediction.parts.isEmpty {
      levels += 1
      for part in prediction.parts {
        let residual = part.measured - part.predicted
        let simulated =
          games.map { part.simulationVariance(rates[prediction.level], games: $0) } ?? 0
        let variance = part.variance + simulated + Self.allowance * Self.allowance
        statistic += residual * residual / variance / Double(prediction.parts.count)
        square += residual * residual
        parts += 1
      }
    }
    self.statistic = statistic
    limit = Self.chiSquared99(levels)
    misfit = parts > 0 ? (square / Double(parts)).squareRoot() : 0
  }

  /// The 99% quantile of chi squared, by E. B. Wilson and M. M. Hilferty, "The distribution of
  /// chi-square", PNAS 17, 1931; off by less than 1% from one degree of freedom on.
  static func chiSquared99(_ freedom: Int) -> Double {
    guard freedom > 0 else { return .infinity }
    let part = 2 / (9 * Double(freedom))
    let root = 1 - part + Statistics.normalQuantile(0.99) * part.squareRoot()
    return Double(freedom) * root * root * root
  }

  /// One line for people who would use the mixture; nil where nothing is the matter.
  public var warning: String? {
    guard isOff else { return nil }
    func points(_ share: Double) -> String { ReportNumber.fixed(share * 100, decimals: 1) }
    return "on the levels held out the mix misses people's pass rates by \(points(misfit)) points,"
      + " more than chance and an allowance of \(points(Self.allowance)) explain: these people are"
      + " not such a mix, or played other levels; do not predict with it"
  }
}
