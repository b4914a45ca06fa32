import SimHarness

/// A difference between two Bubble Blast levels: cells that differ, and the rest if it differs.
public struct BubbleLevelChange: Sendable {
  /// What one cell held before and after.
  struct CellChange: Sendable {
    let cell: Cell
    let before: BubbleToken?
    let after: BubbleToken?
  }

  let cells: [CellChange]
  /// Everything but the bubbles, if that changed.
  let frame: LevelFrameChange<BubbleLevelFile>?
}

/// What the designer does to a cell.
public enum BubbleTool: Hashable, Sendable {
  case bubble(BubbleToken)
  case eraser

  /// The name in operations.
  public var name: String {
    switch self {
    case .bubble(let token): token.name
    case .eraser: "eraser"
    }
  }

  /// The bubble it puts into a cell; nil empties it.
  public var token: BubbleToken? {
    switch self {
    case .bubble(let token): token
    case .eraser: nil
    }
  }
}

extension BubbleLevelFile: DesignedLevel {
  public static var initialTool: BubbleTool { .bubble(.colour(.blue)) }

  public func change(to other: BubbleLevelFile) -> BubbleLevelChange? {
    var cells: [BubbleLevelChange.CellChange] = []
    for (cell, before) in bubbles where other.bubbles[cell] != before {
      cells.append(.init(cell: cell, before: before, after: other.bubbles[cell]))
    }
    for (cell, after) in other.bubbles where bubbles[cell] == nil {
      cells.append(.init(cell: cell, before: nil, after: after))
    }
    let frame = LevelFrameChange(from: frame, to: other.frame)
    if cells.isEmpty && frame == nil { return nil }
    return BubbleLevelChange(cells: cells, frame: frame)
  }

  public mutating func apply(_ change: BubbleLevelChange) {
    if let frame = change.frame { setFrame(frame.after) }
    for cell in change.cells { bubbles[cell.cell] = cell.after }
  }

  public mutating func revert(_ change: BubbleLevelChange) {
    if let frame = change.frame { setFrame(frame.before) }
    for cell in change.cells { bubbles[cell.cell] = cell.before }
  }

  public func words(for change: BubbleLevelChange) -> String? {
    guard let first = change.cells.first else { return nil }
    let count = change.cells.count == 1 ? "1 cell" : "\(change.cells.count) cells"
    let isAlike = change.cells.allSatisfy { $0.after == first.after }
    return isAlike ? "\(count) \(SafeText.escaped(first.after?.name ?? "empty"))" : count
  }

  public static func perform(
    _ operation: LevelOperationText<BubbleOperation>,
    in editor: inout LevelEditor<BubbleLevelFile>
  ) throws(LevelEditorError) -> String {
    try editor.perform(operation)
  }

  /// Everything but the bubbles.
  private var frame: BubbleLevelFile {
    var frame = self
    frame.bubbles = [:]
    return frame
  }

  private mutating func setFrame(_ frame: BubbleLevelFile) {
    let bubbles = bubbles
    self = frame
    self.bubbles = bubbles
  }
}
