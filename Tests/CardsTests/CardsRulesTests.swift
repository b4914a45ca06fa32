import TestSupport
import Testing

@testable import CardsGame
@testable import SimHarness

/// The matching engine's rules, move by move.
@Suite struct CardsRulesTests {
  /// A game of Set whose table holds a set.
  private func game(
    refill: Bool = true, change: (inout CardsRules) -> Void = { _ in }
  ) throws -> CardsPlay {
    for index in 0..<50 {
      let play = try CardsPlay(
        try Cards.level("set") {
          $0.refill = refill
          change(&$0)
        }, index: index)
      if play.state.matchCount > 0 { return play }
    }
    throw CancellationError()
  }

  @Test func aSetLeavesAndTheTableIsRefilled() throws {
    var play = try game()
    let places = play.state.legalMove(at: 0).places
    try play.play(play.state.legalMove(at: 0))
    #expect(play.state.score == 3)
    #expect(play.state.table.cardCount == 12)
    #expect(play.state.table.deckLeft == 66)
    #expect(play.state.table.foundCount == 3)
    guard case .matched(let hand, 3) = play.state.table.status else {
      Issue.record("no match")
      return
    }
    #expect((0..<3).map { Int(hand.places[$0]) } == places)
    guard case .dealt(let dealt, false, false) = play.events[1] else {
      Issue.record("not refilled")
      return
    }
    #expect(dealt == places.reduce(0) { $0 | 1 << UInt128($1) })
  }

  /// A hint takes account of the cards that are chosen: one of its own is not named again, and any other
  /// is to be put back first.
  @Test func aHintTakesAccountOfWhatIsChosen() throws {
    var play = try game()
    let hint = play.state.legalMove(at: 0)
    var hand = CardTableHand(level: play.state.table.level, view: play.state.table)
    func keys(_ places: [Int]) -> String {
      places.map { String(hand.placeKeys[$0]) }.joined(separator: ", ")
    }
    let all = keys(hint.places)
    #expect(
      hand.take(hint: hint, index: 0, play.state.table) == "choose the marked cards (\(all)).")
    try play.play(.select(hint.places[0]))
    let rest = keys(Array(hint.places.dropFirst()))
    #expect(
      hand.take(hint: hint, index: 0, play.state.table) == "choose the marked cards (\(rest)).")
    #expect(hand.hinted == Array(hint.places.dropFirst()))
    try play.play(.deselect(hint.places[0]))
    let stray = try #require((0..<12).first { !hint.places.contains($0) })
    try play.play(.select(stray))
    #expect(
      hand.take(hint: hint, index: 0, play.state.table)
        == "put back the other chosen card (\(keys([stray]))), then choose the marked cards"
        + " (\(all)).")
  }

  @Test func withoutRefillCardsComeOnRequest() throws {
    var play = try game(refill: false)
    try play.play(play.state.legalMove(at: 0))
    #expect(play.state.table.cardCount == 9)
    let hadSet = play.state.matchCount > 0
    try play.play(.deal)
    #expect(play.state.table.cardCount == 12)
    #expect(play.state.score == (hadSet ? 2 : 3))
  }

  @Test func cardsAreDealtAtAnyTimeAndARequestOnAnEmptyDeckIsCounted() throws {
    var play = try game()
    try play.play(.deal)
    // A set was there.
    #expect(play.state.score == -1)
    while play.state.table.cardCount < 21 { try play.play(.deal) }
    // 21 cards always hold a set.
    #expect(play.state.matchCount > 0)
    try play.play(.deal)
    #expect(play.state.table.cardCount == 24)
    while play.state.table.deckLeft > 0 { try play.play(.deal) }
    #expect(play.state.table.cardCount == 81)
    #expect(play.state.matchCount == 1_080)
    #expect(play.state.legalMoveCount == 1_080)
    #expect(Set((0..<1_080).map { play.state.legalMove(at: $0) }).count == 1_080)
    let score = play.state.score
    let turn = play.state.table.turn
    try play.play(.deal)
    #expect(play.state.score == score)
    #expect(play.state.table.turn == turn + 1)
    guard case .deckEmpty = play.events[0] else {
      Issue.record("the request was met")
      return
    }
  }

  /// A table without a set at 12, 15 or 18 cards is dealt to, which costs nothing; 21 cards always
  /// hold one.
  @Test func deadTablesGrowToTwentyOneCardsAtMost() throws {
    var grown = 0
    for index in 0..<400 {
      var play = try CardsPlay(try Cards.level("set"), index: index)
      while play.state.outcome == nil {
        let cards = play.state.table.cardCount
        #expect(cards <= 21 && (cards < 21 || play.state.matchCount > 0))
        guard play.state.matchCount == 0 else {
          try play.play(play.state.legalMove(at: 0))
          continue
        }
        let score = play.state.score
        try play.play(play.state.legalMove(at: 0))
        #expect(play.state.score == score && play.state.table.cardCount == cards + 3)
        grown = max(grown, cards + 3)
      }
      #expect(play.state.table.cardCount != 3)
    }
    #expect(grown >= 18)
  }

  /// On an empty deck a set leaves gaps, and a card that has left cannot be named again.
  @Test func anEmptyDeckRefillsNothing() throws {
    var play = try game()
    while play.state.table.deckLeft > 0 { try play.play(.deal) }
    let move = play.state.legalMove(at: 0)
    try play.play(move)
    #expect(play.state.table.cardCount == 78)
    #expect(play.events.count == 1)
    let gone = move.places[0]
    #expect(play.refusal(move) == "illegal move: there is no card at place \(gone)")
    #expect(play.refusal(.select(gone)) == "illegal move: there is no card at place \(gone)")
    let offered = (0..<play.state.matchCount).map { play.state.legalMove(at: $0) }
    #expect(Set(offered).count == play.state.matchCount)
    #expect(offered.allSatisfy { $0.places.allSatisfy { !move.places.contains($0) } })
  }

  @Test func theLastNeededSelectionDecides() throws {
    var play = try game()
    let places = play.state.legalMove(at: 0).places
    try play.play(.select(places[0]))
    #expect(play.state.table.status == .selecting)
    try play.play(.select(places[1]))
    try play.play(.deselect(places[0]))
    #expect(play.state.table.selected.count == 1)
    try play.play(.select(places[0]))
    #expect(play.state.score == 0)
    try play.play(.select(places[2]))
    #expect(play.state.score == 3)
    #expect(play.state.table.selected.count == 0)
  }

  @Test func aMismatchCostsAPointAndStays() throws {
    var play = try game()
    let mismatch = play.mismatch()
    let places = try #require(mismatch)
    try play.play(try #require(CardsMove.cards(places)))
    #expect(play.state.score == -1)
    #expect(play.state.table.cardCount == 12)
    #expect(play.state.table.selected.count == 0)
    for place in places { try play.play(.select(place)) }
    #expect(play.state.score == -2)
  }

  /// A hand that is named at once leaves the selection of other cards as it is.
  @Test func removalWhileOthersAreSelected() throws {
    var play = try game()
    let places = play.state.legalMove(at: 0).places
    let other = try #require((0..<12).first { !places.contains($0) })
    try play.play(.select(other))
    try play.play(.select(places[1]))
    try play.play(play.state.legalMove(at: 0))
    #expect(play.state.table.selected.count == 1)
    #expect(play.state.table.selected.index(of: other) == 0)
    #expect(play.state.score == 3)
    try play.play(.deselect(other))
  }

  @Test func whatIsRefused() throws {
    let twice = try #require(CardsMove.cards([3, 3, 4]))
    let two = try #require(CardsMove.cards([3, 4]))
    let far = try #require(CardsMove.cards([3, 4, 90]))
    let pair = try #require(CardsMove.cards([1, 2]))
    var play = try game()
    #expect(
      play.refusal(twice)
        == "illegal move: the same card is named twice")
    #expect(
      play.refusal(two) == "illegal move: a hand has 3 cards, not 2")
    #expect(
      play.refusal(far)
        == "illegal move: there is no card at place 90")
    #expect(play.refusal(.select(12)) == "illegal move: there is no card at place 12")
    #expect(play.refusal(.deselect(1)) == "illegal move: the card at place 1 is not selected")
    try play.play(.select(1))
    #expect(
      play.refusal(.select(1))
        == "illegal move: the card at place 1 is selected already; deselect it")
    #expect(CardsMove.cards([1]) == nil && CardsMove.cards([1, 2, 128]) == nil)
    var down = try CardsPlay(try Cards.level("playing-cards"))
    #expect(down.refusal(.deal) == "illegal move: this game deals no cards on request")
    #expect(
      down.refusal(pair)
        == "illegal move: cards that lie face down are chosen one by one; use select")
  }

  // MARK: Face down

  /// The places of two cards that match with these points, or not (0).
  private func pair(_ points: Int, in play: borrowing CardsPlay) throws -> (Int, Int) {
    for b in 0..<22 {
      for a in 0..<b {
        let found = play.state.table.level.matches.points(
          play.state.faces[a], play.state.faces[b], 255)
        if (found ?? 0) == points { return (a, b) }
      }
    }
    throw CancellationError()
  }

  @Test(arguments: [(4, 16), (1, 4)])
  func aMatchOfPlayingCardsLeaves(_ points: Int, _ score: Int) throws {
    var play = try CardsPlay(try Cards.level("playing-cards"))
    let (a, b) = try pair(points, in: play)
    try play.play(.select(a))
    #expect(play.state.score == -1)
    #expect(play.state.table.visible.nonzeroBitCount == 1)
    try play.play(.select(b))
    #expect(play.state.score == score - 2)
    #expect(play.state.table.cardCount == 20)
    #expect(play.state.table.visible == 0)
  }

  @Test func aMismatchTurnsTheEarlierCardDown() throws {
    var play = try CardsPlay(try Cards.level("playing-cards"))
    let (a, b) = try pair(0, in: play)
    try play.play(.select(a))
    try play.play(.select(b))
    #expect(play.state.score == -4)
    #expect(play.state.table.places[a] == CardsTable.closed)
    #expect(play.state.table.places[b] == play.state.faces[b])
    // Closing is free.
    try play.play(.select(b))
    #expect(play.state.score == -4)
    #expect(play.state.table.visible == 0)
    try play.play(.select(a))
    try play.play(.deselect(a))
    #expect(play.state.score == -5)
  }

  @Test func threesOfPlayingCards() throws {
    var play = try CardsPlay(try Cards.level("playing-cards") { $0.match = 3 })
    let mismatch = play.mismatch()
    let hand = try #require(mismatch)
    for place in hand { try play.play(.select(place)) }
    #expect(play.state.score == -5)
    #expect(play.state.table.selected.count == 1)
    #expect(play.state.table.selected.index(of: hand[2]) == 0)
    #expect(try Cards.level("playing-cards") { $0.match = 3 }.score(0, 13, 26) == 48)
    #expect(try Cards.level("playing-cards") { $0.match = 3 }.score(0, 1, 2) == 12)
  }

  // MARK: Goals

  @Test func goals() throws {
    var play = try game { $0.goal = .score(6) }
    while play.state.outcome == nil { try play.play(play.state.legalMove(at: 0)) }
    #expect(play.state.outcome == .won)
    #expect(play.state.score >= 6)
    #expect(play.state.legalMoveCount == 0)
    #expect(play.refusal(.deal) == "the game is over")
    var outcomes: [Outcome: Int] = [:]
    for index in 0..<40 {
      var tens = try CardsPlay(try Cards.level("tens"), index: index)
      while tens.state.outcome == nil { try tens.play(tens.state.legalMove(at: 0)) }
      outcomes[try #require(tens.state.outcome), default: 0] += 1
      #expect((tens.state.outcome == .won) == (tens.state.table.held == 0))
    }
    #expect(outcomes.keys.sorted { $0.rawValue < $1.rawValue } == [.lost, .won])
  }

  /// The clock adds up what the moves say.
  @Test func theClockCounts() throws {
    var play = try game()
    var move = play.state.legalMove(at: 0)
    move.thought = 1500
    try play.play(move)
    #expect(play.state.table.clock == 1500)
    move.thought = -1
    #expect(play.refusal(move) == "illegal move: the time must not be negative")
  }

  /// A request while a match lies on the table costs points, whichever way the cards lie.
  @Test(arguments: [true, false]) func anEarlyRequestCosts(_ isFaceDown: Bool) throws {
    var play = try CardsPlay(
      try Cards.level("playing-cards") {
        $0.isFaceDown = isFaceDown
        $0.deal = 5
        $0.draw = 3
        $0.dealt = -5
      })
    // Among five cards there is always a pair.
    for request in 1...2 {
      try play.play(.deal)
      #expect(play.state.score == -5 * request)
      guard case .dealt(_, asked: true, missed: true) = play.events.first else {
        Issue.record("\(play.events)")
        return
      }
    }
  }
}
