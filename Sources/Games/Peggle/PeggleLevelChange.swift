import SimHarness

/// A difference between two Peggle levels: one run of objects that differs, and the rest if it
/// differs.
public struct PeggleLevelChange: Sendable {
  /// Where the run begins in both levels.
  let start: Int
  let before: [PeggleObject]
  let after: [PeggleObject]
  /// Everything but the objects, if that changed.
  let frame: LevelFrameChange<PeggleLevelFile>?
}

/// What the designer does where the board is tapped.
public enum PeggleTool: Hashable, Sendable {
  /// Selects the object there.
  case hand
  /// Adds a peg of this kind.
  case peg(String)
  case block
  case triangle
  case polygon
  /// Takes the object there away.
  case eraser

  /// The name in operations, such as `peg:orange`.
  public var name: String {
    switch self {
    case .hand: "hand"
    case .peg(let colour): "peg:\(colour)"
    case .block: "block"
    case .triangle: "triangle"
    case .polygon: "polygon"
    case .eraser: "eraser"
    }
  }

  /// What it adds to a level, in the default size.
  public var form: PeggleObject.Form? {
    let side = PeggleObject.defaultSide
    return switch self {
    case .hand, .eraser: nil
    case .peg(let colour): .peg(colour: colour, radius: PeggleObject.defaultRadius)
    case .block: .block(width: side, height: side)
    case .triangle: .triangle(width: side, height: side)
    case .polygon: .polygon(PeggleObject.defaultCorners)
    }
  }
}

extension PeggleLevelFile: DesignedLevel {
  public static var initialTool: PeggleTool { .peg("blue") }

  public func change(to other: PeggleLevelFile) -> PeggleLevelChange? {
    let (old, new) = (objects, other.objects)
    let shorter = min(old.count, new.count)
    var start = 0
    while start < shorter && old[start] == new[start] { start += 1 }
    var end = 0
    while end < shorter - start && old[old.count - 1 - end] == new[new.count - 1 - end] {
      end += 1
    }
    let before = Array(old[start..<(old.count - end)])
    let after = Array(new[start..<(new.count - end)])
    let frame = LevelFrameChange(from: frame, to: other.frame)
    if before.isEmpty && after.isEmpty && frame == nil { return nil }
    return PeggleLevelChange(start: start, before: before, after: after, frame: frame)
  }

  public mutating func apply(_ change: PeggleLevelChange) {
    if let frame = change.frame { setFrame(frame.after) }
    let end = change.start + change.before.count
    objects.replaceSubrange(change.start..<end, with: change.after)
  }

  public mutating func revert(_ change: PeggleLevelChange) {
    if let frame = change.frame { setFrame(frame.before) }
    let end = change.start + change.after.count
    objects.replaceSubrange(change.start..<end, with: change.before)
  }

  public func words(for change: PeggleLevelChange) -> String? {
    let (before, after) = (change.before, change.after)
    if before.isEmpty && after.isEmpty { return nil }
    if before.isEmpty { return "\(Self.words(for: after)) added" }
    if after.isEmpty { return "\(Self.words(for: before)) removed" }
    guard before.count == after.count else { return "objects changed" }
    let pairs = zip(before, after)
    if pairs.allSatisfy({ $0.form == $1.form && $0.rotation == $1.rotation }) {
      return "\(Self.words(for: after)) moved"
    }
    let isTurned = pairs.allSatisfy { $0.form == $1.form && $0.place == $1.place }
    return "\(Self.words(for: after)) \(isTurned ? "turned" : "changed")"
  }

  /// Some objects in words: `orange peg`, `3 objects`.
  private static func words(for objects: [PeggleObject]) -> String {
    objects.count == 1 ? objects[0].title : "\(objects.count) objects"
  }

  public static func perform(
    _ operation: LevelOperationText<PeggleOperation>,
    in editor: inout LevelEditor<PeggleLevelFile>
  ) throws(LevelEditorError) -> String {
    try editor.perform(operation)
  }

  /// Everything but the objects.
  private var frame: PeggleLevelFile {
    var frame = self
    frame.objects = []
    return frame
  }

  private mutating func setFrame(_ frame: PeggleLevelFile) {
    let objects = objects
    self = frame
    self.objects = objects
  }
}
