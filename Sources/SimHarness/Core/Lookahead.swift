/// The predicted result of a move, as far as a player can know it before playing it.
public struct Foresight: Sendable, Equatable {
  /// Score gained.
  public var score = 0
  /// Bubbles, pegs or cards cleared.
  public var cleared = 0
  /// Whether the move wins the game.
  public var wins = false
  /// Whether the move loses the game.
  public var loses = false
  /// Size of the same-coloured group that the played piece joins, in games that have groups.
  public var group = 0
  /// Where the move ends, by the number scripts know the place by, such as a cell's; 0 where it
  /// ends nowhere.
  public var place = 0
  /// The value by which a greedy player ranks moves: larger is better.
  public var greedyValue = 0

  public init() {}
}

/// A game's knowledge for players that look one move ahead.
///
/// A value holds memory that is used again from turn to turn and nothing else; it sees a `Turn`
/// only, so it cannot know more than a player.
public protocol Lookahead<State> {
  associatedtype State: GameState

  init()

  /// A new game begins, for a player who remembers that many of the cards (or similar things) seen
  /// last.
  mutating func gameDidStart(remembering count: Int)

  /// The position as imagined by a player who remembers what was seen; what is hidden is redrawn.
  func position(of turn: borrowing Turn<State>, in imagination: inout GameContext) -> State

  /// A turn begins: discards what was calculated for the last one.
  mutating func begin(_ turn: borrowing Turn<State>)

  /// The indices of the offered moves, one for each outcome that can be distinguished before
  /// playing, such as a landing cell. Which move stands for an outcome is the game's choice.
  mutating func distinctMoves(_ turn: borrowing Turn<State>) -> [Int]

  /// The predicted result of the offered move at `index`.
  mutating func foresee(
    _ index: Int, of turn: borrowing Turn<State>, in imagination: inout GameContext
  ) throws(AgentError) -> Foresight

  /// Calls `body` with each distinct move, in their order, and its predicted result.
  mutating func foreseeDistinct(
    _ turn: borrowing Turn<State>, in imagination: inout GameContext,
    _ body: (Int, Foresight) -> Void
  ) throws(AgentError)

  /// The move a greedy player makes: the distinct move of the greatest `greedyValue`.
  mutating func greedyMove(
    _ turn: borrowing Turn<State>, in imagination: inout GameContext
  ) throws(AgentError) -> Int

  /// A better move near the offered one at `index` that is playable but not offered, if the game
  /// knows one.
  mutating func refined(
    _ index: Int, of turn: borrowing Turn<State>, in imagination: inout GameContext
  ) throws(AgentError) -> State.Move?
}

extension Lookahead {
  public mutating func refined(
    _ index: Int, of turn: borrowing Turn<State>, in imagination: inout GameContext
  ) throws(AgentError) -> State.Move? {
    nil
  }

  /// What a greedy player chooses: the move at `greedyMove`, or the refined one.
  public mutating func bestChoice(
    _ turn: borrowing Turn<State>, in imagination: inout GameContext
  ) throws(AgentError) -> Choice<State> {
    let index = try greedyMove(turn, in: &imagination)
    return try refined(index, of: turn, in: &imagination).map { .found($0) } ?? .offered(index)
  }

  public mutating func gameDidStart(remembering count: Int) {}

  public func position(
    of turn: borrowing Turn<State>, in imagination: inout GameContext
  ) -> State {
    turn.imagine(in: &imagination)
  }

  public mutating func begin(_ turn: borrowing Turn<State>) {}

  public mutating func foreseeDistinct(
    _ turn: borrowing Turn<State>, in imagination: inout GameContext,
    _ body: (Int, Foresight) -> Void
  ) throws(AgentError) {
    for index in distinctMoves(turn) { body(index, try foresee(index, of: turn, in: &imagination)) }
  }

  public mutating func greedyMove(
    _ turn: borrowing Turn<State>, in imagination: inout GameContext
  ) throws(AgentError) -> Int {
    var best = -1
    var bestValue = Int.min
    try foreseeDistinct(turn, in: &imagination) { index, foresight in
      if foresight.greedyValue > bestValue {
        best = index
        bestValue = foresight.greedyValue
      }
    }
    guard best >= 0 else { throw .noMoves }
    return best
  }
}

/// A game that players who look ahead can play.
public protocol ForesightGame: GameState {
  associatedtype Looking: Lookahead<Self>
}

/// What a player intends to do.
public enum Choice<State: GameState>: Equatable, Sendable {
  /// The offered move at this index.
  case offered(Int)
  /// A move that was found beside the offered ones.
  case found(State.Move)
}

extension Turn {
  /// The move of a choice, carried out exactly.
  public func move(of choice: Choice<State>) -> State.Move {
    switch choice {
    case .offered(let index): move(at: index)
    case .found(let move): move
    }
  }
}

/// A game whose moves are carried out with some error.
public protocol ExecutionGame: GameState {
  /// The names of `Execution.numbers` that the game takes.
  static var executionNumbers: [String] { get }

  /// The move that results when a player with this execution carries out a choice.
  static func executed(
    _ choice: Choice<Self>, of turn: borrowing Turn<Self>, by execution: Execution,
    using random: inout SeededRandom
  ) -> Move

  /// The move that results from a choice without a strategy; by default the same execution as with
  /// one.
  static func executedAimlessly(
    _ choice: Choice<Self>, of turn: borrowing Turn<Self>, by execution: Execution,
    using random: inout SeededRandom
  ) -> Move

  /// The move that results from a choice, for games whose rules are scripts; by default that of the
  /// functions above.
  static func carriedOut(
    _ choice: Choice<Self>, aimlessly: Bool, of turn: borrowing Turn<Self>,
    by execution: Execution, in imagination: inout GameContext, using random: inout SeededRandom
  ) throws(AgentError) -> Move
}

extension ExecutionGame {
  public static func carriedOut(
    _ choice: Choice<Self>, aimlessly: Bool, of turn: borrowing Turn<Self>,
    by execution: Execution, in imagination: inout GameContext, using random: inout SeededRandom
  ) throws(AgentError) -> Move {
    aimlessly
      ? executedAimlessly(choice, of: turn, by: execution, using: &random)
      : executed(choice, of: turn, by: execution, using: &random)
  }

  public static func executedAimlessly(
    _ choice: Choice<Self>, of turn: borrowing Turn<Self>, by execution: Execution,
    using random: inout SeededRandom
  ) -> Move {
    executed(choice, of: turn, by: execution, using: &random)
  }
}
