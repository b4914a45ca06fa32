import SimHarness

/// Peggle: balls shot from a cannon at the top bounce off pegs, and the pegs that they hit go.
///
/// Start reading here.
///
/// - `PeggleRules`, `PeggleLevel`, `PeggleSetup`: what is fixed in a game.
/// - `PeggleState` (+ `Rules`, `Lookahead`, `Planning`, `Script`): the game; `PegglePosition`: its view.
/// - `PeggleShot` (+ `Scripts`): one whole shot, with `ShotLoop` (its steps), `ShotScoring` and
///   `PeggleStuckBalls`; `World`: the physics that moves it.
/// - `PeggleGreedyValue`, `PeggleMeasure`: what a shot is worth to players who look ahead.
/// - `PeggleScript`: pegs, modes and masters, which are scripts.
/// - `PeggleTally`, `PeggleTrace`: its figures and its traces.
/// - `PeggleLevelFile`: its level files.
public enum Peggle: TerminalModule, HandModule {
  public typealias Tally = PeggleTally

  public static let name = "peggle"

  public static let summary =
    "Pegs and a cannon: balls light the pegs that they hit, and lit pegs are removed."
  public static let interfaces = PeggleScriptInterface.all
  public static let lossReasons = PeggleLoss.allCases.map(\.rawValue)
  public static let scriptKinds = [ScriptKind.peg, .mode, .master]
  // A turn has some 60 aims, and each game continued from it takes many flights.
  public static let studyEffort = (games: 3, turns: 6, rollouts: 4)
  public static let defaultMaxMoves = 200
  public static let signatureGames = 1
  public static let hasFrames = true

  // MARK: Levels

  public static func parameters(
    ofScript name: String, in library: ScriptLibrary
  ) throws(ScriptFault) -> [ScriptParameter]? {
    try library.peggleScript(named: name)?.parameters
  }

  public static func ready(
    _ level: PeggleLevelFile, _ library: ScriptLibrary
  ) throws(LevelError) -> PlayableLevel {
    let compiled = try PeggleLevel(level, catalog: library)
    return PlayableLevel(
      game: name, name: compiled.name, id: compiled.id, hash: level.contentHash, tree: level.tree,
      picture: .scene(level.scene(catalog: library)), layout: level.layoutHash,
      facts: facts(of: compiled), hasGoal: true, scripts: compiled.setup.scripts.map(\.source),
      content: compiled)
  }

  /// What a report says beside a level's picture.
  private static func facts(of level: PeggleLevel) -> [(label: String, value: String)] {
    var facts: [(label: String, value: String)] = [("goal", level.goalWords)]
    facts += PegglePicture.labelledFacts(of: level.file)
    if let master = level.masterWords,
      let place = facts.firstIndex(where: { $0.label == "master" })
    {
      facts[place].value = master
    }
    let orange = level.setup.orangeCount
    facts.append(("pegs", "\(level.setup.pegCount)" + (orange > 0 ? ", \(orange) orange" : "")))
    let special = Set(level.file.pegNames).subtracting(["blue", "orange"]).sorted()
    if !special.isEmpty { facts.append(("special pegs", special.joined(separator: ", "))) }
    return facts
  }

  // MARK: Records

  public static func move(_ item: JSONCursor) -> PeggleMove? {
    guard let fields = item.object(fields: ["angle", "tap", "seconds"]) else { return nil }
    var seconds: Double? = PeggleMove.quickest
    if let field = fields.optional("seconds") {
      seconds = field.double(in: 0...PeggleMove.slowest)
    }
    guard let seconds else { return nil }
    if let tap = fields.optional("tap") {
      if let angle = fields.optional("angle") {
        angle.report("`angle` and `tap` cannot be combined; remove one of them")
        return nil
      }
      guard let place = tap.array(of: "numbers", count: 2...2, decode: { $0.double() }) else {
        return nil
      }
      return PeggleMove(tapX: place[0], y: place[1], seconds: seconds)
    }
    guard let angle = fields.required("angle")?.double() else { return nil }
    return PeggleMove(angle: angle, seconds: seconds)
  }

  public static func tree(of move: PeggleMove) -> JSONTree { PeggleTrace.tree(of: move) }

  public static func step(
    _ turn: PlayedTurn<PeggleState>, of level: PeggleLevel
  ) -> ReplayStep {
    PeggleStepPrinter(level: level).step(
      turn: turn.number, move: turn.move, events: turn.events, state: turn.state)
  }

  public static func replay(_ request: ReplayRequest) throws(ReplayError) -> Replay {
    guard let level = request.level.content(as: PeggleLevel.self) else { throw .unreadable }
    var frame: PeggleShot.Frame?
    if let frames = request.frame {
      frame = { frames(PeggleTrace.tree(of: $0)) }
    }
    return try request.play(level, as: PeggleState.self) {
      state, move, context, emit throws(MoveError) in
      try state.apply(move, in: &context, frame: frame, emit: emit)
    } step: {
      step($0, of: level)
    }
  }

  public static func film(of level: PlayableLevel) -> (any FilmBuilding)? { PeggleFilm(level) }

  public static func session(
    _ request: SessionRequest
  ) throws(LevelError) -> (any TerminalSession)? {
    guard let level = request.level.content(as: PeggleLevel.self) else { return nil }
    return try PersonSession<PeggleHand>(level, request)
  }

  public static func handSession(
    _ request: HandRequest
  ) throws(LevelError) -> (any HandSession)? {
    guard let level = request.level.content(as: PeggleLevel.self) else { return nil }
    return try PointedGame<PeggleHand>(level, request)
  }
}

/// Makes the steps of a replay printable.
private struct PeggleStepPrinter {
  let level: PeggleLevel

  func step(
    turn: Int, move: PeggleMove?, events: [PeggleEvent], state: PeggleState
  ) -> ReplayStep {
    ReplayStep(
      turn: turn,
      trace: {
        PeggleTrace().line(
          turn: turn, move: move, events: events, state: state,
          end: state.outcome.map { GameEnd($0) })
      },
      picture: { PegglePicture.text(of: state.view, file: level.file) },
      account: { account(turn: turn, move: move, events: events, state: state) })
  }

  /// A turn in one line of words.
  private func account(
    turn: Int, move: PeggleMove?, events: [PeggleEvent], state: PeggleState
  ) -> String {
    var parts: [String] = []
    if let move {
      let angle = move.angle(rules: level.setup.rules)
      let degrees = (min(max(angle, -1e6), 1e6) * 1800 / Double.pi).rounded() / 10
      parts.append("turn \(turn): \(JSONWriter.number(degrees)) degrees")
    } else {
      parts.append("start")
    }
    let hits = events.count { if case .pegHit = $0 { true } else { false } }
    let thrown = events.count { if case .thrown = $0 { true } else { false } }
    if hits > 0 { parts.append("\(hits) hit") }
    if thrown > 0 { parts.append("\(thrown) thrown") }
    for event in events {
      if let words = words(for: event) { parts.append(words) }
    }
    parts.append("\(ReportNumber.plural(state.view.balls, "ball")) left")
    if state.view.setup.orangeCount > 0 { parts.append("\(state.view.orangeLeft) orange left") }
    parts.append("score \(state.score)")
    return parts.joined(separator: ", ")
  }

  private func words(for event: PeggleEvent) -> String? {
    switch event {
    case .pegHit, .pegRemoved, .thrown, .shotEnded: return nil
    case .ballAdded: return "another ball"
    case .reentered: return "a ball came back at the top"
    case .bucket: return "into the bucket"
    case .boardTurned: return "the board turned"
    case .exploded(let peg): return "peg \(peg) exploded"
    case .stuck: return "a ball was stuck"
    case .freeBall: return "a free ball"
    case .ballsGiven(let count):
      return (count > 0 ? "+" : "") + "\(count) ball\(count.magnitude == 1 ? "" : "s")"
    case .multiplier(let value): return "points times \(value)"
    case .won: return "WON"
    case .lost(let reason): return "LOST (\(reason.rawValue))"
    }
  }
}
