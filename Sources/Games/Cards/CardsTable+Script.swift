import SimHarness

extension CardsState: ScriptPlayable {
  public static func give(_ move: CardsMove, to reply: inout ScriptReply) {
    let places = move.places
    reply.beginRecord(count: 1 + places.count)
    reply.give("kind")
    reply.give("\(move.action)")
    for (name, place) in zip(["first", "second", "third"], places) {
      reply.give(name)
      reply.give(place + 1)
    }
  }
}

extension CardsLookahead: ScriptAnswering {
  public static var gameName: String { "a card game" }

  /// The place of a card that is turned up or down.
  public mutating func place(of index: Int, in turn: borrowing Turn<CardsState>) -> Int? {
    let move = turn.state.legalMove(at: index)
    return move.action == .select ? Int(move.first) + 1 : nil
  }

  public mutating func answer(
    _ function: TurnFunction, _ request: ScriptRequest, of turn: borrowing Turn<CardsState>,
    to reply: inout ScriptReply
  ) throws(ScriptCallError) -> Bool {
    let places = turn.state.table.places
    switch function {
    case .at:
      guard let place = request.place(0, among: CardGame.maxCards) else {
        throw ScriptCallError("turn:at needs a place on the table, from 1")
      }
      let card = places[place]
      switch card {
      case CardsTable.empty: reply.give(.none)
      case CardsTable.closed: reply.give("?")
      default: reply.give(turn.state.table.level.game.cards[Int(card)].name)
      }
    case .snapshot:
      // Each place's card by its number in the deck from 1; 0 for none, -1 face down.
      if request[0].kind == .table { reply.beginFill(argument: 0) } else { reply.beginList() }
      for place in 0..<turn.state.table.placeCount {
        let card = places[place]
        reply.append(
          card == CardsTable.empty ? 0 : card == CardsTable.closed ? -1 : Int(card) + 1)
      }
    default: return false
    }
    return true
  }
}
