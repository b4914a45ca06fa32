/// What a game that a person plays by pointing is made from.
public struct HandRequest {
  public let level: PlayableLevel
  public let seed: UInt64
  public let index: Int
  /// What runs the game's scripts.
  public let scripts: (any ScriptHosting)?
  /// What runs them where a hint looks ahead, so that hints use up nothing of the game's limits.
  public let hintScripts: (any ScriptHosting)?
  /// The highest score of the level so far.
  public let highest: Int?

  public init(
    level: PlayableLevel, seed: UInt64, index: Int, scripts: (any ScriptHosting)?,
    hintScripts: (any ScriptHosting)?, highest: Int?
  ) {
    self.level = level
    self.seed = seed
    self.index = index
    self.scripts = scripts
    self.hintScripts = hintScripts
    self.highest = highest
  }

  var streams: GameStreams {
    GameStreams(level: LevelStreams(seed: seed, levelID: level.id), index: index)
  }
}
