import SimHarness

/// A level of a card game made ready to play.
public final class CardsLevel: NamedLevel {
  public let name: String
  /// What seeds the level's games.
  public let id: String
  public let game: CardGame
  public let rules: CardsRules
  public let matches: MatchTable
  /// The deck in the order of the script.
  let freshDeck: InlineArray<128, UInt8>

  /// `rules.deal` is at most the deck's size, and `matches` are those of the game's hands.
  public init(
    name: String, id: String? = nil, game: CardGame, rules: CardsRules, matches: MatchTable
  ) {
    precondition(rules.deal <= game.cards.count && matches.hand == rules.match)
    self.name = name
    self.id = id ?? name
    self.game = game
    self.rules = rules
    self.matches = matches
    freshDeck = InlineArray { UInt8(truncatingIfNeeded: $0) }
  }

  /// Whether the rules are the same on both.
  func isSame(as other: CardsLevel) -> Bool {
    self === other || (game.name == other.game.name && rules == other.rules)
  }

  /// All cards of the deck.
  var allCards: UInt128 {
    game.cards.count == 128 ? ~0 : (1 << UInt128(game.cards.count)) - 1
  }

  /// The points of a hand, or the penalty if it does not match.
  func score(_ a: UInt8, _ b: UInt8, _ c: UInt8) -> Int {
    matches.points(a, b, c).map { $0 &* rules.matched } ?? rules.mismatched
  }
}
