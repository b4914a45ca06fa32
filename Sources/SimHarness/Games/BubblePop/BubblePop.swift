/// Bubble pop: touch the bubbles before they go.
///
/// Start reading here.
///
/// - `PopRules`, `PopLevel`, `SpawnTable`: what is fixed in a game.
/// - `PopState` (+ `Rules`, `Invariants`, `Lookahead`): the game; `PopPosition`: its view.
/// - `PopKind`, `ColourSpawner`, `PopResolution`: scripts.
/// - `PopTally`, `PopTrace`: its figures and its traces.
/// - `PopLevelFile`: its level files.
public enum BubblePop {
  public static let name = "bubble-pop"

  /// The game as the registry lists it.
  public static let entry = GameEntry(
    name: name,
    summary: "Touch bubbles before they disappear; several of one colour in a row score more.",
    rules: PopRules.parameters,
    metrics: PopTally.metrics,
    interfaces: PopScriptInterface.all + TurnInterface.all,
    defaultMaxMoves: 20_000,
    ready: ready,
    signatureLevels: signatureLevels,
    decodeMoves: decodeMoves,
    encodeMoves: encodeMoves,
    replay: replay,
    turns: TurnTable(PopState.self),
    smokeGames: smokeGames,
    film: { PopFilm($0) })

  // MARK: Levels

  /// Makes a level file ready to play, with a suite's overrides.
  private static func ready(
    _ file: LevelFile, _ library: ScriptLibrary, _ overrides: LevelOverrides
  ) throws(LevelError) -> PlayableLevel {
    guard case .bubblePop(let level) = try file.overridden(by: overrides, catalog: library)
    else {
      throw .invalid("this is not a level of \(name)")
    }
    let compiled = try level.level(catalog: library)
    return PlayableLevel(
      game: name, name: compiled.name, id: compiled.id, hash: level.contentHash, tree: level.tree,
      picture: .text(PopPicture.text(of: level)), facts: facts(of: level),
      hasGoal: level.rules.goal != nil, scripts: compiled.setup.scriptUses.map(\.source),
      content: compiled)
  }

  /// Levels for the signature: the usual one, movement, a goal.
  private static func signatureLevels() -> [PlayableLevel] {
    func level(_ name: String, change: (inout PopRules) -> Void) -> PlayableLevel? {
      var file = PopLevelFile(name: name)
      change(&file.rules)
      return try? ready(.bubblePop(file), ScriptLibrary(folder: nil), .none)
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

  private static func decodeMoves(_ level: PlayableLevel, _ cursor: JSONCursor) -> [UInt8]? {
    guard let pop = level.content(as: PopLevel.self) else { return nil }
    let moves = cursor.array(of: "moves", count: 0...1_000_000) { item -> PopMove? in
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
    guard let moves else { return nil }
    var bytes: [UInt8] = []
    for move in moves { PopState.encode(move, level: pop, into: &bytes) }
    return bytes
  }

  private static func encodeMoves(_ level: PlayableLevel, _ bytes: [UInt8]) -> [JSONTree]? {
    guard let pop = level.content(as: PopLevel.self) else { return nil }
    return PopState.decodeMoves(bytes, level: pop)?.map { PopTrace.tree(of: $0) }
  }

  private static func replay(_ request: ReplayRequest) throws(ReplayError) -> Replay {
    guard let level = request.level.content(as: PopLevel.self),
      let moves = PopState.decodeMoves(request.moves, level: level)
    else { throw .unreadable }
    let streams = LevelStreams(seed: request.seed, levelID: level.id)
    var context = GameContext(
      streams: GameStreams(level: streams, index: request.index), scripts: request.scripts)
    request.scripts?.beginGame()
    var events: [PopEvent] = []
    var state: PopState
    do throws(LevelError) {
      state = try PopState(level: level, in: &context) { events.append($0) }
    } catch {
      // A game that a script's fault ended before its first move.
      guard case .script(let fault) = error, moves.isEmpty else { throw .level(error) }
      return Replay(outcome: nil, score: 0, hash: 0, moves: 0, fault: fault)
    }
    request.step(step(turn: 0, move: nil, events: events, state: state))
    for (index, move) in moves.enumerated() {
      events.removeAll(keepingCapacity: true)
      do throws(MoveError) {
        try state.apply(move, in: &context) { events.append($0) }
      } catch {
        return try Replay.end(
          at: index, of: moves.count, error, score: state.score, hash: state.stableHash)
      }
      request.step(step(turn: index + 1, move: move, events: events, state: state))
    }
    return Replay(
      outcome: state.outcome, score: state.score, hash: state.stableHash, moves: moves.count)
  }

  // MARK: Printing

  private static func step(
    turn: Int, move: PopMove?, events: [PopEvent], state: PopState
  ) -> ReplayStep {
    ReplayStep(
      turn: turn,
      trace: {
        PopTrace(setup: state.view.setup).line(
          turn: turn, move: move, events: events, state: state,
          end: state.outcome.map { GameEnd($0) })
      },
      picture: { PopPicture.text(of: state.view) },
      account: { account(turn: turn, move: move, events: events, state: state) })
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
