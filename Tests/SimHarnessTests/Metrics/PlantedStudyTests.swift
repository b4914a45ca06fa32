import Testing

@testable import BubbleBlastGame
@testable import Catalogue
@testable import SimHarness

/// Figures of studies, and of levels over players, distinguish two levels that differ in what they
/// are about, and not two that differ in something else.
///
/// One run of all levels for each table, of fixed seeds: what is planted is found at p < 0.01, and
/// worth of falling bubbles moves nothing. Studies look at 40 to 200 games each where they need no
/// more; other metrics have 400.
@Suite struct PlantedStudyTests {
  typealias Board = PlantedPairs.Board

  private static func spawning(_ weights: String) -> Board {
    Board().with { $0.fields = #","spawn":{"weights":{\#(weights)},"onlyPresent":false}"# }
  }
  private static let three = #""red":1,"blue":1,"green":1"#
  private static let bombs = Board(grid: ["RRxBGG..", "RBxGxR.", "GRRBBG.."], kind: "bomb")

  /// The levels of a run by their places.
  private static let boards = [
    Board(),
    Board().with { $0.fields = #","scoring":{"fallen":25}"# },
    Board().with { $0.fields = #","swap":true"# },
    Board().with { $0.grid.append("GRBGRBG") },
    bombs,
    bombs.with { $0.fields = #","rules":{"matchSize":2}"# },
    bombs.with { $0.fields = #","scoring":{"fallen":25}"# },
  ]

  /// Levels of three colours, one of which deals a fourth as well.
  private static let fourth = [
    spawning(three),
    spawning(three).with { $0.fields += #","scoring":{"fallen":25}"# },
    spawning(three + #","white":1"#),
  ]

  /// Which levels a metric is tried on.
  struct Trial {
    var metric: String
    var base = 0
    var moved = 2
    var other = 1
  }

  /// A summary of the boards, with a study if asked.
  static func summary(
    _ boards: [Board], agents: [String], games: Int, effort: StudyResults.Effort? = nil
  ) async throws -> RunSummary {
    let game = BubbleBlast.entry
    let library = try PlantedPairs.library()
    let levels = try boards.enumerated().map { place, board in
      let text = board.json(named: "\(place)")
      let file = try LevelFile.read(Array(text.utf8), file: "planted.json", catalog: library)
      return try game.ready(file, library, .none)
    }
    let plan = RunPlan(
      title: "planted", game: game, levels: levels,
      players: try agents.map { try Roster.player($0, game: game, library: library) },
      games: games, seed: PlantedPairs.seed, maxMoves: 60)
    return try await SmallRuns.inOwnFolder { path in
      try await SmallRuns.record(plan, in: path, jobs: 2)
      let folder = RunFolder(path: path)
      if let effort {
        let study = try RunStudy(
          of: SmallRuns.recorded(folder), effort: effort, jobs: 2)
        let results = try await study.results(isCancelled: { false }, progress: { _ in }).results
        try folder.write(results.text, to: .study)
      }
      return try folder.summary(games: .bundled)
    }
  }

  static func check(_ trial: Trial, _ figure: (Int) -> Interval?) throws {
    let base = try #require(figure(trial.base), "\(trial.metric) is undefined")
    let moved = try #require(figure(trial.moved), "\(trial.metric) is undefined")
    let other = try #require(figure(trial.other), "\(trial.metric) is undefined")
    let found = PlantedPairs.pValue(base, moved)
    let unmoved = PlantedPairs.pValue(base, other)
    #expect(found < 0.01, "\(trial.metric): \(base) against \(moved)")
    #expect(unmoved > 0.01, "\(trial.metric): \(base) against \(other)")
  }

  @Test func studiesMoveOnlyWithWhatTheyMeasure() async throws {
    var effort = StudyResults.Effort()
    effort.games = 40
    effort.turns = 4
    effort.rollouts = 4
    let summary = try await Self.summary(
      Self.boards, agents: ["casual"], games: 200, effort: effort)
    let trials = [
      Trial(metric: "legal_moves"), Trial(metric: "distinct_outcomes"),
      Trial(metric: "decision_entropy"), Trial(metric: "criticality"),
      Trial(metric: "dead_turns"), Trial(metric: "excitement"), Trial(metric: "luck_share"),
      Trial(metric: "cost_no_walls", moved: 3),
      Trial(metric: "cost_no_bomb", base: 4, moved: 5, other: 6),
    ]
    for trial in trials {
      try Self.check(trial) { level in
        summary.cells[level].metrics.first { $0.name == trial.metric }?.value
      }
    }
  }

  /// A comeback is a mark of a won game, so it takes more games than a mean does.
  @Test func comebacksMoveOnlyWithWhatTheyMeasure() async throws {
    var effort = StudyResults.Effort()
    effort.games = 120
    effort.turns = 4
    effort.rollouts = 4
    effort.luckGames = 0
    effort.restrictedGames = 0
    let summary = try await Self.summary(
      Self.fourth, agents: ["casual"], games: 120, effort: effort)
    try Self.check(Trial(metric: "comebacks")) { level in
      summary.cells[level].metrics.first { $0.name == "comebacks" }?.value
    }
  }

  /// What swaps are worth depends on how much else helps: where two bubbles match, nothing is lost
  /// without them.
  @Test func swapsMoveOnlyWithWhatTheyMeasure() async throws {
    var effort = StudyResults.Effort()
    effort.games = 0
    effort.luckGames = 0
    effort.restrictedGames = 200
    let swap = Board().with { $0.fields = #","swap":true"# }
    let summary = try await Self.summary(
      [
        swap, swap.with { $0.fields += #","scoring":{"fallen":25}"# },
        swap.with { $0.fields += #","rules":{"matchSize":2}"# },
      ], agents: ["casual"], games: 200, effort: effort)
    try Self.check(Trial(metric: "cost_no_swap")) { level in
      summary.cells[level].metrics.first { $0.name == "cost_no_swap" }?.value
    }
  }

  /// With too few shots most games are lost whatever is done, so there is less to decide.
  @Test func choicesMoveOnlyWithWhatTheyMeasure() async throws {
    var effort = StudyResults.Effort()
    effort.games = 80
    effort.turns = 4
    effort.rollouts = 2
    effort.luckGames = 0
    effort.restrictedGames = 0
    let summary = try await Self.summary(
      Array(Self.boards.prefix(2)) + [Board().with { $0.shots = 4 }], agents: ["casual"],
      games: 80, effort: effort)
    try Self.check(Trial(metric: "decision_share")) { level in
      summary.cells[level].metrics.first { $0.name == "decision_share" }?.value
    }
  }

  @Test func figuresOverPlayersMoveOnlyWithWhatTheyMeasure() async throws {
    let summary = try await Self.summary(
      Array(Self.boards.prefix(3)) + [Self.boards[3].with { $0.grid.append("RBGRBGRB") }],
      agents: [
        "novice", "expert", "random@shaky", "random@steady", "greedy@shaky", "greedy@steady",
      ],
      games: 400)
    let trials = [
      Trial(metric: "discrimination"), Trial(metric: "skill_gap", moved: 3),
      Trial(metric: "strategy_share", moved: 3), Trial(metric: "execution_share", moved: 3),
    ]
    for trial in trials {
      try Self.check(trial) { level in
        summary.levels[level].metrics.first { $0.name == trial.metric }?.value
      }
    }
    try Self.check(Trial(metric: "difficulty")) { summary.levels[$0].difficulty }
  }
}
