/// The games that are data: a module whose name, fields and figures come from a `GameSpec`.
///
/// Start reading here.
///
/// - `GameSpec`, `GameSpecReader`, `OpenField`: what is fixed of a game.
/// - `OpenGame`, `OpenLevelFile`, `OpenLevel`: a game, its level files, a level ready to play.
/// - `OpenState`, `OpenView`, `OpenMove`, `OpenEvent`: the game as agents play it.
/// - `LuaRules`: what carries out the rules of a script; `RulesBackend` and `RulesCall` in Core are
///   what it conforms to, and one call.
/// - `OpenLookahead`, `OpenPlanning`: what players know who look ahead.
/// - `OpenTable`, `TableFigures`, `SeenPosition`, `OpenState+Hidden`: what two-player games add.
/// - `OpenTally`, `OpenFilm`, `OpenHand`, `OpenRenderer`: its figures, and how it is shown.
/// - `OpenBoard`, `BoardToken`, `OpenTaps`: its board, and what taps on it mean.
/// - `OpenDesign`, `OpenOperation`: its levels as they are drawn.
public enum OpenGames: GameModule {
  public typealias Content = OpenLevelFile
  public typealias State = OpenState
  public typealias Tally = OpenTally

  /// The name of each game is in its entry.
  public static var name: String { "open" }
  public static var summary: String { "" }
  public static var scriptKinds: [ScriptKind] { [] }

  // MARK: Levels

  public static func ready(
    _ file: OpenLevelFile, _ library: ScriptLibrary
  ) throws(LevelError) -> PlayableLevel {
    let level = try file.level()
    let renderer = OpenRenderer(level)
    return PlayableLevel(
      game: file.game.spec.name, name: level.name, id: level.id, hash: file.contentHash,
      tree: file.tree, picture: .text(level.startPicture(otherwise: file.text, by: renderer)),
      facts: facts(of: level, by: renderer), hasGoal: file.game.spec.hasGoal,
      scripts: [file.game.source],
      content: level)
  }

  private static func facts(
    of level: OpenLevel, by renderer: OpenRenderer
  ) -> [(label: String, value: String)] {
    [("goal", level.goal(by: renderer))]
      + zip(level.spec.fields, level.values).compactMap {
        field, value -> (label: String, value: String)? in
        if case .grid = value { return nil }
        let unit = field.unit.isEmpty ? "" : " \(field.unit)"
        return (field.name, JSONWriter.compact(value.tree) + unit)
      }
  }

  // MARK: Records

  public static func move(_ item: JSONCursor) -> OpenMove? { nil }

  public static func tree(of move: OpenMove) -> JSONTree { .null }

  public static func move(_ item: JSONCursor, of level: OpenLevel) -> OpenMove? {
    level.move(item)
  }

  public static func tree(of move: OpenMove, of level: OpenLevel) -> JSONTree {
    level.tree(of: move)
  }

  public static func step(_ turn: PlayedTurn<OpenState>, of level: OpenLevel) -> ReplayStep {
    step(turn, of: level, OpenRenderer(level))
  }

  public static func replay(_ request: ReplayRequest) throws(ReplayError) -> Replay {
    guard let level = request.level.content(as: OpenLevel.self) else { throw .unreadable }
    let renderer = OpenRenderer(level)
    let viewer = UInt8(clamping: request.viewer)
    var before: OpenState?
    return try request.play(level, as: OpenState.self) { turn in
      defer { before = turn.state }
      return step(turn, after: before, of: level, renderer, from: viewer)
    }
  }

  /// A turn for printing.
  ///
  /// `before` is the position in which its move was chosen, which the game's words for a move are
  /// about; without it moves are shown by their numbers.
  private static func step(
    _ turn: PlayedTurn<OpenState>, after before: OpenState? = nil, of level: OpenLevel,
    _ renderer: OpenRenderer, from viewer: UInt8 = 1
  ) -> ReplayStep {
    let view = turn.state.view(from: viewer)
    return ReplayStep(
      turn: turn.number,
      trace: {
        [
          "turn": .int(turn.number), "move": turn.move.map { level.tree(of: $0) } ?? .null,
          "events": .array(
            turn.events.map { event in
              [
                "type": .string(level.spec.events[event.name].name), "value": .int(event.value),
              ]
            }),
          "score": .int(turn.state.score),
          "outcome": turn.state.outcome.map { .string($0.rawValue) } ?? .null,
          "state": .members([
            "picture": .string(renderer.picture(of: view)),
            "board": (try? renderer.board(of: view))??.tree,
          ]),
          "hash": .string(StableDigest.hex(turn.state.stableHash)),
        ]
      },
      picture: { renderer.picture(of: view) },
      account: {
        var parts = ["start"]
        if let move = turn.move {
          // The one who moves sees what the words are about.
          let words = before.map { renderer.words(for: move, in: $0.view(from: 0)) }
          let account = level.account(of: move, words ?? level.words(for: move))
          parts = ["turn \(turn.number): \(account)"]
        }
        parts += turn.events.map { level.words(for: $0) }
        parts += turn.state.endWords(by: renderer).map { [$0] } ?? []
        return (parts + [turn.state.scoreWords]).joinedWithTimes()
      })
  }

  public static func film(of level: PlayableLevel) -> (any FilmBuilding)? {
    // A film of a game that draws no positions would show nothing.
    guard let spec = level.content(as: OpenLevel.self)?.spec, spec.drawsPositions else {
      return nil
    }
    return OpenFilm(spec)
  }
}

extension GameEntry {
  /// The entry of a game that is data, made from that of all such games.
  public init(_ game: OpenGame, like common: GameEntry) {
    self = common
    definition = game
    name = game.spec.name
    summary = game.spec.summary
    rules = game.rules
    metrics = game.spec.metricDefinitions
    defaultMaxMoves = game.spec.maxMoves
    lossReasons = game.spec.lossReasons
    levelFields = game.levelFields
    levelSchema = { game.schema(common: $0) }
    turns = TurnTable(OpenState.self, moves: game.moveColumns, features: [])
    smokeGames = { game.smokeGames($0, $1, $2) }
    engine = game.engine
    reasonNotToLookAhead = game.reasonNotToLookAhead
    serve = { _, _ in OpenServing.served(game) }
    isDrawn = game.spec.design != nil
  }
}

extension OpenGame {
  /// The numbers of a move as columns of exported turns.
  var moveColumns: [TurnColumn<OpenState>] {
    spec.move.enumerated().map { place, number in
      .whole("move_\(number.name)", "number", "the move's \(number.name)") { _, move in
        move[place]
      }
    }
      + (spec.isForTwo
        ? [
          .whole(
            "player", "player",
            "who moves of A:B: 1 is A, 2 is B, in either seat; null for one player, and for A:A"
          ) { _, move in
            move.player > 0 ? Int(move.player) : nil
          }
        ] : [])
  }

  /// Plays a level with every field at its default to try an agent's script.
  func smokeGames(
    _ script: AgentScript, _ modules: [ScriptSource], _ log: @escaping (String) -> Void
  ) -> [SmokeGame] {
    let host = ScriptHost(
      interfaces: OpenGames.allInterfaces, libraries: modules + self.modules, log: log)
    guard let level = try? OpenLevelFile(of: self, name: "a level of \(spec.name)").level() else {
      return []
    }
    return [
      SmokeGame(
        on: level, with: ScriptedAgent<OpenState>(script), name: script.name,
        maxMoves: OpenGames.smokeMoves, host: host)
    ]
  }
}
