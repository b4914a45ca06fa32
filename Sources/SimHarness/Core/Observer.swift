/// Watches games as they are played.
///
/// Every method has an empty default.
public protocol Observer<State> {
  associatedtype State: GameState

  mutating func gameDidStart(_ state: borrowing State, index: Int)
  mutating func eventDidOccur(_ event: State.Event)
  /// A move was applied; `state` is the state after it.
  mutating func moveDidApply(_ move: State.Move, state: borrowing State)
  /// A script failed while a move was applied, which ends the game; the state is as before the
  /// move.
  mutating func moveDidFail(_ move: State.Move)
  /// The game is over, or was stopped; what is still to be asked of the rules can be asked now.
  /// - Throws: A script's fault, which then is the game's.
  mutating func gameWillEnd(
    _ state: borrowing State, in context: inout GameContext
  ) throws(ScriptFault)
  mutating func gameDidEnd(_ state: borrowing State, end: GameEnd, moves: Int)
  /// The game's start failed, so there is no game.
  mutating func gameDidNotStart()
}

extension Observer {
  public mutating func gameDidStart(_ state: borrowing State, index: Int) {}
  public mutating func eventDidOccur(_ event: State.Event) {}
  public mutating func moveDidApply(_ move: State.Move, state: borrowing State) {}
  public mutating func moveDidFail(_ move: State.Move) {}
  public mutating func gameWillEnd(
    _ state: borrowing State, in context: inout GameContext
  ) throws(ScriptFault) {}
  public mutating func gameDidEnd(_ state: borrowing State, end: GameEnd, moves: Int) {}
  public mutating func gameDidNotStart() {}
}
