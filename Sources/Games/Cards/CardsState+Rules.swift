import SimHarness

extension CardsState {
  public mutating func apply(
    _ move: CardsMove, in context: inout GameContext, emit: (CardsEvent) -> Void
  ) throws(MoveError) {
    guard table.outcome == nil else { throw .gameOver }
    guard move.thought >= 0 else { throw .illegal("the time must not be negative") }
    if move.player > 0 { try checkPlayer(of: move) }
    var changed = true
    switch move.action {
    case .cards: changed = try claim(move, in: context, emit: emit)
    case .select: changed = try select(move, in: context, emit: emit)
    case .deselect:
      try deselect(Int(move.first), emit: emit)
      changed = false
    case .deal: changed = try dealOnRequest(by: move.player, in: context, emit: emit)
    }
    if move.player > 0 { table.award(0, to: 2) }
    table.turn &+= 1
    table.clock &+= Int(move.thought)
    if changed && !table.level.rules.isFaceDown { findMatches() }
    // What lies on the table ends the game only when it has changed.
    checkForEnd(hasMatch: !changed || hasMatch, emit: emit)
  }

  private func checkPlayer(of move: CardsMove) throws(MoveError) {
    guard move.player <= 2 else { throw .illegal("there is no player \(move.player); use 1 or 2") }
    guard !table.level.rules.isFaceDown else {
      throw .illegal("two players need a table whose cards lie face up")
    }
  }

  // MARK: Choosing

  /// A whole hand is named at once: true when it left the table.
  private mutating func claim(
    _ move: CardsMove, in context: borrowing GameContext, emit: (CardsEvent) -> Void
  ) throws(MoveError) -> Bool {
    let rules = table.level.rules
    guard !rules.isFaceDown else {
      throw .illegal("cards that lie face down are chosen one by one; use select")
    }
    let count = move.third == CardsMove.nowhere ? 2 : 3
    guard count == rules.match else {
      throw .illegal("a hand has \(rules.match) cards, not \(count)")
    }
    guard move.first != move.second, move.first != move.third, move.second != move.third else {
      throw .illegal("the same card is named twice")
    }
    var hand = CardsHand.none
    try add(move.first, to: &hand)
    try add(move.second, to: &hand)
    if count == 3 { try add(move.third, to: &hand) }
    return decide(hand, by: move.player, in: context, emit: emit)
  }

  /// Mutating so that a face is read in place and not from a copy of all.
  private mutating func add(_ place: UInt8, to hand: inout CardsHand) throws(MoveError) {
    guard table.holds(Int(place)) else { throw .illegal("there is no card at place \(place)") }
    hand.append(place: Int(place), card: faces[Int(place)])
  }

  /// One more card is chosen; the last one needed decides.
  private mutating func select(
    _ move: CardsMove, in context: borrowing GameContext, emit: (CardsEvent) -> Void
  ) throws(MoveError) -> Bool {
    let place = Int(move.first)
    guard table.holds(place) else { throw .illegal("there is no card at place \(place)") }
    let isFaceDown = table.level.rules.isFaceDown
    if table.selected.index(of: place) != nil {
      guard isFaceDown else {
        throw .illegal("the card at place \(place) is selected already; deselect it")
      }
      try deselect(place, emit: emit)
      return false
    }
    let card = faces[place]
    if isFaceDown {
      table.places[place] = card
      table.visible |= 1 &<< UInt128(card)
      table.score &+= table.level.rules.chosen
    }
    emit(.selected(place: place, card: card))
    table.selected.append(place: place, card: card)
    table.status = .selecting
    guard table.selected.count == table.level.rules.match else { return false }
    return decide(table.selected, by: move.player, in: context, emit: emit)
  }

  /// Deselects a card; it is face down again in games that deal face down.
  private mutating func deselect(
    _ place: Int, emit: (CardsEvent) -> Void
  ) throws(MoveError) {
    guard let index = table.selected.index(of: place) else {
      throw .illegal("the card at place \(place) is not selected")
    }
    unselect(at: index, emit: emit)
    table.status = .selecting
  }

  private mutating func unselect(at index: Int, emit: (CardsEvent) -> Void) {
    let place = Int(table.selected.places[index])
    let card = table.selected.cards[index]
    table.selected.remove(at: index)
    if table.level.rules.isFaceDown {
      table.places[place] = CardsTable.closed
      table.visible &= ~(1 &<< UInt128(card))
    }
    emit(.deselected(place: place, card: card))
  }

  /// A full hand matches or not: true when it left the table.
  private mutating func decide(
    _ hand: CardsHand, by player: UInt8, in context: borrowing GameContext,
    emit: (CardsEvent) -> Void
  ) -> Bool {
    let level = table.level
    guard let worth = level.matches.points(hand.cards[0], hand.cards[1], hand.cards[2]) else {
      let points = level.rules.mismatched
      table.award(points, to: player)
      var shown = hand
      if level.rules.isFaceDown {
        // Cards that are turned face down again must be remembered by the player.
        for index in 0..<hand.count &- 1 { shown.cards[index] = CardsTable.closed }
      }
      table.status = .mismatched(shown, points: points)
      emit(.mismatched(hand, points: points))
      if level.rules.isFaceDown {
        // The one chosen last stays up.
        while table.selected.count > 1 { unselect(at: 0, emit: emit) }
      } else {
        drop(hand)
      }
      return false
    }
    let points = worth &* level.rules.matched
    table.award(points, to: player)
    table.status = .matched(hand, points: points)
    emit(.matched(hand, points: points))
    drop(hand)
    for index in 0..<hand.count { remove(hand.cards[index], from: Int(hand.places[index])) }
    if level.rules.refill {
      let missing = level.rules.deal &- table.cardCount
      let dealt = deal(min(missing, table.deckLeft), in: context)
      if dealt != 0 { emit(.dealt(places: dealt, asked: false, missed: false)) }
    }
    return true
  }

  /// Deselects the cards of a hand; other selected cards stay.
  private mutating func drop(_ hand: CardsHand) {
    for index in 0..<hand.count {
      if let position = table.selected.index(of: Int(hand.places[index])) {
        table.selected.remove(at: position)
      }
    }
  }

  private mutating func remove(_ card: UInt8, from place: Int) {
    let bit: UInt128 = 1 &<< UInt128(card)
    table.places[place] = CardsTable.empty
    faces[place] = CardsTable.empty
    table.held &= ~(1 &<< UInt128(truncatingIfNeeded: place))
    table.visible &= ~bit
    inPlay &= ~bit
    table.found[table.foundCount] = card
    table.foundCount &+= 1
  }

  // MARK: Dealing

  /// Deals up to the rules' number of cards: true when there were some.
  private mutating func dealOnRequest(
    by player: UInt8, in context: borrowing GameContext, emit: (CardsEvent) -> Void
  ) throws(MoveError) -> Bool {
    let rules = table.level.rules
    guard rules.draw > 0 else { throw .illegal("this game deals no cards on request") }
    guard table.deckLeft > 0 else {
      emit(.deckEmpty)
      return false
    }
    let missed = hasMatch
    if missed { table.award(rules.dealt, to: player) }
    let dealt = deal(min(rules.draw, table.deckLeft), in: context)
    emit(.dealt(places: dealt, asked: true, missed: missed))
    return true
  }

  /// Deals cards to the lowest free places, and gives those.
  mutating func deal(_ count: Int, in context: borrowing GameContext) -> UInt128 {
    guard count > 0 else { return 0 }
    let isFaceDown = table.level.rules.isFaceDown
    let key = context.streams.deal
    var dealt: UInt128 = 0
    for _ in 0..<count {
      let bits = key.bits(offset &+ UInt64(truncatingIfNeeded: drawn))
      let left = UInt64(truncatingIfNeeded: table.deckLeft)
      let other = drawn &+ Int(truncatingIfNeeded: bits.multipliedFullWidth(by: left).high)
      let card = deck[other]
      deck[other] = deck[drawn]
      deck[drawn] = card
      drawn &+= 1
      table.deckLeft &-= 1
      let place = table.freePlace
      let bit: UInt128 = 1 &<< UInt128(truncatingIfNeeded: place)
      let cardBit: UInt128 = 1 &<< UInt128(card)
      faces[place] = card
      table.places[place] = isFaceDown ? CardsTable.closed : card
      if !isFaceDown { table.visible |= cardBit }
      inPlay |= cardBit
      table.held |= bit
      dealt |= bit
      if place >= table.placeCount { table.placeCount = place &+ 1 }
    }
    return dealt
  }

  // MARK: The end

  /// The game is won by its goal, and over when nothing matches and nothing can be dealt.
  ///
  /// Of two players, the first to reach a score wins; the outcome is that of the first player.
  mutating func checkForEnd(hasMatch: Bool, emit: (CardsEvent) -> Void) {
    let goal = table.level.rules.goal
    if case .score(let needed) = goal, let scorer = table.scorer(of: needed) {
      table.outcome = scorer == 2 ? .lost : .won
      emit(scorer == 2 ? .lost : .won)
    } else if !hasMatch && !table.canDeal {
      if goal == .none {
        table.outcome = .ended
        emit(.ended)
      } else if goal == .clear && table.held == 0 {
        table.outcome = .won
        emit(.won)
      } else {
        table.outcome = .lost
        emit(.lost)
      }
    }
  }
}
