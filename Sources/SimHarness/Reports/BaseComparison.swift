/// What changed between another run, the base, and this one.
public struct BaseComparison: Sendable {
  /// One level and player, played in both runs.
  public struct Cell: Sendable {
    public var level: String
    public var agent: String
    public var before: Interval?
    public var after: Interval?
    /// The pass rate's difference, this run's less the base's.
    public var difference: Interval?
    /// The mean score's difference on shared games; nil where the games are not the same.
    public var score: Interval?
    /// The games that both runs played alike; 0 where their seeds or level ids differ.
    public var pairs: Int
  }

  /// A level's flags that came and went.
  public struct FlagChange: Sendable, Equatable {
    public var level: String
    public var came: [LevelFlag.Kind]
    public var went: [LevelFlag.Kind]
  }

  public var baseTitle: String
  public var baseSeed: UInt64
  /// All games of the base.
  public var baseGames: Int
  /// Where the base's folder is.
  public var basePath: String
  public var cells: [Cell] = []
  public var flagChanges: [FlagChange] = []
  /// Levels of this run that the base does not have.
  public var newLevels: [String] = []
  /// Levels of the base that this run does not have.
  public var lostLevels: [String] = []
  /// Levels whose content is another than in the base.
  public var changedLevels: Set<String> = []
}

/// Games of two runs that were dealt the same, compared one by one.
struct PairedGames {
  private(set) var pairs = 0
  private(set) var counted = 0
  /// Won only in this run, and won only in the base.
  private(set) var gained = 0
  private(set) var lost = 0
  private var scores = (sum: Int128(0), squares: Int128(0))

  mutating func add(before: GameResult, after: GameResult) {
    guard before.end.counts, after.end.counts else { return }
    pairs += 1
    let difference = Int128(after.score) - Int128(before.score)
    scores.sum += difference
    scores.squares += difference * difference
    guard before.end != .ended, after.end != .ended else { return }
    counted += 1
    if after.end == .won && before.end != .won { gained += 1 }
    if before.end == .won && after.end != .won { lost += 1 }
  }

  /// The difference of the pass rates with its 95% interval; nil without a pair.
  ///
  /// Never of width 0. Source: D. G. Bonett and R. M. Price, "Adjusted Wald confidence interval for
  /// a difference of binomial proportions based on paired data", 2012.
  var difference: Interval? {
    guard counted > 0 else { return nil }
    let n = Double(counted) + 2
    let (up, down) = ((Double(gained) + 1) / n, (Double(lost) + 1) / n)
    let spread = max(0, (up + down - (up - down) * (up - down)) / n).squareRoot()
    let half = Statistics.twoSidedNormal(0.95) * spread
    let value = Double(gained - lost) / Double(counted)
    return Interval(
      value: value, low: max(-1, min(value, up - down - half)),
      high: min(1, max(value, up - down + half)))
  }

  /// The mean difference of the scores with its t interval; nil below two pairs.
  var score: Interval? {
    Statistics.meanInterval(count: pairs, sum: scores.sum, sumOfSquares: scores.squares)
  }
}

extension GameEnd {
  /// Whether the game counts in figures.
  fileprivate var counts: Bool { self != .faulted && self != .inconclusive }
}

extension BaseComparison {
  /// The difference of two rates of different games, with its 95% interval.
  ///
  /// Source: R. G. Newcombe, "Interval estimation for the difference between independent
  /// proportions", 1998, method 10: from the Wilson intervals of both.
  static func unpaired(before: Interval, after: Interval) -> Interval {
    let value = after.value - before.value
    func root(_ a: Double, _ b: Double) -> Double { (a * a + b * b).squareRoot() }
    return Interval(
      value: value,
      low: value - root(after.value - after.low, before.high - before.value),
      high: value + root(after.high - after.value, before.value - before.low))
  }

  /// Compares two runs from their folders.
  public init(
    of summary: RunSummary, in folder: RunFolder, with base: RunSummary, in baseFolder: RunFolder
  ) throws(StorageError) {
    let facts = ReportFacts(base)
    (baseTitle, baseSeed, baseGames) = (facts.title, base.seed, facts.games)
    basePath = baseFolder.path
    let names = Set(base.levels.map(\.name))
    newLevels = summary.levels.map(\.name).filter { !names.contains($0) }
    let own = Set(summary.levels.map(\.name))
    lostLevels = base.levels.map(\.name).filter { !own.contains($0) }
    let (after, before) = (CellTable(summary.cells), CellTable(base.cells))
    let store = try RunStore.open(at: folder.path(of: .store))
    let baseStore = try RunStore.open(at: baseFolder.path(of: .store))
    let (places, basePlaces) = (try store.cells(), try baseStore.cells())
    for (place, level) in summary.levels.enumerated() {
      guard let basePlace = base.levels.firstIndex(where: { $0.name == level.name }) else {
        continue
      }
      let baseLevel = base.levels[basePlace]
      if baseLevel.hash != level.hash { changedLevels.insert(level.name) }
      note(level.flags.map(\.kind), against: baseLevel.flags.map(\.kind), of: level.name)
      for agent in summary.agents {
        guard let new = after[level, agent], let old = before[baseLevel, agent] else { continue }
        var games = PairedGames()
        if summary.seed == base.seed, level.id == baseLevel.id,
          let cell = places.firstIndex(of: RunCell(level: place, agent: agent.name)),
          let baseCell = basePlaces.firstIndex(of: RunCell(level: basePlace, agent: agent.name))
        {
          var earlier: [Int: GameResult] = [:]
          try baseStore.forEachGame(ofCell: baseCell) { earlier[$0.result.index] = $0.result }
          try store.forEachGame(ofCell: cell) { row in
            if let old = earlier[row.result.index] { games.add(before: old, after: row.result) }
          }
        }
        cells.append(Cell(new, old, games))
      }
    }
  }

  private mutating func note(
    _ flags: [LevelFlag.Kind], against earlier: [LevelFlag.Kind], of level: String
  ) {
    let came = flags.filter { !earlier.contains($0) }
    let went = earlier.filter { !flags.contains($0) }
    if !came.isEmpty || !went.isEmpty {
      flagChanges.append(FlagChange(level: level, came: came, went: went))
    }
  }
}

extension BaseComparison.Cell {
  fileprivate init(_ new: CellSummary, _ old: CellSummary, _ games: PairedGames) {
    level = new.level
    agent = new.agent
    before = old.passRate
    after = new.passRate
    pairs = games.pairs
    score = games.score
    if let paired = games.difference {
      difference = paired
    } else if let before = old.passRate, let after = new.passRate {
      difference = BaseComparison.unpaired(before: before, after: after)
    }
  }
}
