import Foundation
import TestSupport
import Testing

@testable import SimHarness

/// A folder of one's own scripts beside the built-in ones, and what scripts print, as a user meets
/// them.
@Suite struct OwnScriptsTests {
  /// A folder without scripts.
  private static func inFolder(_ body: (URL) throws -> Void) throws {
    try Program.inFolder { folder in
      try FileManager.default.removeItem(at: folder.appending(path: "scripts"))
      try body(folder)
    }
  }

  /// A level with a built-in bubble and one's own, in a folder with that one bubble.
  private static let level = """
    {"format":"playtest-level","version":1,"game":"bubble-blast","name":"Both","shots":6,
    "legend":{"m":"mine"},"grid":["RRBB*m......","RRB........"]}
    """
  private static let bubble = """
    local mine = { name = "mine", glyph = "m", summary = "Says something." }
    function mine.on_turn(board, cell) print("turn", board.turn) end
    return mine
    """

  private static func write(_ text: String, to path: String, in folder: URL) throws {
    let file = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// What `list` prints of a name: its line and the lines below it that are indented.
  private static func entry(_ name: String, in list: String) -> String {
    let lines = list.split(separator: "\n").drop { !$0.hasPrefix(name + " ") }
    let rest = lines.dropFirst().prefix { $0.hasPrefix(" ") }
    return (lines.prefix(1) + rest).joined(separator: "\n")
  }

  @Test func newMakesAFolderHereAndBuiltInScriptsStay() throws {
    try Self.inFolder { folder in
      let made = try Program.shell("playtest new bubble ice", in: folder)
      #expect(made.code == 0, "\(made.errors)")
      #expect(made.output.hasPrefix("wrote scripts/bubbles/ice.lua\n"))
      let list = try Program.shell("playtest list bubbles", in: folder)
      #expect(Self.entry("ice", in: list.output).contains("from: yours"))
      #expect(Self.entry("bomb", in: list.output).contains("from: built in"))
    }
  }

  /// A run keeps the modules of its scripts too: what reads it back needs no folder of scripts.
  @Test func scriptsThatRequireModulesAreReadBackFromARun() throws {
    try Self.inFolder { folder in
      try Self.write(
        "return { word = function(turn) return 'word ' .. turn end }", to: "scripts/lib/words.lua",
        in: folder)
      let required = "local words = require('words')\n"
      let bubble = Self.bubble.replacing("\"turn\", board.turn", with: "words.word(board.turn)")
      try Self.write(required + bubble, to: "scripts/bubbles/mine.lua", in: folder)
      try Self.write(Self.level, to: "level.json", in: folder)
      try Self.write(
        required
          + """
          local a = { name = "reader", games = { "bubble-blast" } }
          function a.choose(turn) print("reader", words.word(7)) return 1 end
          return a
          """, to: "scripts/agents/reader.lua", in: folder)
      let made = try Program.shell(
        "playtest new game steps && playtest level new G --game steps --out g.json"
          + " && sed -i \"1i local words = require('words')\" scripts/games/steps.lua"
          + " && playtest run level.json --agents random,reader --games 20 --out r --quiet"
          + " && playtest run g.json --agents random --games 20 --out g --quiet"
          + " && mv scripts/lib scripts/gone", in: folder)
      #expect(made.code == 0, "\(made.errors)")
      let shown = try Program.shell("playtest replay r --agent reader --index 1", in: folder)
      #expect(shown.code == 0 && shown.output.contains("reader\tword 7"), "\(shown.errors)")
      let other = try Program.shell("playtest replay r --agent random --index 1", in: folder)
      #expect(other.output.contains("mine.lua: word 0"), "\(other.output)")
      for run in ["r", "g"] {
        for command in [
          "replay \(run) --agent random --index 1 --verify", "explain \(run) --games 20 --quiet",
          "export \(run) --moves --quiet", "report \(run)",
        ] {
          let result = try Program.shell("playtest \(command)", in: folder)
          #expect(result.code == 0, "\(command): \(result.errors)")
        }
      }
    }
  }

  /// The name of a built-in player is not that of a script.
  @Test func anAgentNamedLikeABuiltInPlayerIsNoted() throws {
    try Self.inFolder { folder in
      for name in ["casual", "greedy", "cells"] {
        let made = try Program.shell("playtest new agent \(name)", in: folder)
        #expect(made.code == 64)
        #expect(
          made.complaints == [
            "playtest: '\(name)' already means a built-in player; choose another name"
          ])
      }
      let checked = try Program.shell(
        "playtest new agent mine > /dev/null && cd scripts/agents && cp mine.lua casual.lua"
          + " && cd ../.. && playtest script check scripts/agents/*.lua", in: folder)
      #expect(checked.code == 0, "\(checked.errors)")
      #expect(
        checked.complaints == [
          "playtest: scripts/agents/casual.lua: note: 'casual' means a built-in player; rename the"
            + " file, or name it by its path"
        ])
    }
  }

  /// A fault in a module names its file.
  @Test func aFaultInAModuleNamesItsFile() throws {
    try Self.inFolder { folder in
      try Self.write("\nreturn { f = nil + 1 }", to: "scripts/lib/broken.lua", in: folder)
      try Self.write(
        "require('broken')\n" + Self.bubble, to: "scripts/bubbles/mine.lua", in: folder)
      let result = try Program.shell("playtest script check scripts/bubbles/mine.lua", in: folder)
      #expect(result.code == 65)
      #expect(result.errors.contains("lib/broken.lua:2: attempt to perform"), "\(result.errors)")
    }
  }

  /// As for any other unknown name.
  @Test func anUnknownGameSaysWhereItWasSearched() throws {
    try Self.inFolder { folder in
      try Self.write(
        #"{"format":"playtest-level","version":1,"game":"nervy","name":"A"}"#, to: "a.json",
        in: folder)
      try Self.write(
        #"return { name = "hunter", games = { "nervy" }, choose = function() return 1 end }"#,
        to: "hunter.lua", in: folder)
      let searched =
        #/; searched: scripts\/games \(not found\), \/.*\/scripts\/games, engines \(not found\)\n$/#
      for (line, code, start) in [
        ("run a.json", 65, "a.json:1: $.game: unknown game 'nervy'; "),
        ("list rules nervy", 64, "unknown game 'nervy'; "),
        ("run builtin:nervy", 64, "builtin:nervy: unknown game 'nervy'; "),
        ("level new A --game nervy", 64, "unknown game 'nervy'; "),
        (
          "run bubble-blast --games 1 --agents hunter.lua", 65,
          "hunter.lua:1: `games`: unknown game 'nervy'; "
        ),
      ] as [(String, Int32, String)] {
        let result = try Program.shell("playtest \(line)", in: folder)
        #expect(
          result.code == code && result.errors.hasPrefix("playtest: \(start)"), "\(result.errors)")
        #expect(result.errors.contains(searched), "\(result.errors)")
      }
      let made = try Program.shell("mkdir engines; playtest list rules nervy", in: folder)
      #expect(made.errors.hasSuffix("/scripts/games, engines\n"), "\(made.errors)")
    }
  }

  @Test func aNameInBothIsYoursAndTheListSaysSo() throws {
    try Self.inFolder { folder in
      let made = try Program.shell("playtest new bubble bomb --scripts own", in: folder)
      #expect(made.code == 0, "\(made.errors)")
      #expect(made.output.contains("it replaces the built-in bubble "))
      let list = try Program.shell("playtest list bubbles --scripts own", in: folder)
      #expect(list.code == 0, "\(list.errors)")
      #expect(list.output.split(separator: "\n").filter { $0.hasPrefix("bomb ") }.count == 1)
      #expect(
        Self.entry("bomb", in: list.output).contains("from: yours, replaces the built-in one"))
      let json = try Program.shell("playtest list bubbles --scripts own --json", in: folder)
      #expect(json.output.contains("\"file\": \"own/bubbles/bomb.lua\""))
      #expect(json.output.contains("/scripts/bubbles/bomb.lua\""))
      let again = try Program.shell("playtest new bubble bomb --scripts own", in: folder)
      #expect(again.code == 73)
      let other = try Program.shell(
        "playtest new agent hunter --out players/hunter.lua; ls players", in: folder)
      #expect(other.output.hasSuffix("hunter.lua\n"))
    }
  }

  /// A run with scripts of both folders records them, and is replayed without either folder's own.
  @Test func aRunRecordsTheScriptsOfBothFolders() throws {
    try Self.inFolder { folder in
      try Self.write(Self.level, to: "both.json", in: folder)
      try Self.write(Self.bubble, to: "own/bubbles/mine.lua", in: folder)
      let run = try Program.shell(
        "playtest run both.json --agents casual --games 4 --scripts own --out r", in: folder)
      #expect(run.code == 0, "\(run.errors)")
      #expect(run.errors.contains("lines: r/log.txt"))
      let log = try String(
        contentsOf: folder.appending(path: "r/log.txt"), encoding: .utf8)
      #expect(log.hasPrefix("[Both, casual, game 0, turn 1] mine.lua: turn\t0\n"), "\(log)")
      try FileManager.default.removeItem(at: folder.appending(path: "own"))
      let replay = try Program.shell(
        "playtest replay r --level Both --agent casual --index 0 --verify", in: folder)
      #expect(replay.code == 0, "\(replay.errors)")
      let shown = try Program.shell(
        "playtest replay r --level Both --agent casual --index 0", in: folder)
      #expect(shown.output.contains("\n  mine.lua: turn\t0\n"))
      let trace = try Program.shell(
        "playtest replay r --level Both --agent casual --index 0 --trace", in: folder)
      #expect(
        trace.output.contains(#""printed":[{"script":"mine.lua","text":"turn\t0"}]"#),
        "\(trace.output.prefix(2000))")
    }
  }

  @Test func printedLinesAreChosenAndAreTheSameForAnyNumberOfJobs() throws {
    try Self.inFolder { folder in
      try Self.write(Self.level, to: "both.json", in: folder)
      try Self.write(Self.bubble, to: "scripts/bubbles/mine.lua", in: folder)
      let run = "playtest run both.json --agents random,casual --games 20 --quiet"
      let logs = try Program.shell(
        "\(run) --jobs 1 --out a >b.txt; \(run) --jobs 2 --out b >b.txt; cmp a/log.txt b/log.txt"
          + "; cmp a/summary.json b/summary.json", in: folder)
      #expect(logs.code == 0 && logs.output.isEmpty, "\(logs.output)\(logs.errors)")
      let none = try Program.shell(
        "\(run) --no-print --out c; cmp a/summary.json c/summary.json && ls c", in: folder)
      #expect(none.code == 0 && !none.output.contains("log.txt"), "\(none.output)")
      let other = try Program.shell("\(run) --print bomb --out d; ls d", in: folder)
      #expect(other.code == 0 && !other.output.contains("log.txt"), "\(other.errors)")
      let unknown = try Program.shell("\(run) --print bomv --out e", in: folder)
      #expect(unknown.code == 64)
      #expect(
        unknown.errors
          == "playtest: --print: unknown script 'bomv' of this run; did you mean 'bomb'?"
          + " known: bomb, mine\n")
    }
  }

  /// A player's script is asked again by `replay`, so that its lines are shown as well.
  @Test func aReplayShowsWhatThePlayerPrinted() throws {
    try Self.inFolder { folder in
      try Self.write(Self.level, to: "both.json", in: folder)
      try Self.write(Self.bubble, to: "scripts/bubbles/mine.lua", in: folder)
      try Self.write(
        """
        local agent = { name = "me", games = { "bubble-blast" } }
        function agent.choose(turn) print("move", turn.index) return turn:count() end
        return agent
        """, to: "me.lua", in: folder)
      let run = try Program.shell(
        "playtest run both.json --agents me.lua --games 2 --out r --quiet"
          + " && playtest replay r --level Both --agent me.lua --index 1", in: folder)
      #expect(run.code == 0, "\(run.errors)")
      #expect(run.output.contains("\n  me.lua: move\t2\n  mine.lua: turn\t1\n"), "\(run.output)")
    }
  }

  @Test func unknownNamesSayWhereTheyWereLookedFor() throws {
    try Self.inFolder { folder in
      try Self.write(Self.level, to: "both.json", in: folder)
      try Self.write("return {}", to: "own/agents/_x.lua", in: folder)
      let builtIn = Oracle.root.appending(path: "scripts").path
      let level = try Program.shell("playtest level validate both.json", in: folder)
      #expect(level.code == 65)
      #expect(
        level.errors.hasSuffix("; searched: scripts/bubbles (not found), \(builtIn)/bubbles\n"),
        "\(level.errors)")
      let agent = try Program.shell(
        "playtest run builtin:bubble-blast/01-first-steps --agents lua_gredy --scripts own",
        in: folder)
      #expect(agent.code == 64)
      #expect(
        agent.errors.contains("; searched: own/agents, \(builtIn)/agents, players (not found);"),
        "\(agent.errors)")
      let generator = try Program.shell("playtest level new X --generator frth", in: folder)
      #expect(generator.code == 64)
      #expect(
        generator.errors.contains("did you mean 'froth'?")
          && generator.errors.hasSuffix(
            "; searched: scripts/generators (not found), \(builtIn)/generators,"
              + " scripts/games (not found), \(builtIn)/games\n"),
        "\(generator.errors)")
    }
  }
}
