import SimHarness

/// One of the worst findings of a run, to be shown first.
struct ReportProblem {
  /// Position of the level in the run.
  var level: Int
  var flag: LevelFlag
  /// Other levels with the same flag, by position; of problems of one kind the first lists them.
  var others: [Int]

  /// The kinds of flags, the worst first.
  static let severity: [LevelFlag.Kind] = [
    .faults, .unwon, .tooHard, .stuck, .order, .spike, .trivial, .tooEasy, .dip, .luck, .duplicate,
  ]

  /// The worst findings: of each kind the worst level, the worst kinds first, each on a level of
  /// its own where there are enough.
  static func worst(of summary: RunSummary, limit: Int = 3) -> [ReportProblem] {
    var queues: [[ReportProblem]] = []
    let table = CellTable(summary.cells)
    let reference = LevelFlags.reference(of: summary)?.agent
    for kind in severity {
      let levels = summary.levels.indices.filter { index in
        summary.levels[index].flags.contains { $0.kind == kind }
      }
      let ranked = levels.map { index in
        (index, urgency(of: kind, summary.levels[index], summary, table, reference))
      }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
      queues.append(
        ranked.compactMap { index, _ in
          summary.levels[index].flags.first { $0.kind == kind }.map { flag in
            ReportProblem(level: index, flag: flag, others: levels.filter { $0 != index })
          }
        })
    }
    var chosen: [ReportProblem] = []
    func isNew(_ problem: ReportProblem) -> Bool {
      chosen.count < limit && !chosen.contains { $0.level == problem.level }
    }
    for queue in queues {
      if let problem = queue.first(where: isNew) { chosen.append(problem) }
    }
    for var problem in queues.joined() where isNew(problem) {
      problem.others = []
      chosen.append(problem)
    }
    return chosen
  }

  /// The severity of a level among those with the same flag: larger is worse.
  private static func urgency(
    of kind: LevelFlag.Kind, _ level: LevelSummary, _ summary: RunSummary, _ table: CellTable,
    _ reference: AgentSummary?
  ) -> Double {
    let cells = table.cells(of: level, agents: summary.agents)
    let rate = reference.flatMap { table[level, $0]?.passRate?.value } ?? 0
    switch kind {
    case .faults: return Double(cells.reduce(0) { $0 + $1.uncounted })
    case .stuck:
      return cells.map { Double($0.capped) / Double(max(1, $0.counted)) }.max() ?? 0
    case .unwon, .tooHard, .spike: return -rate
    case .trivial, .tooEasy, .dip: return rate
    case .luck, .duplicate, .order: return 0
    }
  }
}

extension LevelFlag.Kind {
  /// What is wrong with the level, after its name.
  var headline: String {
    switch self {
    case .unwon: "was never won"
    case .trivial: "can be won with random moves"
    case .tooHard: "is too hard"
    case .tooEasy: "is too easy"
    case .dip: "is easier than levels before it"
    case .spike: "is suddenly much harder than the level before"
    case .duplicate: "looks like an earlier level"
    case .luck: "is decided by luck"
    case .order: "is harder for stronger players"
    case .stuck: "often hits the move limit"
    case .faults: "has games that failed"
    }
  }
}
