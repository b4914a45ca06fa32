import SimHarness

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
public enum BubbleBlast: TerminalModule, HandModule {
  // Levels of up to 128 cells are played with a smaller mask, wherever that matters for speed.
  public typealias State = BubbleState<LargeMask>
  public typealias Tally = BubbleTally<LargeMask>

  public static let name = "bubble-blast"

  public static let summary =
    "Hexagonal bubble shooter: match three, drop what is no longer held, clear the board."
  public static let interfaces = BubbleScriptInterface.all
  public static let lossReasons = LossReason.allCases.map(\.rawValue)
  public static let scriptKinds = [ScriptKind.bubble, .spawner]
  // A turn has some 20 moves, and scripts make games slow: a dozen levels take about a minute.
  public static let studyEffort = (games: 4, turns: 6, rollouts: 6)
  public static let defaultMaxMoves = 500

  // MARK: Levels

  public static func parameters(
    ofScript name: String, in library: ScriptLibrary
  ) throws(ScriptFault) -> [ScriptParameter]? {
    if let kind = try library.bubbleKind(named: name) { return kind.parameters }
    return try library.colourSpawner(named: name)?.parameters
  }

  public static func ready(
    _ level: BubbleLevelFile, _ library: ScriptLibrary
  ) throws(LevelError) -> PlayableLevel {
    let compiled = try level.level(catalog: library)
    var scripts = try BubbleKindResolver(catalog: library).closure(of: level.allKindNames)
      .map(\.source)
    if let spawner = compiled.setup.spawner { scripts.append(spawner.source) }
    return PlayableLevel(
      game: name, name: compiled.name, id: compiled.id, hash: level.contentHash, tree: level.tree,
      picture: level.drawing(catalog: library), layout: level.layoutHash,
      facts: facts(of: compiled), hasGoal: true, scripts: scripts, content: compiled)
  }

  /// Levels for the signature: both representations, both rule sets, swaps, descents.
  public static func signatureLevels() -> [PlayableLevel] {
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
      return try? ready(file, ScriptLibrary(folder: nil, games: .none))
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

  public static func move(_ item: JSONCursor) -> BubbleMove? {
    guard let fields = item.object(fields: ["angle", "swap"]),
      let angle = fields.required("angle")?.double()
    else { return nil }
    return BubbleMove(angle: angle, swap: fields.optional("swap")?.bool() ?? false)
  }

  public static func tree(of move: BubbleMove) -> JSONTree {
    BubbleTrace<LargeMask>.tree(of: move)
  }

  public static func step(_ turn: PlayedTurn<State>, of level: BubbleLevel) -> ReplayStep {
    BubbleStepPrinter(level: level).step(turn, descendedBefore: 0)
  }

  public static func replay(_ request: ReplayRequest) throws(ReplayError) -> Replay {
    guard let level = request.level.content(as: BubbleLevel.self) else { throw .unreadable }
    return level.fitsSmallMask
      ? try replay(request, level, mask: SmallMask.self)
      : try replay(request, level, mask: LargeMask.self)
  }

  private static func replay<Mask: CellMask>(
    _ request: ReplayRequest, _ level: BubbleLevel, mask: Mask.Type
  ) throws(ReplayError) -> Replay {
    let printer = BubbleStepPrinter<Mask>(level: level)
    var descended = 0
    return try request.play(level, as: BubbleState<Mask>.self) { turn in
      defer { descended = turn.state.view.descended }
      return printer.step(turn, descendedBefore: descended)
    }
  }

  public static func film(of level: PlayableLevel) -> (any FilmBuilding)? { BubbleFilm(level) }

  public static func session(
    _ request: SessionRequest
  ) throws(LevelError) -> (any TerminalSession)? {
    guard let level = request.level.content(as: BubbleLevel.self) else { return nil }
    return level.fitsSmallMask
      ? try PersonSession<BubbleHand<SmallMask>>(level, request)
      : try PersonSession<BubbleHand<LargeMask>>(level, request)
  }

  public static func handSession(
    _ request: HandRequest
  ) throws(LevelError) -> (any HandSession)? {
    guard let level = request.level.content(as: BubbleLevel.self) else { return nil }
    return level.fitsSmallMask
      ? try PointedGame<BubbleHand<SmallMask>>(level, request)
      : try PointedGame<BubbleHand<LargeMask>>(level, request)
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

  func step(_ turn: PlayedTurn<BubbleState<Mask>>, descendedBefore: Int) -> ReplayStep {
    let (move, events, state) = (turn.move, turn.events, turn.state)
    return ReplayStep(
      turn: turn.number,
      trace: {
        trace.line(
          turn: turn.number, move: move, events: events, descendedBefore: descendedBefore,
          state: state, end: state.outcome.map { GameEnd($0) })
      },
      picture: { BubblePicture.text(of: state.view, letters: letters) },
      account: { account(turn: turn.number, move: move, events: events, state: state) })
  }

  /// A turn in one line of words.
  private func account(
    turn: Int, move: BubbleMove?, events: [BubbleEvent<Mask>], state: BubbleState<Mask>
  ) -> String {
    var parts: [String] = []
    if let move {
      // A record may contain any angle; the cannon clamps it.
      let angle = min(max(move.angle, -1e6), 1e6)
      let degrees = (angle * 1800 / Double.pi).rounded() / 10
      parts.append("turn \(turn): \(JSONWriter.number(degrees)) degrees")
    } else {
      parts.append("start")
    }
    for event in events { parts.append(words(for: event, setup: state.view.setup)) }
    parts.append("score \(state.score)")
    return parts.joinedWithTimes()
  }

  private func words(for event: BubbleEvent<Mask>, setup: BubbleSetup) -> String {
    switch event {
    case .fell(let cells): return "\(cells.count) fell"
    case .swapped: return "swapped"
    case .landed(let colour, _, let bounces):
      return bounces == 0
        ? "\(colour.name) landed"
        : "\(colour.name) landed off \(ReportNumber.plural(bounces, "wall"))"
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
