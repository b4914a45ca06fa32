/// What a game that a person plays by pointing is made from.
public struct HandRequest {
  public let level: PlayableLevel
  public let seed: UInt64
  public let index: Int
  /// What runs the game's scripts.
  public let scripts: (any ScriptHosting)?
  /// The script host for hints, so that hints do not use up the game's limits.
  public let hintScripts: (any ScriptHosting)?
  /// The highest score of the level so far.
  public let highest: Int?
  /// The person's name, for games in which somebody else sits at the table.
  public let player: String
  /// Who else sits at the table.
  public let secondPlayer: SecondPlayer

  public init(
    level: PlayableLevel, seed: UInt64, index: Int, scripts: (any ScriptHosting)?,
    hintScripts: (any ScriptHosting)?, highest: Int?, player: String = "",
    secondPlayer: SecondPlayer = .nobody
  ) {
    self.level = level
    self.seed = seed
    self.index = index
    self.scripts = scripts
    self.hintScripts = hintScripts
    self.highest = highest
    self.player = player
    self.secondPlayer = secondPlayer
  }

  /// The game whose random streams are played: two-player tables share deals, as agents' games do.
  public var deal: Int { secondPlayer.isPresent ? BatchRequest.sharedDeal(ofGame: index) : index }

  /// Where the person sits at a two-player table: 1 or 2.
  public var seat: Int { index == deal ? 1 : 2 }

  var streams: GameStreams {
    GameStreams(level: LevelStreams(seed: seed, levelID: level.id), index: deal)
  }
}
