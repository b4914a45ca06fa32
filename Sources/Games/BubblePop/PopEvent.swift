import SimHarness

/// What happens in a game of bubble pop; fixed-size.
public enum PopEvent: Hashable, Sendable, BitwiseCopyable {
  /// Why a bubble went without being popped.
  public enum Reason: String, Hashable, Sendable, BitwiseCopyable {
    case refresh
    /// The bubble moved off the screen.
    case left
    /// A script removed it.
    case script
  }

  /// The screen was refreshed: `target` bubbles were aimed at, `failed` found no place.
  case refreshed(second: Double, removed: Int, target: Int, failed: Int)
  case spawned(PopBubble)
  case expired(id: Int, colour: UInt8, Reason)
  case popped(id: Int, colour: UInt8, points: Int, combo: Bool)
  /// A touch outside every bubble.
  case missed(x: Double, y: Double)
  /// A script changed the score.
  case scored(Int)
  /// A script changed the time that is left, in seconds.
  case timeAdded(Double)
  case won
  case lost
  case ended
}
