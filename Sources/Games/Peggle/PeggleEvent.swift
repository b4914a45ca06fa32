import SimHarness

/// What happened while a shot was played, as fixed-size values.
///
/// Pegs are numbered by their place in the level's list of objects, from 0; balls by the order in
/// which they came into the game. Traces gather runs of `pegRemoved` and of `thrown`.
public enum PeggleEvent: Hashable, Sendable, BitwiseCopyable {
  /// A peg was lit, by a ball or by a script; its points with the multiplier.
  case pegHit(peg: Int, points: Int)
  case pegRemoved(peg: Int)
  /// A ball came into play that the cannon did not fire.
  case ballAdded(ball: Int)
  /// A ball fell out at the bottom and came in again at the top.
  case reentered(ball: Int)
  /// A ball fell into the bucket.
  case bucket(ball: Int)
  case boardTurned
  case exploded(peg: Int)
  /// A peg flies off; it counts as hit and removed.
  case thrown(peg: Int)
  /// A ball lay still for too long.
  case stuck(ball: Int)
  /// Points of one shot brought a ball.
  case freeBall
  /// A mode gave balls, or took them.
  case ballsGiven(count: Int)
  /// From now on points are multiplied by this.
  case multiplier(value: Int)
  /// The points that the shot brought, and the pegs that were hit in it.
  case shotEnded(points: Int, hits: Int)
  case won
  case lost(PeggleLoss)
}

/// Why a game was lost.
public enum PeggleLoss: String, Hashable, Sendable, CaseIterable, BitwiseCopyable {
  /// No ball is left.
  case balls
  /// The mode's script says so.
  case mode
}
