import SimHarnessTesting
import Testing

@testable import Agents
@testable import Catalogue
@testable import SimHarness

/// Two-player games: seats, points, and who knows what.
@Suite struct TwoPlayersTests {
  /// A player who knows the cold positions wins every game from a hot start, whoever the other is;
  /// from the second seat as well where the other one errs once.
  @Test(arguments: [
    ("random", 40), ("greedy", 40), ("novice", 20), ("mcts:iterations=12", 4),
    ("oracle:iterations=8", 4),
  ])
  func whoKnowsTheColdPositionsWins(_ other: String, _ games: Int) throws {
    let agents = "\(OpenTables.agent("cold")):\(other)"
    let rows = try OpenTables.rows(agents, "wythoff", games: games, fields: ", \"more\": 6")
    #expect(rows.count == games)
    for row in rows where row.result.index % 2 == 0 {
      #expect(row.result.end == .won, "game \(row.result.index): \(row.result)")
    }
    let named = try OpenTables.rows(
      "\(other):\(OpenTables.agent("cold"))", "wythoff", games: games, fields: ", \"more\": 6")
    for row in named where row.result.index % 2 == 1 {
      #expect(row.result.end == .lost, "game \(row.result.index): \(row.result)")
    }
  }

  @Test func againstItselfTheFirstSeatWinsFromAHotStart() throws {
    let rows = try OpenTables.rows(
      OpenTables.agent("cold"), "wythoff", games: 20, fields: ", \"more\": 6")
    #expect(rows.allSatisfy { $0.result.end == .won })
    for row in rows {
      #expect(try OpenTables.figure("seat_points", of: row, "wythoff") == MirroredPairs.win)
    }
    let pair = try OpenTables.rows(
      "\(OpenTables.agent("cold")):\(OpenTables.agent("cold"))", "wythoff", games: 20,
      fields: ", \"more\": 6")
    #expect(pair.map(\.result.end) == (0..<20).map { $0 % 2 == 0 ? .won : .lost })
  }

  /// `A:B` and `B:A` are the same games, each in the other's place of a pair.
  @Test(arguments: [("greedy", "random"), ("mcts:iterations=3", "greedy")])
  func seatsAreMirrored(_ a: String, _ b: String) throws {
    let one = try OpenTables.rows("\(a):\(b)", "pishti", games: 6)
    let two = try OpenTables.rows("\(b):\(a)", "pishti", games: 6)
    let mirror: [GameEnd: GameEnd] = [.won: .lost, .lost: .won, .ended: .ended]
    for row in one {
      let mirrored = two[row.result.index ^ 1]
      #expect(mirrored.result.end == mirror[row.result.end])
      #expect(mirrored.result.moves == row.result.moves)
      let (first, second) = (
        try OpenTables.figure("first_score", of: row, "pishti"),
        try OpenTables.figure("second_score", of: row, "pishti")
      )
      #expect(first == Int64(row.result.score))
      #expect(try OpenTables.figure("second_score", of: mirrored, "pishti") == first)
      #expect(try OpenTables.figure("first_score", of: mirrored, "pishti") == second)
      let lead = try #require(try OpenTables.figure("lead", of: row, "pishti"))
      #expect(try OpenTables.figure("lead", of: mirrored, "pishti") == -lead)
      #expect(
        try OpenTables.figure("seat_points", of: mirrored, "pishti")
          == OpenTables.figure("seat_points", of: row, "pishti"))
    }
    #expect(Set(one.map(\.result.hash)).count == one.count)
  }

  /// A record says who sits where: it is played again with the same end, from either seat.
  @Test func recordsArePlayedAgain() throws {
    let level = try OpenTables.level("pishti")
    let entry = try OpenTables.entry("pishti")
    for agents in ["greedy:random", "random"] {
      for row in try OpenTables.rows(agents, "pishti", games: 4) {
        let moves = try #require(entry.encodeMoves(level, row.record))
        #expect(moves.count == row.result.moves)
        #expect((moves[0]["player"].whole != nil) == (agents == "greedy:random"))
        let replay = try entry.replay(
          ReplayRequest(
            level: level, seed: 3, index: row.result.index, moves: row.record,
            scripts: ScriptHost(interfaces: OpenGames.allInterfaces, log: { _ in }), step: { _ in })
        )
        #expect(replay.hash == row.result.hash && replay.score == row.result.score)
        #expect(replay.outcome.map { GameEnd($0) } == row.result.end)
      }
    }
  }

  /// In a game that is over before its first move nobody has played, and the seats are not known.
  @Test func aGameWithoutMovesHasNoPoints() {
    var table = OpenTable()
    (table.first, table.second, table.ending) = (0, 60, .lost)
    func values(moves: Int) -> [Int64?] {
      var figures = TableFigures()
      figures.take(table, end: .lost, moves: moves)
      var values: [Int64?] = []
      figures.append(to: &values)
      return values
    }
    #expect(values(moves: 1) == [0, 0, 0, 60, 0])
    #expect(values(moves: 0) == [nil, nil, nil, nil, nil])
  }

  @Test func aMoveIsMadeByWhoIsOnTurn() throws {
    let level = try #require(try OpenTables.level("wythoff").content(as: OpenLevel.self))
    var context = GameContext(
      streams: Open.streams(0), scripts: ScriptHost(interfaces: [], log: { _ in }))
    var state = try OpenState(level: level, in: &context)
    var move = state.moves[0]
    move.player = 2
    try state.apply(move, in: &context) { _ in }
    #expect(state.table.seat == 2)
    let before = state
    move = state.moves[0]
    move.player = 2
    #expect(throws: MoveError.illegal("it is not player 2's turn")) {
      try state.apply(move, in: &context) { _ in }
    }
    #expect(state == before)
    #expect(OpenState.decodeMoves([3, 2, 0], level: level) == nil)
    #expect(OpenState.decodeMoves([1, 2], level: level) == nil)
    #expect(OpenState.decodeMoves([1, 2, 0], level: level)?.map(\.player) == [1])
  }

  // MARK: Who knows what

  /// A script sees its own hand, and neither the other's nor the stock: it faults if it does.
  @Test func scriptsSeeTheirOwnHand() throws {
    for agents in [OpenTables.agent("hands"), "\(OpenTables.agent("hands")):greedy"] {
      let rows = try OpenTables.rows(agents, "pishti", games: 2)
      #expect(rows.allSatisfy { $0.result.fault == nil }, "\(rows.map(\.result.fault))")
    }
  }

  /// What a player imagines looks the same to it, keeps its hand, and has every card once; the other
  /// hand is dealt again.
  @Test func whatIsNotSeenIsDealtAgain() throws {
    let game = try OpenGame(from: try OpenTables.pishti())
    let level = try Open.level(game)
    let parts = game.spec.parts
    #expect(parts.map(\.name) == ["hands", "hands", "stock"] && parts.map(\.owner) == [1, 2, 0])
    var (looked, changed) = (0, 0)
    try Open.play(level, host: Open.host(game), most: 19) { state, context in
      guard state.outcome == nil else { return }
      var imagination = GameContext.imagination(for: context.streams, scripts: context.scripts)
      let copy = state.imagined(in: &imagination)
      #expect(copy.view == state.view && copy.moves == state.moves)
      let before = try #require(PackedValues(state.position, pools: 3))
      let after = try #require(PackedValues(copy.position, pools: 3))
      let (own, other) = state.table.turn == 1 ? (0, 1) : (1, 0)
      #expect(after.pools[own] == before.pools[own])
      #expect(
        (after.pools[other] + after.pools[2]).sorted()
          == (before.pools[other] + before.pools[2]).sorted())
      looked += 1
      if after.pools[other].sorted() != before.pools[other].sorted() { changed += 1 }
      // The other player does not see what this one has.
      let theirs = state.view(from: OpenTable.other(than: state.table.turn))
      #expect(theirs.moves.isEmpty)
      let seen = try #require(PackedValues(theirs.position, pools: 3))
      #expect(seen.pools[other] == before.pools[other])
      #expect(
        (seen.pools[own] + seen.pools[2]) == (before.pools[own] + before.pools[2]).sorted())
    }
    #expect(looked == 20 && changed > 14)
  }

  /// No agent moves otherwise for what the other player holds.
  @Test(arguments: ["greedy", "mcts:iterations=4"])
  func noAgentKnowsTheOtherHand(_ name: String) throws {
    let game = try OpenGame(from: try OpenTables.pishti())
    let level = try Open.level(game)
    let host = Open.host(game)
    let model = SkillModel(name == "greedy" ? .greedy : .mcts, .perfect)
    var looked = 0
    try Open.play(level, host: host, most: 24) { state, context in
      guard state.outcome == nil, looked < 8, state.moves.count > 1 else { return }
      var imagination = GameContext.imagination(for: context.streams, scripts: host)
      let imagined = state.imagined(in: &imagination)
      guard imagined.position != state.position else { return }
      looked += 1
      var short = model
      short.effort.iterations = 4
      let agent = short
      let conformance = AgentConformance(scripts: host) { _ in SkillAgent<OpenState>(agent) }
      #expect(conformance.cheating((level, state), (level, imagined), tries: 2) == nil)
    }
    #expect(looked == 8)
  }

  /// The leak test finds nothing in pishti, and a planted leak: moves that depend on the other hand.
  @Test func leaksAreFound() throws {
    func leaks(_ text: String) throws -> Int {
      let game = try Open.game("pishti", text: text)
      let host = Open.host(game)
      var found = 0
      try Open.play(try Open.level(game), host: host, most: 20) { state, context in
        guard state.outcome == nil else { return }
        let finding = try OpenLeak(state, streams: context.streams, scripts: host)
          .found(moves: 12)
        if finding != .none { found += 1 }
      }
      return found
    }
    let text = try OpenTables.pishti().text
    #expect(try leaks(text) == 0)
    let peeking = text.replacing(
      "for _, card in ipairs(s.hands[s.turn]) do offer(card) end",
      with: """
        local other = s.hands[3 - s.turn]
          for _, card in ipairs(s.hands[s.turn]) do
            if card ~= (other[1] or 0) + 1 then offer(card) end
          end
          offer(s.hands[s.turn][1])
          if #other > 0 and other[1] > 25 then offer(s.hands[s.turn][1]) end
        """)
    #expect(peeking != text)
    #expect(try leaks(peeking) > 5)
  }

  // MARK: Search

  /// In the tree the other player chooses for itself: a move that loses to the best answer is not
  /// played, although most answers to it win.
  @Test func theOtherPlayerChoosesForItself() throws {
    let text = """
      local game = { name = "small", players = 2, move = { { "to", 1, 8 } } }
      function game.setup(s) s.turn, s.scores, s.path = 1, { 0, 0 }, {} end
      function game.moves(s, offer)
        for to = 1, #s.path == 0 and 2 or 8 do offer(to) end
      end
      function game.apply(s, move)
        s.path[#s.path + 1], s.turn = move.to, 3 - s.turn
        if #s.path == 2 then
          -- The first way is good unless the answer is 5; the second is even.
          local good = s.path[1] == 1 and (s.path[2] == 5 and -10 or 10) or 1
          s.scores = { good, 0 }
        end
      end
      function game.outcome(s)
        if #s.path == 2 then return s.scores[1] > 0 and "won" or "lost" end
      end
      return game
      """
    let game = try Open.game("small", text: text)
    let level = try Open.level(game)
    let host = Open.host(game)
    var context = GameContext(streams: Open.streams(0), scripts: host)
    let state = try OpenState(level: level, in: &context)
    for attempt in 0..<4 {
      var imagination = GameContext.imagination(for: Open.streams(attempt), scripts: host)
      var random = SeededRandom(key: Open.streams(attempt).agents)
      var agent = SkillAgent<OpenState>(SkillModel(.mcts, .perfect))
      agent.gameDidStart()
      let move = try agent.chooseMove(Turn(state: state), in: &imagination, using: &random)
      #expect(move[0] == 2)
    }
  }

  // MARK: Agents

  @Test(arguments: [
    (
      "planner",
      "planner plans the moves of one player, and pishti is for two; random, greedy, mcts,"
    ),
    (
      "expert:greedy",
      "expert plans the moves of one player, and pishti is for two; random, greedy,"
    ),
    (
      "greedy:planner@steady",
      "planner@steady plans the moves of one player, and pishti is for two;"
    ),
    ("a:b:c", "agent 'a:b:c': a table has two players, not 3"),
    ("greedy:nobody", "unknown agent 'nobody'"),
  ])
  func whoCannotPlayIsRefused(_ agents: String, _ message: String) throws {
    let (entry, library) = (try OpenTables.entry("pishti"), try OpenTables.library.get())
    do throws(RosterError) {
      _ = try Roster.player(agents, game: entry, library: library)
      Issue.record("\(agents) plays")
    } catch {
      #expect(error.description.hasPrefix(message), "\(error)")
      #expect(!error.description.contains("\n"))
    }
  }
}
