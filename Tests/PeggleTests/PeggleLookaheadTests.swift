import TestSupport
import Testing

@testable import Agents
@testable import PeggleGame
@testable import SimHarness

/// What a player who looks one shot ahead knows, and how hands carry shots out.
@Suite struct PeggleLookaheadTests {
  private func imagination() -> GameContext {
    GameContext.imagination(for: Bubbles.streams(), scripts: Pegs.host())
  }

  /// Where no script draws, a shot brings what was foreseen.
  @Test func foreseesWhatHappens() throws {
    let level = try Pegs.builtIn("01-garden-gate")
    let state = try PegglePlay(level).state
    var imagination = imagination()
    var lookahead = PeggleLookahead()
    let turn = Turn(state: state)
    for index in stride(from: 0, to: 64, by: 3) {
      let foresight = try lookahead.foresee(index, of: turn, in: &imagination)
      var game = try PegglePlay(level)
      try game.shoot(game.state.legalMove(at: index))
      #expect(foresight.score == game.state.score)
      #expect(foresight.cleared == game.hits.count)
      #expect(foresight.group == state.view.orangeLeft - game.state.view.orangeLeft)
      #expect(foresight.wins == (game.state.outcome == .won))
      #expect(foresight.loses == (game.state.outcome == .lost))
    }
    #expect(lookahead.distinctMoves(turn) == Array(0..<64))
  }

  /// The refined aim is no worse than the best of the fan, and may be played though it is not
  /// offered.
  @Test func refinesTheBestAim() throws {
    var refined = 0
    for name in ["01-garden-gate", "04-two-moons", "05-beehive"] {
      // Few aims, between which there is much to be found.
      var file = try Pegs.builtIn(name).file
      file.rules.aims = 12
      let level = try PeggleLevel(file, catalog: Bubbles.library)
      var game = try PegglePlay(level)
      for _ in 0..<3 where game.state.outcome == nil {
        var imagination = imagination()
        var lookahead = PeggleLookahead()
        let turn = Turn(state: game.state)
        let index = try lookahead.greedyMove(turn, in: &imagination)
        let best = try lookahead.foresee(index, of: turn, in: &imagination).greedyValue
        for other in 0..<12 {
          #expect(try lookahead.foresee(other, of: turn, in: &imagination).greedyValue <= best)
        }
        let move = turn.move(of: try lookahead.bestChoice(turn, in: &imagination))
        if !turn.legalMoves.contains(move) { refined += 1 }
        try game.shoot(move)
      }
    }
    #expect(refined > 0)
  }

  /// Under a mode of its own an aim counts with its neighbours, so that a hand that errs a little
  /// still does what was meant.
  @Test(arguments: ["03-between-the-drops", "06-drumroll"])
  func takesBroadAimsForAGoalOfAMode(_ name: String) throws {
    let game = try PegglePlay(try Pegs.builtIn(name))
    var imagination = imagination()
    var lookahead = PeggleLookahead()
    let turn = Turn(state: game.state)
    let chosen = try lookahead.greedyMove(turn, in: &imagination)
    let values = try (0..<64).map {
      try lookahead.foresee($0, of: turn, in: &imagination).greedyValue
    }
    func broad(_ aim: Int) -> Int {
      values[max(aim - 1, 0)] + 2 * values[aim] + values[min(aim + 1, 63)]
    }
    for aim in 0..<64 { #expect(broad(aim) <= broad(chosen)) }
    #expect(try lookahead.bestChoice(turn, in: &imagination) == .offered(chosen))
  }

  /// Shots are imagined in the memory of the one before: nothing of it stays, also where scripts
  /// turn the board, throw, spawn, draw, set timers and variables, or fail.
  @Test(arguments: [
    "01-garden-gate", "04-two-moons", "06-drumroll", "10-graveyard-shift", "11-powder-keg",
    "12-topsy-turvy",
  ])
  func noShotRemembersTheOneBefore(_ name: String) throws {
    var game = try PegglePlay(try Pegs.builtIn(name))
    for shot in 0..<3 where game.state.outcome == nil {
      let turn = Turn(state: game.state)
      var imagination = imagination()
      var other = self.imagination()
      var lookahead = PeggleLookahead()
      lookahead.begin(turn)
      for index in 0..<64 {
        var fresh = PeggleLookahead()
        #expect(
          try lookahead.foresee(index, of: turn, in: &imagination)
            == fresh.foresee(index, of: turn, in: &other))
      }
      try game.shoot(game.state.legalMove(at: 17 * shot + 5))
    }
  }

  @Test func aFaultLeavesNothingBehind() throws {
    let library = try Pegs.library([
      "modes/faulty.lua": """
      return {name = "faulty",
        on_hit = function(state, peg)
          if state.lit_this_shot == 8 then error("enough") end
        end,
        is_won = function(state) return state.orange_left == 0 end}
      """
    ])
    var file = try Pegs.builtIn("01-garden-gate").file
    file.mode = "faulty"
    let turn = Turn(
      state: try PegglePlay(try PeggleLevel(file, catalog: library)).state)
    var imagination = imagination()
    var other = self.imagination()
    var lookahead = PeggleLookahead()
    lookahead.begin(turn)
    var faults = 0
    for index in 0..<64 {
      var fresh = PeggleLookahead()
      let expected = Result { try fresh.foresee(index, of: turn, in: &other) }
      let found = Result { try lookahead.foresee(index, of: turn, in: &imagination) }
      switch (found, expected) {
      case (.success(let found), .success(let expected)): #expect(found == expected)
      case (.failure(let found), .failure(let expected)):
        #expect("\(found)" == "\(expected)")
        faults += 1
      default: Issue.record("one failed, the other did not, at \(index)")
      }
    }
    #expect(faults > 5 && faults < 64)
  }

  @Test func greedyWinsWhereOneShotDoes() throws {
    let objects = [Pegs.peg("orange", 120, 400), Pegs.peg("blue", 600, 300)]
    let level = try Pegs.level(objects, mode: "classic")
    var game = try PegglePlay(level)
    var agent = GreedyAgent<PeggleState>()
    var imagination = imagination()
    var random = SeededRandom(key: StreamKey(rawValue: 1))
    try game.shoot(
      agent.chooseMove(Turn(state: game.state), in: &imagination, using: &random))
    #expect(game.state.outcome == .won)
  }

  /// The mode's `value` makes a greedy player dodge.
  @Test func greedyDodges() throws {
    let objects = (0..<5).map { Pegs.peg("blue", 60 + 170 * Double($0), 300) }
    let level = try Pegs.level(objects, mode: "dodge") { $0.bucket = false }
    var game = try PegglePlay(level)
    var agent = GreedyAgent<PeggleState>()
    var imagination = imagination()
    var random = SeededRandom(key: StreamKey(rawValue: 1))
    try game.shoot(
      agent.chooseMove(Turn(state: game.state), in: &imagination, using: &random))
    #expect(game.hits == [])
  }

  // MARK: Hands

  @Test func aHandMissesByItsError() throws {
    let turn = Turn(state: try PegglePlay(try Pegs.builtIn("01-garden-gate")).state)
    var random = SeededRandom(key: StreamKey(rawValue: 3))
    let move = PeggleMove(angle: 1.5)
    var sum = 0.0
    var squares = 0.0
    let count = 4_000
    for _ in 0..<count {
      let executed = PeggleState.executed(
        .found(move), of: turn, by: .shaky, using: &random)
      guard case .angle(let angle) = executed.aim else { continue }
      #expect(executed.seconds == 2.5)
      let degrees = (angle - 1.5) * 180 / .pi
      sum += degrees
      squares += degrees * degrees
    }
    #expect((sum / Double(count)).magnitude < 0.2)
    #expect(((squares / Double(count)).squareRoot() - 4).magnitude < 0.15)
  }

  @Test func aHandNeverAimsAboveTheCannon() throws {
    let turn = Turn(state: try PegglePlay(try Pegs.builtIn("01-garden-gate")).state)
    var random = SeededRandom(key: StreamKey(rawValue: 4))
    var wild = Execution.shaky
    wild.aimError = 20
    for _ in 0..<2_000 {
      for angle in [0.01, 3.13] {
        let executed = PeggleState.executed(
          .found(PeggleMove(angle: angle)), of: turn, by: wild, using: &random)
        _ = try executed.direction(rules: PeggleRules())
      }
    }
    let perfect = PeggleState.executed(
      .found(PeggleMove(angle: 1)), of: turn, by: .perfect, using: &random)
    #expect(perfect == PeggleMove(angle: 1))
  }

  @Test func executionsTakeTheirTime() {
    #expect(Execution.named.map(\.execution.aimingTime) == [0.5, 1.5, 2.5])
  }
}
