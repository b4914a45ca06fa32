import CardsGame
import SimHarness

/// The deals and checksum of the card benchmarks.
public enum CardsBench {
  private static let golden: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// The streams of game `game`.
  public static func streams(game: Int) -> GameStreams {
    func key(_ purpose: UInt64) -> StreamKey {
      StreamKey(rawValue: StreamKey.mix(UInt64(game) &* golden &+ purpose))
    }
    return GameStreams(deal: key(2), rules: key(4), scripts: key(5), agents: key(3))
  }

  /// A level of a card game with the script's rules.
  public static func level(_ game: CardGame, matches: MatchTable) -> CardsLevel {
    CardsLevel(name: "bench", game: game, rules: game.rules, matches: matches)
  }

  /// Deals of `cards` different cards each, as masks.
  public static func deals(_ count: Int, cards: Int, of deck: Int) -> [UInt128] {
    (0..<count).map { deal in
      var random = SeededRandom(key: streams(game: deal).deal)
      var order = Array(0..<deck)
      var mask: UInt128 = 0
      for index in 0..<cards {
        order.swapAt(index, index + random.below(deck - index))
        mask |= 1 << UInt128(order[index])
      }
      return mask
    }
  }

  /// Counts the matches of every deal: their sum.
  public static func count(_ deals: [UInt128], in matches: MatchTable) -> Int {
    var sum = 0
    for deal in deals { sum &+= matches.count(in: deal) }
    return sum
  }

  /// Counts moves, and folds scores and ends into a checksum.
  public struct Counter: Observer {
    public typealias State = CardsState
    public var moves = 0
    public private(set) var checksum: UInt64 = 0xCBF2_9CE4_8422_2325

    public init() {}

    @inlinable
    public mutating func moveDidApply(_ move: CardsMove, state: borrowing CardsState) {
      moves &+= 1
    }

    public mutating func gameDidEnd(_ state: borrowing CardsState, end: GameEnd, moves: Int) {
      for word in [state.score, moves] {
        checksum = (checksum ^ UInt64(truncatingIfNeeded: word)) &* 0x100_0000_01B3
      }
    }
  }
}
