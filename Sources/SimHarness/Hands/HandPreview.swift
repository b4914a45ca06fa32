/// What is shown of a move before it is made.
public struct HandPreview: Sendable, Equatable {
  /// A ring at the place where something comes to lie.
  public struct Ring: Sendable, Hashable {
    public var middle: BoardPoint
    public var radius: Double

    public init(_ middle: BoardPoint, radius: Double) {
      self.middle = middle
      self.radius = radius
    }
  }

  /// Ways that something will take.
  public var paths: [[BoardPoint]] = []
  public var ring: Ring?
  /// The place that is aimed at.
  public var cross: BoardPoint?
  /// Bodies that a hint has named, by their numbers in the game's films.
  public var marks: [Int] = []
  /// Bodies that the move begins with, such as the card at the place.
  public var meant: [Int] = []
  /// The same in words, for screen readers.
  public var words = ""

  public init() {}

  /// The same in the unit of films: ways as the few corners that keep them within a unit.
  func onFilm(unit: Double) -> HandPreview {
    func scaled(_ point: BoardPoint) -> BoardPoint {
      BoardPoint(point.x * unit, point.y * unit)
    }
    var preview = self
    preview.paths = paths.map { path in
      let points = path.enumerated().map { place, point in
        FilmPath.Point(x: point.x * unit, y: point.y * unit, time: place)
      }
      return FilmPath.thinned(points, tolerance: 1).map { BoardPoint(Double($0.x), Double($0.y)) }
    }
    preview.ring = ring.map { Ring(scaled($0.middle), radius: $0.radius * unit) }
    preview.cross = cross.map(scaled)
    return preview
  }
}
