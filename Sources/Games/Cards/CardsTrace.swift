import SimHarness

/// Writes a game of cards as trace lines, accounts and moves of records.
///
/// Source: docs/formats.md, "Game record and trace".
public enum CardsTrace {
  static func step(
    turn: Int, move: CardsMove?, events: [CardsEvent], state: CardsState
  ) -> ReplayStep {
    ReplayStep(
      turn: turn,
      trace: { line(turn: turn, move: move, events: events, state: state) },
      picture: { CardsPicture.text(of: state.view) },
      account: { account(turn: turn, move: move, events: events, state: state) })
  }

  /// The line of a turn; `move` is nil for the start.
  static func line(
    turn: Int, move: CardsMove?, events: [CardsEvent], state: CardsState
  ) -> JSONTree {
    let table = state.view
    return [
      "turn": .int(turn), "move": move.map(tree(of:)) ?? .null,
      "events": .array(events.map { tree(of: $0, table.level.game) }), "score": .int(state.score),
      "outcome": table.outcome.map { .string($0.rawValue) } ?? .null, "state": tree(of: table),
      "hash": .string(StableDigest.hex(state.stableHash)),
    ]
  }

  // MARK: Moves

  /// A move as records and traces write it.
  static func tree(of move: CardsMove) -> JSONTree {
    var fields: [(key: String, value: JSONTree)]
    switch move.action {
    case .cards: fields = [("cards", .array(move.places.map { .int($0) }))]
    case .select: fields = [("select", .int(Int(move.first)))]
    case .deselect: fields = [("deselect", .int(Int(move.first)))]
    case .deal: fields = [("deal", .bool(true))]
    }
    if move.player > 0 { fields.append(("player", .int(Int(move.player)))) }
    if move.thought > 0 { fields.append(("time", .double(Double(move.thought) / 1000))) }
    return .object(fields)
  }

  /// Reads a move of a record, or records what is wrong with it.
  static func move(_ cursor: JSONCursor) -> CardsMove? {
    let kinds = ["cards", "select", "deselect", "deal"]
    guard let fields = cursor.object(fields: kinds + ["player", "time"]) else { return nil }
    guard fields.keys.filter({ kinds.contains($0) }).count == 1 else {
      cursor.report("a move needs exactly one of the fields cards, select, deselect and deal")
      return nil
    }
    let places = 0...(CardGame.maxCards - 1)
    var move: CardsMove?
    if let field = fields.optional("cards") {
      move = field.array(of: "places", count: 2...3) { $0.int(in: places) }
        .flatMap { CardsMove.cards($0) }
    } else if let field = fields.optional("select") {
      move = field.int(in: places).map { .select($0) }
    } else if let field = fields.optional("deselect") {
      move = field.int(in: places).map { .deselect($0) }
    } else if let field = fields.optional("deal"), let isDeal = field.bool() {
      if isDeal { move = .deal } else { field.report("expected true, the only value of deal") }
    }
    if let field = fields.optional("player") {
      guard let player = field.int(in: 1...2) else { return nil }
      move?.player = UInt8(player)
    }
    if let field = fields.optional("time") {
      guard let seconds = field.double(in: 0...2_000_000) else { return nil }
      move?.thought = Int32(saturating: (seconds * 1000).rounded())
    }
    return move
  }

  // MARK: States and events

  private static func tree(of table: CardsTable) -> JSONTree {
    let game = table.level.game
    let places = table.places
    let found = table.found
    let hand = table.level.rules.match
    return .members([
      "table": .array((0..<table.placeCount).map { name(places[$0], game) }),
      "deckLeft": .int(table.deckLeft),
      "selected": .array(
        (0..<table.selected.count).map { .int(Int(table.selected.places[$0])) }),
      "status": tree(of: table.status, game),
      "found": .array(
        stride(from: 0, to: table.foundCount, by: hand).map { start in
          .array((start..<(start + hand)).map { name(found[$0], game) })
        }),
      "scores": table.secondScore.map { .array([.int(table.score), .int($0)]) },
    ])
  }

  private static func tree(of status: CardsTable.Status, _ game: CardGame) -> JSONTree {
    switch status {
    case .none: .null
    case .selecting: ["is": "selecting"]
    case .matched(let hand, let points):
      .object([("is", "matched")] + members(of: hand, game) + [("points", .int(points))])
    case .mismatched(let hand, let points):
      .object([("is", "mismatched")] + members(of: hand, game) + [("points", .int(points))])
    }
  }

  private static func members(
    of hand: CardsHand, _ game: CardGame
  ) -> [(key: String, value: JSONTree)] {
    [
      ("places", .array((0..<hand.count).map { .int(Int(hand.places[$0])) })),
      ("cards", .array((0..<hand.count).map { name(hand.cards[$0], game) })),
    ]
  }

  /// A card's name; `?` for one that lies face down, null for none.
  private static func name(_ card: UInt8, _ game: CardGame) -> JSONTree {
    switch card {
    case CardsTable.empty: .null
    case CardsTable.closed: "?"
    default: .string(game.cards[Int(card)].name)
    }
  }

  private static func tree(of event: CardsEvent, _ game: CardGame) -> JSONTree {
    func make(_ type: String, _ fields: [(key: String, value: JSONTree)]) -> JSONTree {
      .object([("type", .string(type))] + fields)
    }
    switch event {
    case .dealt(let places, let asked, let missed):
      return make(
        "dealt",
        [
          ("places", .array((0..<128).filter { places >> UInt128($0) & 1 != 0 }.map { .int($0) })),
          ("asked", .bool(asked)), ("missed", .bool(missed)),
        ])
    case .deckEmpty: return make("deckEmpty", [])
    case .selected(let place, let card):
      return make("selected", [("place", .int(place)), ("card", name(card, game))])
    case .deselected(let place, let card):
      return make("deselected", [("place", .int(place)), ("card", name(card, game))])
    case .matched(let hand, let points):
      return make("matched", members(of: hand, game) + [("points", .int(points))])
    case .mismatched(let hand, let points):
      return make("mismatched", members(of: hand, game) + [("points", .int(points))])
    case .won: return make("won", [])
    case .lost: return make("lost", [])
    case .ended: return make("ended", [])
    }
  }

  // MARK: Words

  /// A turn in one line of words.
  private static func account(
    turn: Int, move: CardsMove?, events: [CardsEvent], state: CardsState
  ) -> String {
    var parts = [move == nil ? "start" : "turn \(turn)"]
    if let move, move.thought > 0 {
      parts[0] += " after \(JSONWriter.number(Double(move.thought) / 1000)) s"
    }
    if let move, move.player > 0 { parts[0] += " by player \(move.player)" }
    parts += events.map { words(for: $0, state.table) }
    parts.append("score \(state.score)" + (state.table.secondScore.map { " to \($0)" } ?? ""))
    return parts.joined(separator: ", ")
  }

  private static func words(for event: CardsEvent, _ table: CardsTable) -> String {
    let game = table.level.game
    func names(_ hand: CardsHand) -> String {
      (0..<hand.count).map { game.cards[Int(hand.cards[$0])].name }.joined(separator: " ")
    }
    switch event {
    case .dealt(let places, let asked, let missed):
      let what = "\(places.nonzeroBitCount) dealt"
      return asked ? what + (missed ? " on request, too early" : " on request") : what
    case .deckEmpty: return "the deck is empty"
    case .selected(_, let card): return "\(game.cards[Int(card)].name) chosen"
    case .deselected(_, let card): return "\(game.cards[Int(card)].name) put back"
    case .matched(let hand, let points): return "\(names(hand)) match (\(points))"
    case .mismatched(let hand, let points): return "\(names(hand)) do not match (\(points))"
    case .won: return table.winnerByScore == 1 ? "player 1 WON" : "WON"
    case .lost: return table.winnerByScore == 2 ? "player 2 WON" : "LOST"
    case .ended: return "the end"
    }
  }
}

extension CardsState: RecordedGame {
  /// A byte for what is done, 8 added where a time follows, 16 or 32 for the first or the second of
  /// two players; then the places, a byte each (three of a hand, the last 255 in a hand of two);
  /// then the time in ms in four bytes, little-endian.
  public static func encode(_ move: CardsMove, level: CardsLevel, into bytes: inout [UInt8]) {
    bytes.append(move.action.rawValue | (move.thought > 0 ? 8 : 0) | move.player &<< 4)
    switch move.action {
    case .cards: bytes += [move.first, move.second, move.third]
    case .select, .deselect: bytes.append(move.first)
    case .deal: break
    }
    guard move.thought > 0 else { return }
    for shift in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: move.thought >> Int32(8 * shift))) }
  }

  public static func decodeMoves(_ bytes: [UInt8], level: CardsLevel) -> [CardsMove]? {
    var moves: [CardsMove] = []
    var next = 0
    func take(_ count: Int) -> ArraySlice<UInt8>? {
      guard next + count <= bytes.count else { return nil }
      next += count
      return bytes[(next - count)..<next]
    }
    while next < bytes.count {
      let head = bytes[next]
      next += 1
      let player = head >> 4
      guard let action = CardsMove.Action(rawValue: head & 7), player <= 2 else { return nil }
      let size = action == .cards ? 3 : action == .deal ? 0 : 1
      guard let slice = take(size) else { return nil }
      let places = Array(slice) + [255, 255, 255]
      var move = CardsMove(action, places[0], places[1], places[2])
      move.player = player
      if head & 8 != 0 {
        guard let slice = take(4) else { return nil }
        var bits: UInt32 = 0
        for (shift, byte) in slice.enumerated() { bits |= UInt32(byte) << UInt32(8 * shift) }
        guard let thought = Int32(exactly: bits), thought > 0 else { return nil }
        move.thought = thought
      }
      moves.append(move)
    }
    return moves
  }
}
