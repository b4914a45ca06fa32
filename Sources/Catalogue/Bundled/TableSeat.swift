import Agents
import CardsGame
import SimHarness

/// A seat at a table of cards and who sits there.
struct TableSeat {
  var agent: SkillAgent<CardsState>
  /// The number of the player in moves: 1 or 2.
  let player: UInt8
  var luck = SeededRandom(key: StreamKey(rawValue: 0))
  /// The planned move and its time in ms of the game's clock; nil before the player has planned
  /// one.
  var next: (move: CardsMove, time: Int)?

  init(_ model: SkillModel, player: UInt8) {
    agent = SkillAgent(model)
    self.player = player
  }

  /// What the player will do and when, unless the other one is first.
  mutating func planMove(
    _ turn: borrowing Turn<CardsState>, at clock: Int, in imagination: inout GameContext
  ) throws(AgentError) -> (move: CardsMove, time: Int) {
    if let next { return next }
    let move = try chooseMove(turn, in: &imagination)
    let found = (move: move, time: clock + Int(move.thought))
    next = found
    return found
  }

  /// The agent's move: it looks for what reaches the goal with the points of its own player.
  private mutating func chooseMove(
    _ turn: borrowing Turn<CardsState>, in imagination: inout GameContext
  ) throws(AgentError) -> CardsMove {
    guard player == 2, turn.state.isPlayedToScore else {
      return try agent.chooseMove(turn, in: &imagination, using: &luck)
    }
    let seen = Turn(state: turn.state.seenBySecond, index: turn.index)
    return try agent.chooseMove(seen, in: &imagination, using: &luck)
  }

  /// Makes the planned move, after which the player has to plan again.
  mutating func move(
    _ chosen: (move: CardsMove, time: Int), at clock: Int
  ) -> CardsMove {
    next = nil
    var move = chosen.move
    move.player = player
    move.thought = Int32(clamping: chosen.time - clock)
    return move
  }
}

/// A simulated player in the second seat, the first being a person's.
struct SeatedOpponent: TableOpponent {
  private var seat: TableSeat
  /// The matches and the deck that the player planned for; nil at the start of a game.
  private var seen: (found: Int, deck: Int)?

  /// - Parameters:
  ///   - model: How the player plays.
  ///   - luck: What its luck is drawn from.
  init(_ model: SkillModel, luck: StreamKey) {
    seat = TableSeat(model, player: 2)
    seat.luck = SeededRandom(key: luck)
    seat.agent.gameDidStart()
  }

  mutating func planMove(
    _ turn: borrowing Turn<CardsState>, in imagination: inout GameContext
  ) throws(AgentError) -> (move: CardsMove, time: Int) {
    let table = turn.view
    let now = (found: table.foundCount, deck: table.deckLeft)
    if seen.map({ $0 != now }) ?? true {
      seen = now
      seat.next = nil
    }
    return try seat.planMove(turn, at: table.clock, in: &imagination)
  }

  mutating func didMove() { seat.next = nil }
}

extension Roster {
  /// A simulated player for the second seat of a table that a person plays at.
  ///
  /// `text` is what `--agents` takes, such as `casual` or `greedy@steady:search=9`; the player's
  /// luck follows from it, the seed, the level and the game's index.
  /// - Throws: `RosterError` where the game has one seat, or the player cannot sit there.
  public static func opponent(
    _ text: String, game: GameEntry, library: ScriptLibrary, seed: UInt64, level: PlayableLevel,
    index: Int
  ) throws(RosterError) -> any TableOpponent {
    let streams = GameStreams(level: LevelStreams(seed: seed, levelID: level.id), index: index)
    let luck = streams.agents.derived("opponent").derived(text)
    if isOpenForTwo(game) {
      return try openOpponent(text, game: game, library: library, luck: luck)
    }
    let model = try skillModel(text, game: game, library: library)
    return SeatedOpponent(model, luck: luck)
  }

  /// Whether two can play a game at one table.
  public static func isForTwo(_ game: GameEntry) -> Bool {
    binding(of: game)?.isForTwo == true || isOpenForTwo(game)
  }
}
