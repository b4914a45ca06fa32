import Foundation
import Synchronization
import TestSupport
import Testing

@testable import BubbleBlastGame
@testable import Catalogue
@testable import SimHarness

/// Same inputs, same bytes.
@Suite struct DeterminismTests {
  /// The number that stands for the behaviour of every game and native agent.
  ///
  /// It moves when a rule, an agent, a stream or the mathematics moves; then say why in the commit.
  static let pinned = "c88f29ea592cce07"

  @Test func theSignatureIsPinned() async throws {
    #expect(try await Signature.compute(jobs: 5) == Self.pinned)
  }

  /// Bubble Blast's part of it, which no other game moves, for other numbers of workers.
  @Test(arguments: [1, 2])
  func bubbleBlastsPartIsPinned(_ jobs: Int) async throws {
    let found = try await Signature.compute(jobs: jobs, of: [BubbleBlast.entry])
    #expect(found == "ab07cbad9a5c78ae")
  }

  /// Card games are the same for any number of workers, metrics and records included.
  @Test func cardGamesAreTheSameForAnyJobs() async throws {
    let library = Bubbles.library
    for name in ["set", "playing-cards", "cards"] {
      let entry = try #require(GameRegistry.bundled.game(named: name))
      let levels = try LevelLibrary(
        folder: Oracle.root.appending(path: "levels").path, catalog: library
      ).levels(for: [Oracle.root.appending(path: "levels/\(name)").path])
      let plan = RunPlan(
        title: name, game: entry,
        levels: try levels.map { try entry.ready($0, library, .none) },
        players: try ["random", "greedy", "casual"].map {
          try Roster.player($0, game: entry, library: library)
        }, games: 20, seed: 3, maxMoves: 2000)
      var first: [Int: [GameRow]]?
      for jobs in [1, 2, 5] {
        let rows = Mutex<[Int: [GameRow]]>([:])
        try await RunEngine(plan: plan, jobs: jobs).run(
          isCancelled: { false }, log: { _ in },
          rows: { cell, chunk in rows.withLock { $0[cell, default: []] += chunk } })
        let sorted = rows.withLock { $0 }.mapValues {
          $0.sorted { $0.result.index < $1.result.index }
        }
        if first == nil { first = sorted }
        #expect(sorted == first)
      }
      for (cell, rows) in first ?? [:] {
        let row = rows[7]
        let replay = try entry.replay(
          ReplayRequest(
            level: plan.levels[cell / plan.players.count], seed: 3, index: 7, moves: row.record,
            scripts: nil, step: { _ in }))
        #expect(replay.hash == row.result.hash && replay.score == row.result.score)
      }
    }
  }

  private func plan() throws -> RunPlan {
    let library = Bubbles.library
    let levels = try LevelLibrary(
      folder: Oracle.root.appending(path: "levels").path, catalog: library
    ).levels(for: ["builtin:bubble-blast/01-first-steps", "builtin:bubble-blast/07-crate-yard"])
    let entry = BubbleBlast.entry
    return RunPlan(
      title: "determinism", game: entry,
      levels: try levels.map { try entry.ready($0, library, .none) },
      players: try ["random", "novice", "casual"].map {
        try Roster.player($0, game: entry, library: library)
      }, games: 40, seed: 3, maxMoves: 500)
  }

  private func summary(jobs: Int) async throws -> String {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "playtest-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let folder = RunFolder(path: path)
    try folder.create(replacing: false)
    let recorder = RunRecorder(plan: try plan(), folder: folder, jobs: jobs)
    let isComplete = try await recorder.record(
      isCancelled: { false }, log: { _ in }, progress: { _ in })
    #expect(isComplete)
    let summary = try folder.summary(games: .bundled)
    let again = try folder.summary(games: .bundled)
    let text = ReportFormat.json.render(summary, runPath: "run")
    #expect(ReportFormat.json.render(again, runPath: "run") == text)
    #expect(
      ReportFormat.html.render(again, runPath: "run")
        == ReportFormat.html.render(summary, runPath: "run"))
    return text
  }

  /// A scripted player plays the same games wherever its file lies and however it is named.
  @Test func aScriptDrawsTheSameInEveryFolder() throws {
    let library = Bubbles.library
    let source = Oracle.root.appending(path: "scripts/agents/ceiling_sniper.lua").path
    let level = try #require(try plan().levels.first)
    func records(of player: String) throws -> [[UInt8]] {
      let player = try Roster.player(player, game: BubbleBlast.entry, library: library)
      let host = ScriptHost(interfaces: BubbleBlast.entry.interfaces)
      var records: [[UInt8]] = []
      player.play(
        BatchRequest(seed: 9, levelID: level.id, games: 0..<20, maxMoves: 30), level, host,
        { false }, { records.append($0.record) })
      return records
    }
    let byName = try records(of: "ceiling_sniper:nerve=50")
    #expect(Set(byName).count > 1)
    #expect(try records(of: source + ":nerve=50") == byName)
    try SmallRuns.inFolder { folder in
      let copy = "\(folder)/ceiling_sniper.lua"
      try FileManager.default.copyItem(atPath: source, toPath: copy)
      #expect(try records(of: copy + ":nerve=50") == byName)
    }
  }

  /// `summary.json` is byte-identical for any number of workers.
  @Test func theSummaryIsTheSameForAnyJobs() async throws {
    let one = try await summary(jobs: 1)
    #expect(try await summary(jobs: 2) == one)
    #expect(try await summary(jobs: 5) == one)
    #expect(one.contains("\"passRate\""))
  }

  /// A cancelled run says so and keeps what was played.
  @Test func aCancelledRunIsPartial() async throws {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "playtest-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let folder = RunFolder(path: path)
    try folder.create(replacing: false)
    let played = Mutex(0)
    let isComplete = try await RunRecorder(plan: try plan(), folder: folder, jobs: 1).record(
      isCancelled: { played.withLock { $0 >= 16 } }, log: { _ in },
      progress: { done in played.withLock { $0 = done } })
    #expect(!isComplete)
    let summary = try folder.summary(games: .bundled)
    #expect(summary.isPartial)
    #expect(summary.cells.reduce(0) { $0 + $1.games } == played.withLock { $0 })
    #expect(throws: RunFolderError.exists(path)) { try folder.create(replacing: false) }
  }

  /// Every stored game replays to its recorded end.
  @Test func storedGamesReplay() async throws {
    let plan = try plan()
    let rows = Mutex<[(Int, GameRow)]>([])
    try await RunEngine(plan: plan, jobs: 2).run(
      isCancelled: { false }, log: { _ in },
      rows: { cell, chunk in rows.withLock { $0 += chunk.map { (cell, $0) } } })
    for (cell, row) in rows.withLock({ $0 }) where row.result.index % 7 == 0 {
      let level = plan.levels[cell / plan.players.count]
      let replay = try plan.game.replay(
        ReplayRequest(
          level: level, seed: plan.seed, index: row.result.index, moves: row.record,
          scripts: Bubbles.host(), step: { _ in }))
      #expect(replay.hash == row.result.hash)
      #expect(replay.score == row.result.score)
    }
  }
}
