import SimHarness

extension BubbleLevelFile: DrawnLevel {
  public var drawnFields: Set<String> { ["grid", "legend"] }

  public func board(catalog: any LevelCatalog) -> DesignBoard {
    let canvas = BubbleCanvas(rules: rules)
    var board = DesignBoard(canvas.blank)
    var kinds: [BubbleToken: Int] = [:]
    for row in 0..<rules.rows {
      for column in 0..<HexGrid.width(ofRow: row, columns: rules.columns) {
        let token = bubbles[Cell(row: row, column: column)]
        var body = canvas.body(row, column, kind: 0)
        if let token {
          body.kind = kinds[token] ?? board.picture.number(of: look(of: token))
          kinds[token] = body.kind
          board.picture.start.append(body)
        }
        board.places.append(
          DesignPlace(
            name: "\(row),\(column)", x: body.x, y: body.y, radius: BubbleCanvas.radius, row: row,
            column: column,
            words: "row \(row), column \(column), "
              + SafeText.escaped(token?.name ?? "empty")))
      }
    }
    board.notes = notes(catalog, canvas)
    return board
  }

  private func look(of token: BubbleToken, usual: Character? = nil) -> GameFilm.Kind {
    var colour: BubbleColour?
    if case .colour(let found) = token { colour = found }
    return BubbleCanvas.kind(
      colour, label: String(legend.letter(for: token) ?? usual ?? "?"))
  }

  /// The findings, those that speak of bubbles with these.
  private func notes(_ catalog: any LevelCatalog, _ canvas: BubbleCanvas) -> [DesignNote] {
    let loose = looseCells
    var notes: [DesignNote] = []
    if !loose.isEmpty {
      notes.append(
        DesignNote(
          loose.count == 1
            ? "1 bubble is not connected to the ceiling"
            : "\(loose.count) bubbles are not connected to the ceiling",
          bodies: loose.map { canvas.id($0.row, $0.column) }))
    }
    let others =
      bubbles.isEmpty ? findings(catalog: Self.scripts(in: catalog)) : coloursThatNeverCome
    return notes + others.map { DesignNote($0.message) }
  }

  public static func tools(
    for level: BubbleLevelFile, catalog: any LevelCatalog
  ) -> [DesignTool] {
    let scripts = scripts(in: catalog)
    return LevelEditor<BubbleLevelFile>.palette(for: level, scripts).compactMap { tool in
      guard let token = tool.token else { return DesignTool(tool.name, .erase) }
      var glyph: Character?
      if case .kind(let name) = token {
        if level.rules.ruleset == .frozenBubble { return nil }
        glyph = (try? scripts.bubbleKind(named: name))??.glyph
      }
      return DesignTool(tool.name, .paint, look: level.look(of: token, usual: glyph))
    }
  }

  public func operations(for gesture: DesignGesture) -> [String] {
    switch gesture {
    case .paint(let tool, let places): places.map { "fill \($0)=\(tool)" }
    case .tap(let place): ["tap \(place)"]
    case .hold(let place): ["erase \(place)"]
    default: gesture.plainOperations ?? []
    }
  }
}
