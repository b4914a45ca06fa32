/// What one move would bring, as far as a player can tell before playing it.
public struct Foresight: Sendable, Equatable {
  /// Score gained.
  public var score = 0
  /// Bubbles, pegs or cards cleared.
  public var cleared = 0
  /// Whether the move wins the game.
  public var wins = false
  /// Whether the move loses the game.
  public var loses = false
  /// Size of the group of its own colour that what is played joins, where a game has such.
  public var group = 0
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

  /// A new game begins, for a player who remembers that many of the cards or the like that he saw
  /// last; nil: all.
  mutating func gameDidStart(remembering capacity: Int?)

  /// A turn begins: what was worked out for the last one is forgotten.
  mutating func begin(_ turn: borrowing Turn<State>)

  /// The indices of the offered moves, one for each outcome that can be told apart before
  /// playing, such as a landing cell. Which move stands for an
  /// outcome is the game's choice.
  mutating func distinctMoves(_ turn: borrowing Turn<State>) -> [Int]

  /// What the offered move at `index` would bring.
  mutating func foresee(
    _ index: Int, of turn: borrowing Turn<State>, in imagination: inout GameContext
  ) throws(AgentError) -> Foresight

  /// The move a greedy player makes: the distinct move of the greatest `greedyValue`.
  mutating func greedyMove(
    _ turn: borrowing Turn<State>, in imagination: inout GameContext
  ) throws(AgentError) -> Int
}

extension Lookahead {
  public mutating func gameDidStart(remembering capacity: Int?) {}

  public mutating func begin(_ turn: borrowing Turn<State>) {}

  public mutating func greedyMove(
    _ turn: borrowing Turn<State>, in imagination: inout GameContext
  ) throws(AgentError) -> Int {
    var best = -1
    var bestValue = Int.min
    for index in distinctMoves(turn) {
      let value = try foresee(index, of: turn, in: &imagination).greedyValue
      if value > bestValue {
        best = index
        bestValue = value
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

/// A game whose moves are carried out with some error.
public protocol ExecutionGame: GameState {
  /// The move as a player of this execution carries it out in a turn.
  static func executed(
    _ move: Move, by execution: Execution, in turn: borrowing Turn<Self>,
    using random: inout SeededRandom
  ) -> Move
}
