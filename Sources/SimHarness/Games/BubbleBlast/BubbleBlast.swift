/// Bubble Blast Saga, a hexagonal bubble shooter.
///
/// Start reading here.
///
/// - `BubbleRules`, `BubbleLevel`: what is fixed in a game.
/// - `BubbleState` (+ `Rules`, `Invariants`, `Lookahead`): the game; `BubblePosition`: its view.
/// - `HexGrid`, `ShotPath`, `FrozenBubble`: geometry and flight.
/// - `BubbleKind`, `BubbleResolution`: special bubbles and their scripts.
/// - `BubbleTally`, `BubbleTrace`: its figures and its traces.
/// - `BubbleLevelFile`: its level files.
public enum BubbleBlast {
  public static let name = "bubble-blast"

  /// The game as the registry lists it.
  public static let entry = GameEntry(
    name: name,
    summary: "Hexagonal bubble shooter: match three, drop what is no longer held, clear the board.",
    rules: BubbleRules.parameters,
    metrics: BubbleTally<SmallMask>.metrics,
    interfaces: BubbleScriptInterface.all + TurnInterface.all,
    defaultMaxMoves: 500,
    ready: ready,
    signatureLevels: signatureLevels,
    decodeMoves: decodeMoves,
    encodeMoves: encodeMoves,
    replay: replay,
    turns: turns,
    smokeGames: smokeGames,
    film: { BubbleFilm($0) })

  // MARK: Levels

  /// Makes a level file ready to play, with a suite's overrides.
  private static func ready(
    _ file: LevelFile, _ library: ScriptLibrary, _ overrides: LevelOverrides
  ) throws(LevelError) -> PlayableLevel {
    guard case .bubbleBlast(let level) = try file.overridden(by: overrides, catalog: library)
    else {
      throw .invalid("this is not a level of \(name)")
    }
    let compiled = try level.level(catalog: library)
    var scripts = try BubbleKindResolver(catalog: library).closure(of: level.allKindNames)
      .map(\.source)
    if let spawner = compiled.setup.spawner { scripts.append(spawner.source) }
    return PlayableLevel(
      game: name, name: compiled.name, id: compiled.id, hash: level.contentHash, tree: level.tree,
      picture: level.pictureKind, layout: level.layoutHash,
      facts: facts(of: compiled), hasGoal: true, scripts: scripts, content: compiled)
  }

  /// Levels for the signature: both representations, both rule sets, swaps, descents.
  private static func signatureLevels() -> [PlayableLevel] {
    var random = SeededRandom(key: StreamKey(rawValue: 77))
    func level(
      _ name: String, _ rules: BubbleRules, rows: Int, colours: Int
    ) -> PlayableLevel? {
      var file = BubbleLevelFile(name: name, rules: rules)
      for row in 0..<rows {
        for column in 0..<HexGrid.width(ofRow: row, columns: rules.columns) {
          let colour = BubbleColour.allCases[random.below(colours)]
          file.place(.colour(colour), at: Cell(row: row, column: column))
        }
      }
      return try? ready(.bubbleBlast(file), ScriptLibrary(folder: nil), .none)
    }
    var plain = BubbleRules()
    plain.shots = 40
    var large = BubbleRules()
    large.columns = 20
    large.rows = 18
    large.shots = 60
    large.swap = true
    var sinking = BubbleRules()
    sinking.descentEvery = 5
    sinking.scoring = .puzzleBobble
    sinking.contact = 0.7
    return [
      level("plain", plain, rows: 6, colours: 4), level("large", large, rows: 8, colours: 5),
      level("sinking", sinking, rows: 5, colours: 3),
      level("frozen", .frozenBubble, rows: 5, colours: 6),
    ].compactMap { $0 }
  }

  /// What a report says beside a level's picture.
  private static func facts(of level: BubbleLevel) -> [(label: String, value: String)] {
    let rules = level.setup.rules
    var facts: [(label: String, value: String)] = [
      ("goal", level.goalWords),
      ("board", "\(rules.columns) columns, \(rules.rows) rows"),
      ("shots", rules.shots.map { "\($0)" } ?? "no limit"),
    ]
    let weights = level.setup.spawn.weights ?? []
    let colours = BubbleColour.allCases.filter { weights[$0.index] > 0 }
    let equal = Set(colours.map { weights[$0.index] }).count <= 1
    facts.append(
      (
        "colours",
        colours.map { equal ? $0.name : "\($0.name) \(JSONWriter.number(weights[$0.index]))" }
          .joined(separator: ", ")
      ))
    if let every = rules.descentEvery { facts.append(("descent", "every \(every) landed shots")) }
    if !level.setup.kinds.isEmpty {
      facts.append(("specials", level.setup.kinds.map(\.name).joined(separator: ", ")))
    }
    if let spawner = level.setup.spawner { facts.append(("spawner", spawner.name)) }
    if rules.ruleset != .saga { facts.append(("ruleset", rules.ruleset.rawValue)) }
    return facts
  }

  // MARK: Records

  private static func decodeMoves(_ level: PlayableLevel, _ cursor: JSONCursor) -> [UInt8]? {
    guard let bubbles = level.content(as: BubbleLevel.self) else { return nil }
    let moves = cursor.array(of: "moves", count: 0...1_000_000) { item -> BubbleMove? in
      guard let fields = item.object(fields: ["angle", "swap"]),
        let angle = fields.required("angle")?.double()
      else { return nil }
      return BubbleMove(angle: angle, swap: fields.optional("swap")?.bool() ?? false)
    }
    guard let moves else { return nil }
    var bytes: [UInt8] = []
    for move in moves { BubbleState<LargeMask>.encode(move, level: bubbles, into: &bytes) }
    return bytes
  }

  private static func encodeMoves(_ level: PlayableLevel, _ bytes: [UInt8]) -> [JSONTree]? {
    guard let bubbles = level.content(as: BubbleLevel.self) else { return nil }
    return BubbleState<LargeMask>.decodeMoves(bytes, level: bubbles)?.map {
      BubbleTrace<LargeMask>.tree(of: $0)
    }
  }

  private static func replay(_ request: ReplayRequest) throws(ReplayError) -> Replay {
    guard let level = request.level.content(as: BubbleLevel.self) else { throw .unreadable }
    return level.fitsSmallMask
      ? try replay(request, level, mask: SmallMask.self)
      : try replay(request, level, mask: LargeMask.self)
  }

  private static func replay<Mask: CellMask>(
    _ request: ReplayRequest, _ level: BubbleLevel, mask: Mask.Type
  ) throws(ReplayError) -> Replay {
    guard let moves = BubbleState<Mask>.decodeMoves(request.moves, level: level) else {
      throw .unreadable
    }
    let streams = LevelStreams(seed: request.seed, levelID: level.id)
    var context = GameContext(
      streams: GameStreams(level: streams, index: request.index), scripts: request.scripts)
    request.scripts?.beginGame()
    var events: [BubbleEvent<Mask>] = []
    var state: BubbleState<Mask>
    do throws(LevelError) {
      state = try BubbleState(level: level, in: &context) { events.append($0) }
    } catch {
      // A game that a script's fault ended before its first move.
      guard case .script(let fault) = error, moves.isEmpty else { throw .level(error) }
      return Replay(outcome: nil, score: 0, hash: 0, moves: 0, fault: fault)
    }
    let printer = BubbleStepPrinter<Mask>(level: level)
    request.step(
      printer.step(turn: 0, move: nil, events: events, descendedBefore: 0, state: state))
    for (index, move) in moves.enumerated() {
      events.removeAll(keepingCapacity: true)
      let descended = state.view.descended
      do throws(MoveError) {
        try state.apply(move, in: &context) { events.append($0) }
      } catch {
        return try Replay.end(
          at: index, of: moves.count, error, score: state.score, hash: state.stableHash)
      }
      request.step(
        printer.step(
          turn: index + 1, move: move, events: events, descendedBefore: descended, state: state))
    }
    return Replay(
      outcome: state.outcome, score: state.score, hash: state.stableHash, moves: moves.count)
  }
}

/// Makes the steps of a replay printable.
private struct BubbleStepPrinter<Mask: CellMask> {
  let letters: BubbleLetters
  let trace: BubbleTrace<Mask>

  init(level: BubbleLevel) {
    letters = BubbleLetters(setup: level.setup)
    trace = BubbleTrace(setup: level.setup, letters: letters)
  }

  func step(
    turn: Int, move: BubbleMove?, events: [BubbleEvent<Mask>], descendedBefore: Int,
    state: BubbleState<Mask>
  ) -> ReplayStep {
    ReplayStep(
      turn: turn,
      trace: {
        trace.line(
          turn: turn, move: move, events: events, descendedBefore: descendedBefore, state: state,
          end: state.outcome.map { GameEnd($0) })
      },
      picture: { BubblePicture.text(of: state.view, letters: letters) },
      account: { account(turn: turn, move: move, events: events, state: state) })
  }

  /// A turn in one line of words.
  private func account(
    turn: Int, move: BubbleMove?, events: [BubbleEvent<Mask>], state: BubbleState<Mask>
  ) -> String {
    var parts: [String] = []
    if let move {
      // A record may hold any angle, which the cannon does not follow.
      let angle = min(max(move.angle, -1e6), 1e6)
      let degrees = (angle * 1800 / Double.pi).rounded() / 10
      parts.append("turn \(turn): \(JSONWriter.number(degrees)) degrees")
    } else {
      parts.append("start")
    }
    for event in events { parts.append(words(for: event, setup: state.view.setup)) }
    parts.append("score \(state.score)")
    return parts.joined(separator: ", ")
  }

  private func words(for event: BubbleEvent<Mask>, setup: BubbleSetup) -> String {
    switch event {
    case .fell(let cells): return "\(cells.count) fell"
    case .swapped: return "swapped"
    case .landed(let colour, _, let bounces):
      return bounces == 0
        ? "\(colour.name) landed" : "\(colour.name) landed off \(bounces) wall(s)"
    case .shotLost(let colour, let reason, _): return "\(colour.name) lost (\(reason.rawValue))"
    case .activated(let kind, _, let removed):
      return "\(setup.kinds[Int(kind)].name) removed \(removed.count)"
    case .matched(_, let cells): return "\(cells.count) matched"
    case .removed(let kind, _, let cells):
      return "\(setup.kinds[Int(kind)].name) removed \(cells.count)"
    case .changed(_, let kind, let colour):
      let what = kind == 255 ? BubbleColour(rawValue: colour)?.name : setup.kinds[Int(kind)].name
      return "one became \(what ?? "another")"
    case .moved: return "one moved"
    case .descended(let rows): return "the ceiling came down to \(rows)"
    case .won(let bonus): return "WON (bonus \(bonus))"
    case .lost(let reason): return "LOST (\(reason.rawValue))"
    }
  }
}
