import SimHarness

extension LevelEditor where Level == BubbleLevelFile {
  /// Does one operation of the shell on many cells at once.
  mutating func changeRegion(_ text: BubbleOperationText) throws(LevelEditorError) -> String {
    switch text.verb {
    case .mirror:
      let mirror = try text.mirror()
      return Self.outcome(try replace { $0.mirrored(mirror) }, mirror.outcome)
    case .shift:
      let shift = try text.shift()
      guard let steps = LevelOperationText<BubbleOperation>.number(shift.distance) else {
        throw text.malformed
      }
      let changed = try replace { level throws(LevelEditorError) in
        try level.shifted(
          rows: shift.direction.step.down * steps, columns: shift.direction.step.across * steps)
      }
      return Self.outcome(changed, "shifted \(shift.direction.rawValue) by \(steps)")
    case .copy:
      let halves = try text.halves()
      let ends = try cellsOnBoard(text.ends(halves.first))
      let place = try text.cell(halves.second)
      try Self.require(place, on: level)
      let changed = try replace { level throws(LevelEditorError) in
        try level.copying(from: ends.start, to: ends.end, at: place)
      }
      return Self.outcome(changed, "copied to row \(place.row), column \(place.column)")
    default: return try fillRegion(text)
    }
  }

  /// Fills a rectangle, or what is connected to a cell.
  private mutating func fillRegion(_ text: BubbleOperationText) throws(LevelEditorError) -> String {
    let (place, kind) = try text.assignment()
    let cells: [Cell]
    if text.verb == .rectangle {
      let ends = try cellsOnBoard(text.ends(place))
      cells = try level.rectangle(from: ends.start, to: ends.end)
    } else {
      let cell = try text.cell(place)
      try Self.require(cell, on: level)
      cells = try level.region(at: cell)
    }
    let tool = try usable(kind)
    let noun = cells.count == 1 ? "cell" : "cells"
    return Self.outcome(
      try fill(cells, with: tool), "\(tool.tool.name) in \(cells.count) \(noun)")
  }

  /// The corners of a rectangle.
  ///
  /// In a rectangle of several rows the last column may be named in short rows too, which do not
  /// have it: `0,0..3,11` is four whole rows of a board with 12 columns.
  private func cellsOnBoard(
    _ ends: (start: Cell, end: Cell)
  ) throws(LevelEditorError) -> (start: Cell, end: Cell) {
    let rules = try level.rules
    for corner in [ends.start, ends.end] {
      let isInLastColumn =
        ends.start.row != ends.end.row && corner.column == rules.columns - 1
        && (0..<rules.rows).contains(corner.row)
      if !isInLastColumn { try Self.require(corner, on: level) }
    }
    return ends
  }

  private mutating func replace(
    _ body: (BubbleLevelFile) throws(LevelEditorError) -> BubbleLevelFile
  ) throws(LevelEditorError) -> Bool {
    try edit { (level) throws(LevelEditorError) in level = try body(level) }
  }
}
