/// A place on a board, in the game's own units, y downward.
public struct BoardPoint: Sendable, Hashable {
  public let x: Double
  public let y: Double

  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }
}
