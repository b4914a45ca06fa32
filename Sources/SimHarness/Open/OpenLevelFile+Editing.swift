extension OpenLevelFile: DesignedLevel {
  public static var initialTool: PlainTool { .none }

  public func change(to other: OpenLevelFile) -> PlainLevelChange<OpenLevelFile>? {
    self == other ? nil : PlainLevelChange(before: self, after: other)
  }

  public mutating func apply(_ change: PlainLevelChange<OpenLevelFile>) { self = change.after }

  public mutating func revert(_ change: PlainLevelChange<OpenLevelFile>) { self = change.before }

  public func words(for change: PlainLevelChange<OpenLevelFile>) -> String? {
    guard let (before, design) = change.before.cells, let after = change.after.cells?.cells,
      let (count, letter) = after.difference(from: before), count > 0
    else { return nil }
    let cells = count == 1 ? "1 cell" : "\(count) cells"
    return letter.map { "\(cells) \(design.token(of: $0).label)" } ?? cells
  }

  /// What the game's own `check` says is wrong with the level; nil: nothing.
  ///
  /// While a level is drawn it may be wrong for a time, such as without the one who pushes; it is
  /// not saved until it is right.
  public var unfinished: String? {
    guard game.spec.functions.contains(.check) else { return nil }
    let level = OpenLevel(game: game, name: name, id: id, values: values)
    do throws(ScriptFault) {
      return try level.problem()?.words
    } catch {
      return error.message
    }
  }

  /// The size of the board, and the fields that are not at their defaults.
  var status: String {
    let size = cells.map { ["\($0.cells.rows.count) rows, \($0.cells.columns) columns"] } ?? []
    let fields = zip(game.spec.fields, values).filter { $0.usual != $1 }
      .compactMap { field, value -> String? in
        if drawnFields.contains(field.name) { return nil }
        if case .grid = value { return field.name }
        return "\(field.name) " + SafeText.escaped(JSONWriter.compact(value.tree), limit: 60)
      }
    let words = size + fields
    return words.isEmpty ? "every field at its default" : words.joined(separator: ", ")
  }

  // MARK: Operations

  public static var assignmentExample: String { "name=Hello" }

  public static func perform(
    _ operation: LevelOperationText<OpenOperation>, in editor: inout LevelEditor<OpenLevelFile>
  ) throws(LevelEditorError) -> String {
    if operation.verb.draws {
      do throws(LevelEditorError) {
        return try editor.draw(operation)
      } catch {
        guard case .outside(let row, let column, let board) = error else { throw error }
        let advice = try editor.level.sizeAdvice(row: row, column: column)
        throw .outside(row: row, column: column, board: board + advice)
      }
    }
    switch operation.verb {
    case .set:
      return try editor.assign(operation)
    case .status:
      try operation.requireNothing()
      guard let active = editor.active else { throw .noLevel }
      return "\(SafeText.named(active.level.name)): \(active.level.status),"
        + " \(editor.historyWords(active))"
    default:
      try operation.requireNothing()
      return try editor.step(operation.verb)
    }
  }
}

extension LevelEditor where Level == OpenLevelFile {
  fileprivate mutating func step(_ verb: OpenOperation) throws(LevelEditorError) -> String {
    switch verb {
    case .undo:
      try undo()
      return "undone"
    case .redo:
      try redo()
      return "redone"
    default:
      let changed = try edit { (level) throws(LevelEditorError) in level = level.atDefaults }
      return Self.outcome(changed, "every field is at its default")
    }
  }

  /// Changes the field that is drawn.
  fileprivate mutating func draw(_ text: OpenOperationText) throws(LevelEditorError) -> String {
    let level = try level
    guard let drawn = level.cells else {
      let known = OpenOperation.allCases.filter { !$0.draws }.map(\.rawValue)
      throw .unknownOperation(
        text.verb.rawValue,
        complaint: "'\(text.verb.rawValue)' needs a board, and \(level.game.source.name) has no"
          + " `design`; operations on this level: \(known.joined(separator: ", "))")
    }
    let design = drawn.design
    var cells = drawn.cells
    let words: String
    switch text.verb {
    case .mirror:
      let mirror = try text.mirror()
      cells.mirror(mirror)
      words = mirror.outcome
    case .shift:
      let (direction, distance) = try text.shift()
      guard let steps = OpenOperationText.number(distance) else { throw text.malformed }
      cells.shift(direction, by: steps)
      words = "shifted \(direction.rawValue) by \(steps)"
    case .copy:
      let (area, place) = try text.halves()
      let ends = try corners(of: text, area, on: cells)
      let target = try text.cell(place)
      try cells.copy(OpenCells.rectangle(ends.0, ends.1), to: target)
      words = "copied to row \(target.row), column \(target.column)"
    case .tap, .erase:
      let cell = try text.cell(text.rest)
      try cells.require(cell)
      if text.verb == .tap { cells.tap(cell) } else { cells.fill([cell], with: design.empty) }
      words = "row \(cell.row), column \(cell.column) is \(design.token(of: cells[cell]).label)"
    default:
      let (filled, letter) = try area(of: text, on: cells, design)
      cells.fill(filled, with: letter)
      let isOne = filled.count == 1 || design.single.contains(letter)
      words =
        "\(design.token(of: letter).label) in \(isOne ? "1 cell" : "\(filled.count) cells")"
    }
    let rows = cells.text
    let changed = try edit { (level) throws(LevelEditorError) in
      level.values[design.field] = .grid(rows)
    }
    return Self.outcome(changed, words)
  }

  /// The cells that an operation fills, and with which letter.
  private func area(
    of text: OpenOperationText, on cells: OpenCells, _ design: OpenDesign
  ) throws(LevelEditorError) -> (cells: [OpenCells.Cell], letter: Character) {
    let (place, token) = try text.assignment()
    let area: [OpenCells.Cell]
    switch text.verb {
    case .rectangle, .drag:
      let ends = try corners(of: text, place, on: cells)
      area =
        text.verb == .drag
        ? OpenCells.line(ends.0, ends.1) : OpenCells.rectangle(ends.0, ends.1)
    default:
      let cell = try text.cell(place)
      try cells.require(cell)
      area = text.verb == .flood ? cells.region(at: cell) : [cell]
    }
    guard let letter = design.letter(ofToken: token) else {
      throw .unknownTool(token, complaint: design.complaint(about: token))
    }
    return (area, letter)
  }

  /// Two cells of the board, written as `R,C..R,C`.
  private func corners(
    of text: OpenOperationText, _ range: String, on cells: OpenCells
  ) throws(LevelEditorError) -> (OpenCells.Cell, OpenCells.Cell) {
    let ends = try text.range(range)
    let corners = (try text.cell(ends.start), try text.cell(ends.end))
    try cells.require(corners.0)
    try cells.require(corners.1)
    return corners
  }
}
