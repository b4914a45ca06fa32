import SimHarness
import Synchronization

/// Looks closely at some games of a run, and plays others again: what decisions, luck and
/// restrictions are worth.
///
/// Every game depends on seed, level id, player, index and take alone, so the answer is the same at
/// any number of workers.
public struct RunStudy: Sendable {
  public var effort = StudyResults.Effort()
  private let manifest: RunManifest
  private let entry: GameEntry
  private let levels: [PlayableLevel]
  /// The levels with something forbidden, each with its name.
  private let restricted: [[(name: String, level: PlayableLevel)]]
  /// The players by their places; nil for people.
  private let players: [RunPlayer?]
  private let cells: [RunCell]
  private let modules: [ScriptSource]
  private let rows: [Int: [GameRow]]
  private let jobs: Int

  /// What one worker does at a time.
  private enum Task: Sendable {
    /// Looks at a recorded game, by its place among the cell's rows.
    case look(row: Int)
    /// Plays all games of a take again.
    case take(Int)
    /// Plays games with something forbidden.
    case restrict(Int)
  }

  private typealias Answer = StudyLog.Piece

  private let log: StudyLog

  /// - Throws: What is wrong with the run's folder.
  public init(
    of folder: RunFolder, game find: (String) -> GameEntry?, effort: StudyResults.Effort, jobs: Int
  ) throws {
    let file = folder.path(of: .manifest)
    manifest = try RunManifest(reading: try folder.read(.manifest), file: file)
    guard let entry = find(manifest.game) else {
      throw StorageError.damaged(file, "unknown game '\(manifest.game)'")
    }
    if let shard = manifest.shard { throw RunFolderError.part(folder.path, shard) }
    self.entry = entry
    self.effort = effort
    log = StudyLog(in: folder, of: manifest.identity.text, effort: effort)
    self.jobs = jobs
    let store = try RunStore.open(at: folder.path(of: .store), for: manifest)
    let library = ScriptLibrary(kept: try store.scripts(), games: GameRegistry([entry]))
    modules = try library.modules()
    cells = try store.cells()
    let stored = try store.levels()
    var levels: [PlayableLevel] = []
    var restricted: [[(name: String, level: PlayableLevel)]] = []
    for level in stored {
      let file = try LevelFile.read(
        Array(level.json.utf8), file: "\(folder.path), level \(level.name)", catalog: library)
      levels.append(try entry.ready(file, library, .none))
      restricted.append(
        try file.restrictedVariants(catalog: library).map {
          (name: $0.name, level: try entry.ready($0.file, library, .none))
        })
    }
    self.levels = levels
    self.restricted = restricted
    players = try manifest.agents.map {
      $0.isPerson ? nil : try Roster.player($0.name, game: entry, library: library)
    }
    var rows: [Int: [GameRow]] = [:]
    let most = max(effort.games, effort.restrictedGames)
    for cell in cells.indices {
      var games: [GameRow] = []
      for index in 0..<min(most, manifest.range(ofCell: cell).count) {
        if let row = try store.game(index, ofCell: cell) { games.append(row) }
      }
      rows[cell] = games
    }
    self.rows = rows
  }

  /// All pieces of work: first one of each level and player, then the next of each, so that what an
  /// interrupted study has is spread evenly.
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
      if effort.luckGames > 1 { tasks += (0..<effort.luckTakes).map { .take($0) } }
      if effort.restrictedGames > 0, levels[cells[cell].level].hasGoal {
        tasks += restricted[cells[cell].level].indices.map { .restrict($0) }
      }
    }
    return tasks
  }

  /// How many pieces of work there are.
  public var total: Int { tasks.count }

  private func player(of cell: Int) -> RunPlayer? {
    manifest.agents.firstIndex { $0.name == cells[cell].agent }.flatMap { players[$0] }
  }

  private func host() -> ScriptHost {
    ScriptHost(limits: .standard, interfaces: entry.interfaces, libraries: modules, log: { _ in })
  }

  /// Works it out, as far as it gets before it is cancelled.
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
    let next = TaskNumbers()
    let done = TaskNumbers(from: tasks.count - missing.count)
    let answers = try await withThrowingTaskGroup(of: [Answer].self) { group in
      for _ in 0..<max(1, min(jobs, missing.count)) {
        group.addTask {
          let host = host()
          var answers: [Answer] = []
          while !isCancelled() {
            let place = next.take()
            guard place < missing.count else { break }
            let answer = answer(missing[place], tasks[missing[place]], host, isCancelled)
            // One that was cut short is none.
            guard !isCancelled() else { break }
            try log.add(answer)
            answers.append(answer)
            progress(done.take() + 1)
          }
          return answers
        }
      }
      var all: [Answer] = []
      for try await answers in group { all += answers }
      return all
    }
    let all = (held + answers).sorted { $0.number < $1.number }
    return (results(tasks, all), all.count)
  }

  private func results(
    _ tasks: [(cell: Int, task: Task)], _ answers: [Answer]
  ) -> StudyResults {
    var found = cells.map {
      StudyResults.Cell(level: levels[$0.level].name, agent: $0.agent)
    }
    var takes: [Int: [[Int]]] = [:]
    for answer in answers {
      let cell = tasks[answer.number].cell
      found[cell].rollouts = Saturating.sum(found[cell].rollouts, answer.rollouts)
      if let game = answer.game { found[cell].games.append(game) }
      if let outcomes = answer.restricted { found[cell].restricted.append(outcomes) }
      if case .take = tasks[answer.number].task { takes[cell, default: []].append(answer.scores) }
    }
    for (cell, scores) in takes {
      // By index rather than by take; a take that is missing, or was cut short, spoils all.
      guard scores.count == effort.luckTakes, let count = scores.first?.count,
        scores.allSatisfy({ $0.count == count })
      else { continue }
      found[cell].takes = (0..<count).map { index in scores.map { $0[index] } }
    }
    return StudyResults(run: manifest.identity.text, effort: effort, cells: found)
  }

  // MARK: Price

  /// About how many seconds one worker takes for all of it; small parts are played for a moment to
  /// find out.
  public func seconds(isCancelled: @escaping @Sendable () -> Bool) -> Double {
    let host = host()
    let clock = ContinuousClock()
    let start = clock.now
    var looked = 0.0
    var count = 0.0
    var played = 0.0
    // The last cell first: where the time is short, the strongest players count.
    for cell in cells.indices.reversed() {
      guard !isCancelled(), count < 1 || clock.now - start < Self.probing else { break }
      let first = rows[cell]?.first
      let looking = clock.measure {
        if first != nil {
          _ = look(0, at: 0, of: cell, host, turns: 1, rollouts: 1, isCancelled)
        }
      }
      let turns = min(effort.turns, first?.result.moves ?? 0)
      let games = min(effort.games, rows[cell]?.count ?? 0)
      looked += looking / .seconds(1) * Double(games * turns * effort.rollouts)
      let playing = clock.measure {
        player(of: cell)?.play(request(cell, 0..<1), levels[cells[cell].level], host, isCancelled) {
          _ in
        }
      }
      var again = 0
      for task in tasks(ofCell: cell) {
        switch task {
        case .look: continue
        case .take: again += effort.luckGames
        case .restrict: again += min(effort.restrictedGames, rows[cell]?.count ?? 0)
        }
      }
      played += playing / .seconds(1) * Double(again)
      count += 1
    }
    return count > 0 ? (looked + played) * Double(cells.count) / count : 0
  }

  /// How long the price is looked for.
  private static let probing = Duration.seconds(2)

  // MARK: Work

  private func answer(
    _ number: Int, _ work: (cell: Int, task: Task), _ host: ScriptHost,
    _ isCancelled: @escaping @Sendable () -> Bool
  ) -> Answer {
    switch work.task {
    case .look(let row): look(number, at: row, of: work.cell, host, isCancelled)
    case .take(let take): play(number, take: take, of: work.cell, host, isCancelled)
    case .restrict(let place): restrict(number, place, of: work.cell, host, isCancelled)
    }
  }

  private func request(_ cell: Int, _ games: Range<Int>, take: Int = 0) -> BatchRequest {
    BatchRequest(
      seed: manifest.seed, levelID: levels[cells[cell].level].id, games: games,
      maxMoves: manifest.maxMoves, take: take)
  }

  private func look(
    _ number: Int, at row: Int, of cell: Int, _ host: ScriptHost,
    turns: Int? = nil, rollouts: Int? = nil, _ isCancelled: @escaping @Sendable () -> Bool
  ) -> Answer {
    var answer = Answer(number: number)
    guard let game = rows[cell]?[row], game.result.end != .faulted,
      game.result.end != .inconclusive,
      let play = Roster.seat(of: entry)?.play
    else { return answer }
    let level = levels[cells[cell].level]
    let findings = StudyFindings()
    let task = StudyTask(
      moves: game.record, turns: turns ?? effort.turns, rollouts: rollouts ?? effort.rollouts,
      maxMoves: manifest.maxMoves, hasGoal: level.hasGoal, findings: findings,
      isCancelled: isCancelled)
    let index = game.result.index
    // The record ends where its game was capped; the games played on from it need not.
    let never = { false }
    play(.study(task), "study", request(cell, index..<index + 1), level, host, never) { row in
      guard row.result.hash == game.result.hash else { return }
      let isWon: Bool? = level.hasGoal ? game.result.end == .won : nil
      answer.game = StudiedGame(findings.turns, isWon: isWon).values
    }
    answer.rollouts = findings.rollouts
    return answer
  }

  private func play(
    _ number: Int, take: Int, of cell: Int, _ host: ScriptHost, _ isCancelled: () -> Bool
  ) -> Answer {
    var answer = Answer(number: number)
    let request = request(cell, 0..<effort.luckGames, take: take)
    player(of: cell)?.play(request, levels[cells[cell].level], host, isCancelled) { row in
      guard row.result.end != .faulted, row.result.end != .inconclusive else { return }
      answer.scores.append(row.result.score)
    }
    return answer
  }

  private func restrict(
    _ number: Int, _ place: Int, of cell: Int, _ host: ScriptHost, _ isCancelled: () -> Bool
  ) -> Answer {
    var answer = Answer(number: number)
    let variant = restricted[cells[cell].level][place]
    let games = (rows[cell] ?? []).prefix(effort.restrictedGames)
    guard let last = games.last?.result.index else { return answer }
    var free: [Int: Bool] = [:]
    for game in games { free[game.result.index] = game.result.end.isPassed }
    var outcomes = PairedOutcomes()
    player(of: cell)?.play(request(cell, 0..<last + 1), variant.level, host, isCancelled) { row in
      guard let before = row.result.end.isPassed, let after = free[row.result.index] else {
        return
      }
      outcomes.add(before: before, after: after)
    }
    answer.restricted = StudyResults.Restricted(name: variant.name, outcomes: outcomes)
    return answer
  }
}

/// Numbers dealt to workers, each once.
private final class TaskNumbers: Sendable {
  private let value: Atomic<Int>

  init(from first: Int = 0) { value = Atomic(first) }

  func take() -> Int { value.wrappingAdd(1, ordering: .relaxed).oldValue }
}
