/// The shares of the difference between a level's skill cells that are due to strategy and to
/// execution: a two-way decomposition of their pass rates.
///
/// The sum of squares between strategies, and that between executions, over that of all cells; the
/// rest is their interaction. The expected noise of the rates is not taken out. Intervals are
/// percentiles of a parametric bootstrap of fixed draws.
struct SkillShares {
  let strategy: Interval
  let execution: Interval

  /// Why there are none.
  static let reason =
    "no two strategies were played with the same two executions, or all pass rates are equal"
  /// Decided games of each cell below which there are no intervals: with 40 those of
  /// `strategy_share` contain the true value in 91% (docs/intervals.md).
  static let minGames = 100
  /// Why there are no intervals.
  static let intervalReason =
    "a skill cell has fewer than \(minGames) decided games; an interval needs \(minGames) in each"

  private static let resamples = 400
  private static let key = StreamKey(rawValue: 0x736B_696C).derived("skill_shares")

  /// nil without two strategies and two executions of which all combinations were played, or where
  /// all cells were passed alike.
  init?(_ cells: [CellSummary]) {
    var rates: [String: [String: CellSummary]] = [:]
    for cell in cells where cell.decided > 0 {
      let parts = cell.agent.split(separator: "@", omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      rates[String(parts[0]), default: [:]][String(parts[1])] = cell
    }
    let strategies = rates.keys.sorted()
    let executions = strategies.reduce(into: Set(rates.values.first?.keys.map { $0 } ?? [])) {
      $0.formIntersection(rates[$1]?.keys.map { $0 } ?? [])
    }.sorted()
    guard strategies.count >= 2, executions.count >= 2 else { return nil }
    let grid = strategies.map { strategy in
      executions.compactMap { rates[strategy]?[$0] }
    }
    let measured = grid.map { $0.map { Double($0.wins) / Double($0.decided) } }
    guard let shares = Self.shares(measured) else { return nil }
    guard grid.allSatisfy({ $0.allSatisfy { $0.decided >= Self.minGames } }) else {
      strategy = .unknown(shares.0)
      execution = .unknown(shares.1)
      return
    }
    var random = SeededRandom(key: Self.key)
    var drawn: [(Double, Double)] = []
    for _ in 0..<Self.resamples {
      let sample = grid.map { row in
        row.map { cell in
          // Wilson's midpoint gives a rate of 0 or 1 some noise.
          let count = Double(cell.decided)
          let middle = (Double(cell.wins) + 2) / (count + 4)
          let error = (middle * (1 - middle) / count).squareRoot()
          let rate = Double(cell.wins) / count + error * random.gaussian()
          return min(1, max(0, rate))
        }
      }
      if let shares = Self.shares(sample) { drawn.append(shares) }
    }
    strategy = Interval(shares.0, drawn: drawn.map(\.0))
    execution = Interval(shares.1, drawn: drawn.map(\.1))
  }

  /// The shares of the rows and of the columns in the sum of squares.
  private static func shares(_ rates: [[Double]]) -> (Double, Double)? {
    let columns = rates[0].count
    let total = Double(rates.count * columns)
    let mean = rates.reduce(0) { $0 + $1.reduce(0, +) } / total
    var all = 0.0
    for row in rates { for rate in row { all += (rate - mean) * (rate - mean) } }
    guard all > 0 else { return nil }
    var between = 0.0
    for row in rates {
      let own = row.reduce(0, +) / Double(columns) - mean
      between += own * own * Double(columns)
    }
    var across = 0.0
    for column in 0..<columns {
      let own = rates.reduce(0) { $0 + $1[column] } / Double(rates.count) - mean
      across += own * own * Double(rates.count)
    }
    return (min(1, between / all), min(1, across / all))
  }
}
