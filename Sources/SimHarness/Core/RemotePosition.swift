/// What has positions that are no bytes of CLua's: the owner of a position in another program or in
/// a library, which lets it go with the last reference.
///
/// The bytes of such a position identify it.
public protocol RemotePosition: AnyObject, Sendable {
  /// Identifies everything that can influence the future of a position.
  func stableHash(of position: PackedPosition) -> UInt64

  /// What a player imagines of a position, drawn from an imagination's streams at an offset.
  func imagined(
    _ position: PackedPosition, in streams: GameStreams, at offset: UInt64
  ) -> PackedPosition

  /// What a player sees of a position, as bytes to compare; empty: not known.
  func seen(of position: PackedPosition) -> [UInt8]

  /// Plays a move of a position that `isPlayedInPlace`.
  ///
  /// - Parameters:
  ///   - move: As in `RulesCall.move`.
  ///   - position: One of this owner, which is not in it meanwhile; changed in place.
  ///   - emit: Takes each event that happened.
  /// - Returns: What came of it.
  /// - Throws: What failed; the position is then unchanged, and nothing was emitted.
  func play(
    _ move: UInt64, on position: inout PackedPosition, emit: (RulesCall.Event) -> Void
  ) throws(ScriptFault) -> PlayedMove
}

extension RemotePosition {
  public func seen(of position: PackedPosition) -> [UInt8] {
    Array(position.bytes[..<position.visibleCount])
  }

  public func play(
    _ move: UInt64, on position: inout PackedPosition, emit: (RulesCall.Event) -> Void
  ) throws(ScriptFault) -> PlayedMove {
    throw ScriptFault(kind: .error, message: "these rules play moves by their backend")
  }
}

/// What came of a move that was played in place.
public struct PlayedMove {
  public let score: Int
  public let ending: RulesCall.Ending
  /// The moves that are now offered, each as in `RulesCall.move`; the memory is the thread's until
  /// its next call.
  public let moves: UnsafeBufferPointer<Int64>

  public init(score: Int, ending: RulesCall.Ending, moves: UnsafeBufferPointer<Int64>) {
    self.score = score
    self.ending = ending
    self.moves = moves
  }
}
