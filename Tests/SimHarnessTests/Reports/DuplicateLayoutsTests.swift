import Testing

@testable import SimHarness

@Suite struct DuplicateLayoutsTests {
  private let rows = ["RRB*..", "GRB..", "......"]

  private func isSame(_ other: [String]) -> Bool {
    DuplicateLayouts.canonical(.hexagons(rows: rows))
      == DuplicateLayouts.canonical(.hexagons(rows: other))
  }

  @Test func mirrorsAndOtherColoursAreAlike() {
    #expect(isSame(["..*BRR", "..BRG", "......"]))
    #expect(isSame(["WWC*..", "YWC..", "......", "....."]))
    #expect(isSame(["..*CWW", "..CWY"]))
  }

  @Test func otherShapesAndSpecialsAreNot() {
    #expect(!isSame(["RRB*..", "RRB..", "......"]))
    #expect(!isSame(["RRB=..", "GRB..", "......"]))
    #expect(!isSame(["......", "RRB*.", "GRB..."]))
    #expect(DuplicateLayouts.canonical(.text("x")) == nil)
    #expect(DuplicateLayouts.canonical(.hexagons(rows: ["...", ".."])) == nil)
  }

  @Test func scenesAreComparedByTheirBodies() {
    func scene(_ bodies: [(x: Double, colour: String)]) -> LevelPictureKind {
      .scene(
        LevelScene(
          width: 100, height: 100,
          shapes: bodies.map {
            LevelScene.Shape(
              .circle(x: $0.x, y: 50, radius: 5), colour: $0.colour, letter: "o")
          }, cannon: nil, bucket: nil))
    }
    let one = DuplicateLayouts.canonical(scene([(20, "orange"), (40, "blue")]))
    #expect(one == DuplicateLayouts.canonical(scene([(60, "blue"), (80, "orange")])))
    #expect(one == DuplicateLayouts.canonical(scene([(40, "red"), (20, "green")])))
    #expect(one != DuplicateLayouts.canonical(scene([(20, "orange"), (41, "blue")])))
    #expect(one != DuplicateLayouts.canonical(scene([(20, "orange"), (40, "orange")])))
  }

  @Test func theLaterOneIsFlagged() {
    var run = ReportFixture.run([
      ReportFixture.cell("A", "casual", wins: 50, of: 100),
      ReportFixture.cell("B", "casual", wins: 50, of: 100),
    ])
    #expect(run.levels.map { $0.flags.count } == [0, 0])
    run.levels[1].picture = run.levels[0].picture
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
    #expect(flags(0.8).isEmpty)
    #expect(flags(0.81) == [.luck])
    var strict = FlagThresholds()
    strict.luck = 0.5
    #expect(flags(0.6, strict) == [.luck])
  }

  @Test func aSuiteSetsThresholds() throws {
    let text = """
      name: s
      levels: [a]
      report: {flags: {luck: 0.5, too-hard: 0.1, dip-distance: 3}}
      """
    let suite = try Suite(reading: Array(text.utf8), file: "s.yml")
    var expected = FlagThresholds()
    expected.luck = 0.5
    expected.tooHard = 0.1
    expected.dipDistance = 3
    #expect(suite.thresholds == expected)
    let wrong = "name: s\nlevels: [a]\nreport: {flags: {lucky: 0.5, stuck: 2}}\n"
    let issues = #expect(throws: FileIssues.self) {
      try Suite(reading: Array(wrong.utf8), file: "s.yml")
    }
    #expect(issues?.lines.count == 2)
  }
}
