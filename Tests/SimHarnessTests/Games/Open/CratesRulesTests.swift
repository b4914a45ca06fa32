import Foundation
import Testing

@testable import SimHarness

/// The rules of `crates`, and that each of its levels can be solved.
@Suite struct CratesRulesTests {
  private let rules = OpenGameRules(name: "crates")

  private func maps() throws -> [[String]] {
    try rules.levelFiles.map { file in
      let level = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
      return try #require((level as? [String: Any])?["map"] as? [String])
    }
  }

  @Test func theSearchKnowsWhatCannotBeSolved() {
    #expect(CrateSearch(["#####", "#@$.#", "#####"]).solution()?.count == 1)
    #expect(CrateSearch(["#####", "#$@.#", "#####"]).solution() == nil)
  }

  /// A search that knows nothing of the game's script finds the pushes that solve a level; the game
  /// offers each of them, and is won by the last, within the level's limit.
  @Test func everyLevelIsSolved() throws {
    let maps = try maps()
    try #require(maps.count >= 6)
    for (place, map) in maps.enumerated() {
      let pushes = try #require(CrateSearch(map).solution(), "\(map)")
      let list = pushes.map { "{ \($0.cell + 1), \($0.direction + 1) }" }.joined(separator: ", ")
      let found = try rules.run(
        """
        local s = driver.start(levels[\(place + 1)], driver.stream(1))
        for i, push in ipairs({ \(list) }) do
          assert(game.outcome(s, 1) == nil, "over before push " .. i)
          local move
          for _, offered in ipairs(driver.moves(s)) do
            if offered.crate == push[1] and offered.direction == push[2] then move = offered end
          end
          game.apply(s, assert(move, "push " .. i .. " is not offered"), nil, function() end)
        end
        return game.outcome(s, 1)
        """)
      #expect(found == "won", "level \(place + 1)")
    }
  }

  @Test func pushesAndWhatEndsAGame() throws {
    let found = try rules.run(
      """
      local function start(rows, pushes)
        return driver.start(driver.level({ map = rows, pushes = pushes or 9 }), nil)
      end
      local function offered(s)
        local list = {}
        for i, move in ipairs(driver.moves(s)) do list[i] = move.crate .. "-" .. move.direction end
        return table.concat(list, " ")
      end
      local results = {}
      local function note(text) results[#results + 1] = tostring(text) end
      -- Two crates beside each other: neither can be pushed against the other.
      local s = start({ "-------", "-@-$$--", "-.---.-", "-------" })
      note(offered(s))
      -- A crate pushed into a corner without a mark is lost.
      s = start({ "---.", "-$@-", "----" })
      note(game.outcome(s, 1))
      game.apply(s, { crate = 6, direction = 1 }, nil, function() end)
      note(game.outcome(s, 1))
      -- The limit.
      s = start({ "------", "-@$-.-", "------" }, 1)
      game.apply(s, { crate = 9, direction = 2 }, nil, function() end)
      note(game.outcome(s, 1) .. " " .. s.you)
      local board = game.board(s)
      note(board.columns .. " " .. board.cells[10][2] .. " " .. board.cells[11][2])
      local _, message = pcall(start, { "--@--", "--.--", "-----" })
      note(message:match("map .*"))
      _, message = pcall(start, { "-@@--", "-$.--", "-----" })
      note(message:match("map .*"))
      _, message = pcall(start, { "-@$--", "-$.--", "-----" })
      note(message:match("map .*"))
      return table.concat(results, "; ")
      """)
    #expect(
      found
        == "11-3 11-4 12-3 12-4; nil; lost; lost 9; 6 crate mark; map needs a crate ($, or * on a mark); "
        + #"map needs one "you" (@, or + on a mark), not 2; map has 2 crates and fewer marks, 1"#)
  }
}
