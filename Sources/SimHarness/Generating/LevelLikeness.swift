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
    switch file {
    case .bubbleBlast(let level) where level.bubbles.isEmpty || level.colours.count < 2:
      throw .level(
        file.header.name, "varying its board needs bubbles of at least two colours; add some")
    case .peggle(let level) where level.objects.count(where: { $0.colour != nil }) < 3:
      throw .level(file.header.name, "varying its board needs at least three pegs; add some")
    case .bubblePop, .cards:
      throw .level(
        file.header.name,
        "a level of \(file.header.game.rawValue) has no board to vary; use a generator, or"
          + " playtest tune to change its numbers")
    case .bubbleBlast, .peggle: break
    }
  }

  /// A changed copy; nil where the changes came to nothing.
  func varied(using random: inout SeededRandom) -> LevelFile? {
    let aim = random.uniform() * change
    var level = file
    for _ in 0..<Self.mostRounds {
      guard let next = LevelMutation.mutated(level, keepingLimits: true, using: &random) else {
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
    guard let next = LevelMutation.mutated(parent, keepingLimits: true, using: &random),
      next.difference(from: file) <= change
    else { return varied(using: &random) }
    return next
  }
}

extension LevelFile {
  /// The places of the board that hold something else than another level's, as a share of what
  /// that level has there.
  func difference(from other: LevelFile) -> Double {
    switch (self, other) {
    case (.bubbleBlast(let level), .bubbleBlast(let other)):
      let cells = Set(level.bubbles.keys).union(other.bubbles.keys)
      let count = cells.count { level.bubbles[$0] != other.bubbles[$0] }
      return Double(count) / Double(max(1, other.bubbles.count))
    case (.peggle(let level), .peggle(let other)):
      let count = zip(level.objects, other.objects).count { $0 != $1 }
      return Double(count) / Double(max(1, other.objects.count { $0.colour != nil }))
    default: return self == other ? 0 : 1
    }
  }
}
