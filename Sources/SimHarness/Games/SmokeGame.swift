/// A game that was played to try an agent's script.
public struct SmokeGame: Sendable, Equatable {
  /// The level, in words.
  public let level: String
  /// The moves, encoded.
  public let moves: [UInt8]
  public let result: GameResult
}
