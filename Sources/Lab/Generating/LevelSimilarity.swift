import SimHarness

/// Levels similar to a given one: cells of its board are changed, and all else is kept.
public struct LevelSimilarity: Sendable {
  /// The level to begin with.
  public let file: LevelFile
  /// How much of the board may differ: cells that hold something else as a share of its bubbles, or
  /// pegs that are something else as a share of its pegs.
  public let change: Double

  /// What `change` may be.
  public static let changes = 0.01...1.0
  /// The default of how much may differ.
  public static let defaultChange = 0.3
  /// The maximum number of rounds of changes.
  private static let maxRounds = 300

  /// - Throws: That the level has nothing that could be changed.
  public init(_ file: LevelFile, change: Double = defaultChange) throws(GenerateError) {
    precondition(Self.changes.contains(change))
    self.file = file
    self.change = change
    if let reason = file.content.reasonNotToVary { throw .level(file.header.name, reason) }
  }

  /// A changed copy; nil if no change succeeded.
  func varied(using random: inout SeededRandom) -> LevelFile? {
    let aim = random.uniform() * change
    var level = file
    for _ in 0..<Self.maxRounds {
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

  /// A copy of a changed copy with a few more changes; a new changed copy if it would differ too
  /// much.
  func varied(_ parent: LevelFile, using random: inout SeededRandom) -> LevelFile? {
    guard let next = parent.mutated(keepingLimits: true, using: &random),
      next.difference(from: file) <= change
    else { return varied(using: &random) }
    return next
  }
}
