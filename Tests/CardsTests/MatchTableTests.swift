import TestSupport
import Testing

@testable import CardsGame
@testable import SimHarness

/// Exact facts about the decks.
///
/// Source: docs/rules.md, "Card games"; the counts of hands without a set are Knuth's.
@Suite struct MatchTableTests {
  private func set() throws -> MatchTable { try Cards.level("set").matches }

  @Test func threeCardHandsOfSet() throws {
    let table = try set()
    #expect(table.allPoints.count == 85_320)
    #expect(table.count == 1_080)
    #expect(table.allPoints.filter { $0 == MatchTable.noMatch }.count == 84_240)
    #expect(!table.third.isEmpty && table.masks.isEmpty)
  }

  /// The script's table is that of the rule in Swift.
  @Test func theScriptSaysWhatTheRuleSays() throws {
    let plain = PlainDeck.features([3, 3, 3, 3]).level(
      named: "set", rules: try Cards.level("set").rules)
    #expect(plain.matches.isSame(as: try set()))
    for hand in [2, 3] {
      let level = try Cards.level("playing-cards") { $0.match = hand }
      let table = MatchTable(cards: 52, hand: hand) { a, b, c -> Int? in
        let cards = [a, b] + (c < 0 ? [] : [c])
        if Set(cards.map { $0 % 13 }).count == 1 { return hand == 2 ? 4 : 12 }
        if Set(cards.map { $0 / 13 }).count == 1 { return hand == 2 ? 1 : 3 }
        return nil
      }
      #expect(level.matches.isSame(as: table))
    }
  }

  /// Hands of k cards without a set, enumerated.
  @Test func handsWithoutASet() throws {
    let table = try set()
    var expected = [0: 1, 1: 81, 2: 3_240, 3: 84_240, 4: 1_579_500]
    if let lines = try Oracle.lines("set/set_free_counts.tsv") {
      for line in lines.dropFirst().prefix(5) {
        let fields = line.split(separator: "\t")
        let size = try #require(Int(fields[0]))
        #expect(Int(fields[2]) == expected[size])
      }
    }
    let third = table.third
    var counts = [1, 81, 81 * 80 / 2, 0, 0]
    for b in 0..<81 {
      for a in 0..<b {
        let forbidden = third[a << 7 | b]
        for c in (b + 1)..<81 where c != Int(forbidden) {
          counts[3] += 1
          let left = ~(Cards.mask([forbidden, third[a << 7 | c], third[b << 7 | c]]))
          // Cards above c that complete no two of the three.
          counts[4] +=
            (left & MatchTable.above(UInt8(c)) & ((1 << 81) - 1)).nonzeroBitCount
        }
      }
    }
    for (size, count) in counts.enumerated() {
      #expect(count == expected.removeValue(forKey: size), "\(size)")
    }
  }

  /// The fast count is the plain one, for both sizes of hands and both kinds of tables.
  @Test(arguments: ["set", "pairs", "triples", "tens"])
  func countsAreThePlainOnes(_ name: String) throws {
    let table: MatchTable
    switch name {
    case "pairs": table = try Cards.level("playing-cards").matches
    case "triples": table = try Cards.level("playing-cards") { $0.match = 3 }.matches
    default: table = try Cards.level(name).matches
    }
    var random = SeededRandom(key: StreamKey(rawValue: 5))
    for _ in 0..<1_500 {
      let cards = Cards.hand(random.below(25), of: table.cards, using: &random)
      let mask = Cards.mask(cards)
      let count = Cards.plainCount(cards, in: table)
      #expect(table.count(in: mask) == count)
      #expect(table.hasMatch(in: mask) == (count > 0))
    }
    #expect(table.count(in: (1 << UInt128(table.cards)) - 1) == table.count)
  }

  /// Means and rates over 200,000 deals, within five standard errors.
  @Test func setsOnTwelveCards() throws {
    let table = try set()
    var random = SeededRandom(key: StreamKey(rawValue: 8))
    let deals = 200_000
    var deck = (0..<81).map { UInt8($0) }
    var sum = 0
    var none = 0
    for _ in 0..<deals {
      var mask: UInt128 = 0
      for index in 0..<12 {
        deck.swapAt(index, index + random.below(81 - index))
        mask |= 1 << UInt128(deck[index])
      }
      let count = table.count(in: mask)
      sum += count
      if count == 0 { none += 1 }
    }
    let mean = Double(sum) / Double(deals)
    // The variance of the number of sets on 12 cards is 220/79 * (1 - 1/79), pairs of sets being
    // all but independent; 3 is above it.
    #expect(abs(mean - 220.0 / 79) < 5 * (3.0 / Double(deals)).squareRoot())
    let rate = 0.0323019785855
    let error = (rate * (1 - rate) / Double(deals)).squareRoot()
    // Knuth's number of hands over C(81, 12).
    #expect(abs(2_284_535_476_080.0 / 70_724_320_184_700 - rate) < 5e-14)
    #expect(abs(Double(none) / Double(deals) - rate) < 5 * error)
  }

  /// Two cards of Set have one third card: C(n, 3) / 79 sets among n cards in the
  /// mean, 220/79 among 12.
  @Test func theMeanNumberOfSetsIsExact() throws {
    let table = try set()
    #expect(table.count * 79 == table.allPoints.count)
    for a in 0..<81 {
      for b in 0..<81 where a != b {
        let c = Int(table.third[a << MatchTable.rowBits | b])
        #expect(c != a && c != b && table.points(UInt8(a), UInt8(b), UInt8(c)) == 1)
      }
    }
  }

  @Test func pairsOfPlayingCards() throws {
    let table = try Cards.level("playing-cards").matches
    // 390 of C(52, 2) = 1326 pairs: 5/17; C(22, 2) * 5/17 = 1155/17.
    #expect(table.count * 17 == 5 * table.allPoints.count)
    #expect(231 * table.count * 17 == 1155 * table.allPoints.count)
    // Hands without a match, enumerated: cards of ranks and suits of their own, so four at most.
    var hands: [UInt128] = [0]
    for count in [52, 936, 6_864, 17_160, 0] {
      hands = hands.flatMap { hand in
        (0..<52).map { hand | 1 << UInt128($0) }.filter {
          $0.leadingZeroBitCount < hand.leadingZeroBitCount && !table.hasMatch(in: $0)
        }
      }
      #expect(hands.count == count)
    }
  }

  @Test func pointsDoNotDependOnTheOrder() throws {
    let table = try Cards.level("playing-cards") { $0.match = 3 }.matches
    // Three aces, three clubs, and neither.
    for hand: [UInt8] in [[0, 13, 26], [26, 0, 13], [13, 26, 0]] {
      #expect(table.points(hand[0], hand[1], hand[2]) == 12)
    }
    #expect(table.points(2, 0, 1) == 3)
    #expect(table.points(0, 1, 14) == nil)
  }
}
