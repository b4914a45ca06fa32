import Foundation
import Testing

@testable import BubbleBlastGame
@testable import Lab
@testable import SimHarness
@testable import TextFormats

/// Flags of what a level looks like and of how much luck decides.
@Suite struct DuplicateAndLuckFlagsTests {
  /// What a level of these rows looks like to a run.
  private static func layout(_ rows: String...) throws -> String? {
    let library = try PlantedPairs.library()
    return try BubbleBlast.entry.ready(LevelFile(Generating.level(rows)), library, .none).layout
  }

  @Test func aRunKnowsLevelsByTheirLayout() throws {
    let level = try #require(try Self.layout("RRB.", "G*B"))
    #expect(try Self.layout(".BRR", "B*G") == level)
    #expect(try Self.layout("RRB.", "GGB") != level)
  }

  /// The layout lies in the run's folder, so that a report made later finds it too.
  @Test func aMirroredLevelIsFlaggedInAReportMadeLater() throws {
    try Program.inFolder { folder in
      for (name, row) in [("a", "RRBG"), ("b", "GBRR"), ("c", "RBBG")] {
        try Data(
          """
          {"format": "playtest-level", "version": 1, "game": "bubble-blast", "name": "\(name)",
           "columns": 4, "rows": 12, "shots": 5, "grid": ["\(row)"]}
          """.utf8
        ).write(to: folder.appending(path: "\(name).json"))
      }
      let run = try Program.run(
        [
          "run", "a.json", "b.json", "c.json", "--agents", "random", "--games", "5", "--out", "run",
        ],
        in: folder)
      #expect(run.code == 0, "\(run.errors)")
      let report = try Program.run(["report", "run", "--format", "md"], in: folder)
      #expect(report.code == 0, "\(report.errors)")
      let text = try Program.text(of: "run/report.md", in: folder)
      #expect(text.split(separator: "Its layout is that of").count == 2)
      #expect(text.contains("Its layout is that of \"a\""))
    }
  }

  @Test func theLaterOneIsFlagged() {
    var run = ReportFixture.run([
      ReportFixture.cell("A", "casual", wins: 50, of: 100),
      ReportFixture.cell("B", "casual", wins: 50, of: 100),
    ])
    #expect(run.levels.map { $0.flags.count } == [0, 0])
    run.levels[0].layout = "1"
    run.levels[1].layout = "2"
    run.addFlags()
    #expect(run.levels.map { $0.flags.count } == [0, 0])
    run.levels[1].layout = "1"
    run.addFlags()
    #expect(run.levels.map { $0.flags.map(\.kind) } == [[], [.duplicate]])
  }

  @Test func luckAboveTheThresholdIsFlagged() {
    func flags(_ share: Double, _ thresholds: FlagThresholds = .standard) -> [LevelFlag.Kind] {
      var cell = ReportFixture.cell("A", "casual", wins: 50, of: 100)
      cell.metrics.append(
        MetricSummary(
          name: "luck_share", unit: "share", summary: "",
          value: Interval(value: share, low: share - 0.1, high: share + 0.1)))
      return LevelFlags.flags(of: ReportFixture.run([cell]), thresholds: thresholds)[0].map(\.kind)
    }
    // The interval, a tenth to either side, has to lie above.
    #expect(flags(0.89).isEmpty)
    #expect(flags(0.91) == [.luck])
    var strict = FlagThresholds()
    strict.luck = 0.5
    #expect(flags(0.61, strict) == [.luck])
  }

  @Test func aSuiteSetsThresholds() throws {
    let text = """
      name: s
      levels: [a]
      report: {flags: {luck: 0.5, too-hard: 0.1, dip-distance: 3}}
      """
    let suite = try Suite(reading: Array(text.utf8), file: "s.yml") { _ in .bundled }
    var expected = FlagThresholds()
    expected.luck = 0.5
    expected.tooHard = 0.1
    expected.dipDistance = 3
    #expect(suite.thresholds == expected)
    let wrong = "name: s\nlevels: [a]\nreport: {flags: {lucky: 0.5, stuck: 2}}\n"
    let issues = #expect(throws: FileIssues.self) {
      try Suite(reading: Array(wrong.utf8), file: "s.yml") { _ in .bundled }
    }
    #expect(issues?.lines.count == 2)
  }
}
