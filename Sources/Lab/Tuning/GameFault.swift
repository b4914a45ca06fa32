import SimHarness

/// What failed in a game that tuning played, and which game it was.
public struct GameFault: Equatable, Sendable {
  /// What failed, in one line.
  public var message: String
  /// The level's name.
  public var level: String
  public var player: String
  public var seed: UInt64
  /// The game's number, from 0.
  public var game: Int
  /// What failed: `engine` or `script`.
  public var culprit: String

  public init(
    message: String, level: String, player: String, seed: UInt64, game: Int, culprit: String
  ) {
    self.message = message
    self.level = level
    self.player = player
    self.seed = seed
    self.game = game
    self.culprit = culprit
  }

  /// The game in words, as in `game 3 of casual on Rainbow, seed 7`.
  var place: String {
    "game \(game) of \(player) on \(SafeText.escaped(level, limit: 60)), seed \(seed)"
  }
}
