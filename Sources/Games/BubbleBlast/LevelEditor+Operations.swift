import SimHarness

extension LevelEditor where Level == BubbleLevelFile {
  /// Does one operation of the shell.
  mutating func perform(_ text: BubbleOperationText) throws(LevelEditorError) -> String {
    switch text.verb {
    case .fill, .drag: return try fill(text)
    case .tap, .erase: return try touch(text)
    case .rectangle, .flood, .mirror, .shift, .copy: return try changeRegion(text)
    case .set:
      return try assign(text)
    case .reset, .undo, .redo, .status: return try performPlain(text)
    }
  }

  private mutating func performPlain(
    _ reader: BubbleOperationText
  ) throws(LevelEditorError) -> String {
    try reader.requireNothing()
    switch reader.verb {
    case .reset: return Self.outcome(try reset(), "the board is empty")
    case .undo:
      try undo()
      return "undone"
    case .redo:
      try redo()
      return "redone"
    default: return try status()
    }
  }

  /// The active level in one line: its name, board, bubbles and history.
  public func status() throws(LevelEditorError) -> String {
    guard let active else { throw .noLevel }
    let level = active.level
    let shots = level.rules.shots.map { "\($0) shots" } ?? "no limit of shots"
    return "\(SafeText.named(level.name)): \(level.bubbles.count) bubbles, "
      + "\(level.rules.columns) columns, \(level.rules.rows) rows, \(shots), tool \(tool.name), "
      + historyWords(active)
  }

  private mutating func fill(_ reader: BubbleOperationText) throws(LevelEditorError) -> String {
    let (place, kind) = try reader.assignment()
    let cells: [Cell]
    if reader.verb == .fill {
      cells = [try reader.cell(place)]
    } else {
      let ends = try reader.ends(place)
      let level = try level
      try Self.require(ends.start, on: level)
      try Self.require(ends.end, on: level)
      cells = BubbleRun.cells(from: ends.start, to: ends.end, columns: level.rules.columns)
    }
    let tool = try usable(kind)
    let done = try fill(cells, with: tool)
    let noun = cells.count == 1 ? "cell" : "cells"
    return Self.outcome(done, "\(tool.tool.name) in \(cells.count) \(noun)")
  }

  private mutating func touch(_ reader: BubbleOperationText) throws(LevelEditorError) -> String {
    let cell = try reader.cell(reader.rest)
    let done = reader.verb == .tap ? try tap(cell) : try erase(cell)
    let content = try level[cell]?.name ?? "empty"
    return Self.outcome(done, "row \(cell.row), column \(cell.column) is \(content)")
  }
}

/// The operations of `playtest level edit` on a Bubble Blast level.
public enum BubbleOperation: String, LevelOperation {
  case fill, drag, rectangle, flood, tap, erase, mirror, shift, copy
  case reset, undo, redo, set, status

  /// How the operation is written.
  public var usage: String {
    switch self {
    case .fill: "fill R,C=KIND, such as fill 0,3=red"
    case .drag: "drag R,C..R,C=KIND, such as drag 0,0..0,5=red"
    case .rectangle: "rectangle R,C..R,C=KIND, such as rectangle 0,0..3,5=red"
    case .flood: "flood R,C=KIND, such as flood 0,3=red"
    case .mirror: LevelOperationWords.mirror
    case .shift: LevelOperationWords.shift("down 2")
    case .copy: "copy R,C..R,C R,C, such as copy 0,0..3,5 4,0"
    case .tap: "tap R,C, such as tap 0,3"
    case .erase: "erase R,C, such as erase 0,3"
    case .set: "set FIELD=VALUE, such as set shots=30"
    case .reset, .undo, .redo, .status: rawValue
    }
  }

  public var wordCount: Int {
    switch self {
    case .fill, .drag, .rectangle, .flood, .tap, .erase, .mirror, .set: 1
    case .shift, .copy: 2
    case .reset, .undo, .redo, .status: 0
    }
  }
}

typealias BubbleOperationText = LevelOperationText<BubbleOperation>

extension LevelOperationText where Operation == BubbleOperation {
  /// A cell written as `R,C`.
  func cell(_ text: String) throws(LevelEditorError) -> Cell {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map {
      String($0).trimmed
    }
    guard numbers.count == 2, let row = Self.number(numbers[0]),
      let column = Self.number(numbers[1])
    else { throw malformed }
    return Cell(row: row, column: column)
  }

  /// Two cells written as `R,C..R,C`.
  func ends(_ text: String) throws(LevelEditorError) -> (start: Cell, end: Cell) {
    let ends = try range(text)
    return (try cell(ends.start), try cell(ends.end))
  }

  /// A whole number of at most four digits.
  static func number(_ text: String) -> Int? {
    guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ ASCII.isDigit($0) }) else {
      return nil
    }
    return Int(text)
  }
}
