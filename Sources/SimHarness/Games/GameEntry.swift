/// A game as the rest of the program sees it: plain data and closures that were specialised where
/// the game's types are named.
///
/// Crossed once a batch, never once a move.
public struct GameEntry: Sendable {
  public let name: String
  /// One line.
  public let summary: String
  public let rules: [RuleParameter]
  public let metrics: [MetricDefinition]
  /// What the game's scripts see of it.
  public let interfaces: [ScriptInterface]
  /// The move limit when none is given.
  public let defaultMaxMoves: Int
  /// Makes a level file ready to play, with a suite's overrides.
  public let ready:
    @Sendable (LevelFile, ScriptLibrary, LevelOverrides) throws(LevelError) -> PlayableLevel
  /// Fixed levels without scripts, for the signature.
  public let signatureLevels: @Sendable () -> [PlayableLevel]
  /// Reads a record's moves and encodes them; every issue is recorded.
  public let decodeMoves: @Sendable (PlayableLevel, JSONCursor) -> [UInt8]?
  /// Encoded moves as a record writes them; nil when they are none.
  public let encodeMoves: @Sendable (PlayableLevel, [UInt8]) -> [JSONTree]?
  /// Plays a record again.
  public let replay: @Sendable (ReplayRequest) throws(ReplayError) -> Replay
  /// How the turns of recorded games are written for other programs.
  public let turns: TurnTable
  /// Plays a record again for what became of the bodies of the level's scene, with the balls' ways
  /// if asked for; nil in games without a scene.
  public let sceneReplay: (@Sendable (ReplayRequest, Bool) throws(ReplayError) -> SceneReplay)?
  /// Plays small games to try an agent's script, given the modules it may require and who takes
  /// what it prints.
  public let smokeGames:
    @Sendable (AgentScript, [ScriptSource], @escaping (String) -> Void) -> [SmokeGame]
  /// Games of each of these levels and player behind the signature.
  public let signatureGames: Int
  /// Whether a replay has a line for each physics step.
  public let hasFrames: Bool
  /// Makes films of the games of a level, for the report; nil where the game has none.
  public let film: (@Sendable (PlayableLevel) -> (any FilmCutting)?)?

  public init(
    name: String, summary: String, rules: [RuleParameter], metrics: [MetricDefinition],
    interfaces: [ScriptInterface], defaultMaxMoves: Int,
    ready:
      @escaping @Sendable (LevelFile, ScriptLibrary, LevelOverrides) throws(LevelError) ->
      PlayableLevel,
    signatureLevels: @escaping @Sendable () -> [PlayableLevel],
    decodeMoves: @escaping @Sendable (PlayableLevel, JSONCursor) -> [UInt8]?,
    encodeMoves: @escaping @Sendable (PlayableLevel, [UInt8]) -> [JSONTree]?,
    replay: @escaping @Sendable (ReplayRequest) throws(ReplayError) -> Replay,
    turns: TurnTable,
    smokeGames:
      @escaping @Sendable (AgentScript, [ScriptSource], @escaping (String) -> Void) -> [SmokeGame],
    signatureGames: Int = 40, hasFrames: Bool = false,
    sceneReplay: (@Sendable (ReplayRequest, Bool) throws(ReplayError) -> SceneReplay)? = nil,
    film: (@Sendable (PlayableLevel) -> (any FilmCutting)?)? = nil
  ) {
    self.name = name
    self.summary = summary
    self.rules = rules
    self.metrics = metrics
    self.interfaces = interfaces
    self.defaultMaxMoves = defaultMaxMoves
    self.ready = ready
    self.signatureLevels = signatureLevels
    self.decodeMoves = decodeMoves
    self.encodeMoves = encodeMoves
    self.replay = replay
    self.turns = turns
    self.smokeGames = smokeGames
    self.signatureGames = signatureGames
    self.hasFrames = hasFrames
    self.sceneReplay = sceneReplay
    self.film = film
  }
}
