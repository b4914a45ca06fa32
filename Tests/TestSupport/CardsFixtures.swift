import CardsGame
import SimHarness
import Testing

/// Levels and games of cards for tests.
package enum Cards {
  package static func level(
    _ game: String, change: (inout CardsRules) -> Void = { _ in }
  ) throws -> CardsLevel {
    let cards = try #require(try Bubbles.library.cardGame(named: game))
    var rules = cards.rules
    change(&rules)
    return CardsLevel(
      name: "test", game: cards, rules: rules,
      matches: try Bubbles.library.matches(of: cards, hand: rules.match))
  }

  package static func streams(_ index: Int, seed: UInt64 = 1) -> GameStreams {
    GameStreams(level: LevelStreams(seed: seed, levelID: "cards"), index: index)
  }

  /// Counts matches the plain way.
  package static func plainCount(_ cards: [UInt8], in table: MatchTable) -> Int {
    var count = 0
    for j in cards.indices {
      for i in 0..<j {
        if table.hand == 2 {
          if table.points(cards[i], cards[j], 255) != nil { count += 1 }
        } else {
          for h in 0..<i where table.points(cards[h], cards[i], cards[j]) != nil { count += 1 }
        }
      }
    }
    return count
  }

  /// `count` different cards of a deck, uniformly.
  package static func hand(
    _ count: Int, of deck: Int, using random: inout SeededRandom
  ) -> [UInt8] {
    var cards = (0..<deck).map { UInt8($0) }
    for index in 0..<count { cards.swapAt(index, index + random.below(deck - index)) }
    return Array(cards.prefix(count))
  }

  package static func mask(_ cards: [UInt8]) -> UInt128 {
    cards.reduce(0) { $0 | 1 << UInt128($1) }
  }
}

/// A game in progress: keeps its context, and the events of the last move.
package struct CardsPlay: ~Copyable {
  package var context: GameContext
  package var state: CardsState
  package var events: [CardsEvent] = []

  package init(_ level: CardsLevel, index: Int = 0, seed: UInt64 = 1) throws {
    context = GameContext(streams: Cards.streams(index, seed: seed))
    var start: [CardsEvent] = []
    state = try CardsState(level: level, in: &context) { start.append($0) }
    events = start
  }

  package mutating func play(_ move: CardsMove) throws {
    var seen: [CardsEvent] = []
    try state.apply(move, in: &context) { seen.append($0) }
    events = seen
    try state.checkInvariants()
  }

  /// Expects a move to be refused and to change nothing; gives why.
  package mutating func refusal(_ move: CardsMove) -> String {
    let before = state
    do throws(MoveError) {
      try state.apply(move, in: &context) { _ in }
      return "it was played"
    } catch {
      #expect(state == before)
      return error.description
    }
  }

  /// The places of three cards that are no set, without those given.
  package func mismatch(without spared: [Int] = []) -> [Int]? {
    let places = (0..<state.table.placeCount).filter {
      state.table.holds($0) && !spared.contains($0)
    }
    for k in places.indices {
      for j in 0..<k {
        for i in 0..<j {
          let hand = [places[i], places[j], places[k]]
          let cards = hand.map { state.faces[$0] }
          if state.table.level.matches.points(cards[0], cards[1], cards[2]) == nil { return hand }
        }
      }
    }
    return nil
  }
}
