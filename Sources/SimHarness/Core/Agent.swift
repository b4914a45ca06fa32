/// All an agent gets of a game: what a player could see, the moves, and imagined copies.
///
/// The state itself is not accessible to agents.
public struct Turn<State: GameState>: ~Copyable {
  /// The state the runner plays; agents live in other modules and cannot name it.
  package var state: State
  /// Moves made before this turn, from 0.
  public internal(set) var index: Int

  /// Wraps a state; for the runner and the conformance suites.
  package init(state: consuming State, index: Int = 0) {
    self.state = state
    self.index = index
  }

  /// What the player sees.
  public var view: State.View { state.view }

  /// How many moves are offered.
  public var moveCount: Int { state.legalMoveCount }

  /// How many of the moves, from the first, a player without a plan chooses among.
  public var aimlessMoveCount: Int { state.aimlessMoveCount }

  /// The offered move at `index`, from 0.
  public func move(at index: Int) -> State.Move { state.legalMove(at: index) }

  /// All the moves offered.
  public var legalMoves: [State.Move] {
    var moves: [State.Move] = []
    state.appendLegalMoves(to: &moves)
    return moves
  }

  /// The score so far of the player who moves.
  public var score: Int { state.scoreOnTurn }

  /// A state that agrees with what the player sees; what is hidden is redrawn.
  public func imagine(in imagination: inout GameContext) -> State {
    state.imagined(in: &imagination)
  }
}

/// A player.
///
/// One value plays one game at a time; `gameDidStart` begins the next.
///
/// `AgentConformance` in SimHarnessTesting checks that a conformance is repeatable and that it
/// does not see more than a player could.
public protocol Agent<State> {
  associatedtype State: GameState

  /// A new game begins: forget the last one.
  mutating func gameDidStart()

  /// The move to play.
  /// - Parameters:
  ///   - turn: all that is known of the game.
  ///   - imagination: a context made for agents alone; every imagined state lives in it.
  ///   - random: the agent's own stream in this game.
  /// - Returns: the move.
  /// - Throws: why there is none.
  mutating func chooseMove(
    _ turn: borrowing Turn<State>, in imagination: inout GameContext,
    using random: inout SeededRandom
  ) throws(AgentError) -> State.Move
}

extension Agent {
  public mutating func gameDidStart() {}
}
