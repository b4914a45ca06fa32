import SimHarness

/// Bubble pop: touch the bubbles before they disappear.
///
/// Start reading here.
///
/// - `PopRules`, `PopLevel`, `SpawnTable`: what is fixed in a game.
/// - `PopState` (+ `Rules`, `Invariants`, `Lookahead`): the game; `PopPosition`: its view.
/// - `PopKind`, `ColourSpawner`, `PopResolution`: scripts.
/// - `PopTally`, `PopTrace`: its figures and its traces.
/// - `PopLevelFile`: its level files.
public enum BubblePop: TerminalModule, HandModule {
  public typealias Tally = PopTally

  public static let name = "bubble-pop"

  public static let summary =
    "Touch bubbles before they disappear; several of one colour in a row score more."
  public static let interfaces = PopScriptInterface.all
  public static let lossReasons = ["time"]
  public static let scriptKinds = [ScriptKind.pop, .spawner]
  public static let defaultMaxMoves = 20_000

  // MARK: Levels

  public static func parameters(
    ofScript name: String, in library: ScriptLibrary
  ) throws(ScriptFault) -> [ScriptParameter]? {
    if let kind = try library.popKind(named: name) { return kind.parameters }
    return try library.colourSpawner(named: name)?.parameters
  }

  public static func ready(
    _ level: PopLevelFile, _ library: ScriptLibrary
  ) throws(LevelError) -> PlayableLevel {
    let compiled = try level.level(catalog: library)
    return PlayableLevel(
      game: name, name: compiled.name, id: compiled.id, hash: level.contentHash, tree: level.tree,
      picture: .text(PopPicture.text(of: level)), facts: facts(of: level),
      hasGoal: level.rules.goal != nil, scripts: compiled.setup.scriptUses.map(\.source),
      content: compiled)
  }

  /// Levels for the signature: the default, movement, a goal.
  public static func signatureLevels() -> [PlayableLevel] {
    func level(_ name: String, change: (inout PopRules) -> Void) -> PlayableLevel? {
      var file = PopLevelFile(name: name)
      change(&file.rules)
      return try? ready(file, ScriptLibrary(folder: nil, games: .none))
    }
    return [
      level("classic") { _ in },
      level("drifting") {
        $0.duration = 30
        $0.moves = true
      },
      level("goal") {
        $0.duration = 40
        $0.maxBubbles = 40
        $0.goal = 150
      },
    ].compactMap { $0 }
  }

  /// What a report says beside a level's picture.
  private static func facts(of level: PopLevelFile) -> [(label: String, value: String)] {
    let rules = level.rules
    var facts: [(label: String, value: String)] = [
      ("goal", rules.goalWords), ("time", "\(rules.duration) s"),
      ("bubbles", "at most \(rules.maxBubbles)"),
      (
        "colours",
        level.colours.map { "\($0.name) \($0.points)" }.joined(separator: ", ")
      ),
    ]
    if rules.moves {
      facts.append(("movement", "\(JSONWriter.number(rules.speed)) points per second"))
    }
    if let spawner = level.spawner { facts.append(("spawner", spawner)) }
    return facts
  }

  // MARK: Records

  public static func move(_ item: JSONCursor) -> PopMove? {
    guard let fields = item.object(fields: ["t", "x", "y"]),
      let time = fields.required("t")?.double()
    else { return nil }
    guard fields.keys.contains("x") || fields.keys.contains("y") else {
      return .wait(until: time)
    }
    guard let x = fields.required("x")?.double(), let y = fields.required("y")?.double() else {
      return nil
    }
    return PopMove(time: time, x: x, y: y)
  }

  public static func tree(of move: PopMove) -> JSONTree { PopTrace.tree(of: move) }

  // MARK: Printing

  public static func step(_ turn: PlayedTurn<PopState>, of level: PopLevel) -> ReplayStep {
    let (move, events, state) = (turn.move, turn.events, turn.state)
    return ReplayStep(
      turn: turn.number,
      trace: {
        PopTrace(setup: state.view.setup).line(
          turn: turn.number, move: move, events: events, state: state,
          end: state.outcome.map { GameEnd($0) })
      },
      picture: { PopPicture.text(of: state.view) },
      account: { account(turn: turn.number, move: move, events: events, state: state) })
  }

  public static func film(of level: PlayableLevel) -> (any FilmBuilding)? { PopFilm(level) }

  public static func session(
    _ request: SessionRequest
  ) throws(LevelError) -> (any TerminalSession)? {
    guard let level = request.level.content(as: PopLevel.self) else { return nil }
    return try PersonSession<PopHand>(level, request)
  }

  public static func handSession(
    _ request: HandRequest
  ) throws(LevelError) -> (any HandSession)? {
    guard let level = request.level.content(as: PopLevel.self) else { return nil }
    return try PointedGame<PopHand>(level, request)
  }

  /// A turn in one line of words.
  private static func account(
    turn: Int, move: PopMove?, events: [PopEvent], state: PopState
  ) -> String {
    var parts = ["start"]
    if let move {
      let place =
        move.isTouch
        ? "touch at \(whole(move.x)),\(whole(move.y))" : "waited"
      parts = ["turn \(turn): \(ReportNumber.seconds(move.time)) s, \(place)"]
    }
    var spawned = 0
    var gone = 0
    for event in events {
      if case .spawned = event { spawned += 1 }
      if case .expired = event { gone += 1 }
    }
    if gone > 0 { parts.append("\(gone) gone") }
    if spawned > 0 { parts.append("\(spawned) new") }
    for event in events {
      if let words = words(for: event, setup: state.view.setup) { parts.append(words) }
    }
    parts.append("score \(state.score)")
    return parts.joined(separator: ", ")
  }

  /// A coordinate in whole points; a record may name a place far outside the screen.
  private static func whole(_ value: Double) -> Int {
    value.isFinite ? Int(saturating: min(max(value, -1e9), 1e9).rounded()) : 0
  }

  private static func words(for event: PopEvent, setup: PopSetup) -> String? {
    switch event {
    case .refreshed, .spawned, .expired: nil
    case .popped(_, let colour, let points, let combo):
      "\(setup.colours[Int(colour)].name) popped for \(points)" + (combo ? " (combo)" : "")
    case .missed: "missed"
    case .scored(let points): "a script scored \(points)"
    case .timeAdded(let seconds): "\(ReportNumber.seconds(seconds)) s more"
    case .won: "WON"
    case .lost: "LOST (time)"
    case .ended: "ENDED"
    }
  }
}
