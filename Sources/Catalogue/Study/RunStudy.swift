import Agents
import SimHarness
import Synchronization

/// Studies some games of a run and replays others to measure the worth of decisions, luck and
/// restrictions.
///
/// Every game depends only on seed, level id, player, index and repetition, so the answer is the
/// same at any number of workers.
public struct RunStudy: Sendable {
  public var effort = StudyResults.Effort()
  private let run: RecordedRun
  private let levels: [PlayableLevel]
  /// The levels with something forbidden, each with its name.
  private let restricted: [[(name: String, level: PlayableLevel)]]
  /// The players by their places; nil for people.
  var players: [RunPlayer?]
  private let rows: [Int: [GameRow]]
  var workers: WorkerPool
  /// Receives what scripts print in games, from any worker; nil: it is dropped.
  public var printed: (@Sendable (PrintedLine) -> Void)? {
    get { workers.log }
    set { workers.log = newValue }
  }

  /// What one worker does at a time.
  private enum Task: Sendable {
    /// Looks at a recorded game, by its place among the cell's rows.
    case look(row: Int)
    /// Plays all games of a repetition.
    case repetition(Int)
    /// Plays games with something forbidden.
    case restrict(Int)
  }

  /// A piece of work.
  private struct Item: Sendable {
    let number: Int
    let cell: Int
    let task: Task
    /// Of the turns of a recorded game, where the task is to look at one.
    let findings = StudyFindings()
  }

  private typealias Answer = StudyLog.Piece

  private let log: StudyLog

  /// - Parameters:
  ///   - run: A whole run.
  ///   - effort: How much is played.
  ///   - jobs: The maximum number of workers.
  /// - Throws: What is wrong with the run's folder.
  public init(of run: RecordedRun, effort: StudyResults.Effort, jobs: Int) throws {
    try run.checkCells()
    self.run = run
    self.effort = effort
    log = StudyLog(in: run.folder, of: run.manifest.identity.text, effort: effort)
    let (game, library) = (run.game, run.library)
    workers = WorkerPool(jobs: jobs, game: game, modules: try library.modules())
    var levels: [PlayableLevel] = []
    var restricted: [[(name: String, level: PlayableLevel)]] = []
    for place in run.storedLevels.indices {
      let file = try run.levelFile(place)
      levels.append(try game.ready(file, library, .none))
      restricted.append(
        try file.restrictedVariants(catalog: library).map {
          (name: $0.name, level: try game.ready($0.file, library, .none))
        })
    }
    self.levels = levels
    self.restricted = restricted
    players = try run.manifest.agents.map {
      $0.isPerson
        ? nil : Self.keepingResults(try Roster.player($0.name, game: game, library: library))
    }
    var rows: [Int: [GameRow]] = [:]
    let gameCount = max(effort.games, effort.restrictedGames)
    for cell in run.cells.indices {
      var games: [GameRow] = []
      for index in 0..<min(gameCount, run.manifest.range(ofCell: cell).count) {
        if let row = try run.store.game(index, ofCell: cell) { games.append(row) }
      }
      rows[cell] = games
    }
    self.rows = rows
  }

  private var cells: [RunCell] { run.cells }

  /// All pieces of work: first one of each level and player, then the next of each, so that an
  /// interrupted study covers all of them evenly.
  private var tasks: [(cell: Int, task: Task)] {
    var rounds: [[(cell: Int, task: Task)]] = []
    for cell in cells.indices {
      for (place, task) in tasks(ofCell: cell).enumerated() {
        if place == rounds.count { rounds.append([]) }
        rounds[place].append((cell, task))
      }
    }
    return rounds.flatMap { $0 }
  }

  private func tasks(ofCell cell: Int) -> [Task] {
    let games = rows[cell]?.count ?? 0
    var tasks: [Task] = (0..<min(effort.games, games)).map { .look(row: $0) }
    if player(of: cell) != nil {
      if effort.luckGames > 1 { tasks += (0..<effort.luckRepetitions).map { .repetition($0) } }
      if effort.restrictedGames > 0, levels[cells[cell].level].hasGoal {
        tasks += restricted[cells[cell].level].indices.map { .restrict($0) }
      }
    }
    return tasks
  }

  /// How many pieces of work there are.
  public var total: Int { tasks.count }

  private func player(of cell: Int) -> RunPlayer? {
    run.manifest.agents.firstIndex { $0.name == cells[cell].agent }.flatMap { players[$0] }
  }

  /// Runs the study until it is complete or cancelled.
  ///
  /// Pieces that an earlier process left in the log are not played again.
  /// - Parameters:
  ///   - isCancelled: Asked before each piece.
  ///   - progress: Called with how many pieces there are so far, from any worker.
  /// - Returns: What was found, and how many pieces that is.
  /// - Throws: That the log cannot be written.
  public func results(
    isCancelled: @escaping @Sendable () -> Bool, progress: @escaping @Sendable (Int) -> Void
  ) async throws -> (results: StudyResults, pieces: Int) {
    let tasks = tasks
    let held = try log.resume().filter { tasks.indices.contains($0.number) }
    let missing = Set(tasks.indices).subtracting(held.map(\.number)).sorted()
    progress(tasks.count - missing.count)
    let done = Atomic<Int>(tasks.count - missing.count)
    let answers = try await workers.outcomes(
      of: missing.map { Item(number: $0, cell: tasks[$0].cell, task: tasks[$0].task) },
      isCancelled: isCancelled, batch: { batch($0, isCancelled) },
      outcome: { item, rows in
        let answer = answer(item, rows)
        try log.add(answer)
        progress(done.wrappingAdd(1, ordering: .relaxed).newValue)
        return answer
      }
    ).compactMap(\.self)
    let all = (held + answers).sorted { $0.number < $1.number }
    return (results(tasks, all), all.count)
  }

  private func results(
    _ tasks: [(cell: Int, task: Task)], _ answers: [Answer]
  ) -> StudyResults {
    var found = cells.map {
      StudyResults.Cell(level: levels[$0.level].name, agent: $0.agent)
    }
    var repetitions: [Int: [[Int]]] = [:]
    for answer in answers {
      let cell = tasks[answer.number].cell
      found[cell].rollouts = Saturating.sum(found[cell].rollouts, answer.rollouts)
      if let game = answer.game { found[cell].games.append(game) }
      if let outcomes = answer.restricted { found[cell].restricted.append(outcomes) }
      if case .repetition = tasks[answer.number].task {
        repetitions[cell, default: []].append(answer.scores)
      }
    }
    for (cell, scores) in repetitions {
      // By index rather than by repetition; if one is missing or incomplete, none is used.
      guard scores.count == effort.luckRepetitions, let count = scores.first?.count,
        scores.allSatisfy({ $0.count == count })
      else { continue }
      found[cell].repetitions = (0..<count).map { index in scores.map { $0[index] } }
    }
    return StudyResults(run: run.manifest.identity.text, effort: effort, cells: found)
  }

  // MARK: Estimate

  /// An estimate of the seconds that one worker needs for everything, from playing small parts.
  public func seconds(isCancelled: @escaping @Sendable () -> Bool) async -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    var looked = 0.0
    var count = 0.0
    var played = 0.0
    // The last cell first: if time is short, the strongest players matter most.
    for cell in cells.indices.reversed() {
      guard !isCancelled(), count < 1 || clock.now - start < Self.probing else { break }
      let first = rows[cell]?.first
      if first != nil {
        let item = Item(number: 0, cell: cell, task: .look(row: 0))
        let look = looking(at: 0, item, turns: 1, rollouts: 1, isCancelled)
        let turns = min(effort.turns, first?.result.moves ?? 0)
        let games = min(effort.games, rows[cell]?.count ?? 0)
        looked += await seconds(look, isCancelled) * Double(games * turns * effort.rollouts)
      }
      var again = 0
      for task in tasks(ofCell: cell) {
        switch task {
        case .look: continue
        case .repetition: again += effort.luckGames
        case .restrict: again += min(effort.restrictedGames, rows[cell]?.count ?? 0)
        }
      }
      played += await seconds(playing(0..<1, of: cell), isCancelled) * Double(again)
      count += 1
    }
    return count > 0 ? (looked + played) * Double(cells.count) / count : 0
  }

  /// How long the estimate may take.
  private static let probing = Duration.seconds(2)

  /// How many seconds a player needs for a batch; 0 if it does not finish.
  private func seconds(
    _ batch: GameBatch, _ isCancelled: @escaping @Sendable () -> Bool
  ) async -> Double {
    let time = Mutex(Duration.zero)
    let player = RunPlayer(name: batch.player.name, summary: "", scripts: batch.player.scripts) {
      request, level, host, isCancelled, row in
      let needed = ContinuousClock().measure {
        batch.player.play(request, level, host, isCancelled, row)
      }
      time.withLock { $0 = needed }
    }
    _ = await workers.outcomes(
      of: [GameBatch(level: batch.level, player: player, request: batch.request)],
      isCancelled: isCancelled, batch: { $0 }, outcome: { _, _ in })
    return time.withLock { $0 } / .seconds(1)
  }

  // MARK: Work

  /// The games that a piece of work plays.
  private func batch(_ item: Item, _ isCancelled: @escaping @Sendable () -> Bool) -> GameBatch {
    switch item.task {
    case .look(let row): looking(at: row, item, isCancelled)
    case .repetition(let repetition):
      playing(0..<effort.luckGames, of: item.cell, repetition: repetition)
    case .restrict(let place):
      playing(
        0..<((games(ofCell: item.cell).last?.result.index ?? -1) + 1), of: item.cell,
        on: restricted[cells[item.cell].level][place].level)
    }
  }

  /// Games of a level and player of the run.
  private func playing(
    _ games: Range<Int>, of cell: Int, on level: PlayableLevel? = nil, repetition: Int = 0,
    by player: RunPlayer? = nil
  ) -> GameBatch {
    let own = levels[cells[cell].level]
    return GameBatch(
      level: level ?? own, player: player ?? self.player(of: cell) ?? Self.nobody,
      request: BatchRequest(
        seed: run.manifest.seed, levelID: own.id, games: games, maxMoves: run.manifest.maxMoves,
        repetition: repetition))
  }

  /// A recorded game that is played again, to look at its turns.
  private func looking(
    at row: Int, _ item: Item, turns: Int? = nil, rollouts: Int? = nil,
    _ isCancelled: @escaping @Sendable () -> Bool
  ) -> GameBatch {
    guard let game = rows[item.cell]?[row], game.result.end != .faulted,
      game.result.end != .inconclusive, let binding = Roster.binding(of: run.game)
    else { return playing(0..<0, of: item.cell, by: Self.nobody) }
    // The record ends where its game was capped; the games played on from it need not.
    let task = StudyTask(
      moves: game.record, turns: turns ?? effort.turns, rollouts: rollouts ?? effort.rollouts,
      maxMoves: run.manifest.maxMoves, hasGoal: levels[cells[item.cell].level].hasGoal,
      findings: item.findings, isCancelled: isCancelled)
    let player = RunPlayer(name: "study", summary: "", scripts: []) {
      request, level, host, isCancelled, row in
      binding.play(.study(task), "study", request, level, host, isCancelled, row)
    }
    return playing(game.result.index..<game.result.index + 1, of: item.cell, by: player)
  }

  /// Plays nothing.
  private static let nobody = RunPlayer(name: "", summary: "", scripts: []) { _, _, _, _, _ in }

  /// The player, without moves and metrics, which would fill the memory for many games.
  private static func keepingResults(_ player: RunPlayer) -> RunPlayer {
    RunPlayer(name: player.name, summary: player.summary, scripts: player.scripts) {
      request, level, host, isCancelled, row in
      player.play(request, level, host, isCancelled) { row(GameRow(result: $0.result)) }
    }
  }

  /// The recorded games that those with something forbidden are compared with.
  private func games(ofCell cell: Int) -> ArraySlice<GameRow> {
    (rows[cell] ?? []).prefix(effort.restrictedGames)
  }

  /// What a piece of work found, from the rows of its games.
  private func answer(_ item: Item, _ played: [GameRow]) -> Answer {
    var answer = Answer(number: item.number)
    switch item.task {
    case .look(let row):
      answer.rollouts = item.findings.rollouts
      guard let game = rows[item.cell]?[row], played.first?.result.hash == game.result.hash else {
        break
      }
      let hasGoal = levels[cells[item.cell].level].hasGoal
      let isWon: Bool? = hasGoal ? game.result.end == .won : nil
      answer.game = StudiedGame(item.findings.turns, isWon: isWon).values
    case .repetition:
      answer.scores = played.map(\.result)
        .filter { $0.end != .faulted && $0.end != .inconclusive }.map(\.score)
    case .restrict(let place):
      let games = games(ofCell: item.cell)
      guard !games.isEmpty else { break }
      let isForTwo = MetricDefinition.areForTwo(run.game.metrics)
      var free: [Int: Bool] = [:]
      for game in games {
        free[game.result.index] = game.result.end.isPassed(isForTwo: isForTwo)
      }
      var outcomes = PairedOutcomes()
      for row in played {
        guard let before = row.result.end.isPassed(isForTwo: isForTwo),
          let after = free[row.result.index]
        else {
          continue
        }
        outcomes.add(before: before, after: after)
      }
      answer.restricted = StudyResults.Restricted(
        name: restricted[cells[item.cell].level][place].name, outcomes: outcomes)
    }
    return answer
  }
}
