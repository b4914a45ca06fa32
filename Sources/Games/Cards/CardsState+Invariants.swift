import SimHarness

extension CardsState {
  /// Every card is in one place only, masks agree with places, and the end is what lies there.
  public func checkInvariants() throws(InvariantViolation) {
    let level = table.level
    let places = table.places
    let faces = faces
    var cards = try foundOnce()
    var visible: UInt128 = 0
    for place in 0..<128 {
      let holds = table.holds(place)
      if holds != (faces[place] != CardsTable.empty)
        || holds != (places[place] != CardsTable.empty)
      {
        throw InvariantViolation("place \(place): masks and cards disagree")
      }
      guard holds else { continue }
      let bit: UInt128 = 1 &<< UInt128(faces[place])
      if cards & bit != 0 { throw InvariantViolation("card \(faces[place]) exists twice") }
      cards |= bit
      if inPlay & bit == 0 { throw InvariantViolation("card \(faces[place]) is not in play") }
      if places[place] != CardsTable.closed {
        visible |= bit
        if places[place] != faces[place] {
          throw InvariantViolation("place \(place) shows another card than lies there")
        }
      }
      if place >= table.placeCount { throw InvariantViolation("place \(place) is not counted") }
    }
    if visible != table.visible { throw InvariantViolation("other cards are visible than lie up") }
    let deck = deck
    for index in drawn..<level.game.cards.count {
      let bit: UInt128 = 1 &<< UInt128(deck[index])
      if cards & bit != 0 { throw InvariantViolation("card \(deck[index]) exists twice") }
      cards |= bit
    }
    if cards != level.allCards { throw InvariantViolation("a card is lost") }
    if table.deckLeft != level.game.cards.count - drawn {
      throw InvariantViolation("the deck is not counted")
    }
    if !level.rules.isFaceDown && matchCount != level.matches.count(in: inPlay) {
      throw InvariantViolation("\(matchCount) matches are kept, others are on the table")
    }
    if table.outcome == nil && !hasMatch && !table.canDeal {
      throw InvariantViolation("nothing matches and the game continues")
    }
    if table.selected.count >= level.rules.match {
      throw InvariantViolation("a full hand is undecided")
    }
  }

  /// The cards of the matches; none is there twice.
  private func foundOnce() throws(InvariantViolation) -> UInt128 {
    let cards = table.foundCards
    if cards.nonzeroBitCount != table.foundCount {
      throw InvariantViolation("a card was found twice")
    }
    if table.foundCount % table.level.rules.match != 0 {
      throw InvariantViolation("a match of another size was found")
    }
    return cards
  }
}
