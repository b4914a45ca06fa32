/// The rules of a game as a value: copying it is a snapshot.
///
/// Everything that can influence the future of a game is in its state, except the keys of its
/// random streams and the worker's script host, which the context holds. So a copy that is played
/// with the same moves in the same context gives the same game.
/// `GameStateConformance` in SimHarnessTesting checks every line of this contract.
public protocol GameState: Equatable, Sendable {
  associatedtype Level: Sendable
  associatedtype Move: Hashable & Sendable
  associatedtype Event: Sendable
  /// What a player could see. No default, so that no game forgets what is hidden.
  associatedtype View: Equatable & Sendable

  /// The start of a game; what happens at once is emitted as turn 0's events.
  /// - Throws: `LevelError.script` when a script of the level fails at the start.
  init(level: Level, in context: inout GameContext, emit: (Event) -> Void) throws(LevelError)

  var view: View { get }

  /// The moves offered to agents, in an order that depends on the view alone. Empty when the game
  /// has ended.
  func appendLegalMoves(to moves: inout [Move])

  /// How many moves `appendLegalMoves` gives.
  var legalMoveCount: Int { get }
  /// The move at `index` of those that `appendLegalMoves` gives, without making the list.
  func legalMove(at index: Int) -> Move
  /// How many of the moves, from the first, a player without a plan chooses among: all, unless the
  /// game says otherwise.
  var aimlessMoveCount: Int { get }

  /// Plays a move. On an error the state is unchanged.
  mutating func apply(_ move: Move, in context: inout GameContext, emit: (Event) -> Void)
    throws(MoveError)

  /// A state that agrees with `view` and whose hidden part is redrawn from the imagination's
  /// streams: what a player may search on.
  func imagined(in imagination: inout GameContext) -> Self

  var outcome: Outcome? { get }

  /// Hashes everything that can influence the future, including scripts' data.
  func hash(into digest: inout StableDigest)

  /// Identifies the whole state; by default what `hash(into:)` combines.
  var stableHash: UInt64 { get }

  var score: Int { get }

  /// The score of the player who moves: `score`, unless several players share the game.
  var scoreOnTurn: Int { get }

  /// The score that a person is shown: `score`, unless one person plays for all players and sees the
  /// game as the one who moves.
  var shownScore: Int { get }

  func checkInvariants() throws(InvariantViolation)
}

extension GameState {
  /// The start of a game whose first events nobody watches.
  public init(level: Level, in context: inout GameContext) throws(LevelError) {
    try self.init(level: level, in: &context) { _ in }
  }

  /// Plays a move of an imagined game, whose events nobody watches.
  @inlinable @inline(__always)
  public mutating func play(
    _ move: Move, imaginedIn imagination: inout GameContext
  ) throws(AgentError) {
    do throws(MoveError) {
      try apply(move, in: &imagination) { _ in }
    } catch {
      throw .imagination(error)
    }
  }

  public var legalMoveCount: Int {
    var moves: [Move] = []
    appendLegalMoves(to: &moves)
    return moves.count
  }

  public var aimlessMoveCount: Int { legalMoveCount }

  public var scoreOnTurn: Int { score }

  public var shownScore: Int { score }

  public func legalMove(at index: Int) -> Move {
    var moves: [Move] = []
    appendLegalMoves(to: &moves)
    return moves[index]
  }

  /// The 64-bit hash of the whole state.
  public var stableHash: UInt64 {
    var digest = StableDigest()
    hash(into: &digest)
    return digest.value
  }
}
