import SimHarnessTesting
import Synchronization
import TestSupport
import Testing

@testable import Agents
@testable import CardsGame
@testable import Catalogue
@testable import SimHarness

/// Two players at one table of Set.
@Suite struct TableForTwoTests {
  private static func model(
    search: Double, slips: Double = 0, giveUp: Double = 1e6
  ) -> SkillModel {
    var model = SkillModel(.greedy, .perfect)
    model.execution.search = search
    model.execution.slips = slips
    model.execution.giveUp = giveUp
    return model
  }

  /// The rows of games of a bundled level, played by the engine.
  private static func rows(
    _ name: String, games: Range<Int> = 0..<20, jobs: Int = 1, level: String = "01-official"
  ) async throws -> [GameRow] {
    let library = Bubbles.library
    let source = try LevelLibrary(folder: ProjectFolder.path("levels"), catalog: library)
      .levels(for: ["builtin:set/\(level)"])
    let plan = RunPlan(
      title: name, game: SetGame.entry,
      levels: try source.map { try SetGame.entry.ready($0, library, .none) },
      players: [try Roster.player(name, game: SetGame.entry, library: library)],
      games: games.upperBound, seed: 5, maxMoves: 2000)
    let rows = Mutex<[GameRow]>([])
    try await RunEngine(plan: plan, jobs: jobs).run(
      [GameSpan(cell: 0, games: games)], isCancelled: { false }, log: { _ in },
      rows: { _, chunk in rows.withLock { $0 += chunk } })
    return rows.withLock { $0 }.sorted { $0.result.index < $1.result.index }
  }

  private static func value(_ name: String, of row: GameRow) throws -> Int64? {
    let index = try #require(SetGame.entry.metrics.firstIndex { $0.name == name })
    return row.metrics[index]
  }

  /// On one set, A with a median of 6 s finds it before B with 12 s with a chance of
  /// Phi(ln 2 / (0.5 sqrt 2)) = 0.836523, as both times are log-normal with a spread of 0.5.
  @Test(arguments: [false, true]) func theFasterOneFindsASetFirst(_ swapped: Bool) throws {
    let level = try Cards.level("set")
    var state = try CardsPlay(level).state
    for index in 1..<200 where state.matchCount != 1 {
      state = try CardsPlay(level, index: index).state
    }
    try #require(state.matchCount == 1)
    var table = TableForTwo((Self.model(search: 6), Self.model(search: 12)), swapped: swapped)
    var imagination = GameContext.imagination(for: Cards.streams(0), scripts: nil)
    let tries = 4000
    var first = 0
    for index in 0..<tries {
      var random = SeededRandom(key: Cards.streams(index).agents)
      table.gameDidStart()
      let move = try table.chooseMove(
        Turn(state: state, index: 0), in: &imagination, using: &random)
      #expect(move.action == .cards && (1...2).contains(move.player))
      if move.player == 1 { first += 1 }
    }
    let chance = 0.836523
    let error = (chance * (1 - chance) / Double(tries)).squareRoot()
    #expect(abs(Double(first) / Double(tries) - chance) < 4.5 * error, "\(first)")
  }

  /// Seats change, the deal and the luck of each seat stay: players who are alike change points.
  @Test func playersWhoAreAlikeShareTheWins() async throws {
    let rows = try await Self.rows("casual:casual", games: 0..<40)
    #expect(rows.count == 40)
    for pair in stride(from: 0, to: 40, by: 2) {
      let (even, odd) = (rows[pair], rows[pair + 1])
      #expect(try Self.value("first_score", of: even) == Self.value("second_score", of: odd))
      #expect(try Self.value("second_score", of: even) == Self.value("first_score", of: odd))
      #expect(even.result.moves == odd.result.moves)
      #expect(try Self.value("initial_sets", of: even) == Self.value("initial_sets", of: odd))
    }
    let wins = try rows.compactMap { try Self.value("win_rate", of: $0) }
    #expect(wins.reduce(0, +) * 2 == Int64(wins.count))
  }

  @Test func theBetterPlayerWins() async throws {
    let rows = try await Self.rows("skilled:casual")
    let wins = try rows.compactMap { try Self.value("win_rate", of: $0) }
    #expect(wins.reduce(0, +) > 18)
    let others = try await Self.rows("casual:skilled")
    for (row, other) in zip(rows, others) {
      #expect(try Self.value("first_score", of: row) == Int64(row.result.score))
      // The players' places in the name are no seats: the game after is the other way round.
      let partner = others[other.result.index ^ 1]
      #expect(try Self.value("first_score", of: row) == Self.value("second_score", of: partner))
    }
  }

  /// A wrong claim costs the one who made it, who looks again; the other goes on looking.
  @Test func aWrongClaimIsPaidByWhoMadeIt() throws {
    let level = try Cards.level("set")
    let careless = Self.model(search: 0.01, slips: 1)
    var play = try CardsPlay(level)
    var table = TableForTwo((careless, Self.model(search: 3)), swapped: false)
    var alone = TableForTwo((Self.model(search: 1e4), Self.model(search: 3)), swapped: false)
    var imagination = GameContext.imagination(for: Cards.streams(0), scripts: nil)
    var random = SeededRandom(key: Cards.streams(0).agents)
    table.gameDidStart()
    alone.gameDidStart()
    let claim = try alone.chooseMove(
      Turn(state: play.state, index: 0), in: &imagination, using: &random)
    #expect(claim.player == 2)
    var wrong = 0
    while play.state.table.foundCount == 0 && wrong < 100_000 {
      let move = try table.chooseMove(
        Turn(state: play.state, index: 0), in: &imagination, using: &random)
      if move.player == 1 { wrong += 1 }
      try play.play(move)
    }
    #expect(wrong > 10)
    // Two cards of a set have no other third, so a slip never makes a set.
    #expect(play.state.table.score == -wrong && play.state.table.secondScore == 3)
    #expect(play.state.table.clock == Int(claim.thought))
  }

  /// Who gives up first asks for cards and pays for it where a set was there.
  @Test func theImpatientOneAsksForCards() throws {
    let level = try Cards.level("set")
    var play = try CardsPlay(level)
    try #require(play.state.matchCount > 0)
    let players = (Self.model(search: 1e4), Self.model(search: 1e4, giveUp: 20))
    var table = TableForTwo(players, swapped: false)
    var imagination = GameContext.imagination(for: Cards.streams(0), scripts: nil)
    var random = SeededRandom(key: Cards.streams(0).agents)
    table.gameDidStart()
    let move = try table.chooseMove(
      Turn(state: play.state, index: 0), in: &imagination, using: &random)
    #expect(move.action == .deal && move.player == 2 && move.thought == 20_000)
    try play.play(move)
    #expect(play.state.table.score == 0 && play.state.table.secondScore == -1)
  }

  @Test func aGameIsTheSameInAnyPieceOfARun() async throws {
    let (name, level) = ("casual:skilled:search=9", "02-assignment")
    let whole = try await Self.rows(name, level: level)
    #expect(try await Self.rows(name, jobs: 3, level: level) == whole)
    #expect(try await Self.rows(name, games: 7..<12, level: level) == Array(whole[7..<12]))
  }

  @Test func seesNoMoreThanAPlayer() throws {
    let level = try Cards.level("set")
    let suite = AgentConformance { (_: CardsLevel) in
      TableForTwo((SkillModel(.greedy, .shaky), SkillModel(.greedy, .steady)), swapped: true)
    }
    #expect(suite.violations(on: level) == [])
  }

  // MARK: Names

  @Test(arguments: [
    ("casual:skilled", "casual", "skilled"),
    ("casual:search=9,slips=0.1:skilled", "casual:search=9,slips=0.1", "skilled"),
    ("greedy@steady:greedy@shaky:giveUp=5", "greedy@steady", "greedy@shaky:giveUp=5"),
  ])
  func twoNamesAreAPair(_ text: String, _ first: String, _ second: String) throws {
    let pair = try #require(try AgentPair(parsing: text))
    #expect(pair.first == first && pair.second == second)
  }

  @Test(arguments: ["casual", "casual:search=9", "x.lua:aim=2", "a:b.lua", "casual:", ":casual"])
  func oneNameIsNone(_ text: String) throws {
    #expect(try AgentPair(parsing: text) == nil)
  }

  @Test(arguments: [
    ("a:b:c", "set", "agent 'a:b:c': a table has two players, not 3"),
    ("casual:nobody", "set", "unknown agent 'nobody'"),
    ("casual:skilled:aim=1", "set", "agent 'skilled:aim=1': unknown parameter 'aim'"),
    ("casual:planner", "set", "planner plays "),
    (
      "casual:skilled", "playing-cards",
      "agent 'casual:skilled': playing-cards is for one player, and two can play set, pishti; name the agents"
    ),
    ("casual:skilled", "peggle", "agent 'casual:skilled': peggle is for one player"),
  ])
  func wrongPairsAreErrors(_ name: String, _ game: String, _ message: String) throws {
    let entry = try #require(GameRegistry.bundled.game(named: game))
    do throws(RosterError) {
      _ = try Roster.player(name, game: entry, library: Bubbles.library)
      Issue.record("\(name) was taken")
    } catch {
      #expect(error.description.hasPrefix(message), "\(error.description)")
    }
  }
}
