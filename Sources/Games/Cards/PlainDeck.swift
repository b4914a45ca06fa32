import SimHarness

/// Decks that need no script, for what must not depend on one: the signature and small games that
/// try agents' scripts.
struct PlainDeck {
  let game: CardGame
  private let score: @Sendable (Int, Int, Int) -> Int?

  /// One card for each combination of features with these numbers of values; in triples every
  /// feature must be all alike or all different, in pairs one feature alike.
  static func features(_ counts: [Int]) -> PlainDeck {
    var cards: [[Int]] = [[]]
    for count in counts {
      cards = cards.flatMap { card in (0..<count).map { card + [$0] } }
    }
    let values = cards
    let isSet = counts.count > 2
    return PlainDeck(features: counts.indices.map { "f\($0)" }, cards: values) { a, b, c in
      if isSet {
        let isMatch = counts.indices.allSatisfy {
          Set([values[a][$0], values[b][$0], values[c][$0]]).count != 2
        }
        return isMatch ? 1 : nil
      }
      for (feature, points) in zip(counts.indices, [4, 1])
      where values[a][feature] == values[b][feature]
        && (c < 0 || values[a][feature] == values[c][feature])
      {
        return c < 0 ? points : 3 * points
      }
      return nil
    }
  }

  /// Ranks of several suits, of which two match that add up to one more than the highest.
  static func sums(ranks: Int, suits: Int) -> PlainDeck {
    let cards = (0..<(ranks * suits)).map { [$0 / suits + 1, $0 % suits] }
    return PlainDeck(features: ["rank", "suit"], cards: cards) { a, b, _ in
      cards[a][0] + cards[b][0] == ranks + 1 ? 1 : nil
    }
  }

  private init(
    features: [String], cards: [[Int]], score: @escaping @Sendable (Int, Int, Int) -> Int?
  ) {
    game = CardGame(
      name: "plain", features: features,
      cards: cards.map { values in
        CardGame.Card(name: values.map { "\($0)" }.joined(separator: "-"), values: values)
      }, hands: [2, 3], rules: CardsRules(), source: ScriptSource(name: "plain", text: ""))
    self.score = score
  }

  func level(named name: String, rules: CardsRules) -> CardsLevel {
    CardsLevel(
      name: name, game: game, rules: rules,
      matches: MatchTable(cards: game.cards.count, hand: rules.match, score: score))
  }
}
