import SimHarness

/// A game of cards: what a player sees, and what is hidden from the player.
public struct CardsState: GameState {
  public typealias Level = CardsLevel
  public typealias Move = CardsMove
  public typealias Event = CardsEvent
  public typealias View = CardsTable

  /// A match by its places in ascending order, 8 bits each.
  typealias PackedMatch = UInt32
  /// Matches that are kept; a table with more is searched again.
  static let keptMatches = 32

  package var table: CardsTable
  /// The deck: the first `drawn` cards are dealt, the others lie in no order yet.
  var deck: InlineArray<128, UInt8>
  var drawn = 0
  /// The true card at each place.
  package var faces: InlineArray<128, UInt8>
  /// All cards on the table, whichever way they lie.
  var inPlay: UInt128 = 0
  /// Where in its stream this state draws: 0 in a real game, anywhere in an imagined one.
  var offset: UInt64 = 0
  /// Matches among cards that lie face up, in the order of their places.
  var matchCount = 0
  var matches: InlineArray<32, PackedMatch>

  public var view: CardsTable { table }
  public var outcome: Outcome? { table.outcome }
  public var score: Int { table.score }

  /// Whether a score wins.
  package var isPlayedToScore: Bool {
    if case .score = table.level.rules.goal { true } else { false }
  }

  /// The same table as the second of two players counts it, with their own points first.
  package var seenBySecond: CardsState {
    var copy = self
    copy.table.score = table.secondScore ?? 0
    copy.table.secondScore = table.score
    return copy
  }

  public init(
    level: CardsLevel, in context: inout GameContext, emit: (CardsEvent) -> Void
  ) throws(LevelError) {
    table = CardsTable(level: level)
    deck = level.freshDeck
    faces = InlineArray(repeating: CardsTable.empty)
    matches = InlineArray(repeating: 0)
    let dealt = deal(level.rules.deal, in: context)
    emit(.dealt(places: dealt, asked: false, missed: false))
    if !level.rules.isFaceDown { findMatches() }
    checkForEnd(hasMatch: hasMatch, emit: emit)
  }

  public static func == (a: Self, b: Self) -> Bool {
    guard
      a.drawn == b.drawn && a.offset == b.offset && a.inPlay == b.inPlay && a.table == b.table
    else { return false }
    let (facesA, facesB) = (a.faces, b.faces)
    for place in 0..<a.table.placeCount where facesA[place] != facesB[place] { return false }
    let (deckA, deckB) = (a.deck, b.deck)
    for index in a.drawn..<a.table.level.game.cards.count where deckA[index] != deckB[index] {
      return false
    }
    return true
  }

  public func hash(into digest: inout StableDigest) {
    table.hash(into: &digest)
    digest.combine(drawn)
    digest.combine(offset)
    let faces = faces
    if table.level.rules.isFaceDown {
      for place in 0..<table.placeCount { digest.combine(Int(faces[place])) }
    }
    let deck = deck
    var word: UInt64 = 0
    for index in drawn..<table.level.game.cards.count {
      word = word &<< 8 | UInt64(deck[index])
      if index & 7 == 7 { digest.combine(word) }
    }
    digest.combine(word)
  }

  // MARK: Moves

  /// Each match on the table and the request for cards, or each card that lies face down or was
  /// turned up.
  public var legalMoveCount: Int {
    guard table.outcome == nil else { return 0 }
    let cards = table.level.rules.isFaceDown ? table.held.nonzeroBitCount : matchCount
    return table.canDeal ? cards &+ 1 : cards
  }

  /// A player without a plan takes a match where one lies open, and asks for cards only where
  /// there is none.
  public var aimlessMoveCount: Int {
    matchCount > 0 && table.outcome == nil ? matchCount : legalMoveCount
  }

  public func legalMove(at index: Int) -> CardsMove {
    if table.level.rules.isFaceDown {
      var rest = table.held
      for _ in 0..<index { rest &= rest &- 1 }
      return rest == 0 ? .deal : .select(rest.trailingZeroBitCount)
    }
    if index >= matchCount { return .deal }
    if index < Self.keptMatches {
      let matches = matches
      return CardsMove(packed: matches[index])
    }
    return CardsMove(packed: MatchSearch(self, from: index).kept[0])
  }

  public func appendLegalMoves(to moves: inout [CardsMove]) {
    for index in 0..<legalMoveCount { moves.append(legalMove(at: index)) }
  }

  // MARK: Matches

  /// Finds the matches among the cards that lie face up.
  mutating func findMatches() {
    let search = MatchSearch(self)
    matches = search.kept
    matchCount = search.count
  }

  /// Whether any hand on the table matches, whichever way its cards lie.
  var hasMatch: Bool {
    table.level.rules.isFaceDown ? table.level.matches.hasMatch(in: inPlay) : matchCount > 0
  }
}

extension CardsMove {
  init(packed match: CardsState.PackedMatch) {
    self.init(
      .cards, UInt8(truncatingIfNeeded: match), UInt8(truncatingIfNeeded: match &>> 8),
      UInt8(truncatingIfNeeded: match &>> 16))
  }
}
