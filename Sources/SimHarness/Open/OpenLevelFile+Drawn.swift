extension OpenLevelFile: DrawnLevel {
  /// The field that the level's board shows, with how it is drawn; nil if the game draws none.
  var cells: (cells: OpenCells, design: OpenDesign)? {
    guard let design = game.spec.design, case .grid(let rows) = values[design.field] else {
      return nil
    }
    return (OpenCells(rows, design), design)
  }

  public var drawnFields: Set<String> {
    game.spec.design.map { [game.spec.fields[$0.field].name] } ?? []
  }

  public func board(catalog: any LevelCatalog) -> DesignBoard {
    guard let (cells, design) = cells else { return DesignBoard(GameFilm(width: 1, height: 1)) }
    var board = DesignBoard(
      GameFilm(
        width: OpenBoard.size(Double(cells.columns)),
        height: OpenBoard.size(Double(cells.rows.count))
      ))
    let floor = design.token(of: design.empty)
    var kinds: [BoardToken: Int] = [:]
    for (row, letters) in cells.rows.enumerated() {
      for (column, letter) in letters.enumerated() {
        let token = design.token(of: letter)
        let (x, y) = (OpenBoard.middle(Double(column)), OpenBoard.middle(Double(row)))
        // What leaves something of its cell to be seen lies on the floor.
        let isOnFloor = floor.shape == .tile && token.shape != .tile && token.shape != .none
        let place = row * OpenBoard.maxSide + column
        let layers: [BoardToken] = isOnFloor ? [floor, token] : [token]
        for (layer, token) in layers.enumerated() {
          let kind = kinds[token] ?? board.picture.number(of: token.look)
          kinds[token] = kind
          board.picture.start.append(
            GameFilm.Body(id: OpenBoard.body(place, layer), kind: kind, x: x, y: y))
        }
        board.places.append(
          DesignPlace(
            name: "\(row),\(column)", x: x, y: y, radius: BoardToken.cell / 2 - 1, row: row,
            column: column, words: "row \(row), column \(column), \(token.label)"))
      }
    }
    if let unfinished { board.notes = [DesignNote(unfinished)] }
    return board
  }

  public static func tools(for level: OpenLevelFile, catalog: any LevelCatalog) -> [DesignTool] {
    guard let design = level.game.spec.design else { return [] }
    let tools = zip(design.letters, design.tokens).map { letter, token in
      DesignTool(token.name, letter == design.empty ? .erase : .paint, look: token.look)
    }
    return tools.filter { $0.use == .paint } + tools.filter { $0.use == .erase }
  }

  public func operations(for gesture: DesignGesture) -> [String] {
    guard game.spec.design != nil else { return gesture.plainOperations ?? [] }
    switch gesture {
    case .paint(let tool, let places): return places.map { "fill \($0)=\(tool)" }
    case .tap(let place): return ["tap \(place)"]
    case .hold(let place): return ["erase \(place)"]
    default: return gesture.plainOperations ?? []
    }
  }

  // MARK: Size

  /// The number of rows and of columns, which a form sets beside the board.
  public var boardFields: [DesignField] {
    guard let (cells, design) = cells,
      case .grid(_, let rows, let columns) = game.spec.fields[design.field].kind
    else { return [] }
    let name = game.spec.fields[design.field].name
    return [
      (name: "rows", range: rows, value: cells.rows.count),
      (name: "columns", range: columns, value: cells.columns),
    ].map { size in
      DesignField(
        path: "\(name).\(size.name)",
        kind: .number(Double(size.range.lowerBound)...Double(size.range.upperBound), isWhole: true),
        allowsNull: false, value: .int(size.value), usual: nil, summary: "\(size.name) of the board"
      )
    }
  }

  /// How to give the board the size at which it has a cell, to end a message with; for a cell that
  /// it cannot have, the largest size.
  func sizeAdvice(row: Int, column: Int) -> String {
    guard let (cells, design) = cells,
      case .grid(_, let rows, let columns) = game.spec.fields[design.field].kind
    else { return "" }
    guard row < rows.upperBound, column < columns.upperBound else {
      return "; it can have \(rows.upperBound) rows and \(columns.upperBound) columns at most"
    }
    let name = game.spec.fields[design.field].name
    let steps =
      (row < cells.rows.count ? [] : ["set \(name).rows=\(row + 1)"])
      + (column < cells.columns ? [] : ["set \(name).columns=\(column + 1)"])
    return "; enlarge it with \(steps.joined(separator: " "))"
  }

  /// Sets the size of the board where the path says so; false where it says something else.
  mutating func setSize(_ path: String, to value: JSONTree) throws(LevelFieldProblem) -> Bool {
    guard let field = boardFields.first(where: { $0.path == path }), let drawn = cells,
      case .number(let range, _) = field.kind
    else { return false }
    guard let number = value.number, let size = Int(exactly: number), range.contains(number) else {
      throw LevelFieldProblem(
        field: path,
        message: "must be a whole number from \(JSONWriter.number(range.lowerBound)) to"
          + " \(JSONWriter.number(range.upperBound))")
    }
    var cells = drawn.cells
    let isRows = path.hasSuffix(".rows")
    cells.resize(
      rows: isRows ? size : cells.rows.count, columns: isRows ? cells.columns : size)
    values[drawn.design.field] = .grid(cells.text)
    return true
  }
}
