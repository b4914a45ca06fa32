import Synchronization
import TestSupport
import Testing

@testable import Catalogue
@testable import PeggleGame
@testable import SimHarness

/// The project's own levels of Peggle, as a set.
@Suite struct PeggleLevelSetTests {
  /// The levels in the order of their files' names.
  private func levels(overrides: LevelOverrides = .none) throws -> [PlayableLevel] {
    let library = LevelLibrary(folder: ProjectFolder.path("levels"), catalog: Bubbles.library)
    return try library.levels(for: [ProjectFolder.path("levels/peggle")]).map {
      try Peggle.entry.ready($0, Bubbles.library, overrides)
    }
  }

  @Test func thereAreTwelveOfEveryModeAndMaster() throws {
    let levels = try levels().compactMap { $0.content(as: PeggleLevel.self) }
    #expect(levels.count == 12)
    #expect(Set(levels.map(\.name)).count == 12)
    #expect(
      Set(levels.map(\.file.mode)) == ["classic", "score", "dodge", "streak"])
    #expect(Set(levels.compactMap(\.file.master)) == ["rick", "morty", "twin"])
    let pegs = Set(levels.flatMap(\.file.pegNames))
    #expect(
      pegs == ["blue", "orange", "green", "red", "purple", "spooky", "kaboom", "ghost"])
    for level in levels { #expect(level.file.layoutProblems.isEmpty, "\(level.name)") }
  }

  /// The later the level, the seldomer it is won: by a player of fewer aims than `casual`, in few
  /// games with a fixed seed.
  @Test func theyRiseInDifficulty() async throws {
    #if DEBUG
    let games = 16
    #else
    let games = 100
    #endif
    let levels = try levels(overrides: LevelOverrides(rules: ["aims": 24]))
    let plan = RunPlan(
      title: "levels", game: Peggle.entry, levels: levels,
      players: [try Roster.player("casual", game: Peggle.entry, library: Bubbles.library)],
      games: games, seed: 1, maxMoves: 200)
    let wins = Mutex([Int](repeating: 0, count: levels.count))
    try await RunEngine(plan: plan, jobs: 2).run(
      isCancelled: { false }, log: { _ in },
      rows: { cell, rows in
        wins.withLock { $0[cell] += rows.count { $0.result.end == .won } }
      })
    let won = wins.withLock { $0 }
    let order = Statistics.spearman(levels.indices.map { Double($0) }, won.map { Double($0) })
    #expect(try #require(order) <= -0.8, "won of \(games): \(won)")
  }
}
