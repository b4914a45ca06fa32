import SimHarness

extension HumanResults {
  /// What the players of a run reached, such as people whose results were imported.
  ///
  /// One player alone stands for many people, so that every game counts by itself; of several, each
  /// plays a level until it is passed. Games without a result do not count.
  /// - Throws: Why the run cannot be read.
  public init(of run: RecordedRun) throws {
    var entries = run.manifest.levels.map {
      Entry(level: $0.name, attempts: 0, passes: 0, line: 1)
    }
    let names = run.manifest.agents.map(\.name)
    var people = names.map { _ in [PersonTrial]() }
    let isOne = names.count == 1
    let isForTwo = MetricDefinition.areForTwo(run.game.metrics)
    for (number, cell) in run.cells.enumerated() {
      var trial = PersonTrial(level: cell.level, attempts: 0, isPassed: false)
      var passes = 0
      try run.store.forEachGame(ofCell: number, of: run.manifest) { row in
        guard let isPassed = row.result.end.isPassed(isForTwo: isForTwo), isOne || !trial.isPassed
        else {
          return
        }
        trial.attempts += 1
        trial.isPassed = isPassed
        passes += isPassed ? 1 : 0
      }
      guard trial.attempts > 0 else { continue }
      entries[cell.level].attempts += trial.attempts
      entries[cell.level].passes += passes
      if let person = names.firstIndex(of: cell.agent) { people[person].append(trial) }
    }
    self.init(
      kind: isOne ? .attempts : .people, entries: entries, people: isOne ? [] : people)
  }
}
