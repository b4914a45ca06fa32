import Foundation
import Testing

@testable import BubbleBlastGame
@testable import Catalogue
@testable import Lab
@testable import SimHarness

@Suite struct WatchLedgerTests {
  private static func games(_ marks: String) -> [TrialGame] {
    marks.map { TrialGame(end: $0 == "w" ? .won : .lost, score: 10, moves: 5, metrics: []) }
  }

  @Test func aLineSaysTheRateAndThePairedChange() {
    var ledger = WatchLedger()
    let before = Self.games("wwllllllll")
    func line(_ games: [TrialGame], of total: Int = 10) -> String {
      ledger.line("A", hasGoal: true, players: ["casual"], games: [games], of: total)
    }
    #expect(line(before) == "A: 20.0% [2.5, 55.6] (10 games)")
    ledger.record("A", content: "1", games: [before])
    let after = line(Self.games("wwwwwwllll"))
    #expect(after.hasPrefix("A: 60.0% [26.2, 87.8], +40.0 ["), "\(after)")
    #expect(after.hasSuffix("] (10 games)"))
    #expect(line(before).contains("], 0.0 ["))
    // The first games of the one are paired with the first of the other.
    #expect(line(Self.games("ww"), of: 10).hasSuffix(", 0.0 [-65.8, +65.8] (2 of 10 games)"))
  }

  @Test func withoutAGoalTheScoreCounts() {
    let ledger = WatchLedger()
    let line = ledger.line(
      "A", hasGoal: false, players: ["casual", "random"],
      games: [Self.games("www"), Self.games("ll")], of: 3)
    #expect(
      line == "A: casual 10.0 points; random 10.0 points (2 of 3 games)")
  }

  private static func round(_ games: Int = 100, cancelled: Bool = false) throws -> WatchRound {
    let variants = try Tuning.variants(Tuning.bubbles)
    return WatchRound(
      pool: try Tuning.pool(["casual"], variants), seed: 1, games: games,
      isCancelled: { cancelled })
  }

  @Test func fewGamesComeFirstAndUnchangedLevelsAreLeftOut() async throws {
    let variants = try Tuning.variants(Tuning.bubbles)
    let level = try variants.unchanged().level
    let easier = try variants.variant([LevelEdit("shots", to: .int(15))]).level
    var ledger = WatchLedger()
    let round = try Self.round()
    var lines: [(text: String, isLast: Bool)] = []
    let first = try await round.play([level], &ledger) { lines.append(($0, $1)) }
    #expect(first == 1)
    #expect(lines.map(\.isLast) == [false, false, true])
    #expect(lines[0].text.hasSuffix("(20 of 100 games)"))
    #expect(lines[2].text.hasSuffix("(100 games)"))
    let unchanged = try await round.play([level], &ledger) { lines.append(($0, $1)) }
    #expect(unchanged == 0 && lines.count == 3)
    lines = []
    let changed = try await round.play([easier], &ledger) { lines.append(($0, $1)) }
    #expect(changed == 1)
    #expect(lines[2].text.contains(", +"), "\(lines[2].text)")
  }

  /// What scripts print in a round is in the order of levels, players and games.
  @Test func whatScriptsPrintHasItsPlace() async throws {
    let library = ScriptLibrary(kept: [
      ScriptSource(
        name: "bubbles/loud.lua",
        text: """
          return { name = "loud", glyph = "l", obstacle = true,
            on_turn = function(board, cell) if board.turn == 0 then print("first") end end }
          """)
    ])
    var levels: [PlayableLevel] = []
    for name in ["A", "B"] {
      let text = """
        {"format":"playtest-level","version":1,"game":"bubble-blast","name":"\(name)","shots":3,
        "legend":{"l":"loud"},"grid":["lRRBBR"],"columns":6,"rows":12}
        """
      let file = try LevelFile.read(Array(text.utf8), file: "a.json", catalog: library)
      levels.append(try BubbleBlast.entry.ready(file, library, .none))
    }
    let log = PrintedLog()
    var pool = GamePool(
      game: BubbleBlast.entry,
      players: try ["random", "greedy"].map {
        try Roster.player($0, game: BubbleBlast.entry, library: library)
      }, maxMoves: 10, jobs: 2, modules: [])
    pool.printed = { log.add($0) }
    var ledger = WatchLedger()
    let round = WatchRound(pool: pool, seed: 1, games: 40, isCancelled: { false })
    _ = try await round.play(levels, &ledger) { _, _ in }
    let expected = ["A", "B"].flatMap { level in
      ["random", "greedy"].flatMap { player in
        (0..<40).map { "[\(level), \(player), game \($0), turn 1] loud.lua: first" }
      }
    }
    #expect(log.text.split(separator: "\n").map(String.init) == expected)
  }

  @Test func aRoundThatIsCutShortIsNoSave() async throws {
    let level = try Tuning.variants(Tuning.bubbles).unchanged().level
    var ledger = WatchLedger()
    let count = try await Self.round(cancelled: true).play([level], &ledger) { _, _ in }
    #expect(count == 0)
    #expect(ledger.levels.isEmpty)
  }

  @Test func stampsTellSaves() throws {
    try Program.inFolder { folder in
      let path = folder.appending(path: "a.json").path
      let missing = FileStamps(of: [path])
      try Program.write("1", to: "a.json", in: folder)
      let first = FileStamps(of: [path])
      #expect(first != missing)
      #expect(first == FileStamps(of: [path]))
      // As editors do: another file takes its place.
      try Program.write("2", to: "b.json", in: folder)
      #expect(rename(folder.appending(path: "b.json").path, path) == 0)
      #expect(FileStamps(of: [path]) != first)
      let watched = WatchedFiles.paths(
        levels: [folder.path, "builtin:bubble-blast/01-first-steps"],
        agents: ["casual", "x.lua:a=1", "players/p.yml"],
        scripts: [folder.appending(path: "scripts").path])
      #expect(watched.contains(path))
      #expect(watched.contains("x.lua") && watched.contains("players/p.yml"))
      #expect(watched.contains { $0.hasSuffix("scripts/lib/list.lua") })
      #expect(!watched.contains { $0.hasPrefix("builtin:") })
    }
  }
}
