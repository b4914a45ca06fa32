import Testing

@testable import SimHarness

/// What the games' own generators make.
@Suite struct GeneratedGameLevelsTests {
  /// Sixty levels of each game: all are levels of that game, most differ, and each can be played.
  @Test(arguments: ["crates", "match-three", "patience", "pishti", "tiles"])
  func everyLevelIsOne(_ name: String) throws {
    let found = try OpenGameRules(name: name).run(
      """
      local function source(seed)
        local draw = driver.stream(seed)
        return {
          int = function(_, first, last)
            if not last then first, last = 1, first end
            return first - 1 + draw(last - first + 1)
          end,
          number = function() return draw() end,
          chance = function(_, share) return draw() < share end,
        }
      end
      local params, kinds, count = {}, {}, 0
      for key, bounds in pairs(game.params or {}) do params[key] = bounds[1] end
      for seed = 1, 60 do
        local raw = game.generate(source(seed), params)
        assert(raw.format == "playtest-level" and raw.version == 1 and raw.game == game.name)
        local level = driver.level(raw)
        driver.play(level, seed, function() end)
        local parts = {}
        for _, field in ipairs(game.fields) do
          local value = raw[field.name]
          parts[#parts + 1] = type(value) == "table" and table.concat(value) or tostring(value)
        end
        local key = table.concat(parts, " ")
        if not kinds[key] then count = count + 1 end
        kinds[key] = true
      end
      return count > 30 and "different" or "only " .. count
      """)
    #expect(found == "different")
  }

  /// A search that varies the parameters of `tiles` varies how hard its levels are: the board, the
  /// tile and the moves follow them, whatever is drawn.
  @Test func levelsOfTilesFollowTheParameters() throws {
    let found = try OpenGameRules(name: "tiles").run(
      """
      local function level(size, target, slack, seed)
        local draw = driver.stream(seed)
        local random = { int = function(_, first, last) return first - 1 + draw(last - first + 1) end }
        return game.generate(random, { size = size, target = target, slack = slack })
      end
      for size = game.params.size[2], game.params.size[3] do
        for target = game.params.target[2], game.params.target[3] do
          for seed = 1, 20 do
            local tight, loose = level(size, target, 10, seed), level(size, target, 120, seed)
            assert(tight.size == size and loose.target == 2 * size + target)
            assert(loose.moves > 1.7 * tight.moves and tight.moves > 0)
          end
        end
      end
      return "followed"
      """)
    #expect(found == "followed")
  }
}
