import Agents
import CardsGame
import SimHarness

/// Two players at one table of cards: whoever is ready first moves.
///
/// Each plans independently and is ready with a move after its own time. When the cards on the
/// table have changed, both plan again; after a wrong claim only the one who made it does. Where
/// both are ready in the same millisecond the first seat moves; `luck` belongs to the seats too, so
/// players who change seats change luck.
struct TableForTwo: Agent {
  typealias State = CardsState

  private var first: TableSeat
  private var second: TableSeat
  /// The matches and the deck that both planned for; nil at the start of a game.
  private var seen: (found: Int, deck: Int)?

  /// The second of the players takes the first seat where they are `swapped`.
  init(_ players: (SkillModel, SkillModel), swapped: Bool) {
    let one = TableSeat(players.0, player: 1)
    let two = TableSeat(players.1, player: 2)
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
    let one = try first.planMove(turn, at: table.clock, in: &imagination)
    let two = try second.planMove(turn, at: table.clock, in: &imagination)
    return two.time < one.time
      ? second.move(two, at: table.clock) : first.move(one, at: table.clock)
  }
}
