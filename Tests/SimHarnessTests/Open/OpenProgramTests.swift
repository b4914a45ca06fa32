import Foundation
import Testing

/// A game in one Lua file, by the program, in an empty folder.
@Suite struct OpenProgramTests {
  private static func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "open-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  /// Runs a line that must do well; gives what it printed.
  @discardableResult
  private static func shell(_ line: String, in folder: URL) throws -> String {
    let result = try Program.shell(line, in: folder)
    #expect(result.code == 0, "\(line): \(result.errors)")
    return result.output
  }

  /// Adds a game of one's own, which is Klondike.
  private static func addSolitaire(to folder: URL) throws {
    let games = folder.appending(path: "scripts/games")
    try FileManager.default.createDirectory(at: games, withIntermediateDirectories: true)
    try Open.text("patience", as: "solitaire").write(
      to: games.appending(path: "solitaire.lua"), atomically: true, encoding: .utf8)
  }

  @Test func aNewGameIsMadeCheckedAndRun() throws {
    try Self.withFolder { folder in
      try Self.shell("playtest new game mine", in: folder)
      let checked = try Self.shell("playtest script check scripts/games/mine.lua", in: folder)
      #expect(checked.contains("ok: game mine: "), "\(checked)")
      try Self.shell("playtest level new L --game mine --out l.json", in: folder)
      try Self.shell("playtest level edit l.json set goal=6", in: folder)
      #expect(try Self.shell("playtest level show l.json", in: folder).contains("goal 6"))
      try Self.shell("playtest level validate l.json", in: folder)
      try Self.shell(
        "playtest run l.json --agents random,greedy --games 30 --jobs 2 --out run --quiet",
        in: folder)
      let report = try String(
        contentsOf: folder.appending(path: "run/report.md"), encoding: .utf8)
      #expect(report.contains("greedy"))
      let games = try Self.shell("playtest list games", in: folder)
      #expect(games.contains("mine"))
    }
  }

  @Test func aRunIsTheSameWithAnyNumberOfWorkersAndInParts() throws {
    try Self.withFolder { folder in
      try Self.addSolitaire(to: folder)
      try #"{"format":"playtest-level","version":1,"game":"solitaire","name":"P","piles":5}"#
        .write(to: folder.appending(path: "p.json"), atomically: true, encoding: .utf8)
      let run = "playtest run p.json --agents random,greedy --games 12 --max-moves 60"
      try Self.shell("\(run) --jobs 1 --out a && \(run) --jobs 2 --out b", in: folder)
      for part in 1...3 {
        try Self.shell("\(run) --jobs 1 --shard \(part)/3 --out part\(part)", in: folder)
      }
      try Self.shell("playtest merge part1 part2 part3 --out c", in: folder)
      let a = try Self.shell("playtest export a --moves --out - --quiet", in: folder)
      #expect(a.split(separator: "\n").count > 20)
      #expect(try Self.shell("playtest export b --moves --out - --quiet", in: folder) == a)
      #expect(try Self.shell("playtest export c --moves --out - --quiet", in: folder) == a)
      // A replay gives the stored hash, moves by name.
      let replayed = try Self.shell(
        "playtest replay a --level P --agent greedy --index 1 --trace", in: folder)
      #expect(replayed.contains("\"from\":"))
      // Without its script the game is still played again: the run keeps it.
      try Self.shell(
        "rm -r scripts && playtest replay a --level P --agent greedy --index 1", in: folder)
    }
  }

  /// The picture of a level whose script fails is not what a player would see.
  @Test func aLevelWhoseScriptFailsIsNotShownAsIfItWereFine() throws {
    try Self.withFolder { folder in
      let games = folder.appending(path: "scripts/games")
      try FileManager.default.createDirectory(at: games, withIntermediateDirectories: true)
      try Open.small("function game.setup(s) s.place = s.none.x end").write(
        to: games.appending(path: "small.lua"), atomically: true, encoding: .utf8)
      for name in ["a", "b"] {
        try #"{"format":"playtest-level","version":1,"game":"small","name":"\#(name)"}"#
          .write(to: folder.appending(path: "\(name).json"), atomically: true, encoding: .utf8)
      }
      let shown = try Program.shell("playtest level show a.json b.json", in: folder)
      #expect(shown.code == 65)
      #expect(shown.output.contains("a\nGoal: ") && shown.output.contains("b\nGoal: "))
      let fault = "small.lua:13: attempt to index a nil value (field 'none')"
      #expect(shown.errors.split(separator: "\n").map { $0.contains(fault) } == [true, true])
    }
  }

  /// A level that cannot be won has no pass rate, also where every game stops at the move limit.
  @Test func aLevelWithoutAGoalHasNoPassRate() throws {
    try Self.withFolder { folder in
      let games = folder.appending(path: "scripts/games")
      try FileManager.default.createDirectory(at: games, withIntermediateDirectories: true)
      try """
      local game = { name = "steps", move = { { "step", 1, 2 } }, goal = false }
      function game.setup(s) s.score = 0 end
      function game.moves(s, offer) offer(1) offer(2) end
      function game.apply(s, move) s.score = s.score + move.step end
      function game.outcome(s) if s.score >= 30 then return "ended" end end
      return game
      """.write(to: games.appending(path: "steps.lua"), atomically: true, encoding: .utf8)
      try #"{"format":"playtest-level","version":1,"game":"steps","name":"S"}"#
        .write(to: folder.appending(path: "s.json"), atomically: true, encoding: .utf8)
      for limit in [5, 100] {
        let run = "playtest run s.json --agents random --games 20 --max-moves \(limit) --quiet"
        try Self.shell("\(run) --out r\(limit)", in: folder)
        let manifest = try Self.shell("cat r\(limit)/run.json", in: folder)
        #expect(manifest.contains(#""goal": false"#), "\(manifest)")
        let summary = try Self.shell("cat r\(limit)/summary.json", in: folder)
        #expect(summary.contains(#""passRate":null"#), "\(summary)")
        #expect(
          summary.contains(
            limit == 5 ? #""ended":0,"capped":20,"# : #""ended":20,"capped":0,"#), "\(summary)")
        let report = try Self.shell("cat r\(limit)/report.md", in: folder)
        #expect(!report.contains("too hard"), "\(report)")
        #expect(!report.contains(" 0%") && !report.contains("unwon"), "\(report)")
      }
    }
  }

  /// Agents play a game of one's own, and have a template for it.
  @Test func agentsOfAnOwnGameAreListedAndMade() throws {
    try Self.withFolder { folder in
      try Self.addSolitaire(to: folder)
      let made = try Self.shell("playtest new agent mine --game solitaire", in: folder)
      #expect(made.contains("playtest run LEVEL.json --agents casual,scripts/agents/mine.lua"))
      try Self.shell("playtest new generator deals --game solitaire", in: folder)
      try Self.shell(
        "playtest level new L --generator scripts/generators/deals.lua --out l.json", in: folder)
      try Self.shell(
        "playtest run l.json --agents scripts/agents/mine.lua --games 3 --max-moves 20 --jobs 1"
          + " --out run --quiet", in: folder)
      let listed = try Self.shell("playtest list agents solitaire --json", in: folder)
      for name in ["random", "planner", "oracle", "mine"] {
        #expect(listed.contains("\"name\": \"\(name)\""), "\(name)")
      }
      #expect(!listed.contains("\"name\": \"combo\"") && !listed.contains("marksman"))
      let table = try Self.shell("playtest list agents pishti --json", in: folder)
      #expect(table.contains("mcts") && !table.contains("\"name\": \"planner\""))
      let unknown = try Program.shell("playtest list agents solitair", in: folder)
      #expect(unknown.code == 64)
      #expect(unknown.errors.contains("did you mean 'solitaire'?"), "\(unknown.errors)")
    }
  }

  /// A board that fails is said where it would stand.
  @Test func aBoardThatFailsIsReported() throws {
    try Self.withFolder { folder in
      let games = folder.appending(path: "scripts/games")
      try FileManager.default.createDirectory(at: games, withIntermediateDirectories: true)
      try Open.small(
        "function game.board(s) return { rows = { { s.place > 0 and 'b' or 'a' } } } end",
        fields: "tokens = { a = {} }"
      ).write(to: games.appending(path: "small.lua"), atomically: true, encoding: .utf8)
      try Self.shell("playtest level new L --game small --out l.json", in: folder)
      try Self.shell(
        "playtest run l.json --agents random --games 1 --jobs 1 --out run --quiet", in: folder)
      let message = "small.lua:13: board: row 1, cell 1: `tokens` has no 'b'"
      let replayed = try Self.shell("playtest replay run", in: folder)
      #expect(replayed.contains(message), "\(replayed)")
      #expect(replayed.contains(", 3 moves possible\n"))
      try Self.shell(
        "sed -i \"s/s.place > 0 and 'b' or 'a'/'b'/\" scripts/games/small.lua", in: folder)
      let shown = try Program.shell("playtest level show l.json", in: folder)
      #expect(shown.code == 65 && shown.output.contains(message) && shown.errors.contains(message))
    }
  }

  @Test func wrongLevelsAreRefusedWithLineAndColumn() throws {
    try Self.withFolder { folder in
      try Self.addSolitaire(to: folder)
      for (name, field) in [("wrong", "\"pile\":5"), ("range", "\"piles\":12")] {
        try #"{"format":"playtest-level","version":1,"game":"solitaire","name":"P",\#(field)}"#
          .write(to: folder.appending(path: "\(name).json"), atomically: true, encoding: .utf8)
      }
      let wrong = try Program.shell("playtest level validate wrong.json", in: folder)
      #expect(wrong.code != 0)
      #expect(wrong.errors.contains("unknown field 'pile'; did you mean 'piles'?"), "\(wrong)")
      #expect(wrong.errors.contains("wrong.json:1:"), "\(wrong)")
      let range = try Program.shell("playtest level validate range.json", in: folder)
      #expect(range.code != 0)
      #expect(range.errors.contains("from 4 to 9"), "\(range)")
      let broken = try Program.shell(
        "echo 'return {}' > scripts/games/bad.lua; sed s/solitaire/bad/ range.json > bad.json;"
          + " playtest level validate bad.json", in: folder)
      #expect(broken.code != 0)
      #expect(broken.errors.contains("games/bad.lua:1: `name` must be a string"), "\(broken)")
    }
  }

  @Test func aLuaAgentSeesTheVisibleFieldsAndNamedMoves() throws {
    try Self.withFolder { folder in
      try Self.addSolitaire(to: folder)
      try #"{"format":"playtest-level","version":1,"game":"solitaire","name":"P","piles":5}"#
        .write(to: folder.appending(path: "p.json"), atomically: true, encoding: .utf8)
      try """
      local agent = { name = "looker", games = { "solitaire" } }
      function agent.choose(turn)
        local view = turn.view
        assert(#view.stock <= 52 and #view.home == 4 and view.score == turn:score())
        for _, card in ipairs(view.stock) do assert(card == false) end
        for _, pile in ipairs(view.down) do
          for _, card in ipairs(pile) do assert(card == false) end
        end
        assert(view.level == nil)
        local best, most = 1, -1
        for i = 1, turn:count() do
          local move = turn:move(i)
          assert(move.from and move.to and move.count and not move.angle)
          local score = turn:probe(i)
          if score > most then best, most = i, score end
        end
        local copy = turn:imagine()
        copy:apply(best)
        return best
      end
      return agent
      """.write(to: folder.appending(path: "looker.lua"), atomically: true, encoding: .utf8)
      try Self.shell(
        "playtest run p.json --agents looker.lua --games 5 --max-moves 40 --jobs 1 --out run",
        in: folder)
      let rows = try Self.shell("playtest export run --moves --out - --quiet", in: folder)
      #expect(!rows.contains("faulted"), "\(rows)")
    }
  }
}
