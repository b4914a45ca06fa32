import Foundation
import TestSupport
import Testing

@testable import SimHarness
@testable import TextFormats

/// Two players at one table of Set, from the command line to the reports.
@Suite struct TableForTwoCommandTests {
  private static let level = Oracle.root.appending(path: "levels/set/01-official.json").path
  private static let scripts = Oracle.root.appending(path: "scripts").path

  private static func run(_ agents: String, _ options: String..., in folder: URL) throws
    -> Program.Result
  {
    try Program.run(
      ["run", level, "--scripts", scripts, "--agents", agents, "--out", "r"] + options, in: folder)
  }

  @Test func theResultIsInEveryReport() throws {
    try Program.inFolder { folder in
      let agents = "skilled,skilled:slips=0,search=7:skilled"
      let pair = "skilled:slips=0,search=7:skilled"
      let result = try Self.run(agents, "--games", "41", "--jobs", "2", in: folder)
      try #require(result.code == 0, "\(result.errors)")
      #expect(
        result.output.contains("for A:B, A's wins in %, mean score with its 95% interval"))
      let summary = try Program.text(of: "r/summary.json", in: folder)
      let tree = try #require(
        try JSONSerialization.jsonObject(with: Data(summary.utf8)) as? [String: Any])
      let cells = try #require(tree["cells"] as? [[String: Any]])
      #expect(cells.map { $0["agent"] as? String } == ["skilled", pair])
      func figure(_ cell: [String: Any], _ name: String) -> [String: Any]? {
        (cell["metrics"] as? [String: Any])?[name] as? [String: Any]
      }
      #expect(figure(cells[0], "win_rate")?["value"] is NSNull)
      let rate = try #require(figure(cells[1], "win_rate"))
      let value = try #require(rate["value"] as? Double)
      #expect(value < 0.5 && value > (rate["low"] as? Double ?? 1))
      let first = try #require(figure(cells[1], "first_score")?["value"] as? Double)
      let second = try #require(figure(cells[1], "second_score")?["value"] as? Double)
      #expect(first < second)
      #expect((cells[1]["score"] as? [String: Any])?["mean"] as? Double == first)
      let words = "wins \(ReportNumber.percent(value))"
      #expect(try Program.text(of: "r/report.md", in: folder).contains(words))
      let page = try Program.text(of: "r/report.html", in: folder)
      #expect(page.contains(words) && page.contains("at one table"))
      #expect(MarkupScanner(page).findings == [])
    }
  }

  /// With a score to reach, either player may reach it, and the table has who won beside the pass
  /// rate, which is what reports have.
  @Test func whoReachesTheGoalFirstWins() throws {
    try Program.inFolder { folder in
      try Program.write(
        #"{"format":"playtest-level","version":1,"game":"set","name":"Six","goal":{"score":6}}"#,
        to: "six.json", in: folder)
      let result = try Program.run(
        [
          "run", "six.json", "--scripts", Self.scripts, "--agents", "casual:casual,casual:skilled",
          "--games", "200", "--out", "six",
        ], in: folder)
      try #require(result.code == 0, "\(result.errors)")
      let lines = result.output.split(separator: "\n")
      let row = lines.first { $0.hasPrefix("Six") } ?? ""
      #expect(row.contains("50.0 [43.1, 56.9], wins 50.0 [43.1, 56.9]"), "\(result.output)")
      #expect(
        result.output.contains("pass rate in %, for A:B, A's wins in % with its 95% interval"))
      let store = try SmallRuns.store(in: folder.appending(path: "six").path)
      for cell in 0..<2 {
        var ends: [GameEnd: Int] = [:]
        try store.forEachGame(ofCell: cell) { row in
          ends[row.result.end, default: 0] += 1
          #expect(row.lossReason == (row.result.end == .lost ? "other player" : nil))
          #expect((row.result.score >= 6) == (row.result.end == .won))
        }
        #expect(ends.values.reduce(0, +) == 200 && ends.count == 2)
        if cell == 0 { #expect(ends == [.won: 100, .lost: 100]) }
      }
    }
  }

  /// Both games of a pair replay to what was recorded, and each is shown with its players.
  @Test func gamesReplay() throws {
    try Program.inFolder { folder in
      try #require(try Self.run("casual:skilled", "--games", "4", "--quiet", in: folder).code == 0)
      var starts: [String] = []
      for index in 0..<4 {
        let game = [
          "replay", "r", "--level", "Set, Official", "--agent", "casual:skilled", "--index",
          "\(index)",
        ]
        let verified = try Program.run(game + ["--verify"], in: folder)
        #expect(verified.code == 0, "\(verified.errors)")
        let trace = try Program.run(game + ["--trace"], in: folder)
        let lines = trace.output.split(separator: "\n")
        starts.append(String(try #require(lines.first)))
        #expect(try #require(lines.last).contains("\"scores\":["))
        #expect(trace.output.contains("\"player\":1") && trace.output.contains("\"player\":2"))
      }
      #expect(starts[0] == starts[1] && starts[2] == starts[3] && starts[0] != starts[2])
    }
  }

  @Test func gatesTakeTheWinRate() throws {
    try Program.inFolder { folder in
      let suite = """
        name: two
        levels: ["\(Self.level)"]
        scripts: "\(Self.scripts)"
        games: 20
        gates:
          - {require: "win_rate(casual:skilled) <= 0.45"}
          - {require: "win_rate(skilled:casual) <= 0.45"}
        """
      try Program.write(suite, to: "s.yml", in: folder)
      let result = try Program.run(["check", "s.yml", "--quiet"], in: folder)
      #expect(result.code == 1, "\(result.errors)")
      #expect(result.output.contains("ok      Set, Official  win_rate(casual:skilled)"))
      #expect(result.output.contains("FAILED  Set, Official  win_rate(skilled:casual)"))
    }
  }

  @Test func otherGamesAreForOne() throws {
    try Program.inFolder { folder in
      try Program.write(Program.goodLevel, to: "good.json", in: folder)
      let result = try Program.run(["run", "good.json", "--agents", "casual:skilled"], in: folder)
      #expect(result.code == 64)
      #expect(
        result.complaints == [
          "playtest: agent 'casual:skilled': bubble-blast is for one player, and two can play set, pishti;"
            + " name the agents separately, 'casual,skilled', or write a parameter as key=number"
        ])
    }
  }
}
