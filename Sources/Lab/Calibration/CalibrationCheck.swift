import SimHarness

/// Whether the levels held out say that people are not a mixture of the players.
///
/// Two questions, each with an error of 1%:
///
/// - **Levels.** Each level's squared residuals are divided by the variance of chance plus that of
///   a misfit of five points, and averaged over the level's parts; their sum is compared with the
///   99% quantile of chi squared with as many degrees of freedom as there are levels. So a model
///   that misses single levels by a normal error of five points (standard deviation) is warned of
///   in one calibration of a hundred, a better one in fewer.
/// - **Trend.** If the results identify people: how much better later attempts go than predicted,
///   minus how much better first ones do, the mean over the levels. People who learn pass more
///   often the longer they try, those who tire less often, and a mixture cannot follow either. Its
///   distance from 0 may be the allowance of five points and 2.58 standard errors.
public struct CalibrationCheck: Sendable, Equatable {
  /// The misfit of a level, a standard deviation, and the trend that are not a reason to warn.
  public static let allowance = 0.05

  /// The sum over the levels, and what it may be.
  public let statistic: Double
  public let limit: Double
  /// The root of the mean square of the residuals, over the parts of all levels.
  public let misfit: Double
  /// The trend with its 99% interval; nil if the results do not identify people.
  public let trend: Interval?

  /// The levels are missed by more than chance and the allowance explain.
  public var missesLevels: Bool { statistic > limit }
  /// Later attempts differ from first ones by more than that.
  public var missesTrend: Bool {
    trend.map { $0.low > Self.allowance || $0.high < -Self.allowance } ?? false
  }

  init(_ predictions: [Calibration.Prediction], rates: [[Double]], games: Int?) {
    var statistic = 0.0
    var square = 0.0
    var parts = 0
    var levels = 0
    var trend = (sum: 0.0, weight: 0.0)
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
      guard prediction.parts.count == 2 else { continue }
      let (first, later) = (prediction.parts[0], prediction.parts[1])
      let variance =
        first.variance + later.variance + Self.allowance * Self.allowance
      let gain = (later.measured - later.predicted) - (first.measured - first.predicted)
      trend.sum += gain / variance
      trend.weight += 1 / variance
    }
    self.statistic = statistic
    limit = Self.chiSquared99(levels)
    misfit = parts > 0 ? (square / Double(parts)).squareRoot() : 0
    let half = Statistics.twoSidedNormal(0.99) / max(trend.weight, 1e-300).squareRoot()
    let value = trend.sum / max(trend.weight, 1e-300)
    self.trend =
      trend.weight > 0 ? Interval(value: value, low: value - half, high: value + half) : nil
  }

  /// The 99% quantile of chi squared; off by less than 1% from one degree of freedom on.
  ///
  /// Source: E. B. Wilson and M. M. Hilferty, "The distribution of chi-square", PNAS 17, 1931.
  static func chiSquared99(_ freedom: Int) -> Double {
    guard freedom > 0 else { return .infinity }
    let part = 2 / (9 * Double(freedom))
    let root = 1 - part + Statistics.normalQuantile(0.99) * part.squareRoot()
    return Double(freedom) * root * root * root
  }

  /// A one-line warning for users of the mixture; nil if there is no problem.
  public var warning: String? {
    func points(_ share: Double) -> String { ReportNumber.fixed(share * 100, decimals: 1) }
    let allowed = "more than chance and an allowance of \(points(Self.allowance)) explain"
    if missesLevels {
      return
        "on the held-out levels, the mix misses people's pass rates by \(points(misfit)) points,"
        + " \(allowed): the model does not fit these people, or they played other levels; do not"
        + " use it for predictions"
    }
    guard missesTrend, let trend else { return nil }
    let words = trend.value > 0 ? "more often" : "less often"
    return "after a failure, people pass \(words) than the mix predicts, by"
      + " \(points(trend.value.magnitude)) points, \(allowed): they learn or tire, which the model"
      + " does not represent; do not use it for predictions"
  }
}
