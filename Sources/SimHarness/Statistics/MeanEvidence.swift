/// The evidence of games about a figure's mean.
///
/// The interval is that of Student's t, widened where the values are so skewed or so nearly
/// constant that t would be too narrow: to the bounds of `WeightedMean`, with one additional game
/// slightly beyond the extreme values seen. Where fewer than `minDiffering` games differ from the
/// median it also holds the median, and where none does, or fewer than `minGames` define the
/// figure, no interval is given. Benchmarks/Coverage measures how often it contains the true value.
///
/// Tests against a bound assume more: the additional game lies a quarter of the range beyond the
/// extreme values; farther where the values' own tail says that much larger ones are likely, as that
/// of log-normal times does; and where fewer than `minGamesPerSide` games lie on that side of the
/// median, so that unseen values are likely, at the natural end of the figure.
///
/// How heavy a tail is: B. M. Hill, "A simple general approach to inference about the tail of a
/// distribution", Annals of Statistics 3, 1975, over the square root of the games; 0.4 is what up to
/// a hundred games of a normal or exponential figure show.
package struct MeanEvidence: Sendable {
  /// Games below which there is no interval.
  static let minGames = 10
  /// Games off the median below which the interval holds the median too.
  static let minDiffering = 5
  /// Games on a side of the median below which the figure's natural end is used for unseen values.
  static let minGamesPerSide = 20
  /// The distance of the additional game beyond the extreme values, in units of their distance from
  /// the median over the number of games on that side, plus one.
  private static let reach = 3.0
  /// Its minimum distance beyond them in a test, in ranges of the values.
  private static let testReach = 0.25
  /// Hill's exponent up to which a tail does not count as heavy, and that which counts as infinite.
  private static let lightTail = 0.4
  private static let heaviestTail = 0.9
  /// How many times as far as the mean of a heavier tail's unseen values the game lies in a test.
  private static let tailReach = 3.0

  /// Different values with their games, ascending; nil if there are too many to be counted, and
  /// the mean is nearly normal.
  private var values: [(value: Double, count: Int)]?
  let games: Int
  private var mean: Double
  /// nil below two games.
  private let deviation: Double?
  /// The highest that the figure can be, such as 1 for a share; nil if nothing is known.
  private let naturalHigh: Double?
  /// The ends of a figure of which both are known, such as 0 and 1 for a share of points.
  private var naturalEnds: ClosedRange<Double>?
  /// The design effect of games in pairs (`PairSums`): each game counts for one divided by it.
  private let effect: Double

  /// - Parameters:
  ///   - sample: The values, game by game; at least one.
  ///   - scale: The unit they are counted in.
  ///   - naturalHigh: The highest that the figure can be.
  package init(_ sample: FigureSample, scale: Double = 1, naturalHigh: Double? = nil) {
    let total = sample.total
    games = total.count
    mean = total.count == 0 ? 0 : Double(total.sum) / Double(total.count) * scale
    deviation = Statistics.standardDeviation(total).map { $0 * scale }
    values = sample.values?.map { (Double($0.value) * scale, $0.count) }
    self.naturalHigh = naturalHigh
    effect = sample.effect
  }

  /// Whole numbers with their games, ascending.
  init(_ histogram: [(value: Int, count: Int)], effect: Double = 1) {
    var total = FigureSum()
    for entry in histogram { total.add(Int64(entry.value), count: entry.count) }
    games = total.count
    mean = total.count == 0 ? 0 : Double(total.sum) / Double(total.count)
    deviation = Statistics.standardDeviation(total)
    values =
      histogram.count > FigureSample.maxDistinct
      ? nil : histogram.map { (Double($0.value), $0.count) }
    naturalHigh = nil
    self.effect = effect
  }

  /// Different values with their games, ascending.
  ///
  /// With `naturalEnds` the interval's additional game lies at the natural end where fewer than
  /// `minGamesPerSide` games lie on that side of the median, as in a test.
  init(
    _ values: [(value: Double, count: Int)], effect: Double = 1,
    naturalEnds: ClosedRange<Double>? = nil
  ) {
    self.values = values
    self.naturalEnds = naturalEnds
    games = values.reduce(0) { $0 + $1.count }
    let games = Double(Swift.max(1, games))
    let mean = values.reduce(0) { $0 + $1.value * Double($1.count) } / games
    let squares = values.reduce(0) {
      $0 + ($1.value - mean) * ($1.value - mean) * Double($1.count)
    }
    self.mean = mean
    deviation = games < 2 ? nil : (squares / (games - 1)).squareRoot()
    naturalHigh = nil
    self.effect = effect
  }

  /// The mean with its 95% interval; nil without games.
  package var interval: Interval? {
    guard games > 0 else { return nil }
    guard games >= Self.minGames, let deviation, deviation > 0 else { return .unknown(mean) }
    let freedom = Double(games - 1)
    let half = Statistics.studentT(quantile: 0.975, degreesOfFreedom: freedom) * error
    var (low, high) = (mean - half, mean + half)
    guard let spread = Spread(values) else { return Interval(value: mean, low: low, high: high) }
    var (smallest, greatest) = spread.ends(reach: Self.reach)
    if let naturalEnds {
      if spread.below < Self.minGamesPerSide { smallest = naturalEnds.lowerBound }
      if spread.above < Self.minGamesPerSide { greatest = naturalEnds.upperBound }
    }
    low = Swift.max(
      smallest, Swift.min(low, -upperBound(error: 0.025, end: -smallest, isMirrored: true)))
    high = Swift.min(greatest, Swift.max(high, upperBound(error: 0.025, end: greatest)))
    if Double(spread.differing) < Double(Self.minDiffering) * effect {
      low = Swift.min(low, spread.median)
      high = Swift.max(high, spread.median)
    }
    return Interval(value: mean, low: Swift.min(low, mean), high: Swift.max(high, mean))
  }

  /// Why there is no interval, where there is none.
  var reason: String {
    guard games >= Self.minGames else {
      let number = games == 1 ? "1 game defines" : "\(games) games define"
      return "\(number) it; an interval needs \(Self.minGames)"
    }
    return "all \(games) games gave the same value, so its spread is unknown"
  }

  // MARK: Tests

  /// The p-value of the mean lying below `low`.
  func pValue(below low: Double) -> Double {
    if mean >= low { return 1 }
    guard let spread = Spread(values) else { return normalTail(low - mean) }
    let end = testEnds(spread).high
    let natural = naturalHigh ?? spread.median + spread.unseen(beside: low)
    return weighted(
      isMirrored: false, end: spread.above < Self.minGamesPerSide ? max(end, natural) : end
    )
    .probability(atLeast: low)
  }

  /// The p-value of the mean lying above `high`.
  func pValue(above high: Double) -> Double {
    if mean <= high { return 1 }
    guard let spread = Spread(values) else { return normalTail(mean - high) }
    let end = testEnds(spread).low
    let natural = spread.lowest >= 0 ? 0 : spread.median - spread.unseen(beside: high)
    return weighted(
      isMirrored: true, end: -(spread.below < Self.minGamesPerSide ? min(end, natural) : end)
    )
    .probability(atLeast: -high)
  }

  /// The bounds beyond which a test of this error, below 1/2, finds the mean on neither side; at
  /// least those of Student's t.
  func testBounds(error: Double) -> (low: Double, high: Double) {
    let half =
      self.error
      * Statistics.studentT(
        quantile: 1 - error, degreesOfFreedom: Double(Swift.max(1, games - 1)))
    var (low, high) = (mean - half, mean + half)
    guard let spread = Spread(values) else { return (low, high) }
    var ends = testEnds(spread)
    if spread.below < Self.minGamesPerSide {
      let natural = spread.lowest >= 0 ? 0 : spread.median - spread.unseen(beside: mean)
      ends.low = Swift.min(ends.low, natural)
    }
    if spread.above < Self.minGamesPerSide {
      let natural = naturalHigh ?? spread.median + spread.unseen(beside: mean)
      ends.high = Swift.max(ends.high, natural)
    }
    low = Swift.min(low, -upperBound(error: error, end: -ends.low, isMirrored: true))
    high = Swift.max(high, upperBound(error: error, end: ends.high))
    return (low, high)
  }

  /// The standard error of the mean; 0 where no spread is known.
  package var error: Double {
    (deviation ?? 0) / (Double(Swift.max(1, games)) / effect).squareRoot()
  }

  /// The mean closest to a bound that a test of this error finds to lie beyond it with a
  /// probability of `power`, where as many values are spread about it as these are; nil if the
  /// figure cannot lie so far beyond.
  package func detected(
    beyond bound: Double, above: Bool, error: Double, power: Double
  ) -> Double? {
    guard let critical = criticalMean(bound, above: above, error: error) else { return nil }
    let margin = self.error * Statistics.normalQuantile(power)
    let figure = above ? critical + margin : critical - margin
    return range.contains(figure) ? figure : nil
  }

  /// The mean beyond a bound at which the p-value of these values, moved there, is `error`; nil
  /// if there is none in the figure's range.
  private func criticalMean(_ bound: Double, above: Bool, error: Double) -> Double? {
    guard games > 0 else { return nil }
    let direction = above ? 1.0 : -1
    guard let spread = Spread(values) else {
      let quantile = Statistics.studentT(
        quantile: 1 - error, degreesOfFreedom: Double(Swift.max(1, games - 1)))
      return bound + direction * self.error * quantile
    }
    if (above ? spread.below : spread.above) >= Self.minGamesPerSide {
      // The test assumes nothing that depends on where the values lie.
      let (low, high) = testEnds(spread)
      guard above else { return bound + mean - upperBound(error: error, end: high) }
      return bound + mean + upperBound(error: error, end: -low, isMirrored: true)
    }
    func isFound(_ distance: Double) -> Bool {
      let moved = moved(by: bound + direction * distance - mean)
      return (above ? moved.pValue(above: bound) : moved.pValue(below: bound)) < error
    }
    let farthest = above ? range.upperBound - bound : bound - range.lowerBound
    guard farthest > 0 else { return nil }
    let unit = Swift.max(spread.highest - spread.lowest, bound.magnitude, 1)
    var (missed, found) = (0.0, Swift.min(unit * 0x1p-30, farthest))
    while !isFound(found) {
      guard found < farthest, found < unit * 0x1p30 else { return nil }
      (missed, found) = (found, Swift.min(2 * found, farthest))
    }
    while found - missed > 1e-9 * unit {
      let middle = (missed + found) / 2
      if isFound(middle) { found = middle } else { missed = middle }
    }
    return bound + direction * found
  }

  /// Where the figure can lie: as the tests assume, not below 0 if no value does.
  private var range: ClosedRange<Double> {
    let high = naturalHigh ?? .infinity
    return (values?.first.map { $0.value < 0 } ?? true ? -.infinity : Swift.min(0, high))...high
  }

  /// The evidence of games whose values are all higher by so much.
  private func moved(by distance: Double) -> MeanEvidence {
    var moved = self
    moved.mean += distance
    moved.values = values?.map { ($0.value + distance, $0.count) }
    return moved
  }

  /// Where a test puts the additional game, below and above the values.
  private func testEnds(_ spread: Spread) -> (low: Double, high: Double) {
    let (low, high) = spread.ends(reach: Self.reach)
    let margin = Self.testReach * (spread.highest - spread.lowest)
    // What is known of the figure's ends limits what its tail may suggest.
    let lowest = spread.lowest >= 0 ? 0 : -Double.infinity
    let highest = naturalHigh ?? .infinity
    let below = spread.lowest - (spread.median - spread.lowest) * reach(ofTail: true, spread)
    let above = spread.highest + (spread.highest - spread.median) * reach(ofTail: false, spread)
    return (
      min(low, spread.lowest - margin, Swift.max(below, lowest)),
      max(high, spread.highest + margin, Swift.min(above, highest))
    )
  }

  /// How far beyond the extreme value of a side unseen ones are assumed, in units of its distance
  /// from the median; 0 for a light tail.
  private func reach(ofTail isLow: Bool, _ spread: Spread) -> Double {
    let values = values ?? []
    let ordered = isLow ? values : values.reversed()
    let side = isLow ? spread.below : spread.above
    // At least three games, and none that is not beyond the median.
    let count = min(side, Swift.max(3, Int(saturating: Double(games).squareRoot().rounded())))
    guard count > 0 else { return 0 }
    var left = count
    var sum = 0.0
    // The distance of the next game behind those that count, if it is still on this side.
    var base = 0.0
    var hasTies = false
    for entry in ordered {
      let distance = (entry.value - spread.median).magnitude
      guard distance > 0, (entry.value < spread.median) == isLow else { break }
      // Where games share values, these are rounded, and the two games lie closer together.
      base = left == 0 && hasTies ? (base + distance) / 2 : distance
      let used = min(left, entry.count)
      sum += DeterministicMath.log(distance) * Double(used)
      left -= used
      if used > 1 { hasTies = true }
      // One game more of the same value is the next one, too.
      if used < entry.count { break }
    }
    let exponent = sum / Double(count) - DeterministicMath.log(base)
    let excess = (exponent - Self.lightTail) / (1 - Self.lightTail)
    let heaviness = min(Swift.max(0, excess), Self.heaviestTail)
    return Self.tailReach * heaviness / (1 - heaviness)
  }

  private func normalTail(_ excess: Double) -> Double {
    guard error > 0 else { return 0 }
    return Statistics.studentT(beyond: excess / error, degreesOfFreedom: Double(games - 1)) / 2
  }

  private func upperBound(error: Double, end: Double, isMirrored: Bool = false) -> Double {
    weighted(isMirrored: isMirrored, end: end).upperBound(error: error)
  }

  private func weighted(isMirrored: Bool, end: Double) -> WeightedMean {
    let values = values ?? []
    return WeightedMean(
      isMirrored ? values.map { (-$0.value, $0.count) } : values, share: 1 / effect, highEnd: end)
  }

  /// How the values lie about their median.
  private struct Spread {
    let lowest: Double
    let highest: Double
    let median: Double
    /// Games below and above the median.
    let below: Int
    let above: Int

    var differing: Int { below + above }

    init?(_ values: [(value: Double, count: Int)]?) {
      guard let values, let first = values.first, let last = values.last else { return nil }
      let games = values.reduce(0) { $0 + $1.count }
      var passed = 0
      var place = 0
      while passed + values[place].count < (games + 1) / 2 {
        passed += values[place].count
        place += 1
      }
      lowest = first.value
      highest = last.value
      median = values[place].value
      below = passed
      above = games - passed - values[place].count
    }

    /// The extreme values, extended more the fewer games lie on their side of the median.
    func ends(reach: Double) -> (low: Double, high: Double) {
      (
        lowest - (median - lowest) * reach / Double(below + 1),
        highest + (highest - median) * reach / Double(above + 1)
      )
    }

    /// The assumed distance of unseen values from the median, if nothing else is known.
    func unseen(beside bound: Double) -> Double {
      2 * Swift.max(median.magnitude, bound.magnitude, 1)
    }
  }
}
