import SimHarness

/// Plays what a suite's gates are about, and tests them.
public struct GateRun: Sendable {
  public let plan: RunPlan
  public let gates: [Gate]
  /// Cells stop as soon as their gates are decided.
  public let isSequential: Bool
  var workers: WorkerPool
  /// Receives what scripts print in games, from any worker; nil: it is dropped.
  public var printed: (@Sendable (PrintedLine) -> Void)? {
    get { workers.log }
    set { workers.log = newValue }
  }

  /// - Parameters:
  ///   - plan: The levels, the seed, the games of each cell, and at least the players of the gates.
  ///   - gates: What is demanded.
  ///   - jobs: The workers.
  ///   - isSequential: Whether cells stop early.
  public init(plan: RunPlan, gates: [Gate], jobs: Int, isSequential: Bool = false) {
    self.plan = plan
    self.gates = gates
    self.isSequential = isSequential
    workers = WorkerPool(jobs: jobs, game: plan.game, modules: plan.modules, limits: plan.limits)
  }

  /// A level and a player that some gate is about, as far as they were played.
  private struct Cell {
    let level: PlayableLevel
    let player: RunPlayer
    /// The places of its gates.
    let gates: [Int]
    var builder: CellSummaryBuilder
    var tests: [SequentialGate?]
    var played = 0
    /// The games that it is to have, as far as is known.
    var target: Int

    /// Whether no more games are needed.
    ///
    /// Gates that cannot fail are measured on the games of the others; alone, on all of them.
    var isDecided: Bool {
      tests.allSatisfy { $0?.isDecided ?? false }
        && !tests.allSatisfy { $0?.cannotFail ?? false }
    }
  }

  /// How many games the cells have that gates are about.
  ///
  /// Nil where a precision decides that.
  public var totalGames: Int? {
    plan.precision == nil ? cells(tests: 1).count * plan.games : nil
  }

  /// Plays and tests; the result is the same for any number of jobs.
  /// - Parameters:
  ///   - isCancelled: Looked at between games.
  ///   - progress: Takes the number of games played so far.
  /// - Returns: The results of the gates; nil when it was cancelled, as a part of the games decides
  ///   nothing.
  public func report(
    isCancelled: @escaping @Sendable () -> Bool = { false },
    progress: (Int) -> Void = { _ in }
  ) async -> GateReport? {
    var cells = cells(tests: matches)
    while true {
      let spans = nextSpans(cells)
      if spans.isEmpty { break }
      let rows = await play(spans, cells, isCancelled: isCancelled).compactMap(\.self)
      guard rows.count == spans.count, !isCancelled() else { return nil }
      for (span, rows) in zip(spans, rows) { add(rows, of: span, to: &cells[span.cell]) }
      progress(cells.reduce(0) { $0 + $1.played })
    }
    return report(cells)
  }

  private func report(_ cells: [Cell]) -> GateReport {
    var decided: [GateCell: Bool] = [:]
    for cell in cells {
      for (gate, test) in zip(cell.gates, cell.tests) {
        guard let test, test.isDecided else { continue }
        decided[GateCell(gate: gate, level: cell.level.name)] = test.hasFailed
      }
    }
    var report = GateReport(
      title: plan.title, seed: plan.seed, gates: gates, cells: cells.map { $0.builder.build() },
      gamesAsked: cells.reduce(0) { $0 + $1.target },
      sequential: isSequential ? .init(games: plan.games, decided: decided) : nil)
    report.engine = plan.game.engine?.name
    return report
  }

  /// Gates times the levels they match.
  private var matches: Int {
    gates.reduce(0) { sum, gate in sum + plan.levels.count { gate.matches($0.name) } }
  }

  private func cells(tests: Int) -> [Cell] {
    let error = GateReport.error / Double(max(tests, 1))
    return plan.levels.flatMap { level in
      plan.players.compactMap { player -> Cell? in
        let gates = gates.indices.filter {
          self.gates[$0].condition.agent == player.name && self.gates[$0].matches(level.name)
        }
        guard !gates.isEmpty else { return nil }
        return Cell(
          level: level, player: player, gates: gates,
          builder: CellSummaryBuilder(
            of: level, agent: player.name, metrics: plan.game.metrics),
          tests: gates.map {
            isSequential
              ? SequentialGate(
                self.gates[$0].condition, games: plan.games, error: error,
                isForTwo: MetricDefinition.areForTwo(plan.game.metrics),
                hasPairs: TableNames.names(in: player.name).count == 2) : nil
          }, target: plan.precision?.firstTotal ?? plan.games)
      }
    }
  }

  /// The next games of every cell that needs more.
  private func nextSpans(_ cells: [Cell]) -> [GameSpan] {
    let batch = isSequential ? 32 : 256
    return cells.indices.compactMap { index in
      let cell = cells[index]
      guard cell.played < cell.target, !(isSequential && cell.isDecided) else { return nil }
      return GameSpan(
        cell: index, games: cell.played..<min(cell.played + batch, cell.target))
    }
  }

  private func add(_ rows: [GameRow], of span: GameSpan, to cell: inout Cell) {
    cell.played = span.games.upperBound
    for row in rows {
      cell.builder.add(row)
      for index in cell.tests.indices { cell.tests[index]?.add(row.result.end) }
    }
    // A precision is looked at after whole rounds, as in a run.
    guard cell.played == cell.target, let precision = plan.precision else { return }
    cell.target =
      precision.nextTotal(after: cell.played, cell.builder.passes) ?? cell.target
  }

  /// The rows of each span, whichever worker played it; nil in place of one that was cut short.
  private func play(
    _ spans: [GameSpan], _ cells: [Cell], isCancelled: @escaping @Sendable () -> Bool
  ) async -> [[GameRow]?] {
    let batches = spans.map { span in
      let level = cells[span.cell].level
      return GameBatch(
        level: level, player: cells[span.cell].player,
        request: BatchRequest(
          seed: plan.seed, levelID: level.id, games: span.games, maxMoves: plan.maxMoves,
          checks: plan.checks))
    }
    return await workers.outcomes(
      of: batches, isCancelled: isCancelled, batch: { $0 },
      outcome: { _, rows in
        rows.map { row in
          var row = row
          row.record = []
          return row
        }
      })
  }
}
