import SimHarness

/// Two players at one table of cards: whoever is ready first moves.
///
/// Each looks at the table with eyes and hands of its own, and is ready with a move after its own
/// time. When the cards on the table have changed, both look afresh; after a wrong claim only the
/// one who made it does. Where both are ready in the same millisecond the first seat moves; `luck`
/// belongs to the seats too, so players who change seats change luck.
struct TableForTwo: Agent {
  typealias State = CardsState

  /// A seat and who sits there.
  private struct Seat {
    var agent: SkillAgent<CardsState>
    /// The number of the player in moves: 1 or 2.
    let player: UInt8
    var luck = SeededRandom(key: StreamKey(rawValue: 0))
    /// The move to come, and when, in ms of the game's clock; nil before the player has looked.
    var next: (move: CardsMove, time: Int)?

    /// What the player will do and when, unless the other one is first.
    mutating func look(
      _ turn: borrowing Turn<CardsState>, at clock: Int, in imagination: inout GameContext
    ) throws(AgentError) -> (move: CardsMove, time: Int) {
      if let next { return next }
      let move = try agent.chooseMove(turn, in: &imagination, using: &luck)
      let found = (move: move, time: clock + Int(move.thought))
      next = found
      return found
    }

    /// The player moves, and has to look again.
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

  private var first: Seat
  private var second: Seat
  /// The matches and the deck that both looked at; nil at the start of a game.
  private var seen: (found: Int, deck: Int)?

  /// The second of the players takes the first seat where they are `swapped`.
  init(_ players: (SkillModel, SkillModel), swapped: Bool) {
    let one = Seat(agent: SkillAgent(players.0), player: 1)
    let two = Seat(agent: SkillAgent(players.1), player: 2)
    (first, second) = swapped ? (two, one) : (one, two)
  }

  mutating func gameDidStart() {
    seen = nil
    first.agent.gameDidStart()
    second.agent.gameDidStart()
  }

  mutating func chooseMove(
    _ turn: borrowing Turn<CardsState>, in imagination: inout GameContext,
    using random: inout SeededRandom
  ) throws(AgentError) -> CardsMove {
    let table = turn.view
    if seen == nil {
      first.luck = SeededRandom(key: random.key.derived(1))
      second.luck = SeededRandom(key: random.key.derived(2))
    }
    let now = (found: table.foundCount, deck: table.deckLeft)
    if seen.map({ $0 != now }) ?? true {
      seen = now
      first.next = nil
      second.next = nil
    }
    let one = try first.look(turn, at: table.clock, in: &imagination)
    let two = try second.look(turn, at: table.clock, in: &imagination)
    return two.time < one.time
      ? second.move(two, at: table.clock) : first.move(one, at: table.clock)
  }
}
