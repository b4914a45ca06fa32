/// A condition on one figure of a level and an agent, such as `pass_rate(casual) in 0.4...0.6`.
///
/// One grammar everywhere, gates and `--keep` alike: `METRIC(AGENT) in A...B`, `METRIC(AGENT) >= X`
/// or `METRIC(AGENT) <= X`. Bounds belong to the range. METRIC is a name of `metricNames(of:)`;
/// AGENT is named as for a run, with its parameters.
public struct Condition: Sendable, Equatable {
  /// Where the figure must lie.
  public enum Bound: Sendable, Equatable {
    case within(ClosedRange<Double>)
    case atLeast(Double)
    case atMost(Double)

    /// Whether a value lies there.
    public func contains(_ value: Double) -> Bool {
      switch self {
      case .within(let range): range.contains(value)
      case .atLeast(let lower): value >= lower
      case .atMost(let upper): value <= upper
      }
    }

    /// The lower end, where there is one.
    public var low: Double? {
      switch self {
      case .within(let range): range.lowerBound
      case .atLeast(let lower): lower
      case .atMost: nil
      }
    }

    /// The upper end, where there is one.
    public var high: Double? {
      switch self {
      case .within(let range): range.upperBound
      case .atLeast: nil
      case .atMost(let upper): upper
      }
    }

    /// The same condition with the given ends, equally many.
    func replacing(_ ends: [Double]) -> Bound {
      switch self {
      case .within: .within(ends[0]...ends[1])
      case .atLeast: .atLeast(ends[0])
      case .atMost: .atMost(ends[0])
      }
    }
  }

  public var metric: String
  public var agent: String
  public var bound: Bound

  public init(metric: String, agent: String, bound: Bound) {
    self.metric = metric
    self.agent = agent
    self.bound = bound
  }

  /// Reads a condition.
  /// - Throws: what is wrong with the text, and where.
  public init(parsing text: String) throws(ConditionError) {
    var parser = ConditionParser(text)
    self = try parser.condition()
  }

  // MARK: Figures

  /// What a distribution is asked for, such as the `p50` of `score_p50`.
  static let distributionFigures = [
    "mean", "sd", "min", "p5", "p25", "p50", "p75", "p95", "max",
  ]

  /// The metric as cells have it: `score` and `moves` alone are means, as in a tune file.
  package var cellMetric: String { Self.fullName(of: metric) }

  /// A metric's name as cells have it.
  package static func fullName(of metric: String) -> String {
    ["score", "moves"].contains(metric) ? "\(metric)_mean" : metric
  }

  /// The metrics that conditions on levels of a game may name.
  public static func metricNames(of game: GameEntry) -> [String] {
    metricNames(game.metrics.map(\.name))
  }

  /// The names that every cell has, and then a game's own.
  static func metricNames(_ own: [String]) -> [String] {
    ["pass_rate"] + distributionFigures.map { "score_" + $0 }
      + distributionFigures.map { "moves_" + $0 } + own
      + DerivedMetrics.definitions.map(\.name)
  }

  /// Rejects a metric that levels of a game do not have, and bounds that a share cannot reach.
  /// - Throws: the problem, with the nearest name or the share.
  ///
  /// Without `spread`, figures that say how far apart games are or may be are not offered.
  public func check(for game: GameEntry, spread: Bool = true) throws(ConditionError) {
    let names = Self.metricNames(of: game)
    if !names.contains(cellMetric) {
      if MetricCatalog.general.contains(where: { $0.name == metric }) {
        let isOfLevel = LevelMetrics.definitions.contains { $0.name == metric }
        throw ConditionError(
          text: description, column: 1,
          message: "\(metric) is "
            + (isOfLevel ? "a figure of a level, not of a player" : "no single figure of a player")
            + "; name one of a player, such as pass_rate")
      }
      try check(knownMetrics: spread ? names : names.filter { !Self.isSpread($0) })
    }
    guard Share.isMetric(metric, of: game) else { return }
    let ends = [bound.low, bound.high].compactMap { $0 }
    guard ends.contains(where: { !(0...1).contains($0) }) else { return }
    let corrected = Share.corrected(ends).map {
      Condition(metric: metric, agent: agent, bound: bound.replacing($0))
    }
    throw ConditionError(
      text: description, column: metric.count + agent.count + 4,
      message: Share.complaint(
        metric, instead: corrected.map { String($0.description.dropFirst($0.figure.count + 1)) }))
  }

  /// Whether a figure is of how far apart games are, which few games do not tell.
  package static func isSpread(_ metric: String) -> Bool {
    ["_min", "_max", "_sd"].contains { metric.hasSuffix($0) }
  }

  /// Rejects an unknown metric.
  /// - Throws: the problem, with the nearest name.
  func check(knownMetrics: [String]) throws(ConditionError) {
    guard knownMetrics.contains(cellMetric) else {
      throw ConditionError(
        text: description, column: 1,
        message: NearestName.complaint(about: metric, called: "metric", known: knownMetrics))
    }
  }

  /// The figure in a cell; nil if it is undefined or not there.
  public func value(in cell: CellSummary) -> Double? {
    let metric = cellMetric
    switch metric {
    case "pass_rate": return cell.passRate?.value
    case "capped_rate":
      return cell.counted > 0 ? Double(cell.capped) / Double(cell.counted) : nil
    default: break
    }
    for (name, distribution) in [("score_", cell.score), ("moves_", cell.moves)]
    where metric.hasPrefix(name) {
      let figure = String(metric.dropFirst(name.count))
      if Self.distributionFigures.contains(figure) { return distribution?.figure(figure) }
    }
    return cell.metrics.first { $0.name == metric }?.value?.value
  }

  /// Whether the figure, as it was measured, lies where it must; nil if it is undefined.
  ///
  /// It ignores the uncertainty of the figure, unlike a gate (`GateTest`).
  public func holds(in cell: CellSummary) -> Bool? {
    value(in: cell).map(bound.contains)
  }

  /// Whether the figure holds in the cell of this level and the condition's agent.
  public func holds(in summary: RunSummary, level: String) -> Bool? {
    summary.cells.first { $0.level == level && $0.agent == agent }.flatMap(holds(in:))
  }
}

extension Condition: CustomStringConvertible {
  /// What it is about: `pass_rate(casual)`.
  public var figure: String { "\(metric)(\(agent))" }

  /// Whether both are about one figure and no value of it satisfies both.
  public func contradicts(_ other: Condition) -> Bool {
    func lies(_ low: Condition, above high: Condition) -> Bool {
      guard let low = low.bound.low, let high = high.bound.high else { return false }
      return low > high
    }
    // `score` is short for `score_mean`.
    return cellMetric == other.cellMetric && agent == other.agent
      && (lies(self, above: other) || lies(other, above: self))
  }

  /// The condition in its own grammar.
  public var description: String {
    func number(_ value: Double) -> String { JSONWriter.number(value) }
    return switch bound {
    case .within(let range):
      "\(figure) in \(number(range.lowerBound))...\(number(range.upperBound))"
    case .atLeast(let lower): "\(figure) >= \(number(lower))"
    case .atMost(let upper): "\(figure) <= \(number(upper))"
    }
  }
}

extension Distribution {
  /// The figure of this name; nil for an unknown one or one that is undefined.
  func figure(_ name: String) -> Double? {
    switch name {
    case "mean": mean
    case "sd": sd
    case "min": Double(minimum)
    case "p5": Double(p5)
    case "p25": Double(p25)
    case "p50": Double(p50)
    case "p75": Double(p75)
    case "p95": Double(p95)
    case "max": Double(maximum)
    default: nil
    }
  }
}

/// Why a text is not a condition.
public struct ConditionError: Error, Sendable, Equatable, CustomStringConvertible {
  public let text: String
  /// Where, in characters from 1.
  public let column: Int
  public let message: String

  public init(text: String, column: Int, message: String) {
    self.text = text
    self.column = column
    self.message = message
  }

  public var description: String {
    "condition \(SafeText.quoted(text, limit: 200)), column \(column): \(message)"
  }
}
