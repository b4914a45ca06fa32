import SimHarness

/// How `greedy` ranks shots: win, clear most, join the largest group, stay high, aim straight up.
///
/// Each kind of result has a band of values of its own, so that no sum of lesser advantages outranks
/// a better kind.
enum BubbleGreedyValue {
  static let win = 4_000_000_000
  /// The bubbles cleared are added.
  static let clearing = 3_000_000
  /// A bubble that joins others of its colour without clearing them.
  static let joining = 2_000_000
  static let landing = 1_000_000
  /// The bubbles cleared are added.
  static let loss = -2_000_000_000
  /// A shot that lands nowhere.
  static let lost = -3_000_000_000
  /// Per bubble of the group that is joined; more than the rows of any board.
  static let perJoined = 128
  /// What a value is multiplied by, so that the aim decides among equals; more than the aims of any
  /// fan, in half steps.
  static let aims = 4096

  /// The value of what a shot does, before its aim.
  @inline(__always)
  static func value(_ foresight: Foresight, cleared: Int, group: Int, row: Int) -> Int {
    if foresight.wins { return win }
    if foresight.loses { return loss &+ cleared }
    if cleared > 0 { return clearing &+ cleared }
    if group >= 2 { return joining &+ perJoined &* group &- row }
    return landing &- row
  }
}
