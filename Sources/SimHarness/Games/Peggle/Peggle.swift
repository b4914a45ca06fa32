/// Peggle: balls shot from a cannon at the top bounce off pegs, and the pegs that they hit go.
///
/// Start reading here.
///
/// - `PeggleRules`, `PeggleLevel`, `PeggleSetup`: what is fixed in a game.
/// - `PeggleState` (+ `Lookahead`, `Script`): the game; `PegglePosition`: its view.
/// - `PeggleShot` (+ `Scripts`): one whole shot; `World`: the physics that moves it.
/// - `PeggleScript`: pegs, modes and masters, which are scripts.
/// - `PeggleTally`, `PeggleTrace`: its figures and its traces.
/// - `PeggleLevelFile`: its level files.
public enum Peggle {
  public static let name = "peggle"

  /// The game as the registry lists it.
  public static let entry = GameEntry(
    name: name,
    summary: "Pegs and a cannon: balls light the pegs that they hit, and lit pegs are removed.",
    rules: PeggleRules.parameters,
    metrics: PeggleTally.metrics,
    interfaces: PeggleScriptInterface.all + TurnInterface.all,
    defaultMaxMoves: 200,
    ready: ready,
    signatureLevels: signatureLevels,
    decodeMoves: decodeMoves,
    encodeMoves: encodeMoves,
    replay: replay,
    turns: TurnTable(PeggleState.self),
    smokeGames: smokeGames,
    signatureGames: 1,
    hasFrames: true,
    sceneReplay: sceneReplay,
    film: { PeggleFilm($0) })

  // MARK: Levels

  /// Makes a level file ready to play, with a suite's overrides.
  private static func ready(
    _ file: LevelFile, _ library: ScriptLibrary, _ overrides: LevelOverrides
  ) throws(LevelError) -> PlayableLevel {
    guard case .peggle(let level) = try file.overridden(by: overrides, catalog: library)
    else {
      throw .invalid("this is not a level of \(name)")
    }
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

  private static func decodeMoves(_ level: PlayableLevel, _ cursor: JSONCursor) -> [UInt8]? {
    guard let peggle = level.content(as: PeggleLevel.self) else { return nil }
    let moves = cursor.array(of: "moves", count: 0...1_000_000) { item -> PeggleMove? in
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
    guard let moves else { return nil }
    var bytes: [UInt8] = []
    for move in moves { PeggleState.encode(move, level: peggle, into: &bytes) }
    return bytes
  }

  private static func encodeMoves(_ level: PlayableLevel, _ bytes: [UInt8]) -> [JSONTree]? {
    guard let peggle = level.content(as: PeggleLevel.self) else { return nil }
    return PeggleState.decodeMoves(bytes, level: peggle)?.map { PeggleTrace.tree(of: $0) }
  }

  private static func replay(_ request: ReplayRequest) throws(ReplayError) -> Replay {
    guard let level = request.level.content(as: PeggleLevel.self),
      let moves = PeggleState.decodeMoves(request.moves, level: level)
    else { throw .unreadable }
    let streams = LevelStreams(seed: request.seed, levelID: level.id)
    var context = GameContext(
      streams: GameStreams(level: streams, index: request.index), scripts: request.scripts)
    request.scripts?.beginGame()
    var events: [PeggleEvent] = []
    var state: PeggleState
    do throws(LevelError) {
      state = try PeggleState(level: level, in: &context) { events.append($0) }
    } catch {
      // A game that a script's fault ended before its first move.
      guard case .script(let fault) = error, moves.isEmpty else { throw .level(error) }
      return Replay(outcome: nil, score: 0, hash: 0, moves: 0, fault: fault)
    }
    var frame: PeggleShot.Frame?
    if let frames = request.frame {
      frame = { number, balls in frames(PeggleTrace.frame(number, balls: balls)) }
    }
    let printer = PeggleStepPrinter(level: level)
    request.step(printer.step(turn: 0, move: nil, events: events, state: state))
    for (index, move) in moves.enumerated() {
      events.removeAll(keepingCapacity: true)
      do throws(MoveError) {
        try state.apply(move, in: &context, frame: frame) { events.append($0) }
      } catch {
        return try Replay.end(
          at: index, of: moves.count, error, score: state.score, hash: state.stableHash)
      }
      request.step(printer.step(turn: index + 1, move: move, events: events, state: state))
    }
    return Replay(
      outcome: state.outcome, score: state.score, hash: state.stableHash, moves: moves.count)
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
    parts.append("\(state.view.balls) ball(s) left")
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
    case .ballsGiven(let count): return count < 0 ? "\(count) balls" : "+\(count) ball(s)"
    case .multiplier(let value): return "points times \(value)"
    case .won: return "WON"
    case .lost(let reason): return "LOST (\(reason.rawValue))"
    }
  }
}
