import SimHarness

/// Levels like one that is there: places of its board are changed, and all else is kept.
public struct LevelLikeness: Sendable {
  /// The level to begin with.
  public let file: LevelFile
  /// How much of the board may differ: cells that hold something else as a share of its bubbles, or
  /// pegs that are something else as a share of its pegs.
  public let change: Double

  /// What `change` may be.
  public static let changes = 0.01...1.0
  /// How much may differ unless somebody says otherwise.
  public static let usualChange = 0.3
  /// Rounds of changes after which a level is taken as it is.
  private static let mostRounds = 300

  /// - Throws: That the level has nothing that could be changed.
  public init(_ file: LevelFile, change: Double = usualChange) throws(GenerateError) {
    precondition(Self.changes.contains(change))
    self.file = file
    self.change = change
    if let reason = file.content.reasonNotToVary { throw .level(file.header.name, reason) }
  }

  /// A changed copy; nil where the changes came to nothing.
  func varied(using random: inout SeededRandom) -> LevelFile? {
    let aim = random.uniform() * change
    var level = file
    for _ in 0..<Self.mostRounds {
      guard let next = level.mutated(keepingLimits: true, using: &random) else {
        continue
      }
      let difference = next.difference(from: file)
      if difference > change { break }
      level = next
      if difference >= aim { break }
    }
    return level == file ? nil : level
  }

  /// A copy of a changed copy with a few more changes; one made anew where it would differ too
  /// much.
  func varied(_ parent: LevelFile, using random: inout SeededRandom) -> LevelFile? {
    guard let next = parent.mutated(keepingLimits: true, using: &random),
      next.difference(from: file) <= change
    else { return varied(using: &random) }
    return next
  }
}
