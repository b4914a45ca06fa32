import SimHarness

/// A card game as its script declares it: the deck, what a hand is, and the rules' defaults.
///
/// Which hands match is tabulated apart, by `MatchTable`.
public final class CardGame: Sendable {
  /// One card of the deck.
  public struct Card: Hashable, Sendable {
    /// The name in traces and pictures, such as `2DSR`.
    public let name: String
    /// The features' values, in the order of the game's features.
    public let values: [Int]

    public init(name: String, values: [Int]) {
      self.name = name
      self.values = values
    }
  }

  /// The most cards of a deck: what a mask holds.
  public static let maxCards = 128
  /// The most features of a card.
  public static let maxFeatures = 8

  public let name: String
  public let summary: String
  /// The names of the cards' features, such as `rank`.
  public let features: [String]
  public let cards: [Card]
  /// The possible numbers of cards of a hand, 2 or 3, the default first.
  public let hands: [Int]
  /// The rules that a level starts from.
  public let rules: CardsRules
  public let source: ScriptSource
  /// What the script printed while the deck was made, line by line.
  let printed: [String]

  public convenience init(
    name: String, summary: String = "", features: [String], cards: [Card], hands: [Int],
    rules: CardsRules, source: ScriptSource
  ) {
    self.init(
      name: name, summary: summary, features: features, cards: cards, hands: hands, rules: rules,
      source: source, printed: [])
  }

  init(
    name: String, summary: String, features: [String], cards: [Card], hands: [Int],
    rules: CardsRules, source: ScriptSource, printed: [String]
  ) {
    precondition(cards.count <= Self.maxCards && features.count <= Self.maxFeatures)
    self.name = name
    self.summary = summary
    self.features = features
    self.cards = cards
    self.hands = hands
    self.rules = rules
    self.source = source
    self.printed = printed
  }

  /// The game with the first of its ranks and suits only; nil: with all of them.
  func limited(ranks: Int?, suits: Int?) -> CardGame {
    var left = cards
    for (feature, limit) in [("rank", ranks), ("suit", suits)] {
      guard let limit, let place = features.firstIndex(of: feature) else { continue }
      let values = Set(cards.map { $0.values[place] }).sorted().prefix(limit)
      left.removeAll { !values.contains($0.values[place]) }
    }
    guard left.count < cards.count else { return self }
    return CardGame(
      name: name, summary: summary, features: features, cards: left, hands: hands, rules: rules,
      source: source, printed: printed)
  }

  /// How many features are not the same on all cards of a hand; 255 ends a hand of two.
  func differences(_ a: UInt8, _ b: UInt8, _ c: UInt8) -> Int {
    let first = cards[Int(a)].values
    let second = cards[Int(b)].values
    let third = c == CardsTable.empty ? first : cards[Int(c)].values
    var count = 0
    for feature in first.indices
    where first[feature] != second[feature] || first[feature] != third[feature] { count += 1 }
    return count
  }
}

/// Where a level's card games come from, by name.
public protocol CardsCatalog: ScriptCatalog {
  /// The game of this name, or nil if there is none.
  /// - Throws: The fault of a script that is there and cannot be loaded.
  func cardGame(named name: String) throws(ScriptFault) -> CardGame?

  /// The matches of a game's hands.
  func matches(of game: CardGame, hand: Int) throws(ScriptFault) -> MatchTable

  /// The names to suggest for a mistyped one, sorted.
  var cardGameNames: [String] { get }
}
