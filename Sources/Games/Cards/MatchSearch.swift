import SimHarness

/// A search for the matches among the cards that lie face up, each found once, in an order that
/// depends on the places alone.
///
/// All memory is in the value, and its functions change it: an `InlineArray` that is indexed in a
/// closure's capture or from a function that does not may be copied at each use.
struct MatchSearch {
  /// Matches from number `first` on, as far as there is room.
  private(set) var kept = InlineArray<32, CardsState.PackedMatch>(repeating: 0)
  /// How many matches there are.
  private(set) var count = 0

  private let first: Int
  /// The cards in the order of their places, and the places.
  private var cards: InlineArray<128, UInt8>
  private var places = InlineArray<128, UInt8>(repeating: 0)
  /// The place of each card that is there, `nowhere` of the others and of no card.
  private var placeOfCard = InlineArray<256, UInt8>(repeating: CardsMove.nowhere)
  private var size = 0

  /// Always inlined: all that memory would be copied on its way out.
  @inline(__always)
  init(_ state: borrowing CardsState, from first: Int = 0) {
    self.first = first
    cards = state.faces
    for place in 0..<state.table.placeCount {
      let card = cards[place]
      if card == CardsTable.empty { continue }
      cards[size] = card
      places[size] = UInt8(truncatingIfNeeded: place)
      placeOfCard[Int(card)] = UInt8(truncatingIfNeeded: place)
      size &+= 1
    }
    let matches = state.table.level.matches
    if matches.hand == 2 {
      findPairs(matches.masks)
    } else if matches.third.isEmpty {
      findTriples(matches.masks, stride: matches.cards, among: state.inPlay)
    } else {
      findTriples(matches.greatest)
    }
  }

  private mutating func findPairs(_ partners: [UInt128]) {
    for later in 0..<size {
      let mask = partners[Int(cards[later])]
      for earlier in 0..<later where mask &>> UInt128(cards[earlier]) & 1 != 0 {
        keep(places[earlier], places[later], CardsMove.nowhere)
      }
    }
  }

  /// Triples of which any two have at most one third card: met once, by their two smaller cards.
  private mutating func findTriples(_ table: [UInt8]) {
    // A card's row is in the table, and a row has a place for every card.
    let greatest = table.span
    for later in 0..<size {
      let row = Int(cards[later]) &<< MatchTable.rowBits
      for earlier in 0..<later {
        let place = placeOfCard[Int(greatest[unchecked: row | Int(cards[earlier])])]
        if place != CardsMove.nowhere { keep(places[earlier], places[later], place) }
      }
    }
  }

  private mutating func findTriples(
    _ thirds: [UInt128], stride: Int, among inPlay: UInt128
  ) {
    for later in 0..<size {
      for earlier in 0..<later {
        let (a, b) = (cards[earlier], cards[later])
        var left = thirds[Int(b) &* stride &+ Int(a)] & inPlay & MatchTable.above(max(a, b))
        while left != 0 {
          keep(places[earlier], places[later], placeOfCard[left.trailingZeroBitCount])
          left &= left &- 1
        }
      }
    }
  }

  /// Places go in ascending order in 24 bits; `nowhere` comes last.
  private mutating func keep(_ a: UInt8, _ b: UInt8, _ c: UInt8) {
    let number = count &- first
    count &+= 1
    guard number >= 0 && number < CardsState.keptMatches else { return }
    let lowest = min(a, b, c)
    let highest = max(a, b, c)
    let middle = a ^ b ^ c ^ lowest ^ highest
    kept[number] = UInt32(lowest) | UInt32(middle) &<< 8 | UInt32(highest) &<< 16
  }
}
