import Testing

@testable import Agents
@testable import Catalogue
@testable import Lab
@testable import SimHarness

@Suite struct FigureCacheTests {
  private static func rows(_ count: Int, moves: Int = 4) -> [GameRow] {
    (0..<count).map { index in
      GameRow(
        result: GameResult(index: index, end: .won, score: 1, moves: moves, hash: 1),
        record: [UInt8](repeating: 7, count: moves))
    }
  }

  private static func plan(shots: Int, games: Int = 200, seed: UInt64 = 1) throws -> RunPlan {
    let variants = try Tuning.variants(Tuning.bubbles)
    var plan = try LiveEstimateTests.plan(variants, ["novice", "casual"], games: games)
    plan.levels = [try variants.variant([LevelEdit("shots", to: .int(shots))]).level]
    plan.seed = seed
    return plan
  }

  @Test func aVersionIsFoundAgain() throws {
    var cache = FigureCache()
    let plan = try Self.plan(shots: 5)
    #expect(cache.games(of: plan) == LiveGames(players: 2))
    let games = LiveGames(rows: [Self.rows(200), Self.rows(32)])
    cache.keep(games, of: plan)
    #expect(cache.games(of: plan) == games)
    // Fewer are not kept instead of more; more are.
    cache.keep(LiveGames(rows: [Self.rows(3), Self.rows(64)]), of: plan)
    #expect(cache.games(of: plan) == LiveGames(rows: [Self.rows(200), Self.rows(64)]))
    #expect(cache.games(of: try Self.plan(shots: 5, games: 10)).rows.map(\.count) == [10, 10])
    // A player alone, or beside others.
    var one = plan
    one.players = [plan.players[1]]
    #expect(cache.games(of: one).rows.map(\.count) == [64])
    for other in [try Self.plan(shots: 6), try Self.plan(shots: 5, seed: 2)] {
      #expect(cache.games(of: other) == LiveGames(players: 2))
    }
    var capped = plan
    capped.maxMoves = 3
    #expect(cache.games(of: capped) == LiveGames(players: 2))
  }

  @Test func faultsAreNotKept() throws {
    var cache = FigureCache()
    let plan = try Self.plan(shots: 5)
    var rows = Self.rows(4)
    rows[2].result = GameResult(
      index: 2, end: .inconclusive, score: 0, moves: 0, hash: 0, fault: "a.lua:1: slow")
    cache.keep(LiveGames(rows: [rows, Self.rows(4)]), of: plan)
    #expect(cache.games(of: plan).rows.map(\.count) == [0, 4])
  }

  @Test func whatWasUsedLongestAgoGoesFirst() throws {
    let plans = try (1...4).map { try Self.plan(shots: $0) }
    let games = LiveGames(rows: [Self.rows(100), []])
    var probe = FigureCache()
    probe.keep(games, of: plans[0])
    let size = probe.bytes
    #expect(size > 100 * 4)
    var cache = FigureCache(maxBytes: 3 * size)
    for plan in plans.prefix(3) { cache.keep(games, of: plan) }
    #expect(cache.bytes == 3 * size)
    _ = cache.games(of: plans[0])
    cache.keep(games, of: plans[3])
    #expect(cache.bytes == 3 * size)
    #expect(plans.map { cache.games(of: $0).rows[0].count } == [100, 0, 100, 100])
    // What is larger than everything is not kept either.
    var small = FigureCache(maxBytes: size - 1)
    small.keep(games, of: plans[0])
    #expect(small.bytes == 0 && small.games(of: plans[0]) == LiveGames(players: 2))
    #expect(FigureCache().maxBytes == 64 << 20)
  }
}
