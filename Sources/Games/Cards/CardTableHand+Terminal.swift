import SimHarness

/// A card game at a terminal.
extension CardTableHand: TerminalGame {
  mutating func input(
    for key: TerminalKey, _ moment: TerminalMoment<CardsTable>
  ) -> HandInput? {
    let grid = Grid(moment.view, width: moment.width, height: moment.height)
    columns = grid.columns
    guard case .click(let column, let row) = key else { return key.input }
    return grid.place(column: column, row: row).map { .press(layout.middle(of: $0)) }
  }

  func legend(_ view: CardsTable, _ glyphs: Glyphs) -> [StyledText] {
    TerminalText.wrapped(
      SafeText.escaped(view.level.game.summary, limit: 200), width: TerminalLayout.sideWidth
    ).map { StyledText($0) }
  }

  // MARK: Picture

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
    _ view: CardsTable, at seconds: Double, flight: ArraySlice<[BoardPoint]>?,
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
