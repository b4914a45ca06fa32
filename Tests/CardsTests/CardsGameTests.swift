import TestSupport
import Testing

@testable import Agents
@testable import CardsGame
@testable import SimHarness

/// Whole games: the figures that are known exactly or from a million games.
@Suite struct CardsGameTests {
  /// What a game of Set came to.
  private struct Watch: Observer {
    typealias State = CardsState
    var most = 0
    var sum = 0
    var tables = 0
    var left = 0

    mutating func look(_ state: borrowing CardsState) {
      most = max(most, state.table.cardCount)
      if state.outcome == nil && state.table.cardCount == 12 {
        sum += state.matchCount
        tables += 1
      }
    }

    mutating func gameDidStart(_ state: borrowing CardsState, index: Int) {
      most = 0
      look(state)
    }

    mutating func moveDidApply(_ move: CardsMove, state: borrowing CardsState) { look(state) }

    mutating func gameDidEnd(_ state: borrowing CardsState, end: GameEnd, moves: Int) {
      left = state.table.cardCount
    }
  }

  /// Random play over 4,000 games, within five standard errors of the figures of docs/rules.md,
  /// "Exact facts".
  @Test func randomGamesOfSet() throws {
    let level = try Cards.level("set")
    var runner = Runner(agent: RandomAgent<CardsState>(), name: "random", maxMoves: 200)
    var watch = Watch()
    let games = 4_000
    var never = 0
    var cleared = 0
    var remaining: Set<Int> = []
    for index in 0..<games {
      let result = runner.play(
        level, index: index, streams: Cards.streams(index), scripts: nil, observer: &watch)
      #expect(result.end == .ended)
      if watch.most == 12 { never += 1 }
      if watch.left == 0 { cleared += 1 }
      remaining.insert(watch.left)
    }
    func isNear(_ count: Int, _ rate: Double) -> Bool {
      let error = (rate * (1 - rate) / Double(games)).squareRoot()
      return abs(Double(count) / Double(games) - rate) < 5 * error
    }
    #expect(isNear(never, 0.3139))
    #expect(isNear(cleared, 0.0122))
    // Sets on a table have a variance near 3; tables of one game hang together, so twice the error.
    let error = (3 / Double(watch.tables)).squareRoot()
    #expect(abs(Double(watch.sum) / Double(watch.tables) - 2.394) < 10 * error)
    #expect(!remaining.contains(3))
    #expect(remaining.allSatisfy { $0 % 3 == 0 })
  }

  /// Deals on request as the assignment has it never leave three cards either.
  @Test func gamesWithoutRefill() throws {
    let level = try Cards.level("set") { $0.refill = false }
    for index in 0..<200 {
      var play = try CardsPlay(level, index: index)
      while play.state.outcome == nil { try play.play(play.state.legalMove(at: 0)) }
      #expect(play.state.table.cardCount != 3)
      #expect(play.state.table.deckLeft == 0)
    }
  }

  private func outcome(
    _ model: SkillModel, on level: CardsLevel, games: Int = 60
  ) -> (score: Double, left: Set<Int>, moves: Int) {
    var runner = Runner(agent: SkillAgent<CardsState>(model), name: "model", maxMoves: 2_000)
    var watch = Watch()
    var score = 0
    var moves = 0
    var left: Set<Int> = []
    for index in 0..<games {
      let result = runner.play(
        level, index: index, streams: Cards.streams(index), scripts: nil, observer: &watch)
      #expect(result.end == .ended)
      score += result.score
      moves += result.moves
      left.insert(watch.left)
    }
    return (Double(score) / Double(games), left, moves)
  }

  @Test func aPerfectMemoryLeavesFourCardsAtMost() throws {
    let level = try Cards.level("playing-cards")
    let perfect = outcome(SkillModel(.greedy, .perfect), on: level)
    #expect(perfect.left == [0, 2, 4])
    let steady = outcome(SkillModel(.greedy, .steady), on: level)
    let shaky = outcome(SkillModel(.greedy, .shaky), on: level)
    let random = outcome(SkillModel(.random, .perfect), on: level)
    #expect(perfect.score > shaky.score && steady.score > shaky.score)
    #expect(shaky.score > random.score + 20)
  }

  /// In hands of three a poor memory costs much.
  @Test func memoryDecidesInHandsOfThree() throws {
    let level = try Cards.level("playing-cards") { $0.match = 3 }
    let perfect = outcome(SkillModel(.greedy, .perfect), on: level, games: 10)
    let shaky = outcome(SkillModel(.greedy, .shaky), on: level, games: 10)
    #expect(perfect.score > shaky.score + 50)
    #expect(perfect.moves < shaky.moves)
  }

  @Test func greedySetPlayersAreTheBetterTheBetterTheyCarryOut() throws {
    let level = try Cards.level("set")
    let perfect = outcome(SkillModel(.greedy, .perfect), on: level)
    let steady = outcome(SkillModel(.greedy, .steady), on: level)
    let shaky = outcome(SkillModel(.greedy, .shaky), on: level)
    #expect(perfect.score > steady.score && steady.score > shaky.score)
  }

  /// Searching takes as long as docs/players.md, "Executions" says, and what takes too long is
  /// given up.
  @Test func searchTimesAndGivingUp() throws {
    let level = try Cards.level("set")
    var random = SeededRandom(key: StreamKey(rawValue: 3))
    var single: CardsState?
    for index in 0..<200 where single == nil {
      let play = try CardsPlay(level, index: index)
      if play.state.matchCount == 1 { single = play.state }
    }
    let state = try #require(single)
    let move = state.legalMove(at: 0)
    let places = move.places.map { state.faces[$0] }
    let differing = level.game.differences(places[0], places[1], places[2])
    let turn = Turn(state: state)
    var times: [Double] = []
    var execution = Execution.steady
    execution.giveUp = 3600
    execution.slips = 0
    for _ in 0..<4_001 {
      let made = CardsState.executed(.offered(0), of: turn, by: execution, using: &random)
      #expect(made.action == .cards)
      times.append(Double(made.thought) / 1000)
    }
    times.sort()
    let median = 6 * DeterministicMath.exp((Double(differing) - 2.5) * 0.6931471805599453)
    // The median's standard error is 1.2533 * 0.5 / sqrt(n) of it.
    #expect(abs(times[2_000] / median - 1) < 0.05)
    execution.giveUp = times[2_000]
    var given = 0
    for _ in 0..<4_000 {
      let made = CardsState.executed(.offered(0), of: turn, by: execution, using: &random)
      if made.action == .deal { given += 1 }
    }
    #expect(abs(given - 2_000) < 160)
    execution.giveUp = 3600
    execution.slips = 0.25
    var slips = 0
    for _ in 0..<4_000 {
      let made = CardsState.executed(.offered(0), of: turn, by: execution, using: &random)
      let shared = made.places.filter { move.places.contains($0) }.count
      #expect(shared >= 2)
      if shared == 2 { slips += 1 }
    }
    #expect(abs(slips - 1_000) < 140)
  }
}
