import SimHarness

/// Two runs side by side: what moved, level by level and agent by agent.
public struct RunComparison: Sendable {
  /// One of the two runs.
  public struct Side: Sendable, Equatable {
    public var path: String
    public var seed: UInt64
    /// Where its games come from if they were not played but imported.
    public var imported: ImportedResults?
    /// Names that exist only on this side.
    public var ownLevels: [String]
    public var ownAgents: [String]
  }

  public var base: Side
  public var new: Side
  /// Changes up to this are ignored: a share of all games for pass rates, of the base's mean score
  /// for scores.
  public var tolerance: Double
  /// Level by level in the order of the new run, agents within a level in its order.
  public var cells: [CellComparison]
  /// What a reader must know about the two runs, a sentence each.
  public var remarks: [String]

  /// The cells that moved.
  public var moved: [CellComparison] { cells.filter(\.hasMoved) }

  /// Compares two runs of one game.
  ///
  /// `pairs` has players of the base by those of the new run that they are compared with, such as
  /// people with a simulated player; players without one are compared by name.
  public init(
    _ base: RecordedRun, _ new: RecordedRun, tolerance: Double = 0, pairs: [String: String] = [:]
  ) throws(StorageError) {
    let levels = Self.matches(base.manifest, new.manifest)
    let agents = base.manifest.agents.map(\.name)
    let newAgents = new.manifest.agents.map(\.name)
    let ownLevels = Set(base.manifest.levels.indices).subtracting(levels.values)
    self.base = Side(
      path: base.path, seed: base.manifest.seed, imported: base.manifest.imported,
      ownLevels: ownLevels.sorted().map { base.manifest.levels[$0].name },
      ownAgents: agents.filter { !newAgents.contains($0) && !pairs.values.contains($0) })
    self.new = Side(
      path: new.path, seed: new.manifest.seed, imported: new.manifest.imported,
      ownLevels: new.manifest.levels.indices.filter { levels[$0] == nil }
        .map { new.manifest.levels[$0].name },
      ownAgents: newAgents.filter { !agents.contains($0) && pairs[$0] == nil })
    self.tolerance = tolerance
    var cells: [CellComparison] = []
    for (number, cell) in new.cells.enumerated() {
      guard let level = levels[cell.level],
        let baseNumber = base.cell(level: level, agent: pairs[cell.agent] ?? cell.agent)
      else { continue }
      var comparison = try Self.compare(
        base, baseNumber, level, new, number, cell.level, tolerance: tolerance)
      if let other = pairs[cell.agent] {
        comparison.agent = "\(other) / \(cell.agent)"
        // Each side has a game of its own behind the change.
        comparison.example = nil
      }
      cells.append(comparison)
    }
    let tested = cells.indices.filter { cells[$0].p != nil }
    let corrected = Statistics.holm(tested.compactMap { cells[$0].p })
    for (index, value) in zip(tested, corrected) { cells[index].correctedP = value }
    self.cells = cells
    remarks = Self.remarks(base.manifest, new.manifest, cells)
  }

  /// The base's level for each of the new run's: of the same name, else of the same id where only
  /// one on each side is left that has it.
  package static func matches(_ base: RunManifest, _ new: RunManifest) -> [Int: Int] {
    var matches: [Int: Int] = [:]
    let names = Dictionary(
      base.levels.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    for (index, level) in new.levels.enumerated() { matches[index] = names[level.name] }
    let taken = Set(matches.values)
    let left = base.levels.indices.filter { !taken.contains($0) }
    for (index, level) in new.levels.enumerated() where matches[index] == nil {
      let same = left.filter { base.levels[$0].id == level.id }
      let rivals = new.levels.indices.filter { matches[$0] == nil && new.levels[$0].id == level.id }
      if same.count == 1, rivals.count == 1 { matches[index] = same[0] }
    }
    return matches
  }

  private static func compare(
    _ base: RecordedRun, _ baseCell: Int, _ baseLevel: Int, _ new: RecordedRun, _ newCell: Int,
    _ newLevel: Int, tolerance: Double
  ) throws(StorageError) -> CellComparison {
    let before = try games(of: base, cell: baseCell)
    let after = try games(of: new, cell: newCell)
    let old = base.manifest.levels[baseLevel]
    let level = new.manifest.levels[newLevel]
    // Where one side has no goal, only scores can be compared; games that all failed do not say.
    let sides = [before, after].filter { $0.contains(where: \.end.isCounted) }
    let hasGoal = !sides.isEmpty && sides.allSatisfy { $0.contains(where: \.isDecided) }
    var comparison = CellComparison(
      level: level.name, agent: new.cells[newCell].agent, figure: hasGoal ? .passRate : .score,
      isEdited: old.hash != level.hash,
      isPaired: base.manifest.seed == new.manifest.seed && old.id == level.id
        && base.manifest.imported == nil && new.manifest.imported == nil,
      sharesDeals: base.manifest.hasPairs(of: base.cells[baseCell].agent)
        || new.manifest.hasPairs(of: new.cells[newCell].agent))
    comparison.compare(before, after, tolerance: tolerance)
    return comparison
  }

  private static func games(
    of run: RecordedRun, cell: Int
  ) throws(StorageError) -> [ComparedGame] {
    var games: [ComparedGame] = []
    let isForTwo = MetricDefinition.areForTwo(run.game.metrics)
    try run.store.forEachGame(ofCell: cell, of: run.manifest) {
      games.append(ComparedGame($0.result, isForTwo: isForTwo))
    }
    return games
  }

  /// What says that games of a run failed; nil: none did.
  private static func faults(_ cells: [(faults: Int, played: Int)], in run: String) -> String? {
    let faults = cells.reduce(0) { $0 + $1.faults }
    guard faults > 0 else { return nil }
    let played = ReportNumber.games(cells.reduce(0) { $0 + $1.played })
    return "\(ReportNumber.count(faults)) of \(played) of the \(run) run failed and "
      + (faults == 1 ? "has" : "have") + " no result; its report says why."
  }

  /// What says that one run has more games than the other, so that some are left out.
  private static func unequalGames(_ cells: [CellComparison]) -> [String] {
    let unequal = cells.filter { $0.isPaired && $0.basePlayed != $0.newPlayed }
    guard let first = unequal.first else { return [] }
    let numbers =
      "\(ReportNumber.games(first.basePlayed)) in the base run and"
      + " \(ReportNumber.count(first.newPlayed)) in the new run"
    let isEverywhere =
      unequal.count == cells.count
      && unequal.allSatisfy {
        ($0.basePlayed, $0.newPlayed) == (first.basePlayed, first.newPlayed)
      }
    guard !isEverywhere else {
      return [
        "Each level and agent has \(numbers); only the \(ReportNumber.count(first.playedPairs)) that"
          + " both runs played are compared."
      ]
    }
    return [
      "\(ReportNumber.count(unequal.count)) of \(ReportNumber.plural(cells.count, "cell"))"
        + " \(unequal.count == 1 ? "has" : "have") more games in one run than in the other, such as"
        + " \(numbers) for \(SafeText.escaped(first.agent)) on \(SafeText.escaped(first.level)); only"
        + " those that both runs played are compared."
    ]
  }

  /// What says that other programs played: another build of an engine, or of playtest.
  private static func programs(_ base: RunManifest, _ new: RunManifest) -> [String] {
    guard base.imported == nil, new.imported == nil else { return [] }
    var remarks: [String] = []
    if base.program != new.program {
      remarks.append(
        "The base run was played with playtest \(SafeText.escaped(base.program, limit: 40)), the new"
          + " run with \(SafeText.escaped(new.program, limit: 40)).")
    }
    guard let engine = base.engine, let now = new.engine else { return remarks }
    let name = SafeText.escaped(engine.name, limit: 60)
    if engine.name != now.name {
      remarks.append("The engine was \(name) and is \(SafeText.escaped(now.name, limit: 60)) now.")
    } else if engine.version != now.version {
      remarks.append(
        "Engine \(name) was version \(SafeText.escaped(engine.version, limit: 40)) and is"
          + " \(SafeText.escaped(now.version, limit: 40)) now.")
    } else if let difference = engine.difference(from: now) {
      remarks.append("Engine \(name) has changed: \(difference).")
    }
    return remarks
  }

  private static func remarks(
    _ base: RunManifest, _ new: RunManifest, _ cells: [CellComparison]
  ) -> [String] {
    var remarks: [String] = []
    if base.imported != nil || new.imported != nil {
      remarks.append("Imported games are compared unpaired, as those of two samples.")
    } else if base.seed != new.seed {
      remarks.append(
        "The seeds differ (\(base.seed) and \(new.seed)), so the two runs played different games "
          + "and cannot be paired; use the same seed to see smaller changes.")
    } else if cells.contains(where: { !$0.isPaired }) {
      remarks.append(
        "Levels whose id has changed had other deals and are compared unpaired; keep the id to see "
          + "smaller changes.")
    }
    if base.isPartial || new.isPartial {
      let which = base.isPartial && new.isPartial ? "Both runs were" : "One run was"
      remarks.append("\(which) interrupted; only the games that were played are compared.")
    }
    remarks += [
      faults(cells.map { ($0.baseFaults, $0.basePlayed) }, in: "base"),
      faults(cells.map { ($0.newFaults, $0.newPlayed) }, in: "new"),
    ].compactMap(\.self)
    remarks += unequalGames(cells)
    remarks += programs(base, new)
    if base.maxMoves != new.maxMoves, base.imported == nil, new.imported == nil {
      remarks.append(
        "The move limit was \(base.maxMoves) before and is \(new.maxMoves) now.")
    }
    return remarks
  }
}
