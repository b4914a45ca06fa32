import SimHarness

/// The value of turning cards up in one turn for a player who sees the open cards and remembers
/// some of the others: the mean points of the hand that is being chosen.
struct FaceDownValues {
  /// One choice.
  struct Choice {
    /// The mean points until the hand is full.
    var value: Double
    /// The points of this move alone, on average.
    var points: Double
    /// Whether the move certainly completes a match.
    var clears = false
  }

  private let level: CardsLevel
  private let open: CardsHand
  /// Remembered cards that lie face down.
  private let known: [(place: Int, card: UInt8)]
  /// The cards that may lie at an unknown place.
  private let unseen: [UInt8]
  /// The places whose cards are not known.
  private let unknownPlaces: UInt128

  /// The value of an impossible choice.
  private static let never = -1e9

  init(_ table: borrowing CardsTable, _ memory: CardsMemory) {
    level = table.level
    open = table.selected
    known = memory.indices(on: table).map { (memory.place(at: $0), memory.card(at: $0)) }
    var hidden = table.level.allCards & ~table.foundCards & ~table.visible
    var places = table.held
    for (place, card) in known {
      hidden &= ~(1 &<< UInt128(card))
      places &= ~(1 &<< UInt128(truncatingIfNeeded: place))
    }
    for index in 0..<open.count { places &= ~(1 &<< UInt128(open.places[index])) }
    unknownPlaces = places
    var cards: [UInt8] = []
    while hidden != 0 {
      cards.append(UInt8(truncatingIfNeeded: hidden.trailingZeroBitCount))
      hidden &= hidden &- 1
    }
    unseen = cards
  }

  func isUnknown(_ place: Int) -> Bool {
    unknownPlaces &>> UInt128(truncatingIfNeeded: place) & 1 != 0
  }

  /// The value of choosing the card at a place.
  func choice(of place: Int) -> Choice {
    if let index = open.index(of: place) {
      return Choice(value: closing(open.cards[index]), points: 0)
    }
    var cards = (0..<open.count).map { open.cards[$0] }
    let chosen = Double(level.rules.chosen)
    let isLast = cards.count + 1 == level.rules.match
    if let card = known.first(where: { $0.place == place })?.card {
      cards.append(card)
      let value = chosen + self.value(with: cards)
      let isMatch = isLast && level.matches.points(cards[0], cards[1], cards.third) != nil
      return Choice(value: value, points: isLast ? value : chosen, clears: isMatch)
    }
    cards.append(0)
    var sum = 0.0
    for card in unseen {
      cards[cards.count - 1] = card
      sum += value(with: cards)
    }
    let value = chosen + sum / Double(max(unseen.count, 1))
    return Choice(value: value, points: isLast ? value : chosen)
  }

  /// Closing an open card is free; it is worth the best known match without that card.
  private func closing(_ card: UInt8) -> Double {
    let others = (0..<open.count).map { open.cards[$0] }.filter { $0 != card }
    var best = Self.never
    // Of the cards that stay open some may be part of the match, and the rest can be closed too.
    for mask in 0..<(1 << others.count) {
      let kept = others.indices.filter { mask >> $0 & 1 != 0 }.map { others[$0] }
      best = max(best, bestKnown(from: kept))
    }
    return best
  }

  /// The mean points still to come with these cards open.
  private func value(with cards: [UInt8]) -> Double {
    if cards.count == level.rules.match {
      return Double(level.score(cards[0], cards[1], cards.third))
    }
    return max(bestKnown(from: cards), blind(from: cards))
  }

  /// The best match that completes these cards with remembered ones, or `never`.
  private func bestKnown(from cards: [UInt8]) -> Double {
    complete(cards, from: 0)
  }

  private func complete(_ cards: [UInt8], from first: Int) -> Double {
    if cards.count == level.rules.match {
      guard let points = level.matches.points(cards[0], cards[1], cards.third) else {
        return Self.never
      }
      return Double(points * level.rules.matched)
    }
    var best = Self.never
    for index in first..<max(known.count, first) where !cards.contains(known[index].card) {
      best = max(best, complete(cards + [known[index].card], from: index + 1))
    }
    return best <= Self.never ? best : best + Double(level.rules.chosen)
  }

  /// The mean points of continuing with unknown cards.
  ///
  /// Two cards more count as the mean of the deck.
  private func blind(from cards: [UInt8]) -> Double {
    guard unknownPlaces != 0, !unseen.isEmpty else { return Self.never }
    let chosen = Double(level.rules.chosen)
    let missing = level.rules.match - cards.count
    if missing > 1 { return Double(missing) * chosen + level.meanHand }
    var sum = 0
    var count = 0
    for card in unseen where !cards.contains(card) {
      sum += level.score(cards[0], cards.count > 1 ? cards[1] : card, card)
      count += 1
    }
    return chosen + Double(sum) / Double(max(count, 1))
  }
}

extension [UInt8] {
  /// The third card of a hand; the end of a hand of two.
  fileprivate var third: UInt8 { count > 2 ? self[2] : CardsTable.empty }
}

extension CardsLevel {
  /// The mean score of a hand of the whole deck.
  var meanHand: Double {
    let total = matches.total
    let misses = (total.hands - matches.count) * rules.mismatched
    return Double(total.points * rules.matched + misses) / Double(max(total.hands, 1))
  }
}
