/// The card games: one matching engine, whose games are scripts.
///
/// Start reading here.
///
/// - `CardGame`, `CardsRules`, `MatchTable`, `CardsLevel`: what is fixed in a game.
/// - `CardsState` (+ `Rules`, `Imagining`, `Execution`, `Invariants`): the game; `CardsTable`: its
///   view.
/// - `CardsLookahead`, `CardsMemory`, `FaceDownValues`: what players know and expect.
/// - `CardsTally`, `CardsMeasures`, `CardsTrace`: its figures and its traces.
/// - `CardsLevelFile`: its level files; `ScriptedCards`: its scripts.
enum CardGames {
  /// One of the games as the registry lists it.
  static func entry(
    _ game: LevelGame, summary: String, metrics: [MetricDefinition]
  ) -> GameEntry {
    GameEntry(
      name: game.rawValue, summary: summary, rules: CardsRules.parameters(of: game),
      metrics: metrics, interfaces: TurnInterface.all, defaultMaxMoves: 2000,
      ready: { file, library, overrides throws(LevelError) in
        try ready(file, library, overrides, game: game)
      },
      signatureLevels: { signatureLevels(of: game) }, decodeMoves: decodeMoves,
      encodeMoves: encodeMoves, replay: replay, turns: TurnTable(CardsState.self),
      smokeGames: { script, modules, log in smokeGames(game, script, modules, log) },
      film: { CardsFilm($0) })
  }

  // MARK: Levels

  private static func ready(
    _ file: LevelFile, _ library: ScriptLibrary, _ overrides: LevelOverrides, game: LevelGame
  ) throws(LevelError) -> PlayableLevel {
    guard case .cards(let level) = try file.overridden(by: overrides, catalog: library),
      level.game == game
    else {
      throw .invalid("this is not a level of \(game.rawValue)")
    }
    let compiled = try level.level(catalog: library)
    return playable(compiled, game: game, hash: level.contentHash, tree: level.tree)
  }

  private static func playable(
    _ level: CardsLevel, game: LevelGame, hash: String, tree: JSONTree
  ) -> PlayableLevel {
    PlayableLevel(
      game: game.rawValue, name: level.name, id: level.id, hash: hash, tree: tree,
      picture: .text(CardsPicture.text(of: level)), facts: facts(of: level),
      hasGoal: level.rules.goal != .none, scripts: [level.game.source],
      printed: PrintedLine.loading(
        level.game.printed + level.matches.printed, level: level.name,
        script: level.game.source.name),
      content: level)
  }

  /// What a report says beside a level's picture.
  private static func facts(of level: CardsLevel) -> [(label: String, value: String)] {
    let rules = level.rules
    var facts: [(label: String, value: String)] = [
      ("goal", rules.goalWords), ("cards", level.game.name),
      ("deck", "\(level.game.cards.count) cards, \(level.matches.count) matches"),
      ("table", "\(rules.deal) cards, face \(rules.isFaceDown ? "down" : "up")"),
      ("match", "\(rules.match) cards"),
    ]
    if rules.draw > 0 { facts.append(("on request", "\(rules.draw) cards")) }
    if rules.refill { facts.append(("refill", "up to \(rules.deal) cards")) }
    return facts
  }

  /// Levels for the signature, with decks of their own: features up and in triples with and
  /// without refill, features down in pairs, sums in pairs.
  static func signatureLevels(of game: LevelGame) -> [PlayableLevel] {
    var levels: [CardsLevel] = []
    func add(_ name: String, _ deck: PlainDeck, _ change: (inout CardsRules) -> Void) {
      var rules = CardsRules()
      change(&rules)
      levels.append(deck.level(named: name, rules: rules))
    }
    switch game {
    case .set:
      for refill in [true, false] {
        add(refill ? "refill" : "request", .features([3, 3, 3, 3])) { rules in
          rules.draw = 3
          rules.refill = refill
          rules.matched = 3
          rules.mismatched = -1
          rules.dealt = -1
        }
      }
    case .playingCards:
      for hand in [2, 3] {
        add("down \(hand)", .features([13, 4])) { rules in
          rules.deal = 22
          rules.match = hand
          rules.isFaceDown = true
          rules.matched = 4
          rules.mismatched = -2
          rules.chosen = -1
        }
      }
    default:
      add("sums", .sums(ranks: 9, suits: 4)) { rules in
        rules.deal = 9
        rules.match = 2
        rules.refill = true
        rules.goal = .clear
      }
    }
    return levels.map { playable($0, game: game, hash: "", tree: .null) }
  }

  // MARK: Records

  private static func decodeMoves(_ level: PlayableLevel, _ cursor: JSONCursor) -> [UInt8]? {
    guard let cards = level.content(as: CardsLevel.self) else { return nil }
    let moves = cursor.array(of: "moves", count: 0...1_000_000) { CardsTrace.move($0) }
    guard let moves else { return nil }
    var bytes: [UInt8] = []
    for move in moves { CardsState.encode(move, level: cards, into: &bytes) }
    return bytes
  }

  private static func encodeMoves(_ level: PlayableLevel, _ bytes: [UInt8]) -> [JSONTree]? {
    guard let cards = level.content(as: CardsLevel.self) else { return nil }
    return CardsState.decodeMoves(bytes, level: cards)?.map { CardsTrace.tree(of: $0) }
  }

  private static func replay(_ request: ReplayRequest) throws(ReplayError) -> Replay {
    guard let level = request.level.content(as: CardsLevel.self),
      let moves = CardsState.decodeMoves(request.moves, level: level)
    else { throw .unreadable }
    let streams = LevelStreams(seed: request.seed, levelID: level.id)
    let deal = CardsState.deal(ofGame: request.index, moves: moves)
    var context = GameContext(
      streams: GameStreams(level: streams, index: deal), scripts: request.scripts)
    request.scripts?.beginGame()
    var events: [CardsEvent] = []
    var state: CardsState
    do throws(LevelError) {
      state = try CardsState(level: level, in: &context) { events.append($0) }
    } catch {
      // A game that a script's fault ended before its first move.
      guard case .script(let fault) = error, moves.isEmpty else { throw .level(error) }
      return Replay(outcome: nil, score: 0, hash: 0, moves: 0, fault: fault)
    }
    request.step(CardsTrace.step(turn: 0, move: nil, events: events, state: state))
    for (index, move) in moves.enumerated() {
      events.removeAll(keepingCapacity: true)
      do throws(MoveError) {
        try state.apply(move, in: &context) { events.append($0) }
      } catch {
        return try Replay.end(
          at: index, of: moves.count, error, score: state.score, hash: state.stableHash)
      }
      request.step(CardsTrace.step(turn: index + 1, move: move, events: events, state: state))
    }
    return Replay(
      outcome: state.outcome, score: state.score, hash: state.stableHash, moves: moves.count)
  }
}

/// Set: three cards that agree or differ in every feature.
public enum SetGame {
  public static let entry = CardGames.entry(
    .set, summary: "Find three cards that are all alike or all different in every feature.",
    metrics: CardsTally<SetMeasures>.metrics)
}

/// Playing cards, face down: turn up two or three that match.
public enum PlayingCards {
  public static let entry = CardGames.entry(
    .playingCards, summary: "Turn up cards that match in rank or suit; remember the others.",
    metrics: CardsTally<PlayingCardsMeasures>.metrics)
}

/// Any other card game of the scripts folder.
public enum ScriptedCardGames {
  public static let entry = CardGames.entry(
    .cards, summary: "Any other matching game: a script in scripts/cards/.",
    metrics: CardsTally<CardsMeasures>.metrics)
}
