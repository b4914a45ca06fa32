import SimHarness

/// The matching hands of a deck and their points, tabulated once.
///
/// Pairs are a mask of partners per card. Triples of which any two have at most one third card, as
/// in Set, are that card, by two cards; other triples are a mask of third cards, by two cards.
public final class MatchTable: Sendable {
  /// Cards of the deck, at most 128.
  public let cards: Int
  /// Cards of a hand: 2 or 3.
  public let hand: Int
  /// How many hands of the whole deck match.
  public let count: Int
  /// The third card in row `a` and column `b`, `a` itself for none; empty if two cards may have
  /// several.
  let third: [UInt8]
  /// The same, but only where the third card is the greatest; `none` elsewhere.
  ///
  /// So each match stands in it once, by its two smaller cards.
  let greatest: [UInt8]
  /// No card has this number.
  static let none = UInt8.max
  /// A row of `third` has 2 to the power of this places.
  static let rowBits = 7
  /// Partners by card, or third cards by `a * cards + b`.
  let masks: [UInt128]
  /// Points by the hand's number, `noMatch` where it is none.
  private let points: [Int16]
  var allPoints: [Int16] { points }
  /// The sum of all hands' points, and of hands.
  let total: (points: Int, hands: Int)
  /// What a script printed while it was asked, line by line.
  let printed: [String]

  static let noMatch = Int16.min
  /// The range of a match's points.
  public static let pointRange = -10_000...10_000

  /// Tabulates a rule that does not depend on the cards' order.
  ///
  /// `score` gives the points of cards in ascending order, or nil; the third is -1 in a hand of
  /// two. `printed` gives what was printed meanwhile; it is called at the end.
  public init<Failure: Error>(
    cards: Int, hand: Int, score: (Int, Int, Int) throws(Failure) -> Int?,
    printed: () -> [String] = { [] }
  ) throws(Failure) {
    precondition(hand == 2 || hand == 3)
    self.cards = cards
    self.hand = hand
    var points: [Int16] = []
    var masks = [UInt128](repeating: 0, count: hand == 2 ? cards : cards * cards)
    var sum = 0
    var count = 0
    func keep(_ value: Int?) -> Bool {
      points.append(value.map { Int16($0) } ?? Self.noMatch)
      sum += value ?? 0
      count += value == nil ? 0 : 1
      return value != nil
    }
    if hand == 2 {
      for b in 0..<cards {
        for a in 0..<b where keep(try score(a, b, -1)) {
          masks[a] |= 1 << UInt128(b)
          masks[b] |= 1 << UInt128(a)
        }
      }
    } else {
      for c in 0..<cards {
        for b in 0..<c {
          for a in 0..<b where keep(try score(a, b, c)) {
            for (x, y, z) in [(a, b, c), (a, c, b), (b, c, a)] {
              masks[x * cards + y] |= 1 << UInt128(z)
              masks[y * cards + x] |= 1 << UInt128(z)
            }
          }
        }
      }
    }
    let isSingle = hand == 3 && masks.allSatisfy { $0 & ($0 &- ($0 == 0 ? 0 : 1)) == 0 }
    third = isSingle ? Self.thirdCards(masks, cards: cards) : []
    greatest = third.enumerated().map { place, card in
      let (a, b) = (place >> Self.rowBits, place & (1 << Self.rowBits - 1))
      return Int(card) > max(a, b) ? card : Self.none
    }
    self.masks = isSingle ? [] : masks
    self.points = points
    self.count = count
    total = (sum, points.count)
    self.printed = printed()
  }

  private static func thirdCards(_ masks: [UInt128], cards: Int) -> [UInt8] {
    var third = (0..<cards << rowBits).map { UInt8($0 >> rowBits) }
    for a in 0..<cards {
      for b in 0..<cards where masks[a * cards + b] != 0 {
        third[a << rowBits | b] = UInt8(masks[a * cards + b].trailingZeroBitCount)
      }
    }
    return third
  }

  /// The points of a hand, or nil when it does not match.
  ///
  /// The cards are different ones in any order; the third does not count in a hand of two.
  public func points(_ a: UInt8, _ b: UInt8, _ c: UInt8) -> Int? {
    let value = points[number(Int(a), Int(b), Int(c))]
    return value == Self.noMatch ? nil : Int(value)
  }

  /// The place of a hand: C(c, 3) + C(b, 2) + a of its cards in ascending order.
  private func number(_ a: Int, _ b: Int, _ c: Int) -> Int {
    let low = min(a, b)
    let high = max(a, b)
    if hand == 2 { return high * (high - 1) / 2 + low }
    let lowest = min(low, c)
    let highest = max(high, c)
    let middle = a + b + c - lowest - highest
    return highest * (highest - 1) * (highest - 2) / 6 + middle * (middle - 1) / 2 + lowest
  }

  // MARK: Counting

  /// How many matches there are among the cards of a mask.
  public func count(in mask: UInt128) -> Int {
    // Local, so that nothing of the table is looked up again.
    let third = third
    let masks = masks
    let cards = cards
    var held = InlineArray<128, UInt8>(repeating: 0)
    var size = 0
    var rest = UInt64(truncatingIfNeeded: mask)
    for first in 0..<2 {
      while rest != 0 {
        held[size & 127] = UInt8(truncatingIfNeeded: first &<< 6 | rest.trailingZeroBitCount)
        size &+= 1
        rest &= rest &- 1
      }
      rest = UInt64(truncatingIfNeeded: mask &>> 64)
    }
    var count = 0
    if hand == 2 {
      for place in 0..<size { count &+= (masks[Int(held[place])] & mask).nonzeroBitCount }
      return count / 2
    }
    if third.isEmpty {
      for j in 0..<size {
        for i in 0..<j {
          count &+=
            (masks[Int(held[j]) &* cards &+ Int(held[i])] & mask & Self.above(held[j]))
            .nonzeroBitCount
        }
      }
      return count
    }
    // 1 for each card up to the last one looked at. A match is met there, from both other cards.
    var isThere = InlineArray<128, UInt8>(repeating: 0)
    for j in 0..<size {
      let card = held[j & 127]
      let row = Int(card) &<< Self.rowBits
      for i in 0..<j {
        let completing = third[row | Int(held[i & 127])]
        count &+= Int(isThere[Int(completing & 127)])
      }
      isThere[Int(card & 127)] = 1
    }
    return count / 2
  }

  /// The cards of greater number.
  @inline(__always)
  static func above(_ card: UInt8) -> UInt128 {
    card >= 127 ? 0 : ~UInt128(0) &<< UInt128(card &+ 1)
  }

  /// Whether any match is among the cards of a mask.
  public func hasMatch(in mask: UInt128) -> Bool { count(in: mask) > 0 }
}
