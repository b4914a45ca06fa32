import Foundation
import TestSupport
import Testing

/// Games of one's own for two, from the command line to the reports.
@Suite struct TwoPlayersCommandTests {
  /// A pair says nothing about how hard a level is for one player.
  @Test func pairsDoNotRateLevels() throws {
    try Program.inFolder { folder in
      let line = "playtest run builtin:set/01-official --agents random:random,random --games 2"
      let run = try Program.shell("\(line) --out r --quiet", in: folder)
      try #require(run.code == 0, "\(run.errors)")
      try Program.Failure(
        65, "playtest population r",
        "r: the levels are not rated; run levels with goals, with two or more agents that play alone"
          + " (a pair A:B does not count)"
      ).check(in: folder)
      let pairs = try Program.shell(
        "playtest run builtin:set/01-official --agents random:random --games 2 --out p --quiet",
        in: folder)
      try #require(pairs.code == 0, "\(pairs.errors)")
      try Program.Failure(
        65, "playtest level order p",
        "p: its levels cannot be ordered by difficulty; run levels with goals, with agents that play"
          + " alone (a pair A:B does not count)"
      ).check(in: folder)
    }
  }

  private static let levels = ["01-house-rules", "04-no-jacks"].map {
    Oracle.root.appending(path: "levels/pishti/\($0).json").path
  }
  private static let scripts = Oracle.root.appending(path: "scripts").path

  private static func run(_ options: [String], in folder: URL) throws -> Program.Result {
    try Program.run(
      ["run"] + levels + [
        "--scripts", scripts, "--agents", "greedy:random,random:beginner,greedy", "--games", "30",
      ] + options, in: folder)
  }

  /// A player against itself has no rating; the line has the first seat alone.
  @Test func aPlayerAgainstItselfHasNoRating() throws {
    try Program.inFolder { folder in
      let result = try Program.run(
        [
          "run", Self.levels[0], "--scripts", Self.scripts, "--agents", "greedy:greedy", "--games",
          "30",
        ]
          + ["--quiet", "--out", "r"], in: folder)
      #expect(result.code == 0, "\(result.errors)")
      #expect(result.output.contains("\nElo: the first seat "), "\(result.output)")
    }
  }

  /// Ratings and the first seat are on the page, in the table, and in `summary.json`; the same bytes
  /// with one worker and with two, and from parts.
  @Test func theRatingsAreInEveryReport() throws {
    try Program.inFolder { folder in
      let result = try Self.run(["--out", "r", "--jobs", "1"], in: folder)
      try #require(result.code == 0, "\(result.errors)")
      let line = try #require(result.output.split(separator: "\n").first { $0.hasPrefix("Elo: ") })
      #expect(line.hasPrefix("Elo: greedy +") && line.contains("; the first seat "), "\(line)")
      let summary = try Program.text(of: "r/summary.json", in: folder)
      let tree = try #require(
        try JSONSerialization.jsonObject(with: Data(summary.utf8)) as? [String: Any])
      let table = try #require(tree["table"] as? [String: Any])
      let ratings = try #require(table["ratings"] as? [[String: Any]])
      #expect(ratings.first?["player"] as? String == "greedy" && ratings.count == 3)
      let pairs = ratings.compactMap { $0["pairs"] as? Int }
      #expect(pairs == [30, 60, 30] || pairs == [30, 30, 60])
      #expect((table["matches"] as? [Any])?.count == 4 && (table["seats"] as? [Any])?.count == 2)
      for (file, words) in [
        ("r/report.html", "<h2 id=\"against-title\">Players against each other</h2>"),
        ("r/report.md", "| The first seat | "),
      ] {
        #expect(try Program.text(of: file, in: folder).contains(words))
      }
      try #require(try Self.run(["--out", "two", "--jobs", "2"], in: folder).code == 0)
      #expect(try Program.text(of: "two/summary.json", in: folder) == summary)
      for part in 1...2 {
        let options = ["--out", "p\(part)", "--shard", "\(part)/2", "--quiet"]
        try #require(try Self.run(options, in: folder).code == 0)
      }
      let merged = try Program.run(["merge", "p1", "p2", "--out", "m"], in: folder)
      try #require(merged.code == 0, "\(merged.errors)")
      #expect(try Program.text(of: "m/summary.json", in: folder) == summary)
      for index in 0..<2 {
        let game = ["--level", "House Rules", "--agent", "greedy:random", "--index", "\(index)"]
        let replay = try Program.run(["replay", "r", "--verify"] + game, in: folder)
        #expect(replay.code == 0, "\(replay.errors)")
      }
    }
  }

  @Test func oneKeyboardIsNotForTwo() throws {
    try Program.inFolder { folder in
      let play = ["play", Self.levels[0], "--scripts", Self.scripts]
      let result = try Program.run(play + ["--with", "Bob"], in: folder)
      #expect(result.code == 64)
      #expect(
        result.complaints == [
          "playtest: --with: at one keyboard each would see the other's hand; play --against an"
            + " agent, or leave it out to move for both"
        ])
      let expert = try Program.run(play + ["--against", "expert"], in: folder)
      #expect(expert.code == 64 && expert.errors.contains("and pishti is for two; random, greedy"))
    }
  }
}
