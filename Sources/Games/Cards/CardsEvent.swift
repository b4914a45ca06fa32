import SimHarness

/// Up to three cards with the places where they lay, as fixed-size values; 255 fills up.
public struct CardsHand: Hashable, Sendable, BitwiseCopyable {
  public var places: SIMD4<UInt8>
  public var cards: SIMD4<UInt8>
  public var count: Int

  static let none = CardsHand(
    places: SIMD4(repeating: 255), cards: SIMD4(repeating: 255), count: 0)

  mutating func append(place: Int, card: UInt8) {
    places[count] = UInt8(truncatingIfNeeded: place)
    cards[count] = card
    count &+= 1
  }

  /// The position of a place, or nil.
  func index(of place: Int) -> Int? {
    for index in 0..<count where Int(places[index]) == place { return index }
    return nil
  }

  mutating func remove(at index: Int) {
    for later in index..<2 {
      places[later] = places[later &+ 1]
      cards[later] = cards[later &+ 1]
    }
    places[2] = 255
    cards[2] = 255
    count &-= 1
  }
}

/// What happened while a move was played.
public enum CardsEvent: Sendable, BitwiseCopyable {
  /// Cards came to these places; `asked` on request, `missed` while a match was on the table.
  case dealt(places: UInt128, asked: Bool, missed: Bool)
  /// Cards were asked for and there are none.
  case deckEmpty
  /// A card was selected, or turned up.
  case selected(place: Int, card: UInt8)
  /// A card was deselected, or turned face down.
  case deselected(place: Int, card: UInt8)
  case matched(CardsHand, points: Int)
  case mismatched(CardsHand, points: Int)
  case won
  case lost
  case ended
}
