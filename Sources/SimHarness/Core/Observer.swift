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
  mutating func gameDidEnd(_ state: borrowing State, end: GameEnd, moves: Int)
}

extension Observer {
  public mutating func gameDidStart(_ state: borrowing State, index: Int) {}
  public mutating func eventDidOccur(_ event: State.Event) {}
  public mutating func moveDidApply(_ move: State.Move, state: borrowing State) {}
  public mutating func moveDidFail(_ move: State.Move) {}
  public mutating func gameDidEnd(_ state: borrowing State, end: GameEnd, moves: Int) {}
}
