/// How bodies move by themselves until the next turn: all along straight lines, and all equally far.
public struct HandMotion: Sendable, Equatable {
  /// A body that moves.
  public struct Body: Sendable, Hashable {
    /// Its number in the game's films.
    public let id: Int
    /// The direction, as a vector of length 1.
    public let x: Double
    public let y: Double

    public init(id: Int, x: Double, y: Double) {
      self.id = id
      self.x = x
      self.y = y
    }
  }

  public let bodies: [Body]
  /// The second of the game at which they are where the board shows them.
  public let start: Double
  /// How far they have come after each `interval`, from 0 on; in the board's unit.
  public let distances: [Double]

  /// Seconds from one distance to the next.
  public static let interval = 0.1

  public init(bodies: [Body], start: Double, distances: [Double]) {
    self.bodies = bodies
    self.start = start
    self.distances = distances
  }
}
