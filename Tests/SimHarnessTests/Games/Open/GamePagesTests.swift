import Foundation
import TestSupport
import Testing

@testable import SimHarness

/// The games that pages show as Lua can be loaded and played.
@Suite struct GamePagesTests {
  private func games(of page: String, from start: String, to end: String) throws -> [String] {
    let text = try Program.text(of: page, in: Oracle.root)
    return text.components(separatedBy: start).dropFirst().map {
      String($0.prefix(upTo: $0.range(of: end)?.lowerBound ?? $0.endIndex))
    }
  }

  /// The ways in which random games on the level with every default end, one letter each.
  private func ends(of script: String) throws -> String {
    let ends = try OpenGameRules(name: "page", text: script).run(
      """
      game.events, game.max_moves = game.events or {}, game.max_moves or 2000
      local level = driver.level({ name = "page" })
      local ends = {}
      for seed = 1, 40 do
        game.picture = game.picture or function() return "" end
        ends[seed] = driver.play(level, seed, function() end):sub(1, 1)
      end
      return table.concat(ends)
      """)
    return String(Set(ends).sorted())
  }

  @Test func gamesFromOtherToolsAreWonAndLost() throws {
    let page = "docs/from-puzzlescript-and-boardgameio.md"
    let games = try games(of: page, from: "```lua\n", to: "```")
    try #require(games.count == 2)
    let ends = try games.map { try self.ends(of: $0) }
    #expect(ends == ["lw", "elw"])
    let starts = try zip(["pushing", "noughts"], games).map { name, text in
      try Open.level(try Open.game(name, text: text)).startPicture(otherwise: "")
    }
    #expect(
      starts == [
        "########\n#------#\n#-@$-.-#\n#------#\n########", "...\n...\n...",
      ])
  }

  @Test func theFirstGameIsWonAndLost() throws {
    let games = try games(
      of: "docs/your-own-game.md", from: "nerve.lua <<'LUA'\n", to: "\nLUA\n")
    try #require(games.count == 1)
    let ends = try ends(of: games[0])
    #expect(ends == "lw")
  }
}
