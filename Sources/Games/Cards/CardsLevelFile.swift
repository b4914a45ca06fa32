import SimHarness

/// The games whose levels are levels of cards, by their names in files.
public enum CardsKind: String, CaseIterable, Sendable {
  case set
  case playingCards = "playing-cards"
  /// Any other game of scripts/cards/.
  case cards
}

/// A level of a card game as written in its file: a value that can be edited, compared and written.
///
/// Holds what differs from the script's rules; a field with the script's value equals a missing one
/// here.
public struct CardsLevelFile: Equatable, Sendable {
  public let game: CardsKind
  /// See `LevelHeader.problem(with:)` for what a name may be.
  public var name: String
  /// What seeds the level's games; nil: the name.
  public var id: String?
  /// The script's name.
  public internal(set) var script: String
  /// Numbers of the rules that differ from the script's, by name.
  public internal(set) var numbers: [String: Int] = [:]
  /// Whether cards are dealt after a match; nil: as the script says.
  public internal(set) var refill: Bool?
  /// The goal; nil: the script's.
  public internal(set) var goal: CardsRules.Goal?

  /// A level with the script's rules.
  ///
  /// `script` is needed where the game is `cards`; the other games have their own.
  public init(game: CardsKind, name: String, script: String? = nil) {
    self.game = game
    self.name = name
    self.script = Self.script(of: game) ?? script ?? ""
  }

  /// The script of a game that has one of its own.
  static func script(of game: CardsKind) -> String? { game == .cards ? nil : game.rawValue }

  public var header: LevelHeader { LevelHeader(game: game.rawValue, name: name, id: id) }

  /// The rules as the level changes the script's.
  func rules(of game: CardGame) -> CardsRules {
    var rules = game.rules
    for (name, value) in numbers { rules.set(name, to: Double(value)) }
    if let refill { rules.refill = refill }
    if let goal { rules.goal = goal }
    return rules
  }

  /// The script's game with the ranks and suits that the level deals with.
  func limited(_ game: CardGame) -> CardGame {
    game.limited(ranks: numbers["ranks"], suits: numbers["suits"])
  }

  /// The level made ready to play: the script's matches are tabulated.
  public func level(catalog: any CardsCatalog) throws(LevelError) -> CardsLevel {
    do throws(ScriptFault) {
      guard let found = try catalog.cardGame(named: script) else {
        throw ScriptFault(kind: .error, message: Self.complaint(about: script, catalog))
      }
      let game = limited(found)
      let rules = rules(of: game)
      guard rules.deal <= game.cards.count else {
        throw ScriptFault(
          kind: .error,
          message: "the deck has \(game.cards.count) cards, and the level deals \(rules.deal); set"
            + " deal to at most \(game.cards.count)")
      }
      guard game.hands.contains(rules.match) else {
        throw ScriptFault(
          kind: .error,
          message: "\(script) has no hands of \(rules.match) cards; set match to"
            + " \(game.hands.map { "\($0)" }.joined(separator: " or "))")
      }
      return CardsLevel(
        name: name, id: id, game: game, rules: rules,
        matches: try catalog.matches(of: game, hand: rules.match))
    } catch {
      throw .script(error)
    }
  }

  /// The sentence about a name that no script has.
  static func complaint(about name: String, _ catalog: any CardsCatalog) -> String {
    catalog.complaint(
      about: name, called: "card game", known: catalog.cardGameNames, of: [.cards])
  }
}
