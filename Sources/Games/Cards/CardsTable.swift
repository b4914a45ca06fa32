import SimHarness

/// What a player of a card game sees.
///
/// Cards that lie face down are `closed`; the deck's order is not in here.
public struct CardsTable: Sendable {
  /// A place without a card, and the end of a hand of two.
  static let empty: UInt8 = 255
  /// A place whose card lies face down.
  static let closed: UInt8 = 254

  /// The result of the last choice.
  public enum Status: Hashable, Sendable, BitwiseCopyable {
    /// Nothing was chosen yet.
    case none
    /// A hand is being chosen.
    case selecting
    case matched(CardsHand, points: Int)
    case mismatched(CardsHand, points: Int)
  }

  public let level: CardsLevel
  /// The card at each place, `closed` or `empty`.
  var places: InlineArray<128, UInt8>
  /// Places in use: beyond them all are empty.
  public internal(set) var placeCount = 0
  /// The places that hold a card.
  public internal(set) var held: UInt128 = 0
  /// The cards on the table whose faces can be seen.
  public internal(set) var visible: UInt128 = 0
  /// The cards that are selected, or turned up, in the order chosen.
  public internal(set) var selected = CardsHand.none
  public internal(set) var status = Status.none
  /// The cards of all matches so far, a hand after another.
  var found: InlineArray<128, UInt8>
  public internal(set) var foundCount = 0
  public internal(set) var deckLeft: Int
  /// The points of a single player, or of the first of two.
  public internal(set) var score = 0
  /// The points of the second of two; nil for a single player.
  public internal(set) var secondScore: Int?
  /// Moves made.
  public internal(set) var turn = 0
  /// The simulated time the players thought, in ms.
  public internal(set) var clock = 0
  public internal(set) var outcome: Outcome?

  init(level: CardsLevel) {
    self.level = level
    places = InlineArray(repeating: Self.empty)
    found = InlineArray(repeating: Self.empty)
    deckLeft = level.game.cards.count
  }

  /// The cards that lie on the table.
  public var cardCount: Int { held.nonzeroBitCount }

  /// Whether cards can be dealt on request.
  var canDeal: Bool { deckLeft > 0 && level.rules.draw > 0 }

  /// Which of two players, 1 or 2, has the score that wins; nil if neither has, or one plays alone.
  var winnerByScore: Int? {
    guard secondScore != nil, case .score(let needed) = level.rules.goal else { return nil }
    return scorer(of: needed)
  }

  /// The player who has a score: 1, also where one plays alone, or 2; nil if neither has.
  func scorer(of needed: Int) -> Int? {
    if score >= needed { return 1 }
    if let secondScore, secondScore >= needed { return 2 }
    return nil
  }

  /// Whether there is a card at a place.
  package func holds(_ place: Int) -> Bool {
    place >= 0 && place < 128 && held &>> UInt128(truncatingIfNeeded: place) & 1 != 0
  }

  /// The cards of the matches so far.
  var foundCards: UInt128 {
    let found = found
    var mask: UInt128 = 0
    for index in 0..<foundCount { mask |= 1 &<< UInt128(found[index]) }
    return mask
  }

  /// Gives points to a player.
  mutating func award(_ points: Int, to player: UInt8) {
    if player == 2 { secondScore = (secondScore ?? 0) &+ points } else { score &+= points }
  }

  /// The lowest place without a card.
  var freePlace: Int { (~held).trailingZeroBitCount }

  func hash(into digest: inout StableDigest) {
    let places = places
    let found = found
    for start in stride(from: 0, to: placeCount, by: 8) {
      var word: UInt64 = 0
      for offset in 0..<8 { word = word &<< 8 | UInt64(places[start &+ offset]) }
      digest.combine(word)
    }
    for start in stride(from: 0, to: foundCount, by: 8) {
      var word: UInt64 = 0
      for offset in 0..<8 { word = word &<< 8 | UInt64(found[start &+ offset]) }
      digest.combine(word)
    }
    digest.combine(placeCount)
    digest.combine(foundCount)
    for index in 0..<selected.count { digest.combine(Int(selected.places[index])) }
    digest.combine(selected.count)
    digest.combine(score)
    digest.combine(turn)
    digest.combine(clock)
    digest.combine(deckLeft)
    digest.combine(outcome.map { Int(Outcome.allCases.firstIndex(of: $0) ?? 0) } ?? -1)
    if let secondScore { digest.combine(secondScore) }
  }
}

extension CardsTable: Equatable {
  public static func == (a: Self, b: Self) -> Bool {
    guard
      a.level.isSame(as: b.level) && a.placeCount == b.placeCount && a.held == b.held
        && a.visible == b.visible && a.selected == b.selected && a.status == b.status
        && a.foundCount == b.foundCount && a.deckLeft == b.deckLeft && a.score == b.score
        && a.secondScore == b.secondScore && a.turn == b.turn && a.clock == b.clock
        && a.outcome == b.outcome
    else { return false }
    return isEqual(a.places, b.places, count: a.placeCount)
      && isEqual(a.found, b.found, count: a.foundCount)
  }

  private static func isEqual(
    _ a: InlineArray<128, UInt8>, _ b: InlineArray<128, UInt8>, count: Int
  ) -> Bool {
    for index in 0..<count where a[index] != b[index] { return false }
    return true
  }
}
