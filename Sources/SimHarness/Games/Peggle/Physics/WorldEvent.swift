/// What a ball can touch.
public enum Obstacle: Hashable, Sendable {
  /// A peg or block, by its number.
  case body(Int)
  /// Another ball, by its number.
  case ball(Int)
  case leftWall
  case rightWall
  case topWall
  case bucket
}

/// What happened in a step, told in the order in which it happened.
///
/// Touches are by far the most, and small; the others are kept apart.
public enum WorldEvent: Hashable, Sendable {
  /// A ball met something, or rests on it; at each impact.
  case touched(ball: Int, Obstacle)
  /// A ball, as it last was, fell into the bucket and is no more in the world.
  indirect case caught(Ball)
  /// A ball or thrown peg, as it last was, is gone; `atBottom` is false where it went elsewhere.
  indirect case left(Ball, atBottom: Bool)
  /// A ball fell out at the bottom and came in again at the top.
  case reentered(ball: Int)
}
