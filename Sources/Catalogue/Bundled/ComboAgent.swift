import SimHarness

/// Plays bubble pop for runs: the touch that scores most a second, what it does for the run counted
/// in.
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
