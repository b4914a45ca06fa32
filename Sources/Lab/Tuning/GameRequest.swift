import SimHarness

/// Requested games of a level and player.
public struct GameRequest: Sendable {
  public var level: PlayableLevel
  /// The player's place among the pool's.
  public var player: Int
  public var seed: UInt64
  public var games: Range<Int>
  /// The number of the level and player in what scripts print.
  public var cell = 0

  public init(level: PlayableLevel, player: Int, seed: UInt64, games: Range<Int>) {
    self.level = level
    self.player = player
    self.seed = seed
    self.games = games
  }
}
