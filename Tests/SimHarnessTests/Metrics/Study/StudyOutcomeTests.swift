import Testing

@testable import Catalogue
@testable import SimHarness

/// Outcomes are distinguished by what they bring: levels made by hand whose figures are known
/// exactly.
@Suite struct StudyOutcomeTests {
  /// What a study must find, over all its games.
  struct Trial: CustomTestStringConvertible, Sendable {
    var name: String
    var level: String
    var agent = "random"
    var outcomes: Double
    var decisions: Double
    var criticality: Double
    var dead: Double
    /// Where there is no doubt about it.
    var entropy: ClosedRange<Double>

    var testDescription: String { name }
  }

  /// A board of Bubble Blast on which only red bubbles are shot.
  private static func board(_ rows: String, shots: Int) -> String {
    """
    {"format":"playtest-level","version":1,"game":"bubble-blast","name":"L","shots":\(shots),\
    "spawn":{"weights":{"red":1},"onlyPresent":false},"grid":["\(rows)"]}
    """
  }

  private static let oneBall = """
    {"format":"playtest-level","version":1,"game":"peggle","name":"L","width":400,"height":400,\
    "balls":1,"objects":[{"kind":"peg","colour":"orange","x":120,"y":250,"radius":12},\
    {"kind":"peg","colour":"blue","x":280,"y":250,"radius":12},\
    {"kind":"peg","colour":"blue","x":200,"y":320,"radius":12}]}
    """

  static let trials = [
    // Several shots win with different scores, others lose in different places: two outcomes.
    Trial(
      name: "one ball of Peggle", level: oneBall, outcomes: 2, decisions: 1, criticality: 1,
      dead: 0, entropy: 0...0.001),
    Trial(
      name: "one shot at two bubbles", level: board("RR..........", shots: 1), outcomes: 2,
      decisions: 1, criticality: 1, dead: 0, entropy: 0...0.001),
    Trial(
      name: "one shot that cannot miss", level: board("RRRRRRRRRRRR", shots: 1), outcomes: 1,
      decisions: 0, criticality: 0, dead: 1, entropy: 1...1),
    Trial(
      name: "one shot that cannot win", level: board("RBRB........", shots: 1), outcomes: 1,
      decisions: 0, criticality: 0, dead: 1, entropy: 1...1),
    // A miss stays on the board: where the second shot joins it to the others the level is won all
    // the same, elsewhere it is lost.
    Trial(
      name: "two shots at two bubbles", level: board("RR..........", shots: 2), agent: "greedy",
      outcomes: 2, decisions: 1, criticality: 1, dead: 0, entropy: 0...0.001),
  ]

  private static func figures(of level: String, agent: String) async throws -> [MetricSummary] {
    let library = Tuning.library
    let file = try LevelFile.read(Array(level.utf8), file: "level.json", catalog: library)
    let entry = try #require(GameRegistry.bundled.game(named: file.header.game))
    let plan = RunPlan(
      title: "study", game: entry, levels: [try entry.ready(file, library, .none)],
      players: [try Roster.player(agent, game: entry, library: library)], games: 3, seed: 5,
      maxMoves: 12)
    var effort = StudyResults.Effort()
    effort.games = 3
    effort.rollouts = 2
    effort.luckGames = 0
    effort.restrictedGames = 0
    return try await SmallRuns.inOwnFolder { path in
      try await SmallRuns.record(plan, in: path)
      let folder = RunFolder(path: path)
      let study = try RunStudy(
        of: SmallRuns.recorded(folder), effort: effort, jobs: 2)
      let results = try await study.results(isCancelled: { false }, progress: { _ in }).results
      try folder.write(results.text, to: .study)
      return try #require(
        try folder.summary(games: .bundled).cells.first?.metrics)
    }
  }

  @Test(arguments: trials) func aLevelOfKnownOutcomes(_ trial: Trial) async throws {
    let metrics = try await Self.figures(of: trial.level, agent: trial.agent)
    func value(_ name: String) throws -> Double {
      try #require(metrics.first { $0.name == name }?.value?.value, "\(name) is undefined")
    }
    #expect(try value("distinct_outcomes") == trial.outcomes)
    #expect(try value("decision_share") == trial.decisions)
    #expect(try value("criticality") == trial.criticality)
    #expect(try value("dead_turns") == trial.dead)
    #expect(trial.entropy.contains(try value("decision_entropy")))
    #expect(try value("legal_moves") > 1)
  }

  @Test func movesThatEndAlikeInEveryFutureAreOneOutcome() throws {
    let results: [[Double]] = [[1, 0], [0, 1], [1, 0], [0, 0], [0, 0], [1, 1]]
    let turn = StudiedTurn(moves: 9, results: results, hasGoal: true, chance: nil)
    #expect(turn.values == [0.5, 0.5, 0, 1])
    #expect(turn.criticality == 0.5)
    let same = StudiedTurn(moves: 9, results: [[1, 1], [1, 1]], hasGoal: true, chance: nil)
    #expect(same.values == [1] && !same.isDecision && same.isDead)
    #expect(same.criticality == 0 && same.entropy == 1)
    let forced = StudiedTurn(moves: 1, results: [[]], hasGoal: true, chance: nil)
    #expect(forced.criticality == nil && forced.entropy == nil && forced.values.count == 1)
  }

  @Test func withoutAGoalTheScoreIsWhatAMoveBrings() {
    let plain = StudiedTurn(
      moves: 4, results: [[10, 30], [10, 30], [40, 40], [0, 0]], hasGoal: false, chance: nil)
    #expect(plain.values == [0.5, 1, 0])
    // Below 0 the lowest is worth 0 and the highest 1.
    let low = StudiedTurn(
      moves: 3, results: [[-30], [-10], [-20]], hasGoal: false, chance: nil)
    #expect(low.values == [0, 1, 0.5])
    let nothing = StudiedTurn(moves: 3, results: [[0], [0]], hasGoal: false, chance: nil)
    #expect(nothing.values == [0])
  }
}
