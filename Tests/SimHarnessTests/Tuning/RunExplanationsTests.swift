import Foundation
import Testing

@testable import BubbleBlastGame
@testable import Lab
@testable import SimHarness
@testable import TextFormats

/// What `explain` found, kept beside a run for the reports to come.
@Suite struct RunExplanationsTests {
  private static func explanation(
    of level: String = "Small", change: String = "3 shots more"
  ) -> LevelExplanation {
    LevelExplanation(
      level: level, players: ["casual", "a \"b\"\n"], player: 1, band: 0.4...0.6,
      rates: [nil, Interval(value: 0.1, low: 0.05, high: 1 / 3)],
      rows: [
        LevelExplanation.Row(
          lever: "shots", change: "1 shot more", steps: 1,
          effects: [.unknown(0), Interval(value: 0.1, low: -0.1, high: 0.3)],
          reach: LevelExplanation.Reach(
            change: change, steps: 3, cost: 2.5, estimate: 0.5, isWithin: true)),
        LevelExplanation.Row(
          lever: "no bomb", change: "no bomb", steps: -1, effects: [nil, nil], reach: nil,
          failure: LevelExplanation.Failure(
            change: "no bomb", message: "bubbles/x.lua:1: \"no\"")),
      ],
      edits: [
        LevelExplanation.Edit(
          lever: "shots", change: change, steps: 3, cost: 2.5,
          verified: Interval(value: 0.5, low: 0.45, high: 0.55), seed: .max,
          settings: [LevelEdit("shots", to: .int(6)), LevelEdit("a.b", to: .double(0.5))]),
        LevelExplanation.Edit(
          lever: "no bomb", change: "no bomb", steps: -1, cost: 9,
          verified: Interval(value: 0.5, low: 0.45, high: 0.55), seed: 2, settings: nil),
      ],
      games: 100, verifyGames: 1000, seed: 5, gamesPlayed: 4321)
  }

  private static func read(_ text: String) throws(FileIssues) -> RunExplanations {
    try RunExplanations(reading: Array(text.utf8), file: "explanations.json")
  }

  @Test func whatIsWrittenIsReadAsItself() throws {
    let kept = RunExplanations(
      run: "0123456789abcdef", levels: [Self.explanation(), Self.explanation(of: "Other")])
    #expect(try Self.read(kept.text) == kept)
    #expect(try Self.read(kept.text).text == kept.text)
  }

  /// What an earlier version kept, without the fields of its edits.
  @Test func editsWithoutAFieldAreRead() throws {
    var kept = RunExplanations(run: "r", levels: [Self.explanation()])
    #expect(try Self.read(kept.text.replacing(/,\s*"field": null/, with: "")) == kept)
    kept.levels[0].edits[0].field = LevelExplanation.Field(now: 3, low: 1, high: 9.5)
    #expect(try Self.read(kept.text) == kept)
  }

  /// So is what came nearest; an earlier version kept none.
  @Test func theNearestIsReadAsItself() throws {
    var kept = RunExplanations(run: "r", levels: [Self.explanation()])
    #expect(try Self.read(kept.text.replacing(/,\s*"nearest": null/, with: "")) == kept)
    kept.levels[0].nearest = kept.levels[0].edits[0]
    kept.levels[0].edits = []
    #expect(try Self.read(kept.text) == kept)
    #expect(kept.levels[0].proposals == [kept.levels[0].nearest])
    #expect(
      kept.levels[0].verdict.hasSuffix(
        " The nearest: 3 shots more, cost 2.5, passes 50% [45, 55] of 1,000 fresh games."))
  }

  /// Of a level that was really played.
  @Test func whatIsFoundIsReadAsItself() async throws {
    let variants = try Tuning.variants(Tuning.bubbles)
    let found = try await LevelExplainer(
      variants, pool: Tuning.pool(["casual", "random"], variants), seed: 1, games: 30, player: 0,
      band: 0.85...0.95
    ).explanation()
    let kept = RunExplanations(run: "r", levels: [found])
    #expect(try Self.read(kept.text).text == kept.text)
  }

  @Test(arguments: [
    ("\"playtest-explanations\"", "\"x\"", "$.format: expected \"playtest-explanations\""),
    ("\"version\": 1,", "\"version\": 2,", "$.version: these explanations were made by another"),
    ("\"playtest-explain\"", "\"x\"", "$.levels[0].format: expected \"playtest-explain\""),
    ("\"version\": 2,", "\"version\": 1,", "$.levels[0].version: this was found by another"),
    ("[0.4, 0.6]", "[0.6, 0.4]", "$.levels[0].band: expected two rates, the lower first"),
    ("[0.4, 0.6]", "[0.4]", "$.levels[0].band: expected an array of "),
    (
      "\"player\": \"a \\\"b\\\"\\n\"", "\"player\": \"casul\"",
      "$.levels[0].player: unknown player 'casul'; did you mean 'casual'?"
    ),
    ("\"steps\": 3,", "\"steps\": 0.5,", "$.levels[0].levers[0].reach.steps: expected a whole"),
    (
      "\"verified\": {", "\"verified\": null, \"v\": {",
      "$.levels[0].edits[0].v: unknown field 'v'"
    ),
    ("\"low\": -0.1", "\"low\": 1e9", "].low: expected a number"),
    ("\"gamesPlayed\": 4321", "\"games2\": 1", "the field 'gamesPlayed' is missing"),
  ])
  func whatIsDamagedIsNamed(_ old: String, _ new: String, _ message: String) {
    let text = RunExplanations(run: "r", levels: [Self.explanation()]).text
    let start = text.range(of: old)
    #expect(start != nil, "\(text)")
    guard let start else { return }
    let issues = #expect(throws: FileIssues.self) {
      try Self.read(text.replacingCharacters(in: start, with: new))
    }
    #expect(
      issues?.lines.contains { $0.contains(message) } == true, "\(issues?.lines ?? [])")
  }

  /// Whatever a byte is changed to, the file is refused or read as something that can be written
  /// again.
  @Test func changedBytesAreRefusedOrRead() throws {
    let bytes = Array(RunExplanations(run: "r", levels: [Self.explanation()]).text.utf8)
    var random = SeededRandom(key: StreamKey(rawValue: 3))
    for place in stride(from: 0, to: bytes.count, by: 5) {
      var changed = bytes
      changed[place] = UInt8(random.below(128))
      guard let read = try? RunExplanations(reading: changed, file: "explanations.json") else {
        continue
      }
      #expect(try Self.read(read.text) == read)
    }
  }

  // MARK: Folders

  private static func inRun(_ body: (RunFolder, RunPlan) async throws -> Void) async throws {
    try await SmallRuns.inOwnFolder { path in
      var plan = try SmallRuns.plan()
      let library = ScriptLibrary(folder: nil)
      let other = SmallRuns.level.replacing("\"Small\"", with: "\"Other\"")
      let file = try LevelFile.read(Array(other.utf8), file: "other.json", catalog: library)
      plan.levels.append(try BubbleBlast.entry.ready(file, library, .none))
      try await SmallRuns.record(plan, in: path)
      try await body(RunFolder(path: path), plan)
    }
  }

  @Test func theLatestOfEachLevelIsKept() async throws {
    try await Self.inRun { folder, plan in
      #expect(try folder.explanations().isEmpty)
      try folder.keep([])
      #expect(!FileManager.default.fileExists(atPath: folder.path(of: .explanations)))
      let other = Self.explanation(of: "Other")
      try folder.keep([other, Self.explanation(of: "gone")])
      #expect(try folder.explanations() == [other])
      try folder.keep([Self.explanation(change: "old")])
      let small = Self.explanation(change: "new")
      try folder.keep([small])
      #expect(try folder.explanations() == [small, other])
      let text = String(decoding: try folder.read(.explanations), as: UTF8.self)
      #expect(
        text == RunExplanations(run: plan.identity.text, levels: [small, other]).text)
    }
  }

  /// As a study of another run: named and refused, until it is written again.
  @Test func thoseOfAnotherRunAreRefused() async throws {
    try await Self.inRun { folder, _ in
      let other = try SmallRuns.plan(seed: 6).identity.text
      try folder.write(
        RunExplanations(run: other, levels: [Self.explanation()]).text, to: .explanations)
      let refusal = StorageError.foreign(
        folder.path(of: .explanations),
        "these explanations belong to another run than run.json; write them again with"
          + " `playtest explain`")
      #expect(throws: refusal) { try folder.explanations() }
      try folder.keep([Self.explanation()])
      #expect(try folder.explanations() == [Self.explanation()])
    }
  }

  @Test func aDamagedFileIsRefused() async throws {
    try await Self.inRun { folder, _ in
      try folder.write("{", to: .explanations)
      #expect(throws: FileIssues.self) { try folder.explanations() }
      try folder.keep([Self.explanation()])
      #expect(try folder.explanations() == [Self.explanation()])
    }
  }

  /// Every page that is made from now on has them.
  @Test func aPageHasThem() async throws {
    try await Self.inRun { folder, _ in
      try folder.keep([Self.explanation()])
      var summary = try folder.summary(games: .bundled)
      try summary.addExplanations(in: folder)
      let page = ReportFormat.html.render(summary, runPath: "r")
      #expect(page.split(separator: "<h4>What would help</h4>").count == 2)
      #expect(page.contains("<bdi>3 shots more</bdi>: passes 50%"))
    }
  }
}
