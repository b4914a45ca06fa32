extension LevelEditor where Level == BubbleLevelFile {
  /// Does one operation of the shell, such as `fill 0,3=red`, on the active level.
  ///
  /// - Returns: What was done, in one line.
  @discardableResult
  public mutating func perform(_ operation: String) throws(LevelEditorError) -> String {
    let words = operation.split(maxSplits: 1) { $0 == " " }
    let name = words.first.map { String($0) } ?? ""
    guard let verb = LevelOperation(rawValue: name) else {
      let known = LevelOperation.allCases.map(\.rawValue)
      throw .unknownOperation(
        name, complaint: NearestName.complaint(about: name, called: "operation", known: known))
    }
    let rest = words.count > 1 ? String(words[1]).trimmed : ""
    let reader = LevelOperationReader(operation: operation, verb: verb, text: rest)
    switch verb {
    case .fill, .drag: return try fill(reader)
    case .tap, .erase: return try touch(reader)
    case .set:
      let (field, value) = try reader.assignment()
      return Self.outcome(try set(field, to: value), "set \(SafeText.escaped(rest))")
    case .reset, .undo, .redo, .status: return try performPlain(reader)
    }
  }

  private mutating func performPlain(
    _ reader: LevelOperationReader
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
      + "\(active.undoCount) to undo, \(active.redoCount) to redo, "
      + (active.isModified ? "modified" : "not modified")
  }

  private mutating func fill(_ reader: LevelOperationReader) throws(LevelEditorError) -> String {
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

  private mutating func touch(_ reader: LevelOperationReader) throws(LevelEditorError) -> String {
    let cell = try reader.cell(reader.text)
    let done = reader.verb == .tap ? try tap(cell) : try erase(cell)
    let content = try level[cell]?.name ?? "empty"
    return Self.outcome(done, "row \(cell.row), column \(cell.column) is \(content)")
  }

  private static func outcome(_ changed: Bool, _ text: String) -> String {
    changed ? text : text + " (no change)"
  }
}

/// The operations of `playtest level edit` on a Bubble Blast level.
public enum LevelOperation: String, CaseIterable, Sendable {
  case fill, drag, tap, erase, reset, undo, redo, set, status

  /// How the operation is written.
  public var usage: String {
    switch self {
    case .fill: "fill R,C=KIND, such as fill 0,3=red"
    case .drag: "drag R,C..R,C=KIND, such as drag 0,0..0,5=red"
    case .tap: "tap R,C, such as tap 0,3"
    case .erase: "erase R,C, such as erase 0,3"
    case .set: "set FIELD=VALUE, such as set shots=30"
    case .reset, .undo, .redo, .status: rawValue
    }
  }
}

/// Reads what follows the name of an operation.
private struct LevelOperationReader {
  let operation: String
  let verb: LevelOperation
  let text: String

  var malformed: LevelEditorError { .malformed(operation: operation, expected: verb.usage) }

  func requireNothing() throws(LevelEditorError) {
    if !text.isEmpty { throw malformed }
  }

  /// What stands before and after the first `=`.
  func assignment() throws(LevelEditorError) -> (name: String, value: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw malformed }
    let name = String(parts[0]).trimmed
    let value = String(parts[1]).trimmed
    guard !name.isEmpty, !value.isEmpty else { throw malformed }
    return (name, value)
  }

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
    let characters = Array(text.utf8)
    let dot = UInt8(ascii: ".")
    let marks = characters.indices.dropLast().filter {
      characters[$0] == dot && characters[$0 + 1] == dot
    }
    guard marks.count == 1, let mark = marks.first else { throw malformed }
    let start = String(decoding: characters[..<mark], as: UTF8.self)
    let end = String(decoding: characters[(mark + 2)...], as: UTF8.self)
    return (try cell(start), try cell(end))
  }

  /// A whole number of at most four digits.
  private static func number(_ text: String) -> Int? {
    guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ ASCII.isDigit($0) }) else {
      return nil
    }
    return Int(text)
  }
}

extension String {
  /// The text without spaces at its ends.
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
