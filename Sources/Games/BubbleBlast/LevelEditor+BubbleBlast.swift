import SimHarness

extension LevelEditor where Level == BubbleLevelFile {
  // MARK: Palette

  /// The tools on offer: the level's colours, the specials, the eraser.
  public var palette: [BubbleTool] { Self.palette(for: active?.level, scripts) }

  /// The same for a level that need not be open.
  static func palette(
    for level: BubbleLevelFile?, _ scripts: any BubbleKindCatalog
  ) -> [BubbleTool] {
    let colours = cycle(of: level).map { BubbleTool.bubble(.colour($0)) }
    let kinds = scripts.bubbleKindNames.map { BubbleTool.bubble(.kind($0)) }
    return colours + kinds + [.eraser]
  }

  /// Selects a tool by its name: any colour, a kind, `eraser` or `empty`.
  public mutating func select(_ name: String) throws(LevelEditorError) {
    tool = try tool(named: name).tool
  }

  // MARK: Cells

  /// Uses the selected tool on a cell.
  @discardableResult
  public mutating func fill(_ cell: Cell) throws(LevelEditorError) -> Bool {
    try drag([cell])
  }

  /// Uses the selected tool on cells, as one step.
  @discardableResult
  public mutating func drag(_ cells: [Cell]) throws(LevelEditorError) -> Bool {
    try fill(cells, with: try usable(tool.name))
  }

  /// Uses the selected tool on the cells of a run, as one step; see `BubbleRun`.
  @discardableResult
  public mutating func drag(from start: Cell, to end: Cell) throws(LevelEditorError) -> Bool {
    let level = try level
    try Self.require(start, on: level)
    try Self.require(end, on: level)
    return try drag(BubbleRun.cells(from: start, to: end, columns: level.rules.columns))
  }

  /// Gives a bubble the next colour.
  ///
  /// That is blue, red, orange, green, the level's other colours and blue again. A special becomes
  /// blue, and an empty cell stays so.
  @discardableResult
  public mutating func tap(_ cell: Cell) throws(LevelEditorError) -> Bool {
    try edit { (level) throws(LevelEditorError) in
      try Self.require(cell, on: level)
      guard let token = level[cell] else { return }
      let colours = Self.cycle(of: level)
      guard case .colour(let colour) = token, let place = colours.firstIndex(of: colour) else {
        level[cell] = .colour(.blue)
        return
      }
      level[cell] = .colour(colours[(place + 1) % colours.count])
    }
  }

  /// Empties a cell (a long press).
  @discardableResult
  public mutating func erase(_ cell: Cell) throws(LevelEditorError) -> Bool {
    try fill([cell], with: (tool: .eraser, glyph: nil))
  }

  /// Empties the whole board, as one step.
  @discardableResult
  public mutating func reset() throws(LevelEditorError) -> Bool {
    try edit { (level) throws(LevelEditorError) in level.removeAllBubbles() }
  }

  // MARK: Steps

  typealias UsableTool = (tool: BubbleTool, glyph: Character?)

  /// Uses a tool on cells of the board, as one step.
  mutating func fill(
    _ cells: [Cell], with tool: UsableTool
  ) throws(LevelEditorError) -> Bool {
    try edit { (level) throws(LevelEditorError) in
      for cell in cells {
        try Self.require(cell, on: level)
        level.place(tool.tool.token, at: cell, preferring: tool.glyph)
      }
    }
  }

  /// A tool that the active level's ruleset knows.
  func usable(_ name: String) throws(LevelEditorError) -> UsableTool {
    let found = try tool(named: name)
    if case .bubble(.kind(let kind)) = found.tool, try level.rules.ruleset == .frozenBubble {
      throw .refused(bubble: kind, ruleset: BubbleRules.Ruleset.frozenBubble.rawValue)
    }
    return found
  }

  private func tool(named name: String) throws(LevelEditorError) -> UsableTool {
    if name == "eraser" || name == "empty" { return (.eraser, nil) }
    if let colour = BubbleColour(name: name) { return (.bubble(.colour(colour)), nil) }
    let kind: BubbleKind?
    do throws(ScriptFault) {
      kind = try scripts.bubbleKind(named: name)
    } catch {
      throw .script(error)
    }
    if let kind { return (.bubble(.kind(kind.name)), kind.glyph) }
    let known = BubbleColour.allCases.map(\.name) + scripts.bubbleKindNames + ["empty", "eraser"]
    throw .unknownBubble(
      name,
      complaint: scripts.complaint(about: name, called: "bubble", known: known, of: [.bubble]))
  }

  /// The first four colours, then the level's others.
  static func cycle(of level: BubbleLevelFile?) -> [BubbleColour] {
    let others = (level?.colours ?? []).filter { !BubbleColour.standard.contains($0) }
    return BubbleColour.standard + others
  }

  static func require(_ cell: Cell, on level: BubbleLevelFile) throws(LevelEditorError) {
    guard !level.contains(cell) else { return }
    let rows = level.rules.rows
    var board = "rows go from 0 to \(rows - 1)"
    if (0..<rows).contains(cell.row) {
      let width = HexGrid.width(ofRow: cell.row, columns: level.rules.columns)
      board = "row \(cell.row) has columns 0 to \(width - 1)"
    }
    throw .outside(row: cell.row, column: cell.column, board: board)
  }
}
