/// One recorded game to be played again.
public struct ReplayRequest {
  public let level: PlayableLevel
  public let seed: UInt64
  public let index: Int
  /// The executed moves, encoded.
  public let moves: [UInt8]
  public let scripts: (any ScriptHosting)?
  /// The seat from which a two-player game is shown, 1 or 2; 0: that of whoever moves.
  public let viewer: Int
  /// Called for the start and after every move.
  public let step: (ReplayStep) -> Void
  /// Called with a line for each physics step, in games that have them; nil: no callback.
  public let frame: ((JSONTree) -> Void)?

  public init(
    level: PlayableLevel, seed: UInt64, index: Int, moves: [UInt8],
    scripts: (any ScriptHosting)?, viewer: Int = 1, frame: ((JSONTree) -> Void)? = nil,
    step: @escaping (ReplayStep) -> Void
  ) {
    self.level = level
    self.seed = seed
    self.index = index
    self.moves = moves
    self.scripts = scripts
    self.viewer = viewer
    self.frame = frame
    self.step = step
  }
}

/// A game after a move, for printing.
///
/// The trace line and the picture are made when asked for.
public struct ReplayStep {
  public let turn: Int
  /// The line of `replay --trace`.
  public let trace: () -> JSONTree
  /// The board for people.
  public let picture: () -> String
  /// What happened, in words.
  public let account: () -> String

  public init(
    turn: Int, trace: @escaping () -> JSONTree, picture: @escaping () -> String,
    account: @escaping () -> String
  ) {
    self.turn = turn
    self.trace = trace
    self.picture = picture
    self.account = account
  }
}

/// How a replay ended.
public struct Replay: Sendable, Equatable {
  /// nil when the record stops before the game ends.
  public let outcome: Outcome?
  public let score: Int
  public let hash: UInt64
  /// Moves that were played whole.
  public let moves: Int
  /// The script's fault that ended it, in the move behind those, if one did.
  public let fault: ScriptFault?

  public init(
    outcome: Outcome?, score: Int, hash: UInt64, moves: Int, fault: ScriptFault? = nil
  ) {
    self.outcome = outcome
    self.score = score
    self.hash = hash
    self.moves = moves
    self.fault = fault
  }

  /// Handles a refused move: a script's fault ends the replay, anything else is an error of the
  /// record.
  static func end(
    at move: Int, of count: Int, _ error: MoveError, score: Int, hash: UInt64
  ) throws(ReplayError) -> Replay {
    guard case .script(let fault) = error, move == count - 1 else {
      throw .move(number: move + 1, error)
    }
    return Replay(outcome: nil, score: score, hash: hash, moves: move, fault: fault)
  }
}

/// Why a record cannot be played again.
public enum ReplayError: Error, Sendable, Equatable, CustomStringConvertible {
  case level(LevelError)
  /// The moves are not those of this game.
  case unreadable
  /// The move of this number (from 1) was refused.
  case move(number: Int, MoveError)

  public var description: String {
    switch self {
    case .level(let error): error.description
    case .unreadable: "the record's moves cannot be read; it is damaged or of another version"
    case .move(let number, .gameOver):
      "move \(number) comes after the end of the game; end the record there"
    case .move(let number, let error): "move \(number): \(error.description)"
    }
  }
}
