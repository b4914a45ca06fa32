import TestSupport
import Testing

@testable import SimHarness

/// The counts behind a heat map, and how a report shows them.
@Suite struct SceneStudyTests {
  private func replay(_ hit: [Bool], won: Bool, shots: [Int]) -> SceneReplay {
    SceneReplay(
      end: Replay(outcome: won ? .won : .lost, score: 10, hash: 1, moves: shots.count),
      isHit: hit, isTarget: [true, true, false], isGoal: [true, true, false], hitsByShot: shots,
      paths: [])
  }

  private func study() throws -> SceneStudy {
    var builder = SceneStudyBuilder()
    #expect(builder.build(flights: []) == nil)
    builder.add(replay([true, true, false], won: true, shots: [2]))
    builder.add(replay([true, false, false], won: false, shots: [0, 1]))
    builder.add(replay([false, false, false], won: false, shots: [0, 0]))
    builder.add(replay([true, false, false], won: false, shots: [1, 0]))
    let example = ExampleGame(label: "best", index: 0, end: .won, score: 10, moves: 1)
    let way = SceneReplay.Path(
      shot: 1,
      points: [SceneReplay.Point(x: 50, y: 10), SceneReplay.Point(x: 20, y: 100)])
    return try #require(builder.build(flights: [SceneStudy.Flight(game: example, paths: [way])]))
  }

  @Test func addsUp() throws {
    let study = try study()
    #expect(study.games == 4)
    #expect(study.losses == 3)
    #expect(study.hits == [3, 1, 0])
    #expect(study.left == [1, 3, 3])
    #expect(study.share(hit: 0) == 0.75)
    #expect(study.share(left: 1) == 1)
    #expect(study.hitsInShot?.histogram.map(\.value) == [0, 1, 2])
    #expect(study.hitsInShot?.histogram.map(\.count) == [4, 2, 1])
    #expect(study.goalsLeft?.histogram.map(\.value) == [1, 2])
    #expect(study.goalsLeft?.histogram.map(\.count) == [2, 1])
    #expect(study.goalsLeft?.mean == 4.0 / 3)
  }

  /// A run with one level that is a scene.
  private func run(name: String = "Bay", agent: String = "casual") throws -> RunSummary {
    var run = ReportFixture.run([ReportFixture.cell(name, agent, wins: 1, of: 4)])
    run.levels[0].picture = .scene(
      LevelScene(
        width: 100, height: 120,
        shapes: [
          LevelScene.Shape(.circle(x: 20, y: 50, radius: 10), colour: name, letter: "o"),
          LevelScene.Shape(.circle(x: 80, y: 50, radius: 10), colour: "orange", letter: "o"),
          LevelScene.Shape(
            .polygon([[40, 80], [60, 80], [50, 60]]), colour: "triangle", letter: "^"),
        ], cannon: LevelScene.Spot(x: 50, y: 10, radius: 5), bucket: nil))
    run.cells[0].scene = try study()
    return run
  }

  @Test func showsHeatFlightsAndFigures() throws {
    let page = ReportFormat.html.render(try run(), runPath: "r")
    #expect(MarkupScanner(page).findings == [])
    #expect(page.contains("Which pegs are hit"))
    // 75% and 25% of the games: the steps 8 and 3 of ten.
    #expect(page.contains("class=\"peg h8 goal\""))
    #expect(page.contains("class=\"peg h3 goal\""))
    #expect(page.contains("orange peg 2: hit in 25% of games, left in 100% of games not won"))
    #expect(page.contains("class=\"way w4\" d=\"M200 40L80 400\""))
    #expect(page.contains("Counted over all games."))
    #expect(page.contains("4 games, 3 not won"))
    #expect(ReportFormat.html.render(try run(), runPath: "r") == page)
  }

  @Test func saysHowManyGamesWereLookedAt() throws {
    var run = try run()
    run.cells[0].games = 200
    #expect(
      ReportFormat.html.render(run, runPath: "r").contains(
        "Counted over the first 4 games of each player, replayed."))
    run.cells[0].scene = nil
    #expect(!ReportFormat.html.render(run, runPath: "r").contains("Which pegs are hit"))
  }

  @Test(arguments: HTMLReportTests.hostile)
  func textOfUsersStaysText(_ text: String) throws {
    let page = ReportFormat.html.render(try run(name: text, agent: text), runPath: "r")
    let scanned = MarkupScanner(page)
    #expect(scanned.findings == [])
    #expect(
      scanned.tags
        == MarkupScanner(
          ReportFormat.html.render(try run(name: "plain", agent: "plain"), runPath: "r")
        ).tags)
  }

  /// A level without a goal shows its mean score in place of a pass rate.
  @Test func scoresStandWhereThereIsNoGoal() throws {
    var cell = ReportFixture.cell("Pop", "casual", wins: 0, of: 0)
    cell.games = 3
    cell.ended = 3
    cell.losses = 0
    cell.score = ReportFixture.distribution([10, 20, 60])
    let run = ReportFixture.run([cell])
    let page = ReportFormat.html.render(run, runPath: "r")
    #expect(MarkupScanner(page).findings == [])
    #expect(!page.contains("Difficulty curve"))
    #expect(page.contains("<caption class=\"aloud\">Mean score</caption>"))
    #expect(page.contains("30.0 <small>[0.061, 59.9]"))
    let text = ReportFormat.md.render(run, runPath: "r")
    let line = text.split(separator: "\n").first { $0.hasPrefix("| 1 | Pop") } ?? ""
    #expect(line == "| 1 | Pop | 30.0 [0.061, 59.9] |  |")
    #expect(text.contains("for levels without a goal, the mean score with its interval."))
  }
}
