/// What a ball can be in contact with.
public enum Obstacle: Hashable, Sendable {
  /// A peg or block, by its number.
  case body(Int)
  /// Another ball, by its number.
  case ball(Int)
  /// The left border.
  case leftWall
  /// The right border.
  case rightWall
  /// The top border.
  case topWall
  /// The bucket's sides, bottom and corners.
  case bucket
}

/// What happened in a step.
///
/// Contacts are by far the most frequent, and small; what carries a ball is stored indirectly.
public enum WorldEvent: Hashable, Sendable {
  /// A ball hit something, or rests on it; at each impact.
  case contact(ball: Int, Obstacle)
  /// A ball fell into the bucket and was removed; with the ball as it last was.
  indirect case caught(Ball)
  /// A ball or thrown body left the world, at the bottom or (`msk`, or without a mask) elsewhere;
  /// with the ball as it last was.
  indirect case left(Ball, atBottom: Bool)
  /// A ball fell out at the bottom and re-entered at the top.
  case reentered(ball: Int)
}
