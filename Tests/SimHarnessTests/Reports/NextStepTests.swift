import Testing

@testable import Lab
@testable import Reporting
@testable import SimHarness

/// What to do next, after a run and beside its problems.
@Suite struct NextStepTests {
  private static func summary(source: String?) -> RunSummary {
    var summary = ReportFixture.realistic(levels: 3)
    for index in summary.levels.indices {
      summary.levels[index].source = source
      summary.levels[index].flags = []
    }
    summary.levels[0].name = "It's \"hard\""
    for index in summary.cells.indices
    where summary.cells[index].level == ReportFixture.realistic(levels: 3).levels[0].name {
      summary.cells[index].level = "It's \"hard\""
    }
    summary.levels[0].flags = [LevelFlag(kind: .tooHard, reason: "r", example: nil)]
    return summary
  }

  @Test func aLevelThatIsTooHardIsExplainedAndPlayed() {
    let steps = Self.summary(source: "my levels/a.json").nextSteps(runPath: "Reports/runs/my run")
    #expect(
      steps == [
        NextStep(
          purpose: #"It's "hard" is too hard"#,
          command: #"playtest explain 'Reports/runs/my run' --level 'It'\''s "hard"'"#),
        NextStep(purpose: "play it yourself", command: "playtest play 'my levels/a.json'"),
      ])
  }

  /// A command that reads a level names the folders in which the run found its game.
  @Test func theStepsNameTheRunsFolders() {
    var summary = Self.summary(source: "a.json")
    summary.folders = NamedFolders(scripts: "my games", engines: "-e")
    let options = "--scripts 'my games' --engines=-e"
    #expect(
      summary.nextSteps(runPath: "r").map(\.command) == [
        #"playtest explain r --level 'It'\''s "hard"' --engines=-e"#,
        "playtest play a.json \(options)",
      ])
    let edit = LevelExplanation.Edit(
      lever: "shots", change: "c", steps: 1, cost: 1, verified: .unknown(0.5), seed: 1,
      settings: [LevelEdit("shots", to: 15)])
    #expect(
      NextStep.edit("builtin:g/a", edit, in: summary.folders)?.command
        == "playtest level convert builtin:g/a --to json --out a.json \(options)"
        + " && playtest level edit a.json set shots=15 \(options)")
  }

  /// A level that is over at once is a mistake, whatever its pass rate.
  @Test func aLevelWithoutMovesIsChecked() {
    var summary = Self.summary(source: "a b.json")
    summary.levels[0].flags = []
    let name = summary.levels[1].name
    for index in summary.cells.indices where summary.cells[index].level == name {
      summary.cells[index].moves?.maximum = 0
    }
    let expected = NextStep(
      purpose: "\(name): every game was over before its first move; check the level",
      command: "playtest level validate 'a b.json'")
    #expect(summary.nextSteps(runPath: "r").first == expected)
    let place = summary.cells.firstIndex { $0.level == name }
    place.map { summary.cells[$0].moves?.maximum = 1 }
    #expect(!summary.nextSteps(runPath: "r").contains(expected))
  }

  @Test func withoutProblemsTheReportIsLookedAt() {
    var summary = Self.summary(source: nil)
    summary.levels[0].flags = []
    #expect(
      summary.nextSteps(runPath: "-r").map(\.command) == ["playtest report ./-r --open"])
  }

  /// What is searched lies within what the field may be, and has what it is now.
  @Test(arguments: [
    (6.0, LevelExplanation.Field(now: 7, low: 4, high: 9), "4...9"),
    (3.0, LevelExplanation.Field(now: 20, low: 1, high: 50), "2...20"),
    (0.5, LevelExplanation.Field(now: 0.1, low: 0, high: 0.6), "0.1...0.6"),
    (0.6, LevelExplanation.Field(now: 0.5, low: 0, high: 1), "0.3...0.9"),
  ])
  func aSearchStaysWithinTheField(
    value: Double, field: LevelExplanation.Field, range: String
  ) {
    let edit = LevelExplanation.Edit(
      lever: "piles", change: "c", steps: 1, cost: 1, verified: .unknown(0.5), seed: 1,
      settings: [LevelEdit("piles", to: JSONTree.double(value).normalised)], field: field)
    let explanation = LevelExplanation(
      level: "L", players: ["casual"], player: 0, band: 0.4...0.6, rates: [nil], rows: [],
      edits: [edit], games: 1, verifyGames: 1, seed: 1, gamesPlayed: 1)
    #expect(
      NextStep.tune("a.json", edit, of: explanation, in: NamedFolders())?.command
        == "playtest tune a.json --vary piles=\(range) --aim 'pass_rate(casual) in 0.4...0.6'")
  }

  /// The first change that can be made is suggested, also where a cheaper one is no setting; what was
  /// explained is not explained again.
  @Test(arguments: [true, false]) func anExplanationIsNotAskedForAgain(_ hasSetting: Bool) throws {
    var summary = Self.summary(source: "a.json")
    summary.levels[0].flags[0].example = GameReference(
      level: summary.levels[0].name, agent: "casual", index: 4)
    func edit(_ change: String, _ settings: [LevelEdit]?) -> LevelExplanation.Edit {
      LevelExplanation.Edit(
        lever: "l", change: change, steps: 1, cost: 1, verified: .unknown(0.5), seed: 1,
        settings: settings)
    }
    summary.additions.explanations = [
      LevelExplanation(
        level: summary.levels[0].name, players: ["casual"], player: 0, band: 0.4...0.6,
        rates: [nil], rows: [],
        edits: [edit("1 fewer colour", nil)]
          + (hasSetting ? [edit("9 more shots", [LevelEdit("shots", to: .int(15))])] : []),
        games: 1, verifyGames: 1, seed: 1, gamesPlayed: 1)
    ]
    let problem = try #require(ReportProblem.worst(of: summary).first)
    #expect(
      problem.steps(summary, runPath: "r").map(\.command)
        == (hasSetting
          ? [
            "playtest level edit a.json set shots=15",
            "playtest tune a.json --vary shots=8...23 --aim 'pass_rate(casual) in 0.4...0.6'",
          ]
          : [#"playtest replay r --level 'It'\''s "hard"' --agent casual --index 4"#])
        + ["playtest play a.json"])
  }

  @Test func aChangeThatWasFoundIsMade() throws {
    var summary = Self.summary(source: "a.json")
    let level = summary.levels[0]
    let edit = LevelExplanation.Edit(
      lever: "shots", change: "3 shots more", steps: 3, cost: 2,
      verified: Interval(value: 0.5, low: 0.45, high: 0.55), seed: 1,
      settings: [LevelEdit("shots", to: .int(23))])
    summary.additions.explanations = [
      LevelExplanation(
        level: level.name, players: ["casual"], player: 0, band: 0.4...0.6, rates: [nil], rows: [],
        edits: [edit], games: 1, verifyGames: 1, seed: 1, gamesPlayed: 1)
    ]
    let problem = try #require(ReportProblem.worst(of: summary).first)
    #expect(
      problem.steps(summary, runPath: "r").map(\.command) == [
        "playtest level edit a.json set shots=23",
        "playtest tune a.json --vary shots=12...35 --aim 'pass_rate(casual) in 0.4...0.6'",
        "playtest play a.json",
      ])
    // A built-in level cannot be edited, but a copy of it can.
    for (source, copy) in [
      ("builtin:bubble-blast/01-first-steps", "01-first-steps.json"),
      ("import:frozen-bubble#7", "frozen-bubble-7.json"),
    ] {
      summary.levels[0].source = source
      #expect(
        problem.steps(summary, runPath: "r").first
          == NextStep(
            purpose: "make this change in a copy",
            command: "playtest level convert \(ShellText.path(source)) --to json --out \(copy)"
              + " && playtest level edit \(copy) set shots=23"))
    }
    // Nothing is left to find out of a level that has no file.
    summary.levels[0].source = nil
    #expect(problem.steps(summary, runPath: "r").isEmpty)
    let page = HTMLReport.render(summary, runPath: "/tmp/secret/r")
    #expect(page.contains("3 shots more (passes 50%)."))
    #expect(!page.contains("/tmp/secret"))
    summary.levels[0].source = "/tmp/secret/a.json"
    #expect(!HTMLReport.render(summary, runPath: "r").contains("/tmp/secret"))
  }
}
