import Catalogue
import EngineGames
import Testing

@testable import SimHarness

/// A game's own figures have names that the program has for nothing else.
@Suite struct ReservedNamesTests {
  static let taken = [
    "score", "moves", "level", "agent", "player", "game", "end", "outcome", "passed", "hash",
    "fault", "reason", "pass_rate", "pass_rate_low", "wins", "games", "score_mean", "moves_p5",
    "score_p95_high", "difficulty", "flags", "attempts_per_pass", "moves_on_wins", "capped_rate",
    "luck_share", "legal_moves", "hazard",
  ]

  @Test(arguments: taken) func ofTheProgramAreRefused(name: String) throws {
    let problem = "'\(name)' is the name of a figure or a column that every game has"
    let script = """
      local game = { name = "small", move = { { "a", 1, 2 } },
        metrics = { { name = "\(name)", value = function() return 1 end } } }
      function game.setup(s) end
      function game.moves(s, offer) offer(1) end
      function game.apply(s) end
      function game.outcome(s) return "won" end
      return game
      """
    let fault = #expect(throws: ScriptFault.self) {
      try OpenGame(from: ScriptSource(name: "small.lua", text: script))
    }
    #expect(
      fault?.message.contains("small.lua:2: `metrics`: \(problem); choose another name") == true,
      "\(fault?.message ?? "")")
    for (list, tree) in [
      (
        "events",
        ["move": [["a", 1, 2]], "events": .object([(key: name, value: .string("x"))])] as JSONTree
      ),
      ("metrics", ["move": [["a", 1, 2]], "metrics": [["name": .string(name)]]]),
    ] {
      let fault = #expect(throws: ScriptFault.self) {
        try GameSpec(ofEngine: "e", tree, hasPicture: false)
      }
      #expect(
        fault?.message.contains("engine e, hello: `\(list)`: \(problem); choose another") == true,
        "\(fault?.message ?? "")")
    }
  }

  @Test(arguments: ["best", "left", "hits", "score_left", "won_early", "passes"])
  func othersAreFine(name: String) {
    #expect(!ReservedNames.contains(name))
  }

  @Test func bundledGamesHaveNoneOfThem() {
    for game in GameRegistry.bundled.all {
      for metric in game.metrics {
        #expect(!ReservedNames.contains(metric.name), "\(game.name): \(metric.name)")
      }
      let columns = game.metrics.flatMap { TableColumns.interval($0.name) }
      #expect(Set(columns).count == columns.count, "\(game.name)")
    }
  }
}
