import SimHarness
import TextFormats

/// A hand in a card game: a key on each card, and a cursor for tables with more cards than keys.
struct CardTableHand: Hand {
  package typealias State = CardsState

  static var canDealAgain: Bool { true }

  /// The place that the cursor is on; nil until an arrow key moves it.
  private(set) var cursor: Int?
  /// The places that a hint has named.
  private(set) var hinted: [Int] = []
  /// The second player at the table.
  var secondPlayer = SecondPlayer.nobody
  /// The players' names, the second empty for a single player.
  var names = (first: "", second: "")
  /// The last claim of two persons at one keyboard.
  var claim: Claim?
  /// Who made the last move: 1 or 2; 0 for a single player.
  var lastMover: UInt8 = 0

  /// The keys of the places; `d`, `h`, `q` and `r` have meanings of their own.
  private static let allKeys = Array("asfgjklwetyuiopzxcvbnm1234567890ASDFGHJKLQWERTYUIOPZXCVBNM")

  /// Where the cards lie on the board.
  let layout: CardsLayout
  /// Cards side by side, for the arrow keys.
  var columns: Int

  init(level: CardsLevel, view: CardsTable) {
    layout = CardsLayout(level)
    columns = layout.columns
  }

  /// The keys of the places at this table: where two persons play, 1 and 2 are theirs.
  var placeKeys: [Character] {
    isClaimed ? Self.allKeys.filter { $0 != "1" && $0 != "2" } : Self.allKeys
  }

  func keys(_ view: CardsTable) -> [KeyHelp] {
    let verb = view.level.rules.isFaceDown ? "turn the card" : "choose the card"
    var keys: [KeyHelp] = []
    if isClaimed {
      // Short enough for the side beside the board.
      keys += ([1, 2] as [UInt8]).map { KeyHelp("\($0)", "\(name(of: $0, limit: 12)) claims") }
    }
    keys += [
      KeyHelp("a s f", verb), KeyHelp("mouse", "the same"), KeyHelp("arrows", "move a cursor"),
      KeyHelp("space", "\(verb.prefix { $0 != " " }) at the cursor"),
    ]
    if view.level.rules.draw > 0 { keys.append(KeyHelp("d", "ask for cards")) }
    return keys
  }

  func offers(_ view: CardsTable) -> [HandOffer] {
    let count = view.level.rules.draw
    guard count > 0 else { return [] }
    let names = ["one", "two", "three", "four", "five", "six"]
    return [HandOffer("Deal \(count <= 6 ? names[count - 1] : "\(count)")", key: "d")]
  }

  func labels(_ view: CardsTable) -> [HandLabel] {
    zip(0..<view.placeCount, placeKeys).filter { view.holds($0.0) }
      .map { HandLabel(body: $0.0, key: $0.1) }
  }

  // MARK: Input

  mutating func handle(
    _ input: HandInput, _ moment: HandMoment<CardsTable>
  ) -> HandAction<CardsMove> {
    let view = moment.view
    if let claimed = claim(input, moment) { return claimed }
    var chosen: Int?
    switch input {
    case .character("d"), .offer(0):
      guard view.level.rules.draw > 0 else { return .say("This game deals no cards on request.") }
      return play(.deal, moment)
    case .character(" "), .enter:
      guard let cursor else { return .say("Move the cursor with the arrow keys first.") }
      chosen = cursor
    case .character(let character): chosen = placeKeys.firstIndex(of: character)
    case .press(let place): chosen = layout.place(at: place)
    case .aim(let place):
      guard let place = layout.place(at: place), view.holds(place) else { return .none }
      cursor = place
      return .moved
    case .arrow(let direction, _):
      move(direction, view)
      return .moved
    case .offer: return .none
    }
    guard let place = chosen, view.holds(place) else { return .none }
    let isChosen = view.selected.index(of: place) != nil
    let move: CardsMove =
      isChosen && !view.level.rules.isFaceDown ? .deselect(place) : .select(place)
    return play(move, moment)
  }

  /// A move with the time that it took and, at a two-player table, who makes it.
  private mutating func play(
    _ move: CardsMove, _ moment: HandMoment<CardsTable>
  ) -> HandAction<CardsMove> {
    guard let player = mover(at: moment.seconds) else {
      return .say("Press 1 (\(name(of: 1))) or 2 (\(name(of: 2))) first to claim.")
    }
    lastMover = player
    var move = move
    move.player = player
    move.thought = Int32(saturating: (min(moment.thought, 3600) * 1000).rounded())
    return .play(move)
  }

  private mutating func move(_ direction: HandInput.Direction, _ view: CardsTable) {
    guard let now = cursor else {
      cursor = 0
      return
    }
    let next =
      switch direction {
      case .left: now - 1
      case .right: now + 1
      case .up: now - columns
      case .down: now + columns
      }
    if (0..<view.placeCount).contains(next) { cursor = next }
  }

  func preview(at place: BoardPoint?, _ moment: HandMoment<CardsTable>) -> HandPreview {
    let view = moment.view
    var preview = HandPreview()
    preview.marks = hinted
    guard view.outcome == nil, let meant = place.map({ layout.place(at: $0) }) ?? cursor,
      view.holds(meant)
    else { return preview }
    preview.meant = [meant]
    let card = view.places[meant]
    preview.words =
      card == CardsTable.closed ? "face down" : Self.name(of: card, view.level.game)
    if view.selected.index(of: meant) != nil { preview.words += ", chosen" }
    return preview
  }

  mutating func turnDidBegin(_ view: CardsTable) {
    hinted = []
    // A hand was decided, or cards came: the table is free again.
    guard let claim else { return }
    let isDecided =
      switch view.status {
      case .matched, .mismatched: view.selected.count == 0
      case .none, .selecting: false
      }
    if isDecided || claim.cards != view.foundCount &* 128 &+ view.deckLeft { self.claim = nil }
  }

  mutating func take(hint move: CardsMove, index: Int, _ view: CardsTable) -> String {
    let chosen = (0..<view.placeCount).filter { view.selected.index(of: $0) != nil }
    let isFaceDown = view.level.rules.isFaceDown
    // A card that lies open may be turned back.
    hinted = move.places.filter { isFaceDown || !chosen.contains($0) }
    if move.action == .deal { return "ask for cards." }
    func names(_ places: [Int]) -> String {
      places.map { $0 < placeKeys.count ? String(placeKeys[$0]) : "place \($0 + 1)" }
        .joined(separator: ", ")
    }
    let cards = hinted.count == 1 ? "card" : "cards"
    let marked = "the marked \(cards) (\(names(hinted)))"
    if isFaceDown { return "turn \(marked)." }
    // What is chosen already and belongs to no such match would spoil it.
    let strays = chosen.filter { !move.places.contains($0) }
    let others = strays.count == 1 ? "the other chosen card" : "the other chosen cards"
    return (strays.isEmpty ? "" : "put back \(others) (\(names(strays))), then ")
      + "choose \(marked)."
  }

  // MARK: Words

  func account(of events: [CardsEvent], from before: CardsTable, to view: CardsTable) -> String {
    let game = view.level.game
    let text = events.compactMap { words(for: $0, game) }.joined(separator: ", ")
    guard secondPlayer.isPresent, !text.isEmpty else { return text }
    return "\(name(of: lastMover)): \(text)"
  }

  private func words(for event: CardsEvent, _ game: CardGame) -> String? {
    func names(_ hand: CardsHand) -> String {
      (0..<hand.count).map { Self.name(of: hand.cards[$0], game) }.joined(separator: " ")
    }
    return switch event {
    case .dealt(_, asked: true, missed: true): "cards were dealt, although there was a match"
    case .dealt(_, asked: true, missed: false): "cards were dealt"
    case .dealt, .won, .lost, .ended: nil
    case .deckEmpty: "the deck is empty"
    case .selected(_, let card): Self.name(of: card, game)
    case .deselected: nil
    case .matched(let hand, _): "a match of \(names(hand))"
    case .mismatched(let hand, _): "no match: \(names(hand))"
    }
  }

  private static func name(of card: UInt8, _ game: CardGame) -> String {
    game.cards.indices.contains(Int(card))
      ? SafeText.escaped(game.cards[Int(card)].name, limit: 12) : "?"
  }

  func facts(_ view: CardsTable, at seconds: Double) -> [HandFact] {
    let rules = view.level.rules
    var facts: [HandFact] = []
    if let second = secondScore(view) {
      facts.append(HandFact(name(of: 2), "\(second)", isBold: true))
    }
    if let claim, seconds < claim.end {
      let left = Int(saturating: (claim.end - seconds).rounded(.up))
      facts.append(HandFact("claim", "\(name(of: claim.player)), \(left) s", isBold: true))
    }
    if case .score(let goal) = rules.goal { facts.append(HandFact("goal", "\(goal)")) }
    facts.append(HandFact("table", ReportNumber.plural(view.cardCount, "card")))
    facts.append(HandFact("deck", ReportNumber.plural(view.deckLeft, "card")))
    facts.append(HandFact("matches", "\(view.foundCount / rules.match)"))
    facts.append(HandFact("chosen", "\(view.selected.count) of \(rules.match)"))
    return facts
  }
}
