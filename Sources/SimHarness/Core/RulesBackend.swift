/// What carries out the rules of a game that is data, for one worker and level.
///
/// A script does, and so can a program or a library. Not Sendable: it never leaves its worker.
public protocol RulesBackend {
  /// Carries out one call.
  ///
  /// - Throws: What failed; the call's position is then the one that was to be loaded.
  func perform(_ call: inout RulesCall) throws(ScriptFault)

  /// Plays each of a position's moves, each on a copy of it, and says what comes of it: all of them
  /// at once, for rules where a call is expensive.
  ///
  /// - Parameters:
  ///   - position: The position, in a game that a player imagines.
  ///   - moves: The moves that it offers, all of them and in their order, as in `RulesCall.move`.
  ///   - looks: Takes what comes of each.
  /// - Returns: false where the rules are asked about each move instead.
  /// - Throws: What failed.
  func look(
    at position: PackedPosition, moves: [UInt64], into looks: inout [RulesLook]
  ) throws(ScriptFault) -> Bool
}

extension RulesBackend {
  public func look(
    at position: PackedPosition, moves: [UInt64], into looks: inout [RulesLook]
  ) throws(ScriptFault) -> Bool { false }
}

/// What comes of a move, to players that look one move ahead.
public struct RulesLook: Sendable, Equatable {
  public var score: Int
  public var ending: RulesCall.Ending
  /// What the position is worth.
  public var worth: Double
  /// What a player sees of the position, as bytes to compare; empty: not known.
  public var seen: [UInt8]

  public init(score: Int, ending: RulesCall.Ending, worth: Double, seen: [UInt8]) {
    self.score = score
    self.ending = ending
    self.worth = worth
    self.seen = seen
  }
}
