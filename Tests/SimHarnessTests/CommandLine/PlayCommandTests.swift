import Foundation
import Glibc
import TestSupport
import Testing

@testable import SimHarness

/// `playtest play` in a terminal.
@Suite(.serialized) struct PlayCommandTests {
  private static let first = "builtin:bubble-blast/01-first-steps"

  /// Calls `body` in a folder that has the project's scripts and levels.
  private func inFolder(_ body: (URL) throws -> Void) throws {
    try Program.inFolder { folder in
      try FileManager.default.createSymbolicLink(
        at: folder.appending(path: "levels"),
        withDestinationURL: Oracle.root.appending(path: "levels"))
      try body(folder)
    }
  }

  @Test func withoutATerminalItSaysSo() throws {
    try inFolder { folder in
      try Program.Failure(
        64, "playtest play \(Self.first) < /dev/null",
        "play needs a terminal: stdin is not a terminal; run it"
      ).check(in: folder)
      try Program.Failure(
        64, "playtest play levels/bubble-blast < /dev/null",
        "levels/bubble-blast: 12 levels found; name one of them: levels/bubble-blast/01-"
      ).check(in: folder)
      try Program.Failure(
        64, "playtest play \(Self.first) --player ' ' < /dev/null", "the player's name is empty"
      ).check(in: folder)
      try Program.Failure(
        66, "playtest play none.json < /dev/null", "none.json: no such"
      ).check(in: folder)
      #expect(try Program.files(in: folder).contains { $0.hasPrefix("Reports") } == false)
    }
  }

  /// A shot, a question, and a partial record that verifies.
  @Test func aGameThatIsLeftIsKeptAsUnfinished() throws {
    try inFolder { folder in
      let terminal = try TerminalProgram(["play", Self.first], in: folder)
      #expect(terminal.shows("straight up"))
      #expect(!terminal.isPlain)
      terminal.type("\u{1B}[D\u{1B}[D ")
      // The shot flies first; then the message says what came of it.
      #expect(terminal.shows("opped"))
      terminal.type("q")
      #expect(terminal.shows("Leave? The game is saved."))
      terminal.type("y")
      let end = terminal.end()
      #expect(end.code == 0, "\(end.errors)")
      #expect(terminal.isPlain)
      #expect(end.errors.isEmpty)
      let path = "Reports/played/bubble-blast/First-Steps/ann-1.json"
      #expect(end.output.contains("First Steps, game 0: unfinished after "))
      #expect(end.output.hasSuffix("points; record: \(path)\r\n"))
      #expect(end.output.contains("\u{1B}[?1049l"))
      let record = try Program.text(of: path, in: folder)
      #expect(record.contains("\"player\": \"ann\""))
      #expect(record.contains("\"outcome\": null"))
      let verified = try Program.run(["replay", path, "--verify"], in: folder)
      #expect(verified.code == 0, "\(verified.errors)")
      #expect(verified.output.hasPrefix("verified: "))
      // The record is written as it was read.
      let again = try Program.run(["replay", path, "--record"], in: folder)
      #expect(again.output == record)
      #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "playtest").path))
    }
  }

  @Test(arguments: [(SIGTERM, 143), (SIGHUP, 129), (SIGINT, 130)] as [(Int32, Int32)])
  func aSignalPutsTheTerminalBack(_ number: Int32, _ code: Int32) throws {
    try inFolder { folder in
      let terminal = try TerminalProgram(
        ["play", Self.first, "--player", "Bo", "--out", "mine"], in: folder)
      #expect(terminal.shows("straight up"))
      terminal.type(" ")
      // The shot flies, and then there is one less.
      #expect(terminal.shows("39"))
      terminal.signal(number)
      let end = terminal.end()
      #expect(end.code == code)
      #expect(terminal.isPlain)
      #expect(try Program.text(of: "mine/Bo-1.json", in: folder).contains("\"outcome\": null"))
    }
  }

  /// The end of a terminal may be told twice; the game is kept all the same.
  @Test(arguments: [(SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
  func aSecondEndOfTheTerminalLosesNothing(_ number: Int32, _ code: Int32) throws {
    try inFolder { folder in
      for game in 0..<8 {
        let terminal = try TerminalProgram(
          ["play", Self.first, "--player", "Bo", "--out", "mine\(game)"], in: folder)
        #expect(terminal.shows("straight up"))
        terminal.type(" ")
        #expect(terminal.shows("39"))
        terminal.signal(number)
        usleep(UInt32(500 * game))
        terminal.signal(number)
        #expect(terminal.end().code == code)
        #expect(
          try Program.text(of: "mine\(game)/Bo-1.json", in: folder).contains("\"outcome\": null"))
      }
    }
  }

  @Test func controlCLeavesAtOnce() throws {
    try inFolder { folder in
      let terminal = try TerminalProgram(["play", Self.first], in: folder)
      #expect(terminal.shows("straight up"))
      terminal.type("\u{3}")
      let end = terminal.end()
      #expect(end.code == 130)
      #expect(terminal.isPlain)
      #expect(end.output.contains("left before the first move; nothing was saved"))
    }
  }

  @Test func aTerminalOfLinesOnlyIsAdvisedOnTERM() throws {
    try inFolder { folder in
      let terminal = try TerminalProgram(
        ["play", Self.first], in: folder, environment: ["TERM": "dumb"])
      let end = terminal.end()
      #expect(end.code == 64)
      #expect(
        end.errors
          == "playtest: play needs a terminal: TERM says that it can only print lines; if it can do"
          + " more, set TERM=xterm\n")
    }
  }

  @Test func aWindowMayChangeItsSize() throws {
    try inFolder { folder in
      let terminal = try TerminalProgram(
        ["play", "builtin:peggle/01-garden-gate"], in: folder, width: 40, height: 10)
      #expect(terminal.shows("This window is 40 × 10."))
      terminal.resize(width: 100, height: 30)
      #expect(terminal.shows("aim at a place (tap)"))
      terminal.type("q")
      #expect(terminal.shows("Leave?"))
      terminal.type("y")
      #expect(terminal.end().code == 0)
    }
  }

  /// A timed game to its end: its score is entered, the next game passes it.
  @Test func aFinishedGameEntersTheHighScores() throws {
    try inFolder { folder in
      let level = """
        {"format":"playtest-level","version":1,"game":"bubble-pop","name":"Short","duration":1,
         "maxBubbles":15}
        """
      try Program.write(level, to: "short.json", in: folder)
      let scores = try HighScores(path: folder.appending(path: "playtest/scores.sqlite").path)
      try scores.record(player: "Bo", game: "bubble-pop", level: "Short", score: 0)
      let terminal = try TerminalProgram(["play", "short.json", "--index", "4"], in: folder)
      #expect(terminal.shows("Press space to start the clock."))
      terminal.type(" asdfgjklasdfgjkl")
      #expect(terminal.shows("n next game"))
      terminal.type("n")
      #expect(terminal.shows("Press space to start the clock."))
      terminal.type("q")
      let end = terminal.end()
      #expect(end.code == 0)
      let record = try Program.text(
        of: "Reports/played/bubble-pop/Short/ann-1.json", in: folder)
      #expect(record.contains("\"index\": 4"))
      #expect(record.contains("\"outcome\": \"ended\""))
      #expect(record.contains("\"highScorePassed\""))
      #expect(end.output.contains("; high_score_passed: "))
      #expect(end.output.contains("Short, game 5: left before the first move; nothing was saved"))
      let players = try scores.entries().map(\.player)
      #expect(players == ["ann", "Bo"])
    }
  }

  @Test(arguments: [
    ("\(first) --mode streak", "--mode: levels of bubble-blast do not have this; leave it out"),
    ("\(first) --set shots", "--set shots: write FIELD=VALUE"),
    ("\(first) --set name=x", "--set name: this cannot be changed here; edit the file instead"),
    ("\(first) --set shotz=3", "--set: unknown field 'shotz'; did you mean 'shots'?"),
    ("\(first) --set shots=x", "--set shots: expected a whole number from "),
    ("\(first) --against casual", "--against: bubble-blast is for one player; leave it out"),
    ("builtin:set/01-official --against nobody", "unknown agent 'nobody'; "),
    ("builtin:set/01-official --with ann", "--with: both players are called 'ann'"),
    ("builtin:peggle/01-garden-gate --mode none", "--mode: unknown mode 'none'; known: "),
    ("builtin:peggle/01-garden-gate --set mode=none", "--set mode: unknown mode 'none'; known: "),
    (
      "builtin:set/01-official --cards 0", "--cards: expected a whole number from 1 to 128, found 0"
    ),
  ])
  func settingsThatDoNotFitAreNamed(_ arguments: String, _ complaint: String) throws {
    try inFolder { folder in
      let result = try Program.shell(
        "LOGNAME=ann playtest play \(arguments) < /dev/null", in: folder)
      #expect(result.code == 64)
      #expect(result.complaints.first?.hasPrefix("playtest: \(complaint)") == true, "\(result)")
    }
  }

  /// Another time is another board of high scores, shown when the game is over.
  @Test func settingsHaveHighScoresOfTheirOwn() throws {
    try inFolder { folder in
      let level = """
        {"format":"playtest-level","version":1,"game":"bubble-pop","name":"Short","maxBubbles":15}
        """
      try Program.write(level, to: "short.json", in: folder)
      let scores = try HighScores(path: folder.appending(path: "playtest/scores.sqlite").path)
      try scores.record(player: "Bo", game: "bubble-pop", level: "Short", score: 900)
      try scores.record(
        player: "Cy", game: "bubble-pop", level: "Short", setting: "duration=1", score: -9)
      let terminal = try TerminalProgram(["play", "short.json", "--time", "1"], in: folder)
      #expect(terminal.shows("Press space to start the clock."))
      terminal.type(" ")
      // The board of the setting, this game's score first.
      #expect(terminal.shows("2 -9  Cy"))
      terminal.type("q")
      #expect(terminal.end().code == 0)
      let listed = try Program.run(["scores", "--store", "playtest/scores.sqlite"], in: folder)
      #expect(
        listed.output == """
          game        level  setting     player  score
          bubble-pop  Short              Bo      900
          bubble-pop  Short  duration=1  ann     0
          bubble-pop  Short  duration=1  Cy      -9

          """)
      // The record has the level as it was played.
      let record = "Reports/played/bubble-pop/Short/ann-1.json"
      #expect(try Program.text(of: record, in: folder).contains("\"duration\": 1"))
      #expect(try Program.run(["replay", record, "--verify"], in: folder).code == 0)
    }
  }

  @Test func coloursAreForTerminalsThatWantThem() throws {
    try inFolder { folder in
      for (environment, isColoured) in [
        (["NO_COLOR": ""], true), (["NO_COLOR": "1"], false),
      ] {
        let terminal = try TerminalProgram(
          ["play", Self.first], in: folder, environment: environment)
        // The program reads keys by then.
        #expect(terminal.shows("40 shots."))
        #expect(terminal.shown.contains("38;5;") == isColoured)
        terminal.type("\u{3}")
        #expect(terminal.end().code == 130)
      }
      let plain = try TerminalProgram(
        ["play", Self.first], in: folder, environment: ["LC_ALL": "C"])
      #expect(plain.shows("<- ->"))
      plain.type("\u{3}")
      let others = (plain.shown + plain.end().output).filter { !$0.isASCII }
      #expect(others.isEmpty)
    }
  }
}
