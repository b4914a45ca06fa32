import Foundation
import Testing

@testable import Catalogue
@testable import EngineGames
@testable import Lab
@testable import PlaytestCommands
@testable import SimHarness
@testable import TextFormats

/// Engines as games: levels, players, runs.
@Suite struct EngineGamesTests {
  @Test func levelsAreCheckedByTheEngineWithTheirLine() async throws {
    try await EngineFixture.project { engines, _ in
      let library = EngineFixture.library(engines)
      let text = """
        {"format": "playtest-level", "version": 1, "game": "steps", "name": "L",
         "size": 5,
         "target": 60}
        """
      let issues = #expect(throws: FileIssues.self) {
        try LevelFile.read(Array(text.utf8), file: "l.json", catalog: library)
      }
      #expect(issues?.lines == ["l.json:3: $.target: column 12: no game can reach it"])
      let range = #expect(throws: FileIssues.self) {
        try LevelFile.read(
          Array(text.replacing("60", with: "100").utf8), file: "l.json", catalog: library)
      }
      let wanted = "l.json:3: $.target: column 12: expected a whole number"
      #expect(range?.lines.first?.hasPrefix(wanted) == true)
    }
  }

  /// A suite may set a field that only the engine knows; one that it does not have is refused with
  /// the suite's line.
  @Test func aSuiteSetsTheFieldsOfAnEngine() async throws {
    try await EngineFixture.project { engines, _ in
      let library = EngineFixture.library(engines)
      func level(_ with: String) throws -> PlayableLevel {
        let text = "name: s\nlevels: [steps]\nwith: {\(with)}\n"
        let suite = try Suite(reading: Array(text.utf8), file: "s.yml") { _ in library.games }
        let file = try LevelFile.read(
          Array(#"{"format":"playtest-level","version":1,"game":"steps","name":"L"}"#.utf8),
          file: "l.json", catalog: library)
        let game = try #require(try library.games.entry(named: "steps"))
        return try game.ready(file, library, suite.overrides)
      }
      let plain = try level("")
      #expect(try level("target: 7").hash != plain.hash)
      #expect(throws: LevelError.self) { try level("targte: 7") }
      // The head of a level is not the suite's.
      #expect(throws: FileIssues.self) { try level("name: M") }
    }
  }

  /// Each of two engines answers only when the other one has been started too.
  @Test func enginesAreStartedAtTheSameTime() async throws {
    try await SmallRuns.inOwnFolder { path in
      try FileManager.default.createDirectory(
        atPath: "\(path)/engines", withIntermediateDirectories: true)
      for (name, other) in [("one", "two"), ("two", "one")] {
        let program =
          "touch '\(path)/\(name)'; while [ ! -e '\(path)/\(other)' ]; do sleep 0.05; done;"
          + " exec python3 '\(EngineFixture.folder)/engine.py' none"
        try """
        {"format": "playtest-engine", "version": 1, "name": "\(name)",
         "command": ["sh", "-c", "\(program)"], "start": 300}
        """.write(
          toFile: "\(path)/engines/\(name).json", atomically: false, encoding: .utf8)
      }
      let engines = EngineFixture.engines(path)
      defer { engines.close() }
      engines.startAll()
      for name in ["one", "two"] { #expect(try engines.game(named: name)?.name == name) }
    }
  }

  /// Players that look ahead, and any number of workers and parts, give the same rows.
  @Test func workersAndPartsChangeNothing() async throws {
    try await EngineFixture.project { engines, _ in
      for agent in ["random", "greedy", "planner"] {
        let games = agent == "planner" ? 4 : 20
        let plan = try EngineFixture.plan(engines, games: games, agents: [agent])
        let one = try await EngineFixture.rows(plan)
        #expect(one.count == games && one.allSatisfy { $0.result.fault == nil })
        let two = try await EngineFixture.rows(plan, jobs: 2)
        #expect(two == one)
        var parts: [GameRow] = []
        for part in 1...3 {
          var plan = plan
          plan.shard = RunShard("\(part)/3")
          parts += try await EngineFixture.rows(plan)
        }
        #expect(parts == one)
      }
    }
  }

  /// With `try` and without, players decide alike.
  @Test func tryIsOnlySpeed() async throws {
    func rows(_ fault: String) async throws -> [GameRow] {
      try await EngineFixture.project(fault: fault) { engines, _ in
        try await EngineFixture.rows(try EngineFixture.plan(engines, games: 10, agents: ["greedy"]))
      }
    }
    let one = try await rows("none")
    let other = try await rows("no-try")
    #expect(one == other)
  }

  @Test func withoutCopyOnlyRandomPlayersPlay() async throws {
    try await EngineFixture.project(fault: "no-copy") { engines, _ in
      let rows = try await EngineFixture.rows(try EngineFixture.plan(engines, games: 5))
      #expect(rows.count == 5 && rows.allSatisfy { $0.result.fault == nil })
      let error = #expect(throws: RosterError.self) {
        try EngineFixture.plan(engines, games: 1, agents: ["greedy"])
      }
      #expect(
        error?.description.contains("greedy looks ahead, and engine steps cannot `copy`") == true)
    }
  }

  /// What a run kept is read without starting anything, and played with the build it was played
  /// with.
  @Test func keptBuildsStartNothingAndMustBeTheSame() async throws {
    let marker = "marker-\(UUID().uuidString)"
    func file(_ more: String) -> String {
      EngineFixture.file("steps", fault: "none\", \"\(marker)", more)
    }
    try await EngineFixture.project(text: file(", \"files\": [\"data\"]")) { engines, path in
      try "one".write(toFile: "\(path)/data", atomically: false, encoding: .utf8)
      let source = try #require(try engines.source(named: "steps"))
      let kept = source.build.source
      engines.close()
      #expect(EngineFixture.isGone(marker))

      let other = EngineFixture.engines(path)
      defer { other.close() }
      let library = ScriptLibrary(
        kept: [kept], games: GameRegistry.bundled.finding(engines: other))
      let entry = try #require(try library.games.entry(named: "steps"))
      #expect(entry.metrics.map(\.name) == ["card", "card_sum", "walked"])
      #expect(EngineFixture.processes(marker).isEmpty)
      let game = try #require(entry.definition as? OpenGame)
      let level = OpenLevel(game: game, name: "L", id: nil, values: game.spec.fields.map(\.usual))
      #expect(level.startPicture(otherwise: "").hasPrefix("@"))

      try "two".write(toFile: "\(path)/data", atomically: false, encoding: .utf8)
      let changed = EngineFixture.engines(path)
      defer { changed.close() }
      let late = try #require(
        try changed.game(kept: kept) as? GameEntry)
      let stale = OpenLevel(
        game: try #require(late.definition as? OpenGame), name: "L", id: nil,
        values: game.spec.fields.map(\.usual))
      let fault = try #require(stale.startFault())
      #expect(
        fault.message.contains(
          "engine steps has changed since the run was played: the hash of data was"))
    }
  }

  @Test func manifestsRefuseAnotherBuildWithBothHashes() async throws {
    try await EngineFixture.project(", \"files\": [\"data\"]") { engines, path in
      try "one".write(toFile: "\(path)/data", atomically: false, encoding: .utf8)
      let first = RunManifest(try EngineFixture.plan(engines, games: 1), isPartial: true)
      let read = try RunManifest(reading: Array(first.text.utf8), file: "run.json")
      #expect(read.engine == first.engine)
      #expect(first.engine?.version == "1.0")
      try "two".write(toFile: "\(path)/data", atomically: false, encoding: .utf8)
      let later = EngineFixture.engines(path)
      defer { later.close() }
      let second = RunManifest(try EngineFixture.plan(later, games: 1), isPartial: true)
      let hashes = [first, second].map { $0.engine?.files.first?.hash ?? "" }
      #expect(hashes[0] != hashes[1])
      #expect(
        read.difference(to: second)
          == "engine steps has changed: the hash of data was \(hashes[0]), now it is \(hashes[1]);"
          + " restore it")
    }
  }

  /// Neither a level, a suite, a player's file nor what a run keeps can name a program.
  @Test func untrustedFilesStartNothing() async throws {
    let library = ScriptLibrary(folder: nil)
    let marker = "marker-\(UUID().uuidString)"
    let started = "/tmp/\(marker)"
    for line in [
      "\"game\": \"steps\", \"command\": [\"touch\", \"\(started)\"]",
      "\"game\": \"../engines/steps\"", "\"game\": \"/bin/touch \(started)\"",
      "\"game\": \"engines/steps.json\"",
    ] {
      let text = "{\"format\": \"playtest-level\", \"version\": 1, \"name\": \"L\", \(line)}"
      #expect(throws: FileIssues.self) {
        try LevelFile.read(Array(text.utf8), file: "l.json", catalog: library)
      }
      try await EngineFixture.project { engines, _ in
        _ = #expect(throws: FileIssues.self) {
          try LevelFile.read(
            Array(text.utf8), file: "l.json", catalog: EngineFixture.library(engines))
        }
      }
    }
    for lines in [
      "command: [\"touch\", \"\(started)\"]", "engines: .", "with: {command: \"touch\"}",
      "with: {game: steps}",
    ] {
      let text = "name: s\n\(lines)\nlevels: [steps]\nagents: [random]\n"
      #expect(throws: FileIssues.self, "\(lines)") {
        try Suite(reading: Array(text.utf8), file: "s.yml") { _ in .bundled }
      }
    }
    for line in ["command: [\"touch\", \"\(started)\"]", "engine: steps"] {
      let text =
        "format: playtest-player\ngame: tiles\n\(line)\nmix:\n  - {agent: greedy, weight: 1}\n"
      #expect(throws: FileIssues.self, "\(line)") {
        try PlayerFile(reading: Array(text.utf8), file: "p.yml")
      }
    }
    // What a run keeps of an engine is data, whatever it says.
    let kept = ScriptSource(
      name: "engines/steps.json",
      text: """
        {"format": "playtest-engine-build", "version": 1, "name": "steps", "engine": "1",
         "command": ["touch", "\(started)"], "files": [], "can": [],
         "game": {"move": [["a", 0, 1]], "hidden": "none"}}
        """)
    try SmallRuns.inFolder { path in
      let engines = EngineFixture.engines(path)
      let entry = try #require(try engines.game(kept: kept) as? GameEntry)
      let game = try #require(entry.definition as? OpenGame)
      let fault = OpenLevel(game: game, name: "L", id: nil, values: []).startFault()
      #expect(fault?.message.contains("there is no such engine here") == true)
    }
    #expect(!FileManager.default.fileExists(atPath: started))
  }
}
