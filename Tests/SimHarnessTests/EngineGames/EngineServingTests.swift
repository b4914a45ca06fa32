import Foundation
import TestSupport
import Testing

@testable import BubbleBlastGame
@testable import CardsGame
@testable import Catalogue
@testable import EngineGames
@testable import SimHarness
@testable import TextFormats

/// Games of this program as engines, and back.
@Suite struct EngineServingTests {
  /// A project whose engine is this program with a game of its own.
  private func served<Value>(
    _ arguments: [String], _ body: (EngineFolder, String) async throws -> Value
  ) async throws -> Value {
    let command = ([Program.file.path, "engine", "serve"] + arguments)
      .map { JSONWriter.compact(.string($0)) }.joined(separator: ", ")
    let text = """
      {"format": "playtest-engine", "version": 1, "name": "steps", "command": [\(command)]}
      """
    return try await EngineFixture.project(text: text, body)
  }

  /// A game in Lua, played through the pipe, has the rows and hashes of the same game played inside.
  @Test(arguments: ["tiles", "patience"]) func aGameInLuaIsTheSameInside(_ name: String)
    async throws
  {
    let scripts = Oracle.root.appending(path: "scripts").path
    let library = ScriptLibrary(folder: scripts)
    let entry = try #require(try library.games.entry(named: name))
    let text =
      "{\"format\": \"playtest-level\", \"version\": 1, \"game\": \"\(name)\", \"name\": \"L\"}"
    let file = try LevelFile.read(Array(text.utf8), file: "l.json", catalog: library)
    try await served(["--game", name, "--scripts", scripts]) { engines, _ in
      for (agent, games) in [("random", 4), ("greedy", 1)] {
        let inside = RunPlan(
          title: "inside", game: entry, levels: [try entry.ready(file, library, .none)],
          players: [try Roster.player(agent, game: entry, library: library)], games: games, seed: 1,
          maxMoves: 60)
        var through = try EngineFixture.plan(engines, games: games, agents: [agent])
        through.maxMoves = 60
        let rows = try await EngineFixture.rows(through)
        let own = try await EngineFixture.rows(inside)
        #expect(rows == own)
        #expect(rows.allSatisfy { $0.result.fault == nil && $0.result.moves > 20 })
        // Neither player wins within the moves; some games are over before that.
        #expect(rows.allSatisfy { ($0.lossReason == "stuck") == ($0.result.end == .lost) })
      }
    }
  }

  /// A game of a module, played through the pipe, has the score and hash of the same moves inside.
  private func compare<Game: GameModule>(_ module: Game.Type, level path: String) async throws {
    let library = ScriptLibrary(folder: Oracle.root.appending(path: "scripts").path)
    let file = Oracle.root.appending(path: path).path
    let level = try GameEntry(of: module).ready(
      try LevelFile.read(
        [UInt8](try Data(contentsOf: URL(filePath: file))), file: path, catalog: library),
      library, .none)
    let own = try #require(level.content(as: Game.State.Level.self))
    try await served(["--game", Game.name, file]) { engines, _ in
      let plan = try EngineFixture.plan(engines, games: 3)
      let through = try #require(plan.levels[0].content(as: OpenLevel.self))
      let host = ScriptHost(interfaces: Game.allInterfaces)
      for row in try await EngineFixture.rows(plan) {
        let moves = try #require(OpenState.decodeMoves(row.record, level: through))
        #expect(moves.count == row.result.moves && row.result.fault == nil)
        var context = GameContext(
          streams: GameStreams(
            level: LevelStreams(seed: 1, levelID: "L"), index: row.result.index),
          scripts: host)
        host.beginGame()
        var state = try Game.State(level: own, in: &context)
        for move in moves {
          try state.apply(state.legalMove(at: move[0]), in: &context) { _ in }
        }
        #expect(state.score == row.result.score)
        #expect(state.stableHash == row.result.hash)
        let known = Game.lossReasons
        if state.outcome == .lost, !known.isEmpty {
          #expect(known.contains(row.lossReason ?? ""), "\(row.result.index)")
        } else {
          #expect(row.lossReason == nil)
        }
      }
    }
  }

  @Test func aGameOfAModuleIsTheSameInside() async throws {
    try await compare(BubbleBlast.self, level: "levels/bubble-blast/01-first-steps.json")
    try await compare(SetGame.self, level: "levels/set/01-official.json")
  }

  /// The figures of a two-player game are those that its script declares, and not those that every
  /// such game has.
  @Test func figuresAreTheDeclaredOnes() throws {
    let library = ScriptLibrary(folder: Oracle.root.appending(path: "scripts").path)
    func answer(_ game: String, _ fields: String) throws -> (hello: String, figures: String) {
      let entry = try #require(try library.games.entry(named: game))
      let server = EngineServer(entry, levels: [], modules: [])
      func text(_ line: String) -> String {
        String(decoding: server.answer(Array(line.utf8)), as: UTF8.self)
      }
      return (
        text(#"{"id":0,"hello":{"protocol":"playtest-engine","versions":[1]}}"#),
        text(#"{"id":1,"do":[["level",1,\#(fields)],["new",1,1,5],["figures",1]]}"#)
      )
    }
    let pishti = try answer("pishti", #"{"start":-40}"#)
    #expect(pishti.figures.hasSuffix(#",{"lead":40}]}"#), "\(pishti.figures)")
    // The protocol has one player, and the game says what that means.
    #expect(
      pishti.hello.contains(
        "One player moves for both seats; score and end are those of player 1."))
    #expect(!pishti.hello.contains("players"))
    let tiles = try answer("tiles", "{}")
    #expect(!tiles.hello.contains("One player moves"))
    #expect(tiles.figures.contains(#",{"best":"#), "\(tiles.figures)")
  }

  /// The kit passes on a game of each kind.
  @Test(arguments: [
    ["--game", "tiles"], ["--game", "bubble-blast"], ["--game", "playing-cards"],
    ["--game", "pishti"],
  ])
  func theCheckPasses(_ arguments: [String]) async throws {
    try await served(arguments + ["--scripts", Oracle.root.appending(path: "scripts").path]) {
      engines, path in
      var problems: [String] = []
      var lines = 0
      var check = try EngineCheck(file: engines.path(of: "steps"), level: nil, games: 2) { line in
        lines += 1
        if let problem = line.problem { problems.append("\(line.name): \(problem)") }
      }
      check.run()
      #expect(problems.isEmpty && lines > 8, "\(problems)")
    }
  }

  /// The line of the greeting says what reports will say of the engine.
  @Test(arguments: [
    ("none", "version 1.0; can "),
    ("no-version", "no version, so reports cannot tell builds of it apart; can "),
  ]) func aMissingVersionIsNoted(_ fault: String, _ detail: String) async throws {
    try await EngineFixture.project(fault: fault) { engines, _ in
      var first = ""
      _ = try EngineCheck(file: engines.path(of: "steps"), level: nil, games: 1) { line in
        if line.name == "hello" { first = line.detail }
      }
      #expect(first.hasPrefix(detail), "\(first)")
    }
  }

  /// What the kit finds in broken engines.
  @Test(arguments: [
    ("leak-all", "imagine: `imagine` leaks hidden values"),
    ("leak-order", "imagine: `imagine` leaks hidden values"),
    ("leak-top", "imagine: `imagine` leaks hidden values"),
    ("one-future", "imagine: `imagine` gave the same future"),
    (
      "hides-nothing",
      "hidden: \"hidden\" is \"none\", but two games that look the same at their start go on"
        + " differently after the same moves"
    ),
    ("twice", "is offered twice; offer each move once"),
    ("no-hash", "hash: `can` has \"hash\""),
    ("one-hash", "hash: all positions have the same hash"),
    ("shared-copy", "copy: "), ("odd-try", "try: `try` says score "),
    ("short-try", "try: `try` answered 2 moves, and the position offers 3"),
    ("random", "same seed, same game: seed"),
    ("stays", "end of input: it must end within 2 s"),
    ("no-figures", "figures: "),
    ("forget-exits", "forget: engine steps ended with exit code 5 at `forget` of another level"),
    (
      "forget-refused",
      "forget: engine steps, at `forget` of another level: it refuses to forget a level that it"
        + " knows: failed: out of memory"
    ),
    ("forgets-all", "forget: engine steps, in the check: state: there is no level 2"),
  ]) func theCheckFinds(_ fault: String, _ expected: String) async throws {
    try await EngineFixture.project(fault: fault) { engines, _ in
      var problems: [String] = []
      var check = try EngineCheck(file: engines.path(of: "steps"), level: nil, games: 1) { line in
        if let problem = line.problem { problems.append("\(line.name): \(problem)") }
      }
      check.run()
      #expect(problems.contains { $0.contains(expected) }, "\(problems)")
      #expect(!check.isFine)
    }
  }

  /// Without a view nothing proves that something is hidden.
  @Test func whatCannotBeProvedIsNoted() async throws {
    try await EngineFixture.project(fault: "shows-nothing") { engines, _ in
      var lines: [String: String] = [:]
      var check = try EngineCheck(file: engines.path(of: "steps"), level: nil, games: 1) { line in
        lines[line.name] = line.problem ?? line.detail
      }
      check.run()
      #expect(lines["hidden"]?.hasPrefix("games of two seeds go on differently") == true)
    }
  }

  /// Where no game can be started, that is all that is said.
  @Test func nothingElseIsTriedWithoutAStart() async throws {
    try await EngineFixture.project(fault: "no-start") { engines, _ in
      var names: [String] = []
      var check = try EngineCheck(file: engines.path(of: "steps"), level: nil, games: 1) { line in
        names.append(line.name)
      }
      check.run()
      #expect(names == ["hello", "level and start"] && !check.isFine)
    }
  }

  @Test func theFixtureIsFine() async throws {
    try await EngineFixture.project { engines, _ in
      var problems: [String] = []
      var check = try EngineCheck(file: engines.path(of: "steps"), level: nil, games: 20) { line in
        if let problem = line.problem { problems.append("\(line.name): \(problem)") }
      }
      check.run()
      #expect(problems.isEmpty)
    }
  }
}
