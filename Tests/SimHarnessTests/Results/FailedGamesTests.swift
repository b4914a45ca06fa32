import Testing

@testable import SimHarness

/// What is said of games in which something failed.
@Suite struct FailedGamesTests {
  private static func cell(_ messages: (String, Int)...) -> CellSummary {
    var cell = CellSummary(level: "L", levelHash: "1f", agent: "a")
    for (message, count) in messages {
      cell.faultMessages.append((message, count, 7))
      cell.faults += count
    }
    cell.games = cell.faults
    return cell
  }

  private static let broken = ("engine mm ended with exit code 5 at move 3", 10)
  private static let unplayed = ("not played: the engine died in 3 consecutive games", 23)

  @Test func gamesThatWereNotPlayedAreNotSaidToHaveFailed() {
    let games = FailedGames([Self.cell(Self.unplayed, Self.broken)], engine: "mm")
    #expect(games.words == "10 games ended because an engine failed and 23 were not played")
    #expect(games.shortWords == "10 games failed and 23 were not played")
    #expect(games.shownExample == "game 7 of a on L: \(Self.broken.0)")
    #expect(games.shortExample == "game 7: \(Self.broken.0)")
    let one = FailedGames([Self.cell((Self.unplayed.0, 1), (Self.broken.0, 1))], engine: "mm")
    #expect(one.words == "1 game ended because an engine failed and 1 was not played")
  }

  /// What failed follows from the game, not from words of the message.
  @Test func theCulpritIsThatOfTheGame() {
    let steam = [Self.cell(("agents/steam.lua:2: steam engine broke", 3))]
    #expect(
      FailedGames(steam, engine: nil).words == "3 games ended because a script failed")
    // A Lua agent may play an engine's game.
    #expect(FailedGames(steam, engine: "mm").culprit == "script")
    // So may a module that it requires, or an agent that is named by its path.
    for message in ["lib/list.lua:3: no", "my.lua:1: no", "/tmp/a b/my.lua:12: no"] {
      #expect(FailedGames.culprit(of: message, engine: "mm") == "script")
    }
    #expect(FailedGames.culprit(of: "engine mm, at move 3: my.lua:1: no", engine: "mm") == "engine")
    #expect(FailedGames([Self.cell(("it broke", 3))], engine: "mm").culprit == "engine")
    #expect(FailedGames([Self.cell()], engine: nil).count == 0)
  }
}
