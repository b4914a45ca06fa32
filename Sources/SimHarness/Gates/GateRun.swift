import Synchronization

/// Plays what a suite's gates are about, and tests them.
public struct GateRun: Sendable {
  public let plan: RunPlan
  public let gates: [Gate]
  public let jobs: Int
  /// Cells stop as soon as their gates are decided.
  public let isSequential: Bool

  /// - Parameters:
  ///   - plan: The levels, the seed, the games of each cell, and at least the players of the gates.
  ///   - gates: What is demanded.
  ///   - jobs: The workers.
  ///   - isSequential: Whether cells stop early.
  public init(plan: RunPlan, gates: [Gate], jobs: Int, isSequential: Bool = false) {
    self.plan = plan
    self.gates = gates
    self.jobs = jobs
    self.isSequential = isSequential
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

    var isDecided: Bool { tests.allSatisfy { $0?.isDecided ?? false } }
  }

  private struct Piece {
    let cell: Int
    let games: Range<Int>
  }

  /// How many games the cells have that gates are about.
  public var totalGames: Int { cells(tests: 1).count * plan.games }

  /// Plays and tests; the result is the same for any number of jobs.
  /// - Parameters:
  ///   - isCancelled: Looked at between games.
  ///   - log: Takes what scripts print, from any worker.
  ///   - progress: Takes the number of games played so far.
  /// - Returns: What became of the gates; nil when it was cancelled, as a part of the games decides
  ///   nothing.
  public func report(
    isCancelled: @escaping @Sendable () -> Bool = { false },
    log: @escaping @Sendable (PrintedLine) -> Void = { _ in },
    progress: (Int) -> Void = { _ in }
  ) async -> GateReport? {
    var cells = cells(tests: matches)
    while true {
      let tasks = nextTasks(cells)
      if tasks.isEmpty { break }
      let rows = await play(tasks, cells, isCancelled: isCancelled, log: log)
      if isCancelled() { return nil }
      for (task, rows) in zip(tasks, rows) { take(rows, of: task, into: &cells[task.cell]) }
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
    return GateReport(
      title: plan.title, seed: plan.seed, gates: gates, cells: cells.map { $0.builder.build() },
      gamesAsked: cells.count * plan.games, sequential: isSequential ? decided : nil)
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
            level: level.name, levelHash: level.hash, agent: player.name,
            metrics: plan.game.metrics),
          tests: gates.map {
            isSequential
              ? SequentialGate(self.gates[$0].condition, games: plan.games, error: error) : nil
          })
      }
    }
  }

  /// The next games of every cell that needs more.
  private func nextTasks(_ cells: [Cell]) -> [Piece] {
    let batch = isSequential ? 32 : 256
    return cells.indices.compactMap { index in
      let cell = cells[index]
      guard cell.played < plan.games, !(isSequential && cell.isDecided) else { return nil }
      return Piece(
        cell: index, games: cell.played..<min(cell.played + batch, plan.games))
    }
  }

  private func take(_ rows: [GameRow], of task: Piece, into cell: inout Cell) {
    cell.played = task.games.upperBound
    for row in rows {
      cell.builder.add(row)
      for index in cell.tests.indices { cell.tests[index]?.add(row.result.end) }
    }
  }

  /// The rows of each task, whichever worker played it.
  private func play(
    _ tasks: [Piece], _ cells: [Cell], isCancelled: @escaping @Sendable () -> Bool,
    log: @escaping @Sendable (PrintedLine) -> Void
  ) async -> [[GameRow]] {
    let next = TaskCounter()
    let work = tasks.map { ($0, cells[$0.cell].level, cells[$0.cell].player) }
    return await withTaskGroup(of: [(Int, [GameRow])].self) { group in
      for _ in 0..<max(1, min(jobs, tasks.count)) {
        group.addTask {
          let host = ScriptHost(
            limits: plan.limits, interfaces: plan.game.interfaces, libraries: plan.modules,
            printing: ScriptPrinting(plan.prints, sink: log))
          var played: [(Int, [GameRow])] = []
          while !isCancelled() {
            let number = next.take()
            guard number < work.count else { break }
            let (task, level, player) = work[number]
            let request = BatchRequest(
              seed: plan.seed, levelID: level.id, games: task.games, maxMoves: plan.maxMoves,
              checks: plan.checks)
            var rows: [GameRow] = []
            rows.reserveCapacity(task.games.count)
            player.play(request, level, host, isCancelled) { row in
              var row = row
              row.record = []
              rows.append(row)
            }
            played.append((number, rows))
          }
          return played
        }
      }
      var rows = [[GameRow]](repeating: [], count: tasks.count)
      for await played in group {
        for (number, its) in played { rows[number] = its }
      }
      return rows
    }
  }
}

/// Numbers dealt to workers, each once.
private final class TaskCounter: Sendable {
  private let value = Atomic<Int>(0)

  func take() -> Int { value.wrappingAdd(1, ordering: .relaxed).oldValue }
}
