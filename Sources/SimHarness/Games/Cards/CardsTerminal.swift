/// A card game at a terminal: a key on each card, and a cursor for tables with more cards than
/// keys.
struct CardsTerminal: TerminalGame {
  typealias State = CardsState

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

  init(level: CardsLevel, view: CardsTable) {}

  /// The keys of the places at this table: where two persons play, 1 and 2 are theirs.
  private var placeKeys: [Character] {
    isClaimed ? Self.allKeys.filter { $0 != "1" && $0 != "2" } : Self.allKeys
  }

  func keys(_ view: CardsTable, _ glyphs: Glyphs) -> [KeyHelp] {
    let verb = view.level.rules.isFaceDown ? "turn the card" : "choose the card"
    var keys: [KeyHelp] = []
    if isClaimed {
      keys += [KeyHelp("1", "\(name(of: 1)) claims"), KeyHelp("2", "\(name(of: 2)) claims")]
    }
    keys += [
      KeyHelp("a s f", verb), KeyHelp("mouse", "the same"), KeyHelp("arrows", "move a cursor"),
      KeyHelp("space", "\(verb.prefix { $0 != " " }) at the cursor"),
    ]
    if view.level.rules.draw > 0 { keys.append(KeyHelp("d", "ask for cards")) }
    return keys
  }

  // MARK: Keys

  mutating func handle(
    _ key: TerminalKey, _ moment: TerminalMoment<CardsTable>
  ) -> TerminalAction<CardsMove> {
    let view = moment.view
    let grid = Grid(view, width: moment.width, height: moment.height)
    if let claimed = claim(key, moment) { return claimed }
    var chosen: Int?
    switch key {
    case .character("d"):
      guard view.level.rules.draw > 0 else { return .say("This game deals no cards on request.") }
      return play(.deal, moment)
    case .character(" "), .enter:
      guard let cursor else { return .say("Move the cursor with the arrow keys first.") }
      chosen = cursor
    case .character(let character): chosen = placeKeys.firstIndex(of: character)
    case .click(let column, let row): chosen = grid.place(column: column, row: row)
    case .arrow(let direction, _):
      move(direction, view, grid)
      return .moved
    default: return .none
    }
    guard let place = chosen, view.holds(place) else { return .none }
    let isChosen = view.selected.index(of: place) != nil
    let move: CardsMove =
      isChosen && !view.level.rules.isFaceDown ? .deselect(place) : .select(place)
    return play(move, moment)
  }

  /// A move with the time that it took and, at a table for two, who makes it.
  private mutating func play(
    _ move: CardsMove, _ moment: TerminalMoment<CardsTable>
  ) -> TerminalAction<CardsMove> {
    guard let player = mover(at: moment.seconds) else {
      return .say("Press 1 (\(name(of: 1))) or 2 (\(name(of: 2))) first to claim.")
    }
    lastMover = player
    var move = move
    move.player = player
    move.thought = Int32(saturating: (min(moment.thought, 3600) * 1000).rounded())
    return .play(move)
  }

  private mutating func move(
    _ direction: TerminalKey.Direction, _ view: CardsTable, _ grid: Grid
  ) {
    guard let now = cursor else {
      cursor = 0
      return
    }
    let next =
      switch direction {
      case .left: now - 1
      case .right: now + 1
      case .up: now - grid.columns
      case .down: now + grid.columns
      }
    if (0..<view.placeCount).contains(next) { cursor = next }
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
    hinted = move.places
    if move.action == .deal { return "ask for cards." }
    let names = move.places.map { place in
      place < placeKeys.count ? String(placeKeys[place]) : "place \(place + 1)"
    }
    return "\(view.level.rules.isFaceDown ? "turn" : "choose") \(names.joined(separator: ", "))."
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

  func facts(
    _ view: CardsTable, at seconds: Double, _ glyphs: Glyphs
  ) -> [(label: String, value: StyledText)] {
    let rules = view.level.rules
    var facts: [(label: String, value: StyledText)] = []
    if let second = secondScore(view) {
      facts.append((name(of: 2), StyledText("\(second)", .bold)))
    }
    if let claim, seconds < claim.end {
      let left = Int(saturating: (claim.end - seconds).rounded(.up))
      facts.append(("claim", StyledText("\(name(of: claim.player)), \(left) s", .bold)))
    }
    if case .score(let goal) = rules.goal { facts.append(("goal", "\(goal)")) }
    facts.append(("table", "\(view.cardCount) cards"))
    facts.append(("deck", "\(view.deckLeft) cards"))
    facts.append(("matches", "\(view.foundCount / rules.match)"))
    facts.append(("chosen", "\(view.selected.count) of \(rules.match)"))
    return facts
  }

  func legend(_ view: CardsTable, _ glyphs: Glyphs) -> [StyledText] {
    TerminalText.wrapped(
      SafeText.escaped(view.level.game.summary, limit: 200), width: TerminalLayout.sideWidth
    ).map { StyledText($0) }
  }
}

// MARK: Picture

extension CardsTerminal {
  /// How the places of a table lie on a screen.
  struct Grid {
    static let cardWidth = 8
    /// Cards side by side as long as there is room below them.
    static let defaultColumns = 6

    let columns: Int
    /// Lines of a card.
    let cardHeight: Int
    let count: Int
    let column: Int
    let row: Int

    init(_ view: CardsTable, width: Int, height: Int) {
      count = view.placeCount
      let room = max(1, width / Self.cardWidth)
      var columns = min(room, Self.defaultColumns)
      while columns < room, (view.placeCount + columns - 1) / columns * 3 > height { columns += 1 }
      self.columns = columns
      let rows = max(1, (view.placeCount + columns - 1) / columns)
      cardHeight = min(5, max(1, height / rows))
      column = max(0, (width - columns * Self.cardWidth) / 2)
      row = max(0, (height - rows * cardHeight) / 2)
    }

    /// The upper left corner of a place.
    func corner(of place: Int) -> (row: Int, column: Int) {
      (row + place / columns * cardHeight, column + place % columns * Self.cardWidth)
    }

    /// The place under a character of the board, if there is one.
    func place(column x: Int, row y: Int) -> Int? {
      guard x >= column, y >= row, (x - column) / Self.cardWidth < columns else { return nil }
      let place = (y - row) / cardHeight * columns + (x - column) / Self.cardWidth
      return place < count ? place : nil
    }
  }

  func draw(
    _ view: CardsTable, at seconds: Double, flight: ArraySlice<[TerminalPoint]>?,
    on board: inout Canvas, _ glyphs: Glyphs
  ) {
    let grid = Grid(view, width: board.width, height: board.height)
    let places = view.places
    for place in 0..<view.placeCount where view.holds(place) {
      draw(places[place], at: place, view, on: &board, grid, glyphs)
    }
    if let cursor, view.outcome == nil {
      let corner = grid.corner(of: cursor)
      board.put(">", row: corner.row + grid.cardHeight / 2, column: corner.column, .bold)
    }
  }

  private func draw(
    _ card: UInt8, at place: Int, _ view: CardsTable, on board: inout Canvas, _ grid: Grid,
    _ glyphs: Glyphs
  ) {
    let game = view.level.game
    let corner = grid.corner(of: place)
    let isChosen = view.selected.index(of: place) != nil
    let isHinted = hinted.contains(place)
    let key = place < placeKeys.count ? placeKeys[place] : " "
    let face = face(of: card, game, glyphs)
    var style = CanvasStyle(face.colour, isBold: true)
    if isChosen { style = CanvasStyle(.black, on: .yellow, isBold: true) }
    let mark = isChosen ? "*" : isHinted ? "!" : " "
    guard grid.cardHeight >= 3 else {
      board.write(
        "\(key)\(mark)\(face.name)", row: corner.row, column: corner.column + 1, style,
        limit: Grid.cardWidth - 1)
      return
    }
    let area = CanvasArea(
      row: corner.row, column: corner.column + 1, width: Grid.cardWidth - 1,
      height: grid.cardHeight)
    board.frame(area, glyphs, isChosen || isHinted ? CanvasStyle(.yellow, isBold: true) : .dim)
    func centred(_ text: String, row: Int) {
      let start = area.column + 1 + max(0, (area.width - 2 - text.count) / 2)
      board.write(text, row: row, column: start, style, limit: area.width - 2)
    }
    let lines = area.height > 3 && !face.symbols.isEmpty ? [face.symbols, face.name] : [face.name]
    for (index, line) in lines.enumerated() {
      centred(line, row: corner.row + 1 + (area.height - 2 - lines.count) / 2 + index)
    }
    board.put(key, row: area.row + area.height - 1, column: area.column + 1, .bold)
    if mark != " " {
      board.write(mark, row: area.row, column: area.column + area.width - 2, .bold)
    }
  }

  /// A card's name, its symbols where it has such, and its colour.
  private func face(
    of card: UInt8, _ game: CardGame, _ glyphs: Glyphs
  ) -> (name: String, symbols: String, colour: CanvasColour?) {
    guard game.cards.indices.contains(Int(card)) else {
      return (glyphs.isUnicode ? "▒▒▒" : "###", "", .grey)
    }
    let values = game.cards[Int(card)].values
    let name = SafeText.escaped(game.cards[Int(card)].name, limit: 12)
    func value(_ feature: String) -> Int? {
      game.features.firstIndex(of: feature).map { values[$0] }
    }
    if let number = value("number"), let shape = value("shape"), let shading = value("shading"),
      let colour = value("colour"), [number, shape, shading, colour].allSatisfy((0...2).contains)
    {
      let shapes = glyphs.isUnicode ? Self.shapes : Self.plainShapes
      let symbol = String(shapes[shape][shading])
      let symbols = Array(repeating: symbol, count: number + 1).joined(separator: " ")
      return (name, symbols, [.green, .purple, .red][colour])
    }
    guard let suit = value("suit"), (1...4).contains(suit), let letter = name.last,
      letter == Array("CDHS")[suit - 1]
    else { return (name, "", nil) }
    let colour: CanvasColour? = suit == 2 || suit == 3 ? .red : nil
    return glyphs.isUnicode
      ? ("\(name.dropLast())\(Array("♣♦♥♠")[suit - 1])", "", colour) : (name, "", colour)
  }

  /// By shape (diamond, oval, squiggle) and shading (empty, filled, striped).
  private static let shapes: [[Character]] = [["◇", "◆", "◈"], ["○", "●", "◍"], ["□", "■", "▤"]]
  private static let plainShapes: [[Character]] = [
    ["v", "V", "W"], ["o", "O", "0"], ["s", "S", "$"],
  ]
}
