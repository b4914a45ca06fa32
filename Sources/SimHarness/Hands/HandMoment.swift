/// What a hand knows when an input comes.
public struct HandMoment<View> {
  public let view: View
  /// Seconds since the game began.
  public let seconds: Double
  /// Seconds since the turn began.
  public let thought: Double

  public init(view: View, seconds: Double, thought: Double) {
    self.view = view
    self.seconds = seconds
    self.thought = thought
  }
}
