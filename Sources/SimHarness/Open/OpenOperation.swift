/// The operations of `playtest level edit` on a level of an open game: on one without a `design`
/// those of a level without a board.
public enum OpenOperation: String, LevelOperation {
  case fill, drag, rectangle, flood, tap, erase, mirror, shift, copy
  case set, reset, undo, redo, status

  public var usage: String {
    switch self {
    case .fill: "fill R,C=TOKEN, such as fill 0,3=wall"
    case .drag: "drag R,C..R,C=TOKEN, such as drag 0,0..0,5=wall"
    case .rectangle: "rectangle R,C..R,C=TOKEN, such as rectangle 0,0..3,5=wall"
    case .flood: "flood R,C=TOKEN, such as flood 0,3=wall"
    case .mirror: LevelOperationWords.mirror
    case .shift: LevelOperationWords.shift("down 2")
    case .copy: "copy R,C..R,C R,C, such as copy 0,0..3,5 4,0"
    case .tap: "tap R,C, such as tap 0,3"
    case .erase: "erase R,C, such as erase 0,3"
    case .set: "set FIELD=VALUE, such as set \(OpenLevelFile.assignmentExample)"
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

  /// Whether it needs a board.
  var draws: Bool {
    switch self {
    case .fill, .drag, .rectangle, .flood, .tap, .erase, .mirror, .shift, .copy: true
    case .set, .reset, .undo, .redo, .status: false
    }
  }
}

typealias OpenOperationText = LevelOperationText<OpenOperation>

extension LevelOperationText where Operation == OpenOperation {
  /// A cell written as `R,C`.
  func cell(_ text: String) throws(LevelEditorError) -> OpenCells.Cell {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map {
      Self.number(String($0).trimmed)
    }
    guard numbers.count == 2, let row = numbers[0], let column = numbers[1] else {
      throw malformed
    }
    return OpenCells.Cell(row: row, column: column)
  }

  /// A whole number of at most four digits.
  static func number(_ text: String) -> Int? {
    guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ ASCII.isDigit($0) }) else {
      return nil
    }
    return Int(text)
  }
}
