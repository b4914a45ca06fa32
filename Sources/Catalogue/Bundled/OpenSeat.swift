import Agents
import SimHarness

/// A simulated player at a table of a game of one's own for two.
struct OpenSeat {
  // One of these sits there. Behind one protocol they would look up their types at each move.
  private var random: RandomAgent<OpenState>?
  private var greedy: GreedyAgent<OpenState>?
  private var skill: SkillAgent<OpenState>?
  private var script: ScriptedAgent<OpenState>?
  /// What the player draws from.
  var luck = SeededRandom(key: StreamKey(rawValue: 0))

  /// nil if a plan is not one for one player.
  init?(_ plan: Roster.Plan) {
    switch plan {
    case .random: random = RandomAgent()
    case .greedy: greedy = GreedyAgent()
    case .skill(let model): skill = SkillAgent(model)
    case .script(let player): script = ScriptedAgent(player)
    default: return nil
    }
  }

  mutating func gameDidStart() {
    random?.gameDidStart()
    greedy?.gameDidStart()
    skill?.gameDidStart()
    script?.gameDidStart()
  }

  mutating func chooseMove(
    _ turn: borrowing Turn<OpenState>, in imagination: inout GameContext
  ) throws(AgentError) -> OpenMove {
    let move =
      if random != nil {
        try random?.chooseMove(turn, in: &imagination, using: &luck)
      } else if greedy != nil {
        try greedy?.chooseMove(turn, in: &imagination, using: &luck)
      } else if skill != nil {
        try skill?.chooseMove(turn, in: &imagination, using: &luck)
      } else {
        try script?.chooseMove(turn, in: &imagination, using: &luck)
      }
    guard let move else { throw .noMoves }
    return move
  }
}

/// Two players of a two-player game, who move in turn, each knowing what it sees from its seat.
///
/// Luck belongs to the seats: players who change seats change luck.
struct OpenTableForTwo: Agent {
  typealias State = OpenState

  private var first: OpenSeat
  private var second: OpenSeat
  /// Which of the players named sits in the first seat, 1 or 2; 0 where both are one player, whose
  /// moves say nothing of who makes them.
  private let firstPlayer: UInt8
  private var isNew = true

  init(_ first: OpenSeat, _ second: OpenSeat, firstPlayer: UInt8) {
    self.first = first
    self.second = second
    self.firstPlayer = firstPlayer
  }

  mutating func gameDidStart() {
    isNew = true
    first.gameDidStart()
    second.gameDidStart()
  }

  mutating func chooseMove(
    _ turn: borrowing Turn<OpenState>, in imagination: inout GameContext,
    using random: inout SeededRandom
  ) throws(AgentError) -> OpenMove {
    if isNew {
      first.luck = SeededRandom(key: random.key.derived(1))
      second.luck = SeededRandom(key: random.key.derived(2))
      isNew = false
    }
    let isFirst = turn.seat == 1
    var move =
      isFirst
      ? try first.chooseMove(turn, in: &imagination)
      : try second.chooseMove(turn, in: &imagination)
    if firstPlayer > 0 { move.player = isFirst ? firstPlayer : 3 - firstPlayer }
    return move
  }
}

/// A simulated player of a two-player game that a person plays too.
struct OpenOpponent: TableOpponent {
  private var seat: OpenSeat

  init(_ seat: OpenSeat, luck: StreamKey) {
    self.seat = seat
    self.seat.luck = SeededRandom(key: luck)
    self.seat.gameDidStart()
  }

  mutating func planMove(
    _ turn: borrowing Turn<OpenState>, in imagination: inout GameContext
  ) throws(AgentError) -> (move: OpenMove, time: Int) {
    (try seat.chooseMove(turn, in: &imagination), 0)
  }

  mutating func didMove() {}
}
