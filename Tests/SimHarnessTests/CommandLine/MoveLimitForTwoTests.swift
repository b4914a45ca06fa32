import Foundation
import GRDB
import TestSupport
import Testing

/// Between two players a game that the move limit stops is a draw: every command says the same.
@Suite struct MoveLimitForTwoTests {
  private static let level = """
    {"format": "playtest-level", "version": 1, "game": "wythoff", "name": "Heaps",
     "first": 5, "second": 8, "more": 6}
    """

  /// A folder with the game and a level of it.
  private static func inFolder(_ body: (URL) throws -> Void) throws {
    try Program.inFolder { folder in
      let games = folder.appending(path: "own/games")
      try FileManager.default.createDirectory(at: games, withIntermediateDirectories: true)
      let game = try Program.text(
        of: "Tests/SimHarnessTests/Fixtures/Games/wythoff.lua", in: Oracle.root)
      try Program.write(
        game.replacing("players = 2,", with: "players = 2,\n  max_moves = 5,"),
        to: "own/games/wythoff.lua", in: folder)
      try Data(level.utf8).write(to: folder.appending(path: "heaps.json"))
      try body(folder)
    }
  }

  /// The pass rate and the games behind it, as `summary.json` has them.
  private static func rate(_ run: String, in folder: URL) throws -> (value: Double, decided: Int) {
    let summary = try Program.text(of: "\(run)/summary.json", in: folder)
    let tree = try #require(
      try JSONSerialization.jsonObject(with: Data(summary.utf8)) as? [String: Any])
    let cell = try #require((tree["cells"] as? [[String: Any]])?.first)
    func count(_ key: String) throws -> Int { try #require(cell[key] as? Int) }
    let (wins, losses) = (try count("wins"), try count("losses"))
    let capped = try count("capped")
    #expect(capped > 20 && wins > 20 && losses > 20)
    let rate = try #require((cell["passRate"] as? [String: Any])?["value"] as? Double)
    #expect(rate == Double(wins) / Double(wins + losses))
    return (rate, wins + losses)
  }

  @Test func everyCommandSaysTheSame() throws {
    try Self.inFolder { folder in
      let run = try Program.run(
        [
          "run", "heaps.json", "--scripts", "own", "--agents", "random:greedy", "--max-moves", "5",
          "--games", "300",
          "--out", "r", "--quiet",
        ], in: folder)
      try #require(run.code == 0, "\(run.errors)")
      let (rate, decided) = try Self.rate("r", in: folder)

      // The view of the store.
      let store = try DatabaseQueue(path: folder.appending(path: "r/results.sqlite").path)
      let row = try #require(
        try store.read { db in
          try Row.fetchOne(
            db,
            sql: """
              SELECT avg(passed), count(passed),
                count(*) FILTER (WHERE outcome = 'capped' AND passed IS NOT NULL) FROM results
              """)
        })
      #expect(row[0] as Double == rate && row[1] as Int == decided && row[2] as Int == 0)

      // The table of games, and that of moves.
      try #require(try Program.run(["report", "r", "--format", "csv"], in: folder).code == 0)
      try #require(try Program.run(["export", "r", "--moves", "--out", "m"], in: folder).code == 0)
      for (file, end) in [("r/games.csv", "end"), ("m", "outcome")] {
        let lines = try Program.text(of: file, in: folder).split(separator: "\n").map {
          $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        let end = try #require(lines[0].firstIndex { $0 == end })
        let passed = try #require(lines[0].firstIndex(of: "passed"))
        for line in lines.dropFirst() {
          let expected = ["won": "1", "lost": "0", "capped": ""][String(line[end])]
          #expect(String(line[passed]) == expected, "\(file): \(line)")
        }
      }

      // A run beside itself.
      let same = try Program.run(["compare", "r", "r", "--json"], in: folder)
      let tree = try #require(
        try JSONSerialization.jsonObject(with: Data(same.output.utf8)) as? [String: Any])
      let cell = try #require((tree["cells"] as? [[String: Any]])?.first)
      #expect(cell["base"] as? Double == rate && cell["new"] as? Double == rate)

      // The words of the report.
      let words = try Program.text(of: "r/report.md", in: folder)
      #expect(words.contains("wins / (wins + losses); draws are not counted"))
    }
  }

  /// Draws decide nothing, neither for the gate nor against it.
  @Test func gatesCountNoDraws() throws {
    try Self.inFolder { folder in
      let suite = """
        name: heaps
        levels: [heaps.json]
        agents: ["random:greedy"]
        games: 2000
        gates:
          - {levels: "*", require: "pass_rate(random:greedy) >= BOUND"}
        """
      func check(_ bound: String, _ options: [String] = []) throws -> Int32 {
        try Data(suite.replacing("BOUND", with: bound).utf8).write(
          to: folder.appending(path: "gates.yml"))
        return try Program.run(
          ["check", "gates.yml", "--scripts", "own", "--quiet"] + options, in: folder
        ).code
      }
      #expect(try check("0") == 0)
      let run = try Program.run(
        ["run", "gates.yml", "--scripts", "own", "--out", "r", "--quiet"], in: folder)
      try #require(run.code == 0, "\(run.errors)")
      let rate = try Self.rate("r", in: folder).value
      for options in [[], ["--sequential"]] {
        let below = try check(String(format: "%.3f", rate - 0.1), options)
        let above = try check(String(format: "%.3f", rate + 0.1), options)
        #expect(below == 0 && above == 1)
      }
    }
  }

  /// A precision is that of the interval that is shown, which is wider where the two games of a deal
  /// are alike; no game is without the other one of its pair.
  @Test func thePrecisionIsThatOfPairs() throws {
    try Self.inFolder { folder in
      for seed in ["1", "2", "3"] {
        let run = try Program.run(
          [
            "run", "heaps.json", "--scripts", "own", "--agents", "random:greedy",
            "--precision", "0.05", "--seed", seed, "--out", seed, "--quiet",
          ], in: folder)
        #expect(run.code == 0 && run.errors.isEmpty, "\(run.errors)")
        let summary = try Program.text(of: "\(seed)/summary.json", in: folder)
        let tree = try #require(
          try JSONSerialization.jsonObject(with: Data(summary.utf8)) as? [String: Any])
        let cell = try #require((tree["cells"] as? [[String: Any]])?.first)
        let rate = try #require(cell["passRate"] as? [String: Any])
        let (low, high) = (rate["low"] as? Double ?? 0, rate["high"] as? Double ?? 1)
        #expect((high - low) / 2 <= 0.05)
        #expect((cell["games"] as? Int ?? 1) % 2 == 0)
      }
    }
  }
}
