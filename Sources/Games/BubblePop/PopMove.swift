import SimHarness

/// A touch of the screen at a time, or waiting until then.
public struct PopMove: Hashable, Sendable, BitwiseCopyable {
  /// Seconds since the start.
  public let time: Double
  /// Where the screen is touched, in points from its top left corner; 0 where it is not.
  public let x: Double
  public let y: Double
  /// Whether the screen is touched at all.
  public let isTouch: Bool

  /// A touch.
  public init(time: Double, x: Double, y: Double) {
    self.time = time
    self.x = x
    self.y = y
    isTouch = true
  }

  /// Waits until a time; a refresh that is due then happens.
  public static func wait(until time: Double) -> PopMove { PopMove(waitUntil: time) }

  private init(waitUntil time: Double) {
    self.time = time
    x = 0
    y = 0
    isTouch = false
  }
}
