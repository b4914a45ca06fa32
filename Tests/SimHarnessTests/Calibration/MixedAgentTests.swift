import TestSupport
import Testing

@testable import Agents
@testable import BubbleBlastGame
@testable import SimHarness

/// A mix of players, as `calibrate` fits one.
@Suite struct MixedAgentTests {
  private typealias State = BubbleState<SmallMask>

  private func rows<Player: Agent>(_ agent: Player, games: Int) throws -> [GameRow]
  where Player.State == State {
    let level = try Bubbles.level(["RGBYRGBY", "BYRGBYR"], queue: "RGBY", columns: 8, rows: 8) {
      $0.shots = 6
    }
    var rows: [GameRow] = []
    BatchRequest(seed: 4, levelID: level.id, games: 0..<games, maxMoves: 100).play(
      level, with: agent, named: "one", tally: BubbleTally<SmallMask>.self, scripts: nil
    ) { rows.append($0) }
    return rows
  }

  /// Each game is that of one player from its first move to its last, and each player has a share
  /// of the games that goes with its weight: of 160 games with weight 1 to 3 a quarter, within four
  /// standard errors (wrong once in 16,000 seeds; this one is fixed).
  @Test func eachGameIsOnePlayers() throws {
    let greedy = SkillModel(.greedy, .perfect)
    let planner = SkillModel(.planner, .perfect)
    let games = 160
    let mixed = try rows(
      MixedAgent<State>([
        MixedPlayer.Part(model: greedy, weight: 1), MixedPlayer.Part(model: planner, weight: 3),
      ]), games: games)
    let alone = try (
      greedy: rows(SkillAgent<State>(greedy), games: games),
      planner: rows(SkillAgent<State>(planner), games: games)
    )
    var greedyGames = 0
    var differing = 0
    for game in 0..<games {
      let isGreedy = mixed[game] == alone.greedy[game]
      let isPlanner = mixed[game] == alone.planner[game]
      #expect(isGreedy || isPlanner, "game \(game) is nobody's")
      if isGreedy != isPlanner {
        differing += 1
        greedyGames += isGreedy ? 1 : 0
      }
    }
    #expect(differing > 40)
    let share = Double(greedyGames) / Double(differing)
    #expect((share - 0.25).magnitude < 4 * (0.25 * 0.75 / Double(differing)).squareRoot())
  }

  /// A player without weight plays no game.
  @Test func aPlayerWithoutWeightPlaysNone() throws {
    let greedy = SkillModel(.greedy, .perfect)
    let mixed = try rows(
      MixedAgent<State>([
        MixedPlayer.Part(model: SkillModel(.random, .perfect), weight: 0),
        MixedPlayer.Part(model: greedy, weight: 2),
      ]), games: 50)
    #expect(try mixed == rows(SkillAgent<State>(greedy), games: 50))
  }
}
