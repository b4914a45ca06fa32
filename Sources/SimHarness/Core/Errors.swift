/// A script's failure: where, and what in one line.
public struct ScriptFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// Why the script failed.
  public enum Kind: String, Hashable, Sendable {
    /// An error the script raised or ran into.
    case error
    /// The instruction budget of a game is used up.
    case budget
    /// The memory cap is reached.
    case memory
    /// Too many values on a stack.
    case stack
    /// A call took longer than its wall time; not repeatable.
    case deadline
  }

  public var kind: Kind
  /// One line, `script:line: what`.
  public var message: String
  /// What ran: the hook, and the bubble, peg or turn that it was called for; nil if unknown.
  public var context: String?

  public init(kind: Kind, message: String) {
    self.kind = kind
    self.message = message
  }

  /// The same fault with what ran, unless that is known already.
  public func inside(_ context: @autoclosure () -> String) -> ScriptFault {
    var fault = self
    fault.context = self.context ?? context()
    return fault
  }

  public var description: String { message }
}

/// Why a level cannot be played.
public enum LevelError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A rule of the level's format is broken.
  case invalid(String)
  /// A field that a suite sets in every level is not one that the level can take.
  case override(field: String, message: String)
  /// A script that the level needs failed to load or run.
  case script(ScriptFault)

  public var description: String {
    switch self {
    case .invalid(let reason): reason
    case .override(let field, let message): "`with` of the suite: \(field): \(message)"
    case .script(let fault): fault.message
    }
  }
}

/// Why a move was refused.
///
/// The state is then as it was before.
public enum MoveError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The move breaks a rule.
  case illegal(String)
  /// The game has ended.
  case gameOver
  /// A script of the game failed while the move was played.
  case script(ScriptFault)

  public var description: String {
    switch self {
    case .illegal(let reason): "illegal move: \(reason)"
    case .gameOver: "the game is over"
    case .script(let fault): fault.message
    }
  }
}

/// Why an agent gave no move.
public enum AgentError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The agent is a script that failed.
  case script(ScriptFault)
  /// The agent met a move error while it imagined.
  case imagination(MoveError)
  /// The game offers no move although it has not ended.
  case noMoves

  public var description: String {
    switch self {
    case .script(let fault): fault.message
    case .imagination(let error): error.description
    case .noMoves: "there is no legal move"
    }
  }

  /// The script's failure behind this error, if there is one.
  public var fault: ScriptFault? {
    switch self {
    case .script(let fault): fault
    case .imagination(.script(let fault)): fault
    case .imagination, .noMoves: nil
    }
  }
}

/// A state that breaks its own rules: a bug in the game model.
public struct InvariantViolation: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}
