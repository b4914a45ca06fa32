import Agents
import Testing

@testable import SimHarness

/// Players understand worths and scores of any size, and the end of a game before them.
@Suite struct WorthsTests {
  /// The third of five moves wins with score 0; the others lose with this score, worth 900 times as
  /// much.
  private static func temptation(_ score: String) throws -> OpenLevel {
    let text = """
      local game = { name = "small", move = { { "pick", 1, 5 } } }
      function game.setup(s) s.picked, s.score = 0, 0 end
      function game.moves(s, offer) for pick = 1, 5 do offer(pick) end end
      function game.apply(s, move)
        s.picked = move.pick
        if move.pick ~= 3 then s.score = \(score) end
      end
      function game.outcome(s)
        if s.picked == 3 then return "won" elseif s.picked > 0 then return "lost" end
      end
      function game.worth(s) return s.score * 900 end
      return game
      """
    return try Open.level(try Open.game("small", text: text))
  }

  /// Five moves, each of which adds a digit to the score; the score begins somewhere.
  private static func digits(from start: String, _ more: String = "") throws -> OpenLevel {
    let text = """
      local game = { name = "small", move = { { "digit", 1, 8 } } }
      function game.setup(s) s.turn, s.score = 0, \(start) end
      function game.moves(s, offer)
        for _, digit in ipairs({ 3, 1, 8, 2, 6, 4, 7, 5 }) do offer(digit) end
      end
      function game.apply(s, move) s.turn, s.score = s.turn + 1, s.score + move.digit end
      function game.outcome(s) if s.turn == 5 then return "ended" end end
      \(more)
      return game
      """
    return try Open.level(try Open.game("small", text: text))
  }

  /// Twelve games of a strategy, or of `greedy`.
  private static func games(_ level: OpenLevel, _ strategy: Strategy?) -> [GameResult] {
    var found: [GameResult] = []
    let request = BatchRequest(seed: 1, levelID: "test", games: 0..<12, maxMoves: 20)
    if let strategy {
      request.play(
        level, with: SkillAgent<OpenState>(SkillModel(strategy, .perfect)), named: "a",
        tally: OpenTally.self, scripts: Open.host(level.game), row: { found.append($0.result) })
    } else {
      request.play(
        level, with: GreedyAgent<OpenState>(), named: "a", tally: OpenTally.self,
        scripts: Open.host(level.game), row: { found.append($0.result) })
    }
    return found
  }

  private static let strategies: [Strategy?] = [nil, .planner, .mcts]

  @Test(
    arguments: strategies,
    ["0", "4000000", "3000000000", "900000000000"])
  func aWinIsPreferredToALossOfAnyScore(_ strategy: Strategy?, _ score: String) throws {
    let games = Self.games(try Self.temptation(score), strategy)
    #expect(games.map(\.end) == Array(repeating: .won, count: 12))
  }

  @Test(arguments: strategies, [0, 10_000_000_000, -10_000_000_000, -900_000_000_000])
  func pointsCountFromAnyScore(_ strategy: Strategy?, _ start: Int) throws {
    let games = Self.games(try Self.digits(from: "\(start)"), strategy)
    #expect(games.map(\.score) == Array(repeating: start + 40, count: 12))
  }

  @Test(
    arguments: strategies,
    [
      "s.score * 1e-8", "s.score * 1e-5", "s.score * 0.37", "s.score * 1e9",
      "s.score - 900000000000000", "900000000000000 + s.score",
    ])
  func worthsOfAnySizeAreCompared(_ strategy: Strategy?, _ worth: String) throws {
    let level = try Self.digits(from: "0", "function game.worth(s) return \(worth) end")
    let games = Self.games(level, strategy)
    #expect(games.map(\.score) == Array(repeating: 40, count: 12))
  }

  /// Games with a win in half of the cases are worse than certain ones, whatever they score.
  @Test func aMeanOfWinsCountsBeforePoints() throws {
    let text = """
      local game = { name = "small", move = { { "pick", 1, 2 } } }
      function game.setup(s) s.ended, s.score = "", 0 end
      function game.moves(s, offer) offer(1) offer(2) end
      function game.apply(s, move, random)
        if move.pick == 2 then s.score = 900000000000 end
        s.ended = (move.pick == 1 or random(2) == 1) and "won" or "lost"
      end
      function game.outcome(s) if s.ended ~= "" then return s.ended end end
      return game
      """
    let games = Self.games(try Open.level(try Open.game("small", text: text)), .mcts)
    #expect(games.map(\.score) == Array(repeating: 0, count: 12))
  }

  @Test func keysAreInTheOrderOfWorths() {
    let worths = [
      -1e300, -1e15, -1e15 + 1, -1e10, -8.8e9 - 1, -8.8e9, -1, -0.001, -1e-8, -1e-19, 0, 1e-19,
      1e-9, 1e-8, 0.001, 0.0011, 0.5, 1, 1.001, 8.8e9, 8.8e9 + 1, 1e15 - 1, 1e15, 1e300,
    ]
    let keys = worths.map(WorthOrder.key)
    #expect(zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 })
    #expect(WorthOrder.key(of: 0) == 0 && WorthOrder.key(of: 1e-30) == 0)
    #expect(keys.allSatisfy { $0.magnitude < WorthOrder.repeated.magnitude / 2 })
  }

  /// Sums of thousandths that should be equal are.
  @Test func roundingDecidesNothing() {
    #expect(0.1 + 0.2 != 0.3)
    #expect(WorthOrder.key(of: 0.1 + 0.2) == WorthOrder.key(of: 0.3))
    #expect(WorthOrder.key(of: 4.35 * 100) == WorthOrder.key(of: 435))
  }
}
