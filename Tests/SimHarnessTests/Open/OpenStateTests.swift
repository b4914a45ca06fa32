import Testing

@testable import Agents
@testable import Catalogue
@testable import SimHarness
@testable import SimHarnessTesting

/// States of open games as values: copies, views, imagined copies.
@Suite struct OpenStateTests {
  static let games = ["tiles", "patience"]

  @Test(arguments: games)
  func playsTheSameInANewLuaMachineForEachCall(_ name: String) throws {
    let game = try Open.game(name)
    let level = try Open.level(game)
    var hashes: [[UInt64]] = []
    for reuse in [ScriptHost.MachineReuse.standard, .withinGame, .never] {
      var seen: [UInt64] = []
      try Open.play(level, host: Open.host(game, reuse: reuse), most: 60) { state, _ in
        seen.append(state.stableHash)
      }
      hashes.append(seen)
    }
    #expect(hashes[0].count > 30)
    #expect(Set(hashes[0]).count == hashes[0].count)
    #expect(hashes[1] == hashes[0])
    #expect(hashes[2] == hashes[0])
  }

  @Test func aCopyPlaysOnIndependently() throws {
    let game = try Open.game("tiles")
    let level = try Open.level(game)
    let host = Open.host(game)
    var context = GameContext(streams: Open.streams(0), scripts: host)
    host.beginGame()
    var state = try OpenState(level: level, in: &context)
    let copy = state
    let move = state.legalMove(at: 0)
    try state.apply(move, in: &context) { _ in }
    #expect(state != copy)
    var other = copy
    try other.apply(move, in: &context) { _ in }
    #expect(other == state)
    #expect(other.view == state.view)
  }

  @Test func anImaginedCopyLooksTheSameAndHidesSomethingElse() throws {
    let game = try Open.game("patience")
    let level = try Open.level(game)
    var different = 0
    var looked = 0
    try Open.play(level, host: Open.host(game), most: 40) { state, context in
      var imagination = GameContext.imagination(for: context.streams, scripts: context.scripts)
      let copy = state.imagined(in: &imagination)
      #expect(copy.view == state.view)
      #expect(copy.moves == state.moves)
      looked += 1
      if copy.position != state.position { different += 1 }
      var before = try #require(PackedValues(state.position, pools: 1))
      var after = try #require(PackedValues(copy.position, pools: 1))
      before.sort()
      after.sort()
      #expect(before.pools == after.pools)
    }
    #expect(different == looked)
  }

  @Test func refusesAMoveThatIsNotOffered() throws {
    let game = try Open.game("patience")
    let level = try Open.level(game)
    let host = Open.host(game)
    var context = GameContext(streams: Open.streams(0), scripts: host)
    host.beginGame()
    var state = try OpenState(level: level, in: &context)
    let before = state
    var refused: MoveError?
    do throws(MoveError) {
      try state.apply(OpenMove([9, 9, 13]), in: &context) { _ in }
    } catch {
      refused = error
    }
    #expect(refused?.description == "illegal move: there is no move from 9, to 9, count 13")
    #expect(state == before)
  }

  @Test func movesAreKeptInFewBytes() throws {
    let game = try Open.game("patience")
    let level = try Open.level(game)
    let moves = [OpenMove([0, 0, 1]), OpenMove([10, 11, 1]), OpenMove([3, 7, 13])]
    var bytes: [UInt8] = []
    for move in moves { OpenState.encode(move, level: level, into: &bytes) }
    #expect(bytes.count == 9)
    #expect(OpenState.decodeMoves(bytes, level: level) == moves)
    #expect(OpenState.decodeMoves(Array(bytes.dropLast()), level: level) == nil)
    #expect(OpenState.decodeMoves([200, 200, 200, 200], level: level) == nil)
  }

  /// A constant of the script that a state holds is not written to when another state is loaded.
  @Test func constantsOfAScriptStayWhatTheyAre() throws {
    let text = Open.small(
      """
      local shapes = { { 1, 1 }, { 2, 2 } }
      function game.apply(s, move, random)
        s.place = s.place + move.step
        s.shape = shapes[move.step == 1 and 1 or 2]
      end
      function game.outcome(s)
        if shapes[1][1] ~= 1 or shapes[2][1] ~= 2 then return "lost" end
        if s.place > 9 then return "won" end
      end
      """)
    let game = try Open.game("small", text: text)
    let level = try Open.level(game)
    for index in 0..<10 {
      var last: Outcome?
      try Open.play(level, index: index, host: Open.host(game)) { state, _ in
        last = state.outcome
      }
      #expect(last == .won)
    }
  }

  /// Every kind of data that a state may hold comes back as it was.
  @Test func keepsEveryKindOfData() throws {
    let text = Open.small(
      """
      local function make(n)
        return { n, -n, n * 1000003, text = nil }
      end
      function game.setup(s, random)
        s.place, s.score = 0, 0
        s.flag, s.off, s.real, s.text = true, false, 0.1, "a\\0b\\n\\xff"
        s.empty, s.wide, s.deep = {}, make(7), { { { 1, 2 }, {} }, { name = { x = 1.5 } } }
        s.least, s.most = math.mininteger, math.maxinteger
      end
      function game.apply(s, move, random)
        assert(s.flag == true and s.off == false and s.real == 0.1 and s.text == "a\\0b\\n\\xff")
        assert(#s.empty == 0 and next(s.empty) == nil and #s.wide == 3 and s.wide[3] == 7000021)
        assert(math.type(s.deep[1][1][2]) == "integer" and s.deep[2].name.x == 1.5)
        assert(s.least == math.mininteger and s.most == math.maxinteger)
        s.place = s.place + move.step
      end
      """)
    #expect(try Open.fault(text) == nil)
  }

  /// What a function other than `apply` does to the state is lost.
  @Test func onlyApplyChangesAState() throws {
    let plain = try Open.game("small", text: Open.small())
    let busy = try Open.game(
      "small",
      text: Open.small(
        """
        local moves = game.moves
        function game.moves(s, offer)
          moves(s, offer)
          s.place, s.seen, s.more = 100, nil, { 1, 2 }
        end
        function game.outcome(s) end
        """))
    var places: [[[UInt8]]] = []
    for game in [plain, busy] {
      var seen: [[UInt8]] = []
      try Open.play(try Open.level(game), host: Open.host(game), most: 3) { state, _ in
        seen.append(state.position.bytes)
      }
      places.append(seen)
    }
    #expect(places[0].count == 4)
    #expect(places[0] == places[1])
  }

  /// The machine of each bundled game is restored for the next game; making it again takes longer
  /// than some games.
  @Test(arguments: Open.bundled)
  func machinesOfBundledGamesAreRestored(_ name: String) throws {
    let level = try Open.level(try Open.game(name))
    let host = Open.host(level.game)
    var context = GameContext(streams: Open.streams(0), scripts: host)
    _ = try OpenState(level: level, in: &context)
    #expect(host.restoresMachine(of: try host.handles(for: level)[0]))
  }
}
