/// A move that a scan has found, one for each distinguishable outcome.
public struct Prospect<Move: Hashable & Sendable>: Sendable {
  public var move: Move
  /// Its place among the moves offered; nil for one that is playable but not offered.
  public var index: Int?
  /// Identifies its outcome among those of the moves of a position.
  public var outcome: Int
  /// The priority with which moves are considered: larger is sooner.
  public var order: Double
  /// The expected change of the move's value by the hand's error and by chance, compared with exact
  /// play in one imagined future.
  public var allowance = 0.0

  public init(move: Move, index: Int?, outcome: Int, order: Double) {
    self.move = move
    self.index = index
    self.outcome = outcome
    self.order = order
  }
}

extension Prospect {
  /// The move as a player's choice in a game that it is a move of.
  public func choice<State: GameState>() -> Choice<State> where State.Move == Move {
    index.map { .offered($0) } ?? .found(move)
  }
}

/// A game's knowledge for players that look several moves ahead: which moves are worth considering,
/// and the value of a position.
///
/// All of it lives on imagined states, so it knows no more than a player. A value holds memory that
/// is used again, the player's hand, and nothing else.
public protocol Planning<State> {
  associatedtype State: GameState

  /// `hand` is the execution that the player knows of itself.
  init(hand: Execution)

  /// How many moves deep the tree of `mcts` may grow.
  static var treeDepth: Int { get }
  /// After how many greedy moves an imagined game is cut off and valued.
  static var rolloutDepth: Int { get }

  /// Whether it is the turn of an opponent of the player who imagined the position, who chooses
  /// what is worth least to that player.
  static func isAgainst(_ state: State) -> Bool

  /// How a game that is over stands with the player who imagined it: 1 for a win, -1 for a loss.
  ///
  /// A better standing is preferred whatever the positions are worth. 0 for all positions: the worth
  /// includes what the end means.
  static func standing(of state: State) -> Int
  /// What a step of the standing is worth in a mean of games; `mcts` raises it where worths lie
  /// further apart.
  static var endWorth: Double { get }

  /// A decision begins.
  mutating func begin(_ turn: borrowing Turn<State>)

  /// One scan: the distinguishable moves of a turn, in any order.
  ///
  /// `isDecision` is true for the turn to decide, which may be examined more closely than the
  /// imagined turns after it.
  mutating func scan(
    _ turn: borrowing Turn<State>, isDecision: Bool, in imagination: inout GameContext,
    into prospects: inout [Prospect<State.Move>]
  ) throws(AgentError)

  /// Sets the allowances of the moves decided among, and moves each to where the hand's error does
  /// least harm.
  ///
  /// `values` are the moves' values if they are played exactly.
  mutating func allowForHand(
    _ turn: borrowing Turn<State>, values: [Double],
    prospects: inout [Prospect<State.Move>])

  /// The move of an imagined game that is played on quickly.
  mutating func rolloutMove(
    _ turn: borrowing Turn<State>, in imagination: inout GameContext
  ) throws(AgentError) -> State.Move

  /// The value of a position among those of the same standing; larger is better, in a unit of the
  /// game.
  mutating func worth(
    of state: State, in imagination: inout GameContext
  ) throws(AgentError) -> Double
}

extension Planning {
  public static var treeDepth: Int { 6 }
  public static var rolloutDepth: Int { 3 }

  @inlinable @inline(__always)
  public static func isAgainst(_ state: State) -> Bool { false }

  @inlinable @inline(__always)
  public static func standing(of state: State) -> Int { 0 }

  public static var endWorth: Double { 0 }

  public mutating func begin(_ turn: borrowing Turn<State>) {}

  public mutating func allowForHand(
    _ turn: borrowing Turn<State>, values: [Double],
    prospects: inout [Prospect<State.Move>]
  ) {}
}

/// A game for players that look several moves ahead.
public protocol PlanningGame: ForesightGame, ExecutionGame {
  associatedtype Plans: Planning<Self>

  /// The strategies that make sense for the game.
  static var strategies: [Strategy] { get }
}

extension PlanningGame {
  public static var strategies: [Strategy] { Strategy.allCases }
}

/// What is known of any game: its lookahead orders the moves, and the score is the value of a
/// position.
public struct PlainPlanning<State: ForesightGame>: Planning {
  private var lookahead = State.Looking()

  public init(hand: Execution) {}

  public mutating func scan(
    _ turn: borrowing Turn<State>, isDecision: Bool, in imagination: inout GameContext,
    into prospects: inout [Prospect<State.Move>]
  ) throws(AgentError) {
    lookahead.begin(turn)
    for index in lookahead.distinctMoves(turn) {
      let foresight = try lookahead.foresee(index, of: turn, in: &imagination)
      prospects.append(
        Prospect(
          move: turn.move(at: index), index: index, outcome: index,
          order: Double(foresight.greedyValue)))
    }
  }

  public mutating func rolloutMove(
    _ turn: borrowing Turn<State>, in imagination: inout GameContext
  ) throws(AgentError) -> State.Move {
    lookahead.begin(turn)
    return turn.move(at: try lookahead.greedyMove(turn, in: &imagination))
  }

  public func worth(
    of state: State, in imagination: inout GameContext
  ) throws(AgentError) -> Double {
    Double(state.score)
  }

  public static var endWorth: Double { 1e6 }

  public static func standing(of state: State) -> Int { state.outcome.standing }
}
