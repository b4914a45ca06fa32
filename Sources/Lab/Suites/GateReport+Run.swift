import SimHarness

extension GateReport {
  /// Tests a suite's gates on the games of a run, such as one that was imported.
  ///
  /// - Parameters:
  ///   - suite: The suite; its levels, players and games are not used.
  ///   - file: Its name in messages.
  ///   - run: The run's figures.
  ///   - game: The game, with the run's metrics.
  /// - Throws: The gates that are about nothing that the run has.
  public init(
    _ suite: Suite, file: String, on run: RunSummary, game: GameEntry
  ) throws(FileIssues) {
    let levels = run.levels.map { level in
      let cells = run.cells.filter { $0.level == level.name }
      return (
        name: level.name,
        hasGoal: cells.contains { $0.passRate != nil } || cells.allSatisfy { $0.counted == 0 }
      )
    }
    let players = run.agents.map(\.name)
    let issues = suite.gates.enumerated().compactMap { place, gate -> FileIssue? in
      let problem =
        gate.problem(game: game, levels: levels)
        ?? (players.contains(gate.condition.agent)
          ? nil
          : NearestName.complaint(
            about: gate.condition.agent, called: "player of the run", known: players))
        ?? suite.gates.prefix(place).lazy
        .compactMap { gate.conflict(with: $0, levels: levels.map(\.name)) }.first
      return problem.map { gate.issue($0, at: place, levels: levels.map(\.name)) }
    }
    guard issues.isEmpty else { throw FileIssues(file: file, issues: issues) }
    let cells = run.cells.filter { cell in
      suite.gates.contains { $0.condition.agent == cell.agent && $0.matches(cell.level) }
    }
    self.init(
      title: suite.title ?? suite.name, seed: run.seed, gates: suite.gates, cells: cells,
      gamesAsked: cells.reduce(0) { $0 + $1.games })
    imported = run.imported
  }
}
