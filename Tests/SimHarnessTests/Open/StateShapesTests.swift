import Testing

@testable import SimHarness

/// States whose tables change their shape from move to move come back as they were, although their
/// tables and the places of their fields are used again.
@Suite struct StateShapesTests {
  /// Fields come and go, lists grow, shrink and become records, and what a function leaves behind
  /// belongs to no state.
  private static let text = """
    local game = {
      name = "small", move = { { "step", 1, 6 } }, max_moves = 400,
      hidden = { { "bag", "coin", "heaps" } },
    }
    function game.setup(s, random)
      s.score, s.moves, s.list, s.nested = 0, 0, {}, { {}, {}, {} }
      s.bag, s.coin, s.heaps = { 1, 2, 3 }, 7, { { 4 }, {}, { 5, { 6 } } }
    end
    function game.moves(s, offer)
      for step = 1, 6 do offer(step) end
      -- Not always: tables of a state with strangers in it are not used again.
      if s.moves % 4 == 0 then s.left, s.level, s.list[#s.list + 2] = { 1, { 2 } }, 5, 1 end
    end
    local changes = {
      function(s, random) for i = 1, random(9) do s.list[#s.list + 1] = random(1000) - 500 end end,
      function(s, random) for i = 1, random(#s.list + 1) - 1 do table.remove(s.list) end end,
      function(s, random)
        local record = { a = 1, [("b"):rep(50)] = 2 }
        s["name" .. random(40)] = random(2) == 1 and record or nil
      end,
      function(s, random)
        local kinds = { 1, 0.5, true, "text", { 1, 2 }, { x = { 1.5, "a" } }, { { 1 }, 2 },
          math.mininteger }
        s.nested[random(3)], s.value = kinds[random(8)], kinds[random(5)]
        if type(s.value) == "table" then s.value = nil end
        s.nested[4], s.nested[2] = nil, { table.unpack(s.list) }
      end,
      function(s, random)
        s.bag[#s.bag + 1], s.coin = random(100), random(1 << 40)
        if #s.bag > 20 then s.bag = { 5 } end
        local heap = s.heaps[random(#s.heaps)]
        if #s.heaps < 9 then s.heaps[#s.heaps + 1] = { random(300) - 100 } end
        if #heap > 0 and random(2) == 1 then table.remove(heap) else heap[#heap + 1] = random(70) end
        if random(9) == 1 then table.remove(s.heaps) end
      end,
      function(s, random)
        local wide = {}
        for i = 1, 200 do wide[i] = i end
        for i = 200, random(200), -1 do wide[i] = nil end
        s.wide = wide
      end,
    }
    function game.apply(s, move, random)
      s.moves, s.score = s.moves + 1, s.score + s.level.add
      assert(s.left == nil and #s.nested == 3)
      changes[move.step](s, random)
    end
    function game.outcome(s) if s.moves >= 120 then return "ended" end end
    game.fields = { { name = "add", kind = "whole", min = 1, max = 9, default = 3 } }
    return game
    """

  /// A state that a function puts into itself is not taken for a part of the next one.
  @Test(arguments: [
    "s.rows[1] = s", "s.rows[2] = s.rows", "s.one = s", "s.one, s.rows = s.rows, s.one",
  ])
  func aStateInItselfIsNoPartOfIt(_ mischief: String) throws {
    let text = """
      local game = { name = "small", move = { { "step", 1, 6 } }, hidden = { { "bag" } } }
      function game.setup(s, random)
        s.score, s.moves, s.one = 0, 0, { x = 2 }
        s.bag, s.rows = { { 1 }, { y = 3 } }, { { rows = 4096 }, { x = 1 } }
      end
      function game.moves(s, offer)
        for step = 1, 6 do offer(step) end
        if s.moves > 0 then \(mischief) end
      end
      function game.apply(s, move)
        s.moves = s.moves + 1
        s.rows[1].rows, s.one.x = 4096 + move.step, move.step
      end
      function game.outcome(s) if s.moves >= 40 then return "ended" end end
      return game
      """
    let kept = try Self.positions(.standard, of: text)
    #expect(kept == (try Self.positions(.never, of: text)))
  }

  private static func positions(
    _ reuse: ScriptHost.MachineReuse, of text: String = text
  ) throws -> [[PackedPosition]] {
    let game = try Open.game("small", text: text)
    let level = try Open.level(game)
    let host = Open.host(game, reuse: reuse)
    return try (0..<4).map { index in
      var seen: [PackedPosition] = []
      var earlier: [OpenState] = []
      try Open.play(level, index: index, host: host) { state, context in
        // From an earlier position, too, so that one is loaded which is not that of the tables.
        var other = GameContext(streams: context.streams, scripts: host)
        if var back = earlier.dropLast(3).last ?? earlier.first {
          try back.apply(back.legalMove(at: seen.count % 6), in: &other) { _ in }
          seen.append(back.position)
        }
        earlier.append(state)
        seen.append(state.position)
      }
      return seen
    }
  }

  @Test func tablesThatAreUsedAgainHoldWhatNewOnesWould() throws {
    let kept = try Self.positions(.standard)
    let fresh = try Self.positions(.never)
    #expect(kept == fresh)
    #expect(kept.allSatisfy { $0.count > 200 })
    // The shapes did change.
    #expect(Set(kept[0].map(\.visibleCount)).count > 30)
  }

  /// A game that is stopped by a limit leaves nothing behind for the next one in the same machine.
  @Test func aCallThatEndsInTheMiddleLeavesNothingBehind() throws {
    let text = Open.small(
      """
      function game.moves(s, offer)
        for step = 1, 3 do offer(step) end
        if s.place == 4 then
          s.place, s.seen[#s.seen + 1], s.more = 9, 1, {}
          error("stopped")
        end
      end
      """)
    let game = try Open.game("small", text: text)
    let level = try Open.level(game)
    let host = Open.host(game, reuse: .withinGame)
    var context = GameContext(streams: Open.streams(0), scripts: host)
    host.beginGame()
    let start = try OpenState(level: level, in: &context)
    let before = try Self.bytes(after: [3, 2], start, &context)
    var stopped = start
    try stopped.apply(OpenMove([3]), in: &context) { _ in }
    let kept = stopped
    var fault: MoveError?
    do throws(MoveError) {
      try stopped.apply(OpenMove([1]), in: &context) { _ in }
    } catch {
      fault = error
    }
    #expect(fault?.description.contains("stopped") == true)
    // A move that fails leaves the position as it was.
    #expect(stopped == kept && !stopped.position.bytes.isEmpty)
    #expect(try Self.bytes(after: [3, 2], start, &context) == before)
  }

  private static func bytes(
    after steps: [Int], _ start: OpenState, _ context: inout GameContext
  ) throws -> [UInt8] {
    var state = start
    for step in steps { try state.apply(OpenMove([step]), in: &context) { _ in } }
    return state.position.bytes
  }
}
