extension ScriptTemplate {
  static let peggleGenerator = """
    -- A generator of Peggle levels. Say here what its levels look like.
    --
    -- Try it:  playtest script check FILE
    -- Use it:  playtest level new "My Level" --generator FILE --seed 7 --set arcs=2
    -- All functions, with their arguments and results: scripts/types/playtest.lua

    ---@type GeneratorScript
    local generator = {
      name = "NAME",
      game = "peggle",
      summary = "Arcs of pegs over the bucket, some of them orange.",

      -- What can be set, as { default, minimum, maximum }.
      params = {
        arcs = { 3, 1, 4 },
        pegs = { 11, 3, 15 }, -- per arc
        orange = { 35, 1, 100 }, -- percent of the pegs, approximately
        balls = { 10, 1, 40 },
      },
    }

    -- Returns a level as a table with the structure of a level file; it is checked like a file.
    -- random:int(6) is 1 to 6, random:int(3, 9) is 3 to 9, random:number() from 0 to below 1,
    -- random:chance(0.25) is true in a quarter of the cases.
    function generator.generate(random, params)
      local objects = {}
      for arc = 1, params.arcs do
        local radius = 420 - 65 * arc -- px; the common centre of the arcs is the bucket's
        for place = 0, params.pegs - 1 do
          local angle = math.pi * (0.08 + 0.84 * place / (params.pegs - 1))
          objects[#objects + 1] = {
            kind = "peg", -- or "block", "triangle" with width and height, "polygon" with vertices
            colour = random:chance(params.orange / 100) and "orange" or "blue",
            -- Pegs must not overlap each other, the cannon at (400, 50) or the board's edges.
            x = math.floor(400 - radius * math.cos(angle)),
            y = math.floor(530 - radius * math.sin(angle)),
            radius = 10,
          }
        end
      end
      -- A level of the classic mode needs an orange peg.
      objects[random:int(#objects)].colour = "orange"
      return {
        format = "playtest-level",
        version = 1,
        game = "peggle",
        name = "NAME",
        balls = params.balls,
        objects = objects,
        -- mode = "score", master = "rick", params = { score = { share = 80 } }, bucket = false,
      }
    end

    return generator

    """

  static let popGenerator = """
    -- A generator of bubble-pop levels. Say here what its levels look like.
    --
    -- Try it:  playtest script check FILE
    -- Use it:  playtest level new "My Level" --generator FILE --seed 7 --set colours=2
    -- All functions, with their arguments and results: scripts/types/playtest.lua

    ---@type GeneratorScript
    local generator = {
      name = "NAME",
      game = "bubble-pop",
      summary = "More or fewer colours and bubbles, some rare ones worth more.",

      -- What can be set, as { default, minimum, maximum }.
      params = {
        colours = { 4, 1, 5 },
        bubbles = { 15, 1, 60 }, -- maximum on the screen
        duration = { 60, 5, 300 }, -- seconds
        goal = { 0, 0, 1000 }, -- points to reach; 0: only the score counts
      },
    }

    local COLOURS = { "red", "orange", "blue", "green", "purple" }

    -- Returns a level as a table with the structure of a level file; it is checked like a file.
    -- random:int(6) is 1 to 6, random:int(3, 9) is 3 to 9, random:number() from 0 to below 1,
    -- random:chance(0.25) is true in a quarter of the cases.
    function generator.generate(random, params)
      local weights, sum = {}, 0
      for index = 1, params.colours do
        weights[index] = random:int(1, 10)
        sum = sum + weights[index]
      end
      local bubbles, left = {}, 1
      for index = 1, params.colours do
        -- Probabilities add up to 1: the last colour has what is left.
        local share = math.floor(1000 * weights[index] / sum) / 1000
        if index == params.colours then
          share = left
        end
        left = left - share
        bubbles[index] = {
          colour = COLOURS[index],
          points = math.max(1, 11 - weights[index]), -- rarer colours are worth more
          probability = share,
          -- script = "clock",
        }
      end
      return {
        format = "playtest-level",
        version = 1,
        game = "bubble-pop",
        name = "NAME",
        duration = params.duration,
        maxBubbles = params.bubbles,
        bubbles = bubbles,
        goal = params.goal > 0 and { score = params.goal } or nil,
        -- movement = { on = true, speed = 40, acceleration = 2 }, spawner = "bag",
      }
    end

    return generator

    """

  /// A generator of levels of a card game.
  static func cardsGenerator(of game: String) -> String {
    let script = game == CardsKind.cards.rawValue
    return """
      -- A generator of levels of \(game). Say here what its levels look like.
      --
      -- Try it:  playtest script check FILE
      -- Use it:  playtest level new "My Level" --generator FILE --seed 7 --set deal=12
      -- All functions, with their arguments and results: scripts/types/playtest.lua

      ---@type GeneratorScript
      local generator = {
        name = "NAME",
        game = "\(game)",
        summary = "More or fewer cards on the table, with or without a score to reach.",

        -- What can be set, as { default, minimum, maximum }.
        params = {
          deal = { 12, 6, 20 }, -- cards on the table, approximately
          goal = { 0, 0, 100 }, -- points to reach; 0: clear the table, or the deck
        },
      }

      -- Returns a level as a table with the structure of a level file; it is checked like a file.
      -- random:int(6) is 1 to 6, random:int(3, 9) is 3 to 9, random:number() from 0 to below 1,
      -- random:chance(0.25) is true in a quarter of the cases.
      function generator.generate(random, params)
        return {
          format = "playtest-level",
          version = 1,
          game = "\(game)",
          name = "NAME",\(script ? "\n    script = \"tens\", -- a file of scripts/cards/" : "")
          deal = math.max(6, params.deal + random:int(-1, 1)),
          goal = params.goal > 0 and { score = params.goal } or "clear",
          -- scoring = { mismatched = -2 },
        }
      end

      return generator

      """
  }
}
