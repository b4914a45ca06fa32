import SimHarness
import Synchronization

/// One number that stands for the behaviour of every game and native agent: a refactoring must not
/// move it.
///
/// The same for any number of jobs, in debug and release, on any machine.
public enum Signature {
  /// The signature over fixed-seed results of games, as 16 hexadecimal digits.
  ///
  /// `jobs` is how many workers play; the number does not depend on it.
  public static func compute(
    jobs: Int, of entries: [GameEntry] = GameRegistry.bundled.games
  ) async throws -> String {
    try await compute(jobs: jobs, of: entries, games: nil)
  }

  /// A signature of one game over a few of these games, quick enough for the start of every part
  /// of a run.
  public static func quick(of game: GameEntry, jobs: Int) async throws -> String {
    try await compute(jobs: jobs, of: [game], games: 2)
  }

  private static func compute(
    jobs: Int, of entries: [GameEntry], games: Int?
  ) async throws -> String {
    var digest = StableDigest()
    for game in entries {
      var plan = try plan(for: game)
      if let games { plan.games = games }
      let results = Mutex<[Int: [GameRow]]>([:])
      try await RunEngine(plan: plan, jobs: jobs).run(
        isCancelled: { false }, log: { _ in },
        rows: { cell, rows in results.withLock { $0[cell, default: []] += rows } })
      digest.combine(game.name)
      let rows = results.withLock { $0 }
      for cell in plan.cells.indices {
        for row in (rows[cell] ?? []).sorted(by: { $0.result.index < $1.result.index }) {
          digest.combine(row.result.end.rawValue)
          digest.combine(row.result.score)
          digest.combine(row.result.moves)
          digest.combine(row.result.hash)
        }
      }
    }
    return StableDigest.hex(digest.value)
  }

  private static func plan(for game: GameEntry) throws -> RunPlan {
    let library = ScriptLibrary(folder: nil, games: GameRegistry([game]))
    let searching = [
      (Strategy.planner, "expert:width=3,depth=2,share=0.2"),
      (.mcts, "mcts@steady:iterations=4,share=0.1"),
    ].filter { Roster.supports(game, $0.0) }
    let names = ["random", "greedy", "novice", "casual", "skilled"] + searching.map(\.1)
    var players: [RunPlayer] = []
    for name in names {
      players.append(try Roster.player(name, game: game, library: library))
    }
    return RunPlan(
      title: "signature", game: game, levels: game.signatureLevels(), players: players,
      games: game.signatureGames, seed: 2026, maxMoves: 200)
  }
}
