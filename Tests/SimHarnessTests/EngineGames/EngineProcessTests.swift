import Foundation
import Glibc
import Testing

@testable import EngineGames
@testable import SimHarness

/// How engines are started, and that they end with this program.
@Suite struct EngineProcessTests {
  /// What a program writes to its log before it ends without an answer.
  private func log(
    _ script: String, environment: [(name: String, value: String)] = []
  ) throws -> String {
    try SmallRuns.inFolder { path in
      var file = EngineFile(
        name: "x", program: .command(["sh", "-c", "{ \(script); } | tr '\\n' ' ' >&2; echo >&2"]),
        path: "\(path)/engines/x.json", folder: path)
      file.environment = environment
      let fault = #expect(throws: ScriptFault.self) { try EngineConnection(starting: file) }
      return (fault?.message ?? "").replacing(path, with: "PROJECT")
    }
  }

  @Test func anEngineHasAnEnvironmentOfItsOwn() throws {
    let text = try log("pwd; env | cut -d= -f1 | sort", environment: [("LEVEL", "9"), ("TZ", "X")])
    #expect(text.contains("its log ends with: PROJECT HOME LANG LEVEL PATH PWD TZ"), "\(text)")
    #expect(try log("echo $LANG $TZ").contains("C.UTF-8 UTC"))
    #expect(try log("echo $TZ", environment: [("TZ", "X")]).contains("with: X"))
  }

  /// Why a program cannot be started, with the folder that it was looked for in.
  @Test func aProgramThatCannotBeStartedIsNamed() throws {
    try SmallRuns.inFolder { path in
      func problem(_ name: String, folder: String) -> String {
        let file = EngineFile(
          name: "x", program: .command([name]), path: "engines/x.json", folder: folder)
        let fault = #expect(throws: ScriptFault.self) { try EngineConnection(starting: file) }
        return (fault?.message ?? "").replacing(path, with: "PROJECT")
      }
      try "#!/bin/sh\n".write(toFile: "\(path)/game.sh", atomically: false, encoding: .utf8)
      let start = "engines/x.json:1: cannot start"
      #expect(
        problem("./game.sh", folder: path)
          == "\(start) ./game.sh: it is not executable; run chmod +x PROJECT/game.sh")
      #expect(
        problem("./none.sh", folder: "\(path)/engines/..").hasPrefix(
          "\(start) ./none.sh: there is no such program in "))
      #expect(problem("\(path)", folder: path) == "\(start) PROJECT: it is a folder")
      #expect(
        problem("/none/game", folder: path) == "\(start) /none/game: there is no such program")
      #expect(
        problem("no-such-game", folder: path)
          == "\(start) no-such-game: there is no such program in PATH")
    }
  }

  /// No core files, no files of this program, a group of its own, signals as usual.
  @Test func anEngineInheritsNothing() throws {
    let open = Glibc.open("/dev/null", O_RDONLY)
    defer { _ = Glibc.close(open) }
    #expect(try log("ulimit -c; ls /proc/$$/fd").contains("with: 0 0 1 2"))
    #expect(try log("ps -o pgid= -p $$ | tr -d ' '; echo $$").contains("with: "))
    // SIGPIPE, number 13, is ignored here and not there.
    let ignored = try log("grep SigIgn /proc/$$/status | cut -f2")
    let signals = UInt64(ignored.split(separator: " ").last ?? "", radix: 16)
    #expect(signals.map { $0 >> 12 & 1 } == 0, "\(ignored)")
  }

  /// When this program is killed, its engines are too.
  @Test func aKilledHostLeavesNoEngine() throws {
    let marker = "marker-\(UUID().uuidString)"
    try Program.inFolder { folder in
      try FileManager.default.createDirectory(
        at: folder.appending(path: "engines"), withIntermediateDirectories: true)
      try Program.write(
        EngineFixture.file("steps", fault: "late\", \"\(marker)", ", \"answer\": 60"),
        to: "engines/steps.json", in: folder)
      try Program.write(
        "{\"format\": \"playtest-level\", \"version\": 1, \"game\": \"steps\", \"name\": \"L\"}",
        to: "l.json", in: folder)
      let host = try Program.Running(
        Program.file, ["run", "l.json", "--agents", "random", "--games", "1", "--quiet"],
        in: folder)
      // The engine does not answer the third move: the host waits for it.
      #expect(EngineFixture.waits { !EngineFixture.processes(marker).isEmpty })
      kill(host.process.processIdentifier, SIGKILL)
      host.process.waitUntilExit()
      #expect(EngineFixture.isGone(marker))
    }
  }

  /// Engines are asked to end at the same time, so that all have the time that one has.
  @Test func enginesAreAskedToEndTogether() async throws {
    try await EngineFixture.project(fault: "waits") { engines, _ in
      let source = try #require(try engines.source(named: "steps") as? EngineSource)
      for connection in [try source.acquire(), try source.acquire()] { source.release(connection) }
      #expect(engines.close() == [])
    }
  }

  /// More engines than are kept are asked to end as they are given back.
  @Test func nobodyWaitsForAnEngineThatIsNotKept() async throws {
    try await EngineFixture.project(fault: "waits") { engines, path in
      let source = try #require(try engines.source(named: "steps") as? EngineSource)
      let all = try (0..<9).map { _ in try source.acquire() }
      for connection in all { source.release(connection) }
      func left() -> Int {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return files.count { $0.hasPrefix("left-") }
      }
      #expect(EngineFixture.waits { left() == 1 })
      #expect(engines.close() == [])
      #expect(left() == 9)
    }
  }

  /// An engine that does not end is named, and nothing else of the command changes.
  @Test func anEngineThatStaysIsNamed() throws {
    try Self.inSuite("stays") { folder in
      let result = try Program.shell("playtest check s.yml --quiet --jobs 2", in: folder)
      #expect(result.code == 0)
      #expect(
        result.complaints == [
          "playtest: note: engine steps did not end within 2 s of the end of its input and was"
            + " killed; have it end when there is nothing more to read"
        ])
    }
  }

  /// What a command found stands when it is interrupted while its engines end.
  @Test func aSignalDoesNotChangeTheExitCodeOfWhatIsDone() throws {
    try Self.inSuite("waits", gate: "pass_rate(random) <= 0.01") { folder in
      let check = try Program.Running(
        Program.file, ["check", "s.yml", "--quiet", "--jobs", "1"], in: folder)
      #expect(
        EngineFixture.waits {
          let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
          return files.contains { $0.hasPrefix("left-") }
        })
      for _ in 0..<2 { kill(check.process.processIdentifier, SIGINT) }
      let result = check.result()
      #expect(result.code == 1 && result.complaints == [], "\(result)")
    }
  }

  /// Calls `body` with a folder that has a level of the fixture with a fault, and a suite of it.
  private static func inSuite(
    _ fault: String, gate: String = "pass_rate(random) in 0...1", _ body: (URL) throws -> Void
  ) throws {
    try Program.inFolder { folder in
      try FileManager.default.createDirectory(
        at: folder.appending(path: "engines"), withIntermediateDirectories: true)
      try Program.write(
        EngineFixture.file("steps", fault: fault), to: "engines/steps.json", in: folder)
      try Program.write(
        """
        {"format": "playtest-level", "version": 1, "game": "steps", "name": "L", "size": 40}
        """, to: "l.json", in: folder)
      try Program.write(
        """
        name: s
        levels: [l.json]
        games: 5
        gates:
          - {require: "\(gate)"}
        """, to: "s.yml", in: folder)
      try body(folder)
    }
  }

  /// A name that another game has means that game.
  @Test func aNameOfAnotherGameIsNoted() throws {
    try Program.inFolder { folder in
      try FileManager.default.createDirectory(
        at: folder.appending(path: "engines"), withIntermediateDirectories: true)
      for name in ["tiles", "steps"] {
        try Program.write(EngineFixture.file(name), to: "engines/\(name).json", in: folder)
        let check = try Program.shell("playtest engine check engines/\(name).json", in: folder)
        #expect(check.code == 0, "\(check.output)")
        #expect(
          check.errors.contains("note: another game is called 'tiles' and is played in place of")
            == (name == "tiles"), "\(check.errors)")
      }
      let list = try Program.shell("playtest list games --json", in: folder)
      #expect(list.code == 0, "\(list.errors)")
      #expect(list.output.components(separatedBy: "\"hides\"").count == 2, "\(list.output)")
      #expect(list.output.contains("\"hides\": \"engines/tiles.json\""), "\(list.output)")
      let table = try Program.shell("COLUMNS=300 playtest list games", in: folder).output
      #expect(table.contains(/\ntiles +built in, hides engines\/tiles.json +/), "\(table)")
      #expect(table.contains(/\nsteps +an engine +/), "\(table)")
      #expect(table.contains(/\npeggle +built in +/), "\(table)")
    }
  }

  /// A tune that an engine's failure ends says which game it was, and does not blame a script.
  @Test func aTuneNamesTheGameAndTheEngine() throws {
    try Self.inSuite("exit") { folder in
      let result = try Program.shell(
        "playtest tune l.json --vary size=30...40 --aim 'pass_rate(random) in 0.4...0.6' --games 2000"
          + " --quiet --jobs 1", in: folder)
      #expect(result.code == 65)
      #expect(result.complaints.last?.contains("game 0 of random on L, seed ") == true)
      #expect(
        result.errors.contains(", failed: engine steps ended with exit code 3 at move 5;")
          && result.errors.contains("; fix the engine"), "\(result.errors)")
    }
  }

  /// `check` says what failed wherever it says that something did.
  @Test func aCheckSaysWhatFailed() throws {
    try Self.inSuite("exit") { folder in
      let what =
        "3 games ended because an engine failed and 2 were not played, such as game 0 of random on L: engine steps ended"
        + " with exit code 3 at move 5; its log ends with: the lights went out"
      let words = "playtest check s.yml --quiet --jobs 1"
      let result = try Program.shell("\(words) --markdown m.md", in: folder)
      #expect(result.code == 1)
      #expect(
        result.complaints == ["playtest: \(what); fix the engine, or pass --allow-faults"],
        "\(result.errors)")
      #expect(
        result.output.contains("could not be measured: every game failed\n"), "\(result.output)")
      let text = result.output.split(separator: "\n").joined(separator: " ")
      #expect(text.contains("\(what); none of them is counted."), "\(text)")
      let page = try Program.text(of: "m.md", in: folder)
      #expect(page.contains("\(what); none of them is counted."), "\(page)")
      let json = try Program.shell("\(words) --json", in: folder)
      let tree = try #require(
        try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
      let failure = try #require(tree["failure"] as? [String: Any])
      #expect(failure["kind"] as? String == "engine")
      #expect(failure["failed"] as? Int == 3 && failure["notPlayed"] as? Int == 2)
      #expect((failure["message"] as? String)?.hasPrefix("engine steps ended with exit") == true)
      #expect(failure["level"] as? String == "L" && failure["agent"] as? String == "random")
      #expect(failure["game"] as? Int == 0)
    }
  }

  /// Another build of an engine is said where its games are compared.
  @Test func aComparisonNamesBothVersions() throws {
    try Self.inSuite("none") { folder in
      let run = "playtest run l.json --agents random --games 5 --quiet --out"
      try #require(try Program.shell("\(run) a > /dev/null", in: folder).code == 0)
      try Program.write(
        EngineFixture.file("steps", fault: "newer"), to: "engines/steps.json", in: folder)
      try #require(try Program.shell("\(run) b > /dev/null", in: folder).code == 0)
      let result = try Program.shell("playtest compare a b", in: folder)
      #expect(
        result.output.contains("Engine steps was version 1.0 and is 2.0 now."), "\(result.output)")
      let same = try Program.shell("playtest compare a a", in: folder)
      #expect(!same.output.contains("Engine steps"))
    }
  }

  /// A run with a broken engine ends with 1, one line, and its log.
  @Test func aRunSaysWhatFailed() throws {
    try Program.inFolder { folder in
      try FileManager.default.createDirectory(
        at: folder.appending(path: "engines"), withIntermediateDirectories: true)
      try Program.write(
        EngineFixture.file("steps", fault: "exit"), to: "engines/steps.json", in: folder)
      try Program.write(
        """
        {"format": "playtest-level", "version": 1, "game": "steps", "name": "L", "size": 40}
        """, to: "l.json", in: folder)
      let result = try Program.run(
        ["run", "l.json", "--agents", "random", "--games", "5", "--quiet", "--jobs", "1"],
        in: folder)
      #expect(result.code == 1)
      #expect(
        result.complaints == [
          "playtest: 3 games ended because an engine failed and 2 were not played, such as game 0 of random on L: engine"
            + " steps ended with exit code 3 at move 5; its log ends with: the lights went out; fix the engine, or pass"
            + " --allow-faults"
        ], "\(result.errors)")
      let log = try Program.text(of: "Reports/runs/l/log.txt", in: folder)
      #expect(log.contains("the lights went out"))
      let replay = try Program.shell(
        "playtest replay Reports/runs/l --level L --agent random --index 0", in: folder)
      #expect(
        replay.output.contains("\nturn 5: ENGINE FAULT: engine steps ended with exit code 3"),
        "\(replay.output)")
      try Program.Failure(
        64, "playtest generate steps",
        "the engine steps has no generator; name a script of your own ('playtest new generator NAME"
          + " --game steps'), or vary a level with --like FILE"
      ).check(in: folder)
    }
  }
}
