/// What mirroring does to a level's two sides.
public enum LevelMirror: String, CaseIterable, Sendable {
  /// Exchanges left and right.
  case flip
  /// Copies the left half to the right, so that the board is symmetric.
  case left
  /// Copies the right half to the left.
  case right
}

/// A direction on a board.
public enum LevelDirection: String, CaseIterable, Sendable {
  case up, down, left, right

  /// One step to the right and one down.
  package var step: (across: Int, down: Int) {
    switch self {
    case .up: (0, -1)
    case .down: (0, 1)
    case .left: (-1, 0)
    case .right: (1, 0)
    }
  }
}
