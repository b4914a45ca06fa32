/// A game as the rest of the program sees it: plain data and closures that were specialised where
/// the game's types are named.
///
/// Crossed once per batch, never once per move.
public struct GameEntry: LevelGame {
  /// The game's own type.
  let module: any GameModule.Type
  public internal(set) var name: String
  /// One line.
  public internal(set) var summary: String
  public internal(set) var rules: [RuleParameter]
  public internal(set) var metrics: [MetricDefinition]
  /// What the game's scripts see of it.
  public let interfaces: [ScriptInterface]
  /// The kinds of scripts that its levels may name.
  public let scriptKinds: [ScriptKind]
  /// Why its games can be lost.
  public internal(set) var lossReasons: [String]
  /// The move limit when none is given.
  public internal(set) var defaultMaxMoves: Int
  /// What its level files hold.
  public let levels: any DesignedLevel.Type
  /// Whether a page can draw its levels and edit them by pointing.
  public internal(set) var isDrawn: Bool
  /// Fixed levels without scripts, for the signature.
  public let signatureLevels: @Sendable () -> [PlayableLevel]
  /// Games of each of these levels and player behind the signature.
  public let signatureGames: Int
  /// The default amounts of `study`: games of each level and player, turns of each game, and games
  /// continued from each turn.
  public let studyEffort: (games: Int, turns: Int, rollouts: Int)
  /// Reads a record's moves and encodes them; every issue is recorded.
  public let decodeMoves: @Sendable (PlayableLevel, JSONCursor) -> [UInt8]?
  /// Encoded moves as a record writes them; nil when they are none.
  public let encodeMoves: @Sendable (PlayableLevel, [UInt8]) -> [JSONTree]?
  /// Plays a record again.
  public let replay: @Sendable (ReplayRequest) throws(ReplayError) -> Replay
  /// How the turns of recorded games are written for other programs.
  public internal(set) var turns: TurnTable
  /// Replays a record for what it did to the bodies of the level's scene, with the balls' paths if
  /// requested; nil in games without a scene.
  public let sceneReplay: (@Sendable (ReplayRequest, Bool) throws(ReplayError) -> SceneReplay)?
  /// Plays small games to try an agent's script, given the modules it may require and who takes
  /// what it prints.
  public internal(set) var smokeGames:
    @Sendable (AgentScript, [ScriptSource], @escaping (String) -> Void) -> [SmokeGame]
  /// Whether a replay has a line for each physics step.
  public let hasFrames: Bool
  /// Makes films of the games of a level, for the report; nil if the game has none.
  public let film: @Sendable (PlayableLevel) -> (any FilmBuilding)?
  /// The definition of a data-driven game, in its own type; nil for games written in Swift.
  public internal(set) var definition: (any Sendable)?
  /// Every field of its level files, in the order in which they are written.
  public internal(set) var levelFields: [String]
  /// The JSON Schema of its levels; `common` are the fields of every level.
  public internal(set) var levelSchema:
    @Sendable (_ common: [(key: String, value: JSONTree)]) -> JSONTree
  /// The build of the engine that has its rules; nil: none has.
  public internal(set) var engine: EngineRecord?
  /// Why no player can look ahead in it, such as that its rules cannot copy a position; nil: they
  /// can.
  public internal(set) var reasonNotToLookAhead: String?
  /// Serves the game as an engine: these levels, which may require these modules.
  package internal(set) var serve:
    @Sendable ([PlayableLevel], [ScriptSource]) -> (
      description: ServedGameDescription, game: any ServedGame
    )
  /// How agents play the game: a value of the agents' module.
  public var agentBinding: (any Sendable)?

  private let make: @Sendable (any DesignedLevel, ScriptLibrary) throws(LevelError) -> PlayableLevel

  /// The erased form of a game.
  public init<Game: GameModule>(of game: Game.Type) {
    module = game
    name = Game.name
    summary = Game.summary
    rules = Game.Content.rules(of: Game.name)
    metrics = Game.Tally.metrics
    interfaces = Game.allInterfaces
    lossReasons = Game.lossReasons
    defaultMaxMoves = Game.defaultMaxMoves
    scriptKinds = Game.scriptKinds
    studyEffort = Game.studyEffort
    levels = Game.Content.self
    levelFields = Game.Content.fields(of: Game.name)
    levelSchema = { Game.Content.schema(of: Game.name, common: $0) }
    isDrawn = Game.isDrawn
    signatureLevels = { Game.signatureLevels() }
    signatureGames = Game.signatureGames
    make = { content, library throws(LevelError) in
      guard let level = content as? Game.Content else {
        throw .invalid("this is not a level of \(Game.name)")
      }
      return try Game.ready(level, library)
    }
    decodeMoves = { level, cursor in
      guard let own = level.content(as: Game.State.Level.self),
        let moves = cursor.array(
          of: "moves", count: 0...1_000_000, decode: { Game.move($0, of: own) })
      else { return nil }
      var bytes: [UInt8] = []
      for move in moves { Game.State.encode(move, level: own, into: &bytes) }
      return bytes
    }
    encodeMoves = { level, bytes in
      guard let own = level.content(as: Game.State.Level.self) else { return nil }
      return Game.State.decodeMoves(bytes, level: own)?.map { Game.tree(of: $0, of: own) }
    }
    replay = { request throws(ReplayError) in try Game.replay(request) }
    turns = Game.turns
    sceneReplay = Game.sceneReplay
    smokeGames = { Game.smokeGames($0, $1, $2) }
    hasFrames = Game.hasFrames
    film = { Game.film(of: $0) }
    serve = { ModuleServing.served(Game.self, $0, $1) }
  }

  /// Makes a level file ready to play, with a suite's overrides.
  /// - Throws: Why it cannot be played, such as that it is another game's.
  public func ready(
    _ file: LevelFile, _ library: ScriptLibrary, _ overrides: LevelOverrides
  ) throws(LevelError) -> PlayableLevel {
    try make(try file.overridden(by: overrides, catalog: library).content, library)
  }
}

extension GameRegistry {
  /// The games of a program, and how it reads those that are scripts.
  ///
  /// - Precondition: No two games have the same name.
  public init(_ games: [GameEntry], scripted: ScriptedGames? = nil) {
    self.init(registered: games, scripted: scripted)
  }

  /// The games that are types of the program.
  public var games: [GameEntry] { registered.compactMap { $0 as? GameEntry } }

  /// All games, those that are scripts or engines and can be read included.
  public var all: [GameEntry] {
    games + foundNames.compactMap { game(named: $0) }
  }

  /// The game of this name; nil if there is none, and for a script that cannot be read.
  public func game(named name: String) -> GameEntry? { try? entry(named: name) }

  /// The game of this name; nil if there is none.
  /// - Throws: The fault of a script that cannot be read.
  public func entry(named name: String) throws(ScriptFault) -> GameEntry? {
    try find(name) as? GameEntry
  }
}
