import SimHarness

extension CardsState: ExportedGame {
  public static var moveColumns: [TurnColumn<Self>] {
    let places = (0..<3).map { number in
      TurnColumn.whole(
        "place_\(number + 1)", "place", "a card of the move, by its place on the table, from 0"
      ) { (_: borrowing Self, move) in
        number < move.places.count ? move.places[number] : nil
      }
    }
    return [
      .text("action", "text", "`cards`, `select`, `deselect` or `deal`") { $1.action.name }
    ] + places + [
      .whole(
        "player", "player",
        "which player of A:B moves: 1 is A, 2 is B, in either seat; null in a single-player game"
      ) {
        $1.player > 0 ? Int($1.player) : nil
      },
      .real("seconds", "s", "simulated thinking time of the player") {
        Double($1.thought) / 1000
      },
    ]
  }

  public static var features: [TurnColumn<Self>] {
    [
      .whole("cards_on_table", "cards", "cards on the table") { state, _ in
        state.table.cardCount
      },
      .whole("face_up", "cards", "cards on the table that lie face up") { state, _ in
        state.table.visible.nonzeroBitCount
      },
      .whole("deck_left", "cards", "cards in the deck") { state, _ in state.table.deckLeft },
      .whole(
        "matches_on_table", "matches",
        "matches among the cards on the table, face up or face down"
      ) { state, _ in
        state.table.level.matches.count(in: state.inPlay)
      },
      .whole("selected", "cards", "cards chosen so far for the next hand") { state, _ in
        state.table.selected.count
      },
      .whole("matches_found", "matches", "matches found so far") { state, _ in
        state.table.foundCount / state.table.level.rules.match
      },
      .whole("second_score", "points", "points of the second player; null if there is only one") {
        state, _ in
        state.table.secondScore
      },
      .real("clock", "s", "simulated thinking time of all players so far") { state, _ in
        Double(state.table.clock) / 1000
      },
      .whole("legal_moves", "moves", "moves offered to the player") { state, _ in
        state.legalMoveCount
      },
    ]
  }

  public func mover(of move: CardsMove) -> UInt8 { move.player }

  public func points(of player: UInt8) -> Int {
    player == 2 ? table.secondScore ?? 0 : table.score
  }

  public static func deal(ofGame index: Int, moves: [CardsMove]) -> Int {
    moves.contains { $0.player > 0 } ? BatchRequest.sharedDeal(ofGame: index) : index
  }
}

extension CardsMove.Action {
  /// The name in records, traces and exports.
  fileprivate var name: String {
    switch self {
    case .cards: "cards"
    case .select: "select"
    case .deselect: "deselect"
    case .deal: "deal"
    }
  }
}
