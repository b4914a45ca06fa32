import Testing

@testable import Reporting
@testable import SimHarness

/// The games that a report names as best, median and worst.
@Suite struct ExampleGamesTests {
  private typealias Game = (end: GameEnd, score: Int, moves: Int)

  /// The examples of games in their order: `best 3`, `median 0`...
  private static func examples(_ games: [Game], isForTwo: Bool = false) -> [String] {
    let metrics = isForTwo ? TableFigures.definitions : []
    var builder = CellSummaryBuilder(
      level: "L", levelHash: "", agent: "casual", hasPairs: false, metrics: metrics)
    for (index, game) in games.enumerated() {
      builder.add(
        GameRow(
          result: GameResult(
            index: index, end: game.end, score: game.score, moves: game.moves, hash: 0),
          metrics: metrics.map { _ in nil }))
    }
    return builder.build().examples.map { "\($0.label) \($0.index)" }
  }

  /// A lost game is never the best where another was won, whatever the points.
  @Test func aWonGameIsBetterThanALostOneWithMorePoints() {
    #expect(
      Self.examples([(.lost, 84_240, 9), (.won, 48_250, 9), (.lost, 100, 9), (.won, 50, 9)])
        == ["best 1", "median 0", "worst 2"])
  }

  /// Without points, the outcome and then the moves of won games say which game is which.
  @Test func gamesWithoutPointsAreRankedByOutcomeAndMoves() {
    let games: [Game] = [
      (.lost, 0, 6), (.ended, 0, 9), (.won, 0, 5), (.won, 0, 3), (.won, 0, 3), (.lost, 0, 4),
    ]
    #expect(Self.examples(games) == ["best 3", "median 1", "worst 0"])
    // All won: the slowest is the worst.
    #expect(
      Self.examples([(.won, 7, 5), (.won, 7, 3), (.won, 7, 8)]) == [
        "best 1", "median 0", "worst 2",
      ]
    )
  }

  /// In a level without a goal, and in a game that hit the move limit, the score counts.
  @Test func withoutAGoalTheScoreCounts() {
    #expect(
      Self.examples([(.ended, 10, 9), (.capped, 30, 9), (.ended, 20, 9)])
        == ["best 1", "median 2", "worst 0", "capped 1"])
    #expect(
      Self.examples([(.capped, 10, 9), (.lost, 30, 9), (.won, 20, 9)])
        == ["best 2", "median 1", "worst 0", "capped 0"])
    // Between two players the move limit is a draw.
    #expect(
      Self.examples([(.lost, 30, 9), (.capped, 10, 9), (.won, 20, 9)], isForTwo: true)
        == ["best 2", "median 1", "worst 0", "capped 1"])
  }

  /// The page has one row for a game that is several examples.
  @Test func aPageNamesAGameOnce() {
    var cell = ReportFixture.cell("L", "casual", wins: 1, of: 2)
    cell.examples = [
      ExampleGame(label: "best", index: 7, end: .won, score: 1, moves: 2),
      ExampleGame(label: "median", index: 3, end: .lost, score: 1, moves: 2),
      ExampleGame(label: "worst", index: 3, end: .lost, score: 1, moves: 2),
      ExampleGame(label: "near miss", index: 3, end: .lost, score: 1, moves: 2),
    ]
    let page = ReportFormat.html.render(ReportFixture.run([cell]), runPath: "r")
    #expect(page.contains("<th scope=\"row\"><bdi>best</bdi></th>"))
    #expect(page.contains("<th scope=\"row\"><bdi>median, worst, near miss</bdi></th>"))
    #expect(!page.contains("<th scope=\"row\"><bdi>worst</bdi></th>"))
  }
}
