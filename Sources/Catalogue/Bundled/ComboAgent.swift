import BubblePopGame
import SimHarness

/// Plays bubble pop for combos: chooses the touch with the most points per second, including what
/// it adds to the combo.
///
/// Makes no random choice.
public struct ComboAgent: Agent {
  public typealias State = PopState

  public init() {}

  public mutating func chooseMove(
    _ turn: borrowing Turn<PopState>, in imagination: inout GameContext,
    using random: inout SeededRandom
  ) throws(AgentError) -> PopMove {
    turn.move(at: PopLookahead.comboMove(turn))
  }
}
