import SimHarness

/// A figure that a tune aims at: what it is, of whom, and where it should lie.
public struct TuneFigure: Sendable, Equatable {
  public enum Kind: Sendable, Equatable {
    case passRate
    /// The mean score.
    case score
    /// A quantile of the score.
    case scoreQuantile(Double)
    case moves
    /// A metric's mean, by its place among the kept ones.
    case metric(Int, isReal: Bool)
    /// A metric's sum as a share of the sums of several.
    case share(Int, of: [Int])
    /// A figure that a run calculates from the ends, scores and moves of its games.
    case cell(CellFigure)
  }

  /// A figure that is not a mean over games, such as `out_of_shots_rate` or `moves_p50`.
  public struct CellFigure: Sendable, Equatable {
    /// As conditions name it.
    public var metric: String
    public var agent: String
    public var isShare: Bool
    /// The definitions that say whether two play; empty for one player.
    public var seats: [MetricDefinition]

    /// The games, summed up as a run sums them up.
    func summary(_ games: ArraySlice<TrialGame>, of level: PlayableLevel) -> CellSummary {
      let plain = games.lazy.map { game in
        var game = game
        game.metrics = []
        return game
      }
      return CellSummary(plain, of: level, agent: agent, metrics: seats)
    }
  }

  public var name: String
  public var kind: Kind
  public var level: Int
  /// The player's place.
  public var player: Int
  public var aim: Double
  public var tolerance: Double
  public var weight: Double
  /// The target it belongs to.
  public var target: Int
  /// Whether two games each share a deal: two players change seats between them.
  public var hasPairs = false

  /// How far a value is from the aim, in tolerances.
  public func miss(_ value: Double) -> Double { abs(value - aim) / tolerance }

  /// Whether the figure is a share of 0...1 that a model sees as log odds.
  package var isShare: Bool {
    switch kind {
    case .passRate, .share: true
    case .cell(let figure): figure.isShare
    default: false
    }
  }
}

/// A figure's estimate, also on the scale of a model.
public struct FigureEstimate: Sendable, Equatable {
  /// As a search sees it, which needs a width everywhere.
  public var interval: Interval
  /// As it is reported: what the games say of it, of any distribution (`MeanEvidence`).
  public var evidence: Interval
  /// The value as a model sees it: log odds of a share, tolerances of anything else.
  var link: Double
  /// The variance of `link`.
  var linkVariance: Double
  /// The games behind a pass rate.
  var marks: PassMarks?

  init(
    interval: Interval, evidence: Interval? = nil, link: Double, linkVariance: Double,
    marks: PassMarks? = nil
  ) {
    self.interval = interval
    self.evidence = evidence ?? interval
    self.link = link
    self.linkVariance = linkVariance
    self.marks = marks
  }

  /// Half the interval's width.
  public var halfWidth: Double { (interval.high - interval.low) / 2 }
}

/// How many games were passed.
struct PassMarks: Sendable, Equatable {
  var passed: Int
  var games: Int

  /// The maximum magnitude of a model's log odds.
  private static let maxLink = 7.0
  /// The maximum change of log odds in one round of a fit.
  private static let maxStep = 3.0

  /// The working response of a round of logistic regression: log odds near the current ones, and
  /// their variance.
  func working(at link: Double) -> (link: Double, variance: Double) {
    let link = min(max(link, -Self.maxLink), Self.maxLink)
    let rate = 1 / (1 + DeterministicMath.exp(-link))
    let slope = rate * (1 - rate)
    let step = (Double(passed) / Double(max(1, games)) - rate) / slope
    return (
      link + min(max(step, -Self.maxStep), Self.maxStep), 1 / (Double(max(1, games)) * slope)
    )
  }
}

extension TuneFigure {
  /// The estimate that a model has of the figure.
  func estimate(link: Double, variance: Double) -> FigureEstimate {
    let value = value(link: link)
    let slope = isShare ? value * (1 - value) : tolerance
    let half = Statistics.twoSidedNormal(0.95) * variance.squareRoot() * slope
    return FigureEstimate(
      interval: Interval(value: value, low: value - half, high: value + half), link: link,
      linkVariance: variance)
  }

  /// The estimate from games of a level; nil if they do not determine it.
  func estimate(_ games: ArraySlice<TrialGame>, of level: PlayableLevel) -> FigureEstimate? {
    if kind == .passRate, !level.hasGoal { return nil }
    guard case .cell(let figure) = kind else { return estimate(games) }
    return estimate(figure, games, of: level)
  }

  /// The estimate from games alone; nil if they do not determine it, or if it also needs the level.
  func estimate(_ games: ArraySlice<TrialGame>) -> FigureEstimate? {
    switch kind {
    case .cell: return nil
    case .passRate:
      let passes = PassCount(games.map(\.isPassed), hasPairs: hasPairs)
      guard let rate = passes.rate() else { return nil }
      // Half a game more of each kind, so that none and all have finite odds.
      let passed = Double(passes.wins) + 0.5
      let failed = Double(passes.trials - passes.wins) + 0.5
      return FigureEstimate(
        interval: rate, link: DeterministicMath.log(passed / failed),
        linkVariance: (1 / passed + 1 / failed) * passes.effect,
        marks: PassMarks(passed: passes.wins, games: passes.trials))
    case .scoreQuantile(let p): return quantile(p, games)
    default:
      let values = influences(of: games)
      guard let interval = mean(of: values) else { return nil }
      return estimate(interval, evidence: evidence(of: values, naturalHigh: isShare ? 1 : nil))
    }
  }

  /// An estimate whose interval is that of a mean.
  private func estimate(_ interval: Interval, evidence: Interval) -> FigureEstimate {
    let error = max((interval.high - interval.low) / 2 / 1.96, 1e-12)
    guard isShare else {
      return FigureEstimate(
        interval: interval, evidence: evidence, link: interval.value / tolerance,
        linkVariance: error * error / (tolerance * tolerance))
    }
    let share = min(max(interval.value, 1e-6), 1 - 1e-6)
    let slope = 1 / (share * (1 - share))
    return FigureEstimate(
      interval: interval, evidence: evidence, link: DeterministicMath.log(share / (1 - share)),
      linkVariance: error * error * slope * slope)
  }

  /// The estimate of a figure as a run of the same games has it.
  private func estimate(
    _ figure: CellFigure, _ games: ArraySlice<TrialGame>, of level: PlayableLevel
  ) -> FigureEstimate? {
    let condition = Condition(
      metric: figure.metric, agent: figure.agent, bound: .atLeast(0))
    let cell = figure.summary(games, of: level)
    guard let evidence = FigureEvidence(condition, in: cell)?.interval else { return nil }
    guard !evidence.isKnown else { return estimate(evidence, evidence: evidence) }
    // A search needs a width: that of what the figure may be.
    let half = isShare ? 0.5 : max(evidence.value.magnitude, tolerance)
    return estimate(
      Interval(value: evidence.value, low: evidence.value - half, high: evidence.value + half),
      evidence: evidence)
  }

  private func quantile(_ p: Double, _ games: ArraySlice<TrialGame>) -> FigureEstimate? {
    var scores = FigureHistogram(hasPairs: hasPairs)
    for (index, game) in games.enumerated() { scores.add(game.score, game: index) }
    guard let all = scores.distribution, let evidence = scores.quantile(p) else { return nil }
    guard !evidence.isKnown else { return estimate(evidence, evidence: evidence) }
    // A search needs a width.
    return estimate(
      Interval(value: evidence.value, low: Double(all.minimum), high: Double(all.maximum)),
      evidence: evidence)
  }

  /// The value as a model's scale has it.
  func link(_ value: Double) -> Double {
    guard isShare else { return value / tolerance }
    let share = min(max(value, 1e-6), 1 - 1e-6)
    return DeterministicMath.log(share / (1 - share))
  }

  /// The value behind a model's.
  func value(link: Double) -> Double {
    isShare ? 1 / (1 + DeterministicMath.exp(-min(max(link, -30), 30))) : link * tolerance
  }

  /// One number per game whose mean is the figure, so that games of two variants can be paired; nil
  /// where a game does not count, or for figures that are not a mean.
  func influences(of games: ArraySlice<TrialGame>) -> [Double?] {
    switch kind {
    case .passRate: return games.map { $0.isPassed.map { $0 ? 1 : 0 } }
    case .score: return games.map { Double($0.score) }
    case .scoreQuantile, .cell: return games.map { _ in nil }
    case .moves: return games.map { Double($0.moves) }
    case .metric(let column, let isReal):
      return games.map { game in
        game.metrics[column].map { isReal ? Double($0) * 0x1p-32 : Double($0) }
      }
    case .share(let column, let all):
      // The ratio of two sums, linearised: its mean over games is the ratio itself.
      var part = 0.0
      var whole = 0.0
      for game in games {
        part += Double(game.metrics[column] ?? 0)
        for other in all { whole += Double(game.metrics[other] ?? 0) }
      }
      guard whole > 0 else { return games.map { _ in nil } }
      let ratio = part / whole
      let scale = Double(games.count) / whole
      return games.map { game in
        var total = 0.0
        for other in all { total += Double(game.metrics[other] ?? 0) }
        return ratio + (Double(game.metrics[column] ?? 0) - ratio * total) * scale
      }
    }
  }

  /// The mean of the games' numbers with what they say of it; at least one number.
  func evidence(of values: [Double?], naturalHigh: Double? = nil) -> Interval {
    var sample = FigureSample(hasPairs: hasPairs)
    for (game, value) in values.enumerated() {
      if let value { sample.add(Self.fixed(value), game: game) }
    }
    let evidence = MeanEvidence(sample, scale: 0x1p-24, naturalHigh: naturalHigh)
    return evidence.interval ?? .unknown(0)
  }

  /// A number in units of 2^-24, whose sums are exact.
  private static func fixed(_ value: Double) -> Int64 {
    Int64(saturating: (value * 0x1p24).rounded())
  }

  /// The mean of the games' numbers with its t interval.
  private func mean(of values: [Double?]) -> Interval? {
    var sum = GameSum(hasPairs: hasPairs)
    for (game, value) in values.enumerated() {
      if let value { sum.add(Self.fixed(value), game: game) }
    }
    guard let interval = Statistics.meanInterval(sum.total, effect: sum.effect) else { return nil }
    return Interval(
      value: interval.value * 0x1p-24, low: interval.low * 0x1p-24, high: interval.high * 0x1p-24)
  }
}
