import Testing

@testable import Reporting
@testable import SimHarness

@Suite struct FilmSelectionTests {
  @Test func flagsComeFirstThenTheReferencePlayer() {
    let run = ReportFixture.realistic(levels: 14, players: 3)
    let selection = FilmSelection(run, gamesPerLevel: 6)
    #expect(selection.candidates.count == 14)
    for (level, games) in zip(run.levels, selection.candidates) {
      #expect(games.count == 6 && games.uniqued { "\($0)" }.count == 6)
      #expect(games.allSatisfy { $0.level == level.name })
      let flags = level.flags.compactMap(\.example).uniqued { "\($0)" }
      #expect(Array(games.prefix(flags.count)) == flags)
      let rest = games.dropFirst(flags.count).prefix(1)
      #expect(rest.allSatisfy { $0.agent == "casual" })
    }
  }

  @Test func roundsGoThroughTheLevels() {
    let run = ReportFixture.realistic(levels: 3, players: 2)
    let rounds = FilmSelection(run, gamesPerLevel: 2).rounds
    #expect(rounds.map(\.level) == (run.levels + run.levels).map(\.name))
    #expect(FilmSelection(ReportFixture.run([]), gamesPerLevel: 2).rounds.isEmpty)
  }

  @Test func inconclusiveGamesAreLeftOut() {
    var cell = ReportFixture.cell("L", "casual", wins: 0, of: 5)
    cell.examples = [
      ExampleGame(label: "inconclusive", index: 1, end: .inconclusive, score: 0, moves: 0),
      ExampleGame(label: "best", index: 2, end: .lost, score: 0, moves: 0),
    ]
    let games = FilmSelection(ReportFixture.run([cell]), gamesPerLevel: 6).candidates[0]
    #expect(games == [GameReference(level: "L", agent: "casual", index: 2)])
  }
}
