/// A game state that every agent can play and every command can replay, export and explain.
public typealias PlayableState = ExportedGame & PlanningGame & ScriptPlayable

/// A game: its levels, its rules as a state, its figures, and how it is shown.
///
/// A game is a folder with one type that conforms to this, and a line in the registry of the
/// program that plays it: `GameEntry(MyGame.self)`, of the module `Catalogue`. What has a default here may be left out.
public protocol GameModule: SendableMetatype {
  /// What its level files hold.
  associatedtype Content: DesignedLevel
  /// The game itself.
  associatedtype State: PlayableState where State.Level: NamedLevel
  /// Its figures.
  associatedtype Tally: GameTally where Tally.State == State

  /// Its name in level files and on the command line: lower-case letters, digits and `-`.
  static var name: String { get }
  /// One line.
  static var summary: String { get }
  /// What the game's scripts see of it, beside `turn`.
  static var interfaces: [ScriptInterface] { get }
  /// The kinds of scripts that its levels may name.
  static var scriptKinds: [ScriptKind] { get }
  /// What its tally says of games that are lost, so that a report knows which shares can be there.
  static var lossReasons: [String] { get }
  /// The maximum number of moves in a game where none is given.
  static var defaultMaxMoves: Int { get }

  // MARK: Levels

  /// Makes a level ready to play.
  static func ready(
    _ level: Content, _ library: ScriptLibrary
  ) throws(LevelError) -> PlayableLevel

  /// The parameters of a script that the game's levels may name; nil if there is none of the name.
  /// - Throws: The fault of a script that is there and cannot be loaded.
  static func parameters(
    ofScript name: String, in library: ScriptLibrary
  ) throws(ScriptFault) -> [ScriptParameter]?

  /// Fixed levels without scripts of a folder, for the signature of the program's behaviour.
  static func signatureLevels() -> [PlayableLevel]
  /// Games of each of these levels and player behind the signature.
  static var signatureGames: Int { get }
  /// Small levels on which an agent's script is tried, and the moves after which that ends.
  static func smokeLevels() -> [State.Level]
  static var smokeMoves: Int { get }

  /// The default amounts of `study`: games of each level and player, turns of each game, and games
  /// continued from each turn.
  static var studyEffort: (games: Int, turns: Int, rollouts: Int) { get }

  /// Whether a page can draw its levels and edit them by pointing: by default, if they are a
  /// `DrawnLevel`.
  static var isDrawn: Bool { get }

  // MARK: Records

  /// Reads a move of a record; every issue is reported.
  static func move(_ item: JSONCursor) -> State.Move?
  /// A move as a record writes it.
  static func tree(of move: State.Move) -> JSONTree
  /// The same where a move's fields depend on the level; by default the two above.
  static func move(_ item: JSONCursor, of level: State.Level) -> State.Move?
  static func tree(of move: State.Move, of level: State.Level) -> JSONTree
  /// A turn for `replay`: its trace, its picture and its words.
  static func step(_ turn: PlayedTurn<State>, of level: State.Level) -> ReplayStep
  /// Plays a record again.
  static func replay(_ request: ReplayRequest) throws(ReplayError) -> Replay
  /// Plays small games to try an agent's script, given the modules it may require and who takes
  /// what it prints.
  static func smokeGames(
    _ script: AgentScript, _ modules: [ScriptSource], _ log: @escaping (String) -> Void
  ) -> [SmokeGame]
  /// How the turns of recorded games are written for other programs.
  static var turns: TurnTable { get }

  // MARK: Pictures

  /// Whether a replay has a line for each physics step.
  static var hasFrames: Bool { get }
  /// Replays a record for what it did to the bodies of the level's scene, with the balls' paths if
  /// requested; nil in games without a scene.
  static var sceneReplay: (@Sendable (ReplayRequest, Bool) throws(ReplayError) -> SceneReplay)? {
    get
  }
  /// Makes films of the games of a level, for the report; nil if the game has none.
  static func film(of level: PlayableLevel) -> (any FilmBuilding)?
}

/// A level that is ready to play.
public protocol NamedLevel: Sendable {
  var name: String { get }
  /// What seeds its games.
  var id: String { get }
}

/// A turn of a game that is played again.
public struct PlayedTurn<State: GameState> {
  /// From 1; 0 for the start.
  public let number: Int
  /// nil for the start.
  public let move: State.Move?
  public let events: [State.Event]
  /// The position after it.
  public let state: State
}

extension GameModule {
  /// What scripts see of the game and of a turn.
  public static var allInterfaces: [ScriptInterface] { interfaces + TurnInterface.all }

  public static func move(_ item: JSONCursor, of level: State.Level) -> State.Move? { move(item) }
  public static func tree(of move: State.Move, of level: State.Level) -> JSONTree {
    tree(of: move)
  }
  public static var interfaces: [ScriptInterface] { [] }
  public static var scriptKinds: [ScriptKind] { [] }
  public static var lossReasons: [String] { [] }
  public static var isDrawn: Bool { false }
  public static var defaultMaxMoves: Int { 1000 }
  public static func parameters(
    ofScript name: String, in library: ScriptLibrary
  ) throws(ScriptFault) -> [ScriptParameter]? { nil }
  public static var studyEffort: (games: Int, turns: Int, rollouts: Int) { (4, 12, 12) }
  public static func signatureLevels() -> [PlayableLevel] { [] }
  public static var signatureGames: Int { 40 }
  public static func smokeLevels() -> [State.Level] {
    signatureLevels().compactMap { $0.content(as: State.Level.self) }
  }
  public static var smokeMoves: Int { 40 }
  public static var turns: TurnTable { TurnTable(State.self) }
  public static var hasFrames: Bool { false }
  public static var sceneReplay:
    (@Sendable (ReplayRequest, Bool) throws(ReplayError) -> SceneReplay)?
  { nil }
  public static func film(of level: PlayableLevel) -> (any FilmBuilding)? { nil }

  public static func replay(_ request: ReplayRequest) throws(ReplayError) -> Replay {
    guard let level = request.level.content(as: State.Level.self) else { throw .unreadable }
    return try request.play(level, as: State.self) { step($0, of: level) }
  }
}

extension ReplayRequest {
  /// Plays the record's moves and calls `step` with the start and every move; `apply` plays a move,
  /// for games that report more about one.
  public func play<State: PlayableState>(
    _ level: State.Level, as game: State.Type,
    apply: (inout State, State.Move, inout GameContext, (State.Event) -> Void) throws(MoveError) ->
      Void = { state, move, context, emit throws(MoveError) in
        try state.apply(move, in: &context, emit: emit)
      },
    step: (PlayedTurn<State>) -> ReplayStep
  ) throws(ReplayError) -> Replay {
    guard let moves = State.decodeMoves(self.moves, level: level) else { throw .unreadable }
    let streams = LevelStreams(seed: seed, levelID: self.level.id)
    let deal = State.deal(ofGame: index, moves: moves)
    var context = GameContext(
      streams: GameStreams(level: streams, index: deal), scripts: scripts)
    scripts?.beginGame()
    var events: [State.Event] = []
    var state: State
    do throws(LevelError) {
      state = try State(level: level, in: &context) { events.append($0) }
    } catch {
      // A game that a script's fault ended before its first move.
      guard case .script(let fault) = error, moves.isEmpty else { throw .level(error) }
      return Replay(outcome: nil, score: 0, hash: 0, moves: 0, fault: fault)
    }
    self.step(step(PlayedTurn(number: 0, move: nil, events: events, state: state)))
    for (index, move) in moves.enumerated() {
      events.removeAll(keepingCapacity: true)
      do throws(MoveError) {
        try apply(&state, move, &context) { events.append($0) }
      } catch {
        return try Replay.end(
          at: index, of: moves.count, error, score: state.score, hash: state.stableHash)
      }
      self.step(step(PlayedTurn(number: index + 1, move: move, events: events, state: state)))
    }
    return Replay(
      outcome: state.outcome, score: state.score, hash: state.stableHash, moves: moves.count)
  }
}
