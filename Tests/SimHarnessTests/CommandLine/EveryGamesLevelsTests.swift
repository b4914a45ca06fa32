import Foundation
import Testing

/// `level edit`, `explain` and `tune` with the levels of games that have few commands of their own.
@Suite struct EveryGamesLevelsTests {
  private static func inFolder(_ body: (URL) throws -> Void) throws {
    try Program.inFolder { folder in
      for (name, fields) in [
        ("pop", #""game":"bubble-pop","name":"Pop""#),
        ("cards", #""game":"cards","name":"Cards","script":"tens""#),
      ] {
        let text = #"{"format":"playtest-level","version":1,\#(fields)}"#
        try Program.write(text, to: "\(name).json", in: folder)
      }
      try body(folder)
    }
  }

  @Test func aPopLevelIsEditedAndPutBack() throws {
    try Self.inFolder { folder in
      let set = try Program.run(
        ["level", "edit", "pop.json", "set", "duration=33", "status"], in: folder)
      #expect(set.code == 0 && set.output.contains("33 s, at most 15 bubbles"), "\(set)")
      #expect(try Program.text(of: "pop.json", in: folder).contains(#""duration": 33"#))
      let back = try Program.run(
        ["level", "edit", "pop.json", "set", "duration=34", "undo", "redo", "reset", "status"],
        in: folder)
      #expect(back.code == 0 && back.output.contains("60 s, at most 15 bubbles"), "\(back)")
      #expect(!(try Program.text(of: "pop.json", in: folder).contains("duration")))
    }
  }

  private static let refusals = [
    Program.Failure(
      65, "playtest level edit pop.json set durations=34",
      "pop.json: durations: unknown field 'durations'; did you mean 'duration'?"),
    Program.Failure(
      65, "playtest level edit cards.json set deals=3",
      "cards.json: deals: unknown field 'deals'; did you mean 'deal'?"),
    Program.Failure(
      65, "playtest level edit cards.json set game=x",
      "cards.json: game: this cannot be set; create a new level instead"),
  ]

  @Test(arguments: refusals)
  func aFieldThatIsNotThereIsRefused(_ failure: Program.Failure) throws {
    try Self.inFolder { folder in try failure.check(in: folder) }
  }

  @Test func aLevelOfCardsIsExplained() throws {
    try Self.inFolder { folder in
      let run = try Program.run(
        ["run", "cards.json", "--agents", "novice", "--games", "20", "--quiet", "--out", "r"],
        in: folder)
      #expect(run.code == 0, "\(run.errors)")
      let result = try Program.run(
        ["explain", "r", "--level", "Cards", "--games", "10", "--quiet"], in: folder)
      #expect(result.code == 0, "\(result.errors)")
      for change in ["1 fewer card dealt", "1 more card dealt"] {
        #expect(result.output.contains(change), "\(result.output)")
      }
    }
  }

  /// The median of 60 games, an order statistic, is one of the scores.
  @Test func aQuantileOfTheScoreIsAnAim() throws {
    try Self.inFolder { folder in
      try Program.write(Program.goodLevel, to: "good.json", in: folder)
      let tune = """
        level: good.json
        budget: {games: 300}
        parameters: [{path: shots, int: [2, 20]}]
        targets: [{metric: score_p50, agent: random, aim: 200, tolerance: 200}]
        verify: {games: 60, seed: 7}
        """
      try Program.write(tune, to: "score.yml", in: folder)
      let result = try Program.run(["tune", "score.yml", "--quiet", "--json"], in: folder)
      #expect(result.code <= 1, "\(result.errors)")
      #expect(result.output.contains("score_p50"), "\(result.output)")
    }
  }
}
