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

  /// The move that a greedy player carries out: the one at `greedyMove`, unless the game knows a
  /// better one that is playable and not offered.
  mutating func bestMove(
    _ turn: borrowing Turn<State>, in imagination: inout GameContext
  ) throws(AgentError) -> State.Move
}

extension Lookahead {
  public mutating func bestMove(
    _ turn: borrowing Turn<State>, in imagination: inout GameContext
  ) throws(AgentError) -> State.Move {
    turn.move(at: try greedyMove(turn, in: &imagination))
  }

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

/// How a player carries a move out.
public struct Hand: Hashable, Sendable {
  /// Standard deviation of an aim, in degrees.
  public var aimError: Double
  /// The time that an aim takes, in s, in games that have a clock.
  public var aimingTime: Double

  public init(aimError: Double, aimingTime: Double) {
    self.aimError = aimError
    self.aimingTime = aimingTime
  }
}

/// A game whose moves are carried out with some error.
public protocol ExecutionGame: GameState {
  /// The move as this hand carries it out.
  static func executed(_ move: Move, by hand: Hand, using random: inout SeededRandom) -> Move
}
