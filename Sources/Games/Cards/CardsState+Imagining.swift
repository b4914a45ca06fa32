import SimHarness

extension CardsState {
  /// Futures tried until one has a match, as every game that continues has.
  private static let tries: UInt64 = 32

  public func imagined(in imagination: inout GameContext) -> Self {
    imagined(in: &imagination, knowing: CardsMemory())
  }

  /// A state that agrees with the view and with what a player remembers of cards that were turned
  /// down.
  func imagined(in imagination: inout GameContext, knowing memory: CardsMemory) -> Self {
    var copy = self
    copy.offset = imagination.nextImaginedOffset()
    copy.gatherHidden(knowing: memory)
    guard table.level.rules.isFaceDown else { return copy }
    for attempt in 0..<Self.tries {
      copy.drawFaces(
        knowing: memory, from: copy.offset &+ 256 &* (attempt &+ 1), in: imagination)
      if table.canDeal || copy.hasMatch { break }
    }
    return copy
  }

  /// Puts the cards whose place nobody knows into one order, the dealt ones before them.
  private mutating func gatherHidden(knowing memory: CardsMemory) {
    var hidden = table.level.allCards & ~table.foundCards & ~table.visible
    for index in memory.indices(on: table) { hidden &= ~(1 &<< UInt128(memory.card(at: index))) }
    var place = table.level.game.cards.count
    // The largest cards go to the end, so that the order reveals nothing.
    while hidden != 0 {
      let card = 127 &- hidden.leadingZeroBitCount
      hidden &= ~(1 &<< UInt128(truncatingIfNeeded: card))
      place &-= 1
      deck[place] = UInt8(truncatingIfNeeded: card)
    }
    var known = table.level.allCards
    for index in place..<table.level.game.cards.count { known &= ~(1 &<< UInt128(deck[index])) }
    var index = 0
    while known != 0 {
      deck[index] = UInt8(truncatingIfNeeded: known.trailingZeroBitCount)
      known &= known &- 1
      index &+= 1
    }
  }

  /// Draws a card for each place that lies face down and is not remembered.
  private mutating func drawFaces(
    knowing memory: CardsMemory, from first: UInt64, in context: borrowing GameContext
  ) {
    let count = table.level.game.cards.count
    var unknown: UInt128 = 0
    var rest = table.held
    while rest != 0 {
      let place = rest.trailingZeroBitCount
      rest &= rest &- 1
      if table.places[place] != CardsTable.closed {
        faces[place] = table.places[place]
      } else if let card = memory.card(onPlace: place) {
        faces[place] = card
      } else {
        unknown |= 1 &<< UInt128(truncatingIfNeeded: place)
      }
    }
    // The unknown cards on the table are drawn behind the dealt part, then counted to it.
    var index = count &- table.deckLeft &- unknown.nonzeroBitCount
    while unknown != 0 {
      let place = unknown.trailingZeroBitCount
      unknown &= unknown &- 1
      let bits = context.streams.deal.bits(first &+ UInt64(truncatingIfNeeded: index))
      let left = UInt64(truncatingIfNeeded: count &- index)
      let other = index &+ Int(truncatingIfNeeded: bits.multipliedFullWidth(by: left).high)
      let card = deck[other]
      deck[other] = deck[index]
      deck[index] = card
      faces[place] = card
      index &+= 1
    }
    inPlay = 0
    rest = table.held
    while rest != 0 {
      inPlay |= 1 &<< UInt128(faces[rest.trailingZeroBitCount])
      rest &= rest &- 1
    }
  }
}
