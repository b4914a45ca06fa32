import SimHarness

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
public protocol CardsModule: TerminalModule, HandModule
where Content == CardsLevelFile, State == CardsState, Tally == CardsTally<Measures> {
  associatedtype Measures: CardsMeasuring

  static var kind: CardsKind { get }
}

extension CardsModule {
  public static var name: String { kind.rawValue }
  public static var lossReasons: [String] { ["cards left", "other player"] }
  public static var scriptKinds: [ScriptKind] { [.cards] }
  public static var defaultMaxMoves: Int { 2000 }

  // MARK: Levels

  public static func ready(
    _ level: CardsLevelFile, _ library: ScriptLibrary
  ) throws(LevelError) -> PlayableLevel {
    guard level.game == kind else { throw .invalid("this is not a level of \(name)") }
    return playable(
      try level.level(catalog: library), hash: level.contentHash, tree: level.tree)
  }

  private static func playable(
    _ level: CardsLevel, hash: String, tree: JSONTree
  ) -> PlayableLevel {
    PlayableLevel(
      game: name, name: level.name, id: level.id, hash: hash, tree: tree,
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
  public static func signatureLevels() -> [PlayableLevel] {
    var levels: [CardsLevel] = []
    func add(_ name: String, _ deck: PlainDeck, _ change: (inout CardsRules) -> Void) {
      var rules = CardsRules()
      change(&rules)
      levels.append(deck.level(named: name, rules: rules))
    }
    switch kind {
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
    case .cards:
      add("sums", .sums(ranks: 9, suits: 4)) { rules in
        rules.deal = 9
        rules.match = 2
        rules.refill = true
        rules.goal = .clear
      }
    }
    return levels.map { playable($0, hash: "", tree: .null) }
  }

  // MARK: Records

  public static func move(_ item: JSONCursor) -> CardsMove? { CardsTrace.move(item) }

  public static func tree(of move: CardsMove) -> JSONTree { CardsTrace.tree(of: move) }

  public static func step(_ turn: PlayedTurn<CardsState>, of level: CardsLevel) -> ReplayStep {
    CardsTrace.step(turn: turn.number, move: turn.move, events: turn.events, state: turn.state)
  }

  public static func film(of level: PlayableLevel) -> (any FilmBuilding)? { CardsFilm(level) }

  public static func session(
    _ request: SessionRequest
  ) throws(LevelError) -> (any TerminalSession)? {
    guard let level = request.level.content(as: CardsLevel.self) else { return nil }
    return try PersonSession<CardTableHand>(level, request) {
      $0.names = (request.player, request.secondPlayer.name)
      $0.secondPlayer = request.secondPlayer
    }
  }

  public static func handSession(
    _ request: HandRequest
  ) throws(LevelError) -> (any HandSession)? {
    guard let level = request.level.content(as: CardsLevel.self) else { return nil }
    return try PointedGame<CardTableHand>(level, request) {
      $0.names = (request.player, request.secondPlayer.name)
      $0.secondPlayer = request.secondPlayer
    }
  }
}

/// Set: three cards that agree or differ in every feature.
public enum SetGame: CardsModule {
  public typealias Measures = SetMeasures

  public static let kind = CardsKind.set
  public static let summary =
    "Find three cards that are all alike or all different in every feature."
}

/// Playing cards, face down: turn up two or three that match.
public enum PlayingCards: CardsModule {
  public typealias Measures = PlayingCardsMeasures

  public static let kind = CardsKind.playingCards
  public static let summary = "Turn up cards that match in rank or suit; remember the others."
}

/// Any other card game of the scripts folder.
public enum ScriptedCardGames: CardsModule {
  public typealias Measures = CardsMeasures

  public static let kind = CardsKind.cards
  public static let summary = "Any other matching game: a script in scripts/cards/."
}
