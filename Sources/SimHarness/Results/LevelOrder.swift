/// The levels of a run from the easiest to the hardest, as its games show it.
public struct LevelOrder: Sendable {
  /// What difficulty is measured by.
  public enum Scale: Sendable, Equatable {
    /// Rasch's model over all players, in logits.
    case rating
    /// The share of games that a player did not pass.
    case failures(agent: String)
  }

  /// One level in its place.
  public struct Entry: Sendable, Equatable {
    public let name: String
    /// The content hash of the level as the run played it.
    public let hash: String
    /// Where it was in the run, from 0.
    public let place: Int
    /// The higher, the harder.
    public let difficulty: Interval
    /// The pass rate of the reference player.
    public let passRate: Interval?
  }

  /// A level that may be harder than some that come after it.
  public struct UncertainPlace: Sendable, Equatable {
    public let name: String
    /// The first of those levels, at most `maxNames`.
    public internal(set) var after: [String]
    /// How many they are.
    public internal(set) var count: Int
    /// The difficulty of the first of them minus that of this level.
    public let difference: Interval

    /// The maximum number of names: with thousands of levels there may be as many of each.
    public static let maxNames = 3
  }

  public let scale: Scale
  /// The player or the people whose pass rates the entries have; nil if they have none.
  public let reference: String?
  public let entries: [Entry]
  /// The levels whose place is uncertain, in order.
  public let uncertainPlaces: [UncertainPlace]
  /// Levels whose games say nothing about their difficulty.
  public let unrated: [String]

  /// The order that a run's figures give; nil if it has no level that can be passed.
  public init?(_ summary: RunSummary) {
    let reference = LevelFlags.reference(of: summary)?.agent.name
    let table = CellTable(summary.cells)
    let isRated = summary.levels.contains { $0.difficulty != nil }
    func rate(of level: LevelSummary) -> Interval? {
      guard let agent = summary.agents.first(where: { $0.name == reference }) else { return nil }
      return table[level, agent]?.passRate
    }
    var found: [Entry] = []
    var rest: [String] = []
    for (place, level) in summary.levels.enumerated() {
      let passRate = rate(of: level)
      let failures = passRate.map {
        Interval(value: 1 - $0.value, low: 1 - $0.high, high: 1 - $0.low)
      }
      guard let difficulty = isRated ? level.difficulty : failures else {
        rest.append(level.name)
        continue
      }
      found.append(
        Entry(
          name: level.name, hash: level.hash, place: place, difficulty: difficulty,
          passRate: passRate))
    }
    guard !found.isEmpty else { return nil }
    // Equally hard levels keep their order.
    found.sort { ($0.difficulty.value, $0.place) < ($1.difficulty.value, $1.place) }
    self.reference = reference
    scale = isRated ? .rating : .failures(agent: reference ?? "")
    entries = found
    unrated = rest
    uncertainPlaces = Self.uncertainPlaces(among: found)
  }

  private static func uncertainPlaces(among entries: [Entry]) -> [UncertainPlace] {
    entries.enumerated().compactMap { place, easier in
      var uncertain: UncertainPlace?
      for harder in entries[(place + 1)...] {
        let difference = Self.difference(harder.difficulty, less: easier.difficulty)
        guard difference.low <= 0 else { continue }
        var known =
          uncertain
          ?? UncertainPlace(name: easier.name, after: [], count: 0, difference: difference)
        known.count += 1
        if known.after.count < UncertainPlace.maxNames { known.after.append(harder.name) }
        uncertain = known
      }
      return uncertain
    }
  }

  /// The difference of two estimates, squares of their half-widths added.
  ///
  /// They come from the same games and are correlated, so the interval is too wide rather than too
  /// narrow.
  static func difference(_ one: Interval, less other: Interval) -> Interval {
    let value = one.value - other.value
    func root(_ first: Double, _ second: Double) -> Double {
      (first * first + second * second).squareRoot()
    }
    return Interval(
      value: value, low: value - root(one.value - one.low, other.high - other.value),
      high: value + root(one.high - one.value, other.value - other.low))
  }
}

extension LevelOrder {
  /// The order as a table's rows, its titles first.
  public var rows: [[String]] {
    let difficulty: String
    switch scale {
    case .rating: difficulty = "difficulty"
    case .failures: difficulty = "not passed"
    }
    let hasRates = scale == .rating && entries.contains { $0.passRate != nil }
    let titles = ["", "level", difficulty] + (hasRates ? ["pass rate"] : []) + ["in the run"]
    return [titles]
      + entries.enumerated().map { place, entry in
        let measured =
          scale == .rating
          ? ReportNumber.interval(entry.difficulty) : ReportNumber.rate(entry.difficulty)
        return ["\(place + 1)", SafeText.escaped(entry.name, limit: 60), measured]
          + (hasRates ? [ReportNumber.rate(entry.passRate)] : [])
          + [entry.place == place ? "" : "\(entry.place + 1)"]
      }
  }

  /// What the difficulties are, in words.
  public var legend: String {
    switch scale {
    case .rating:
      "difficulty in logits over all players, with its 95% interval; 0 is the median level"
        + (reference.map { "; pass rate of \(SafeText.escaped($0, limit: 60))" } ?? "")
    case .failures(let agent): "share of games that \(agent) did not pass, with its 95% interval"
    }
  }

  /// The levels whose place is uncertain, a line each.
  public var uncertainLines: [String] {
    uncertainPlaces.map { place in
      let name = SafeText.named(place.name, limit: 60)
      let after = place.after.map { SafeText.named($0, limit: 60) }.joined(separator: ", ")
      guard place.count == 1 else {
        let more = place.count - place.after.count
        return "order uncertain: \(name) may be harder than \(after)"
          + (more > 0 ? " and \(more) more" : "")
      }
      return "order uncertain: \(name) and \(after), difference "
        + (scale == .rating
          ? ReportNumber.interval(place.difference)
          : "\(ReportNumber.points(place.difference.value)) points "
            + ReportNumber.rateBounds(place.difference))
    }
  }

  /// The pack of a folder's levels in this order.
  ///
  /// - Parameters:
  ///   - name: The pack's name.
  ///   - files: The levels of the folder: a name and the file's path in the folder, each.
  /// - Returns: The pack, with the levels that the run did not play at its end, and those.
  public func pack(
    named name: String, files: [(name: String, path: String)]
  ) -> (pack: LevelPack, unplayed: [String]) {
    let paths = Dictionary(files.map { ($0.name, $0.path) }) { first, _ in first }
    let known = Set(entries.map(\.name))
    let unplayed = files.filter { !known.contains($0.name) }
    let ordered = entries.compactMap { paths[$0.name] }
    return (
      LevelPack(name: name, levels: ordered + unplayed.map(\.path)), unplayed.map(\.name)
    )
  }
}
