/// A simplified path through places and times.
package enum FilmPath {
  /// A ball's place after some steps.
  package struct Point {
    package var x: Double
    package var y: Double
    var time: Int

    package init(x: Double, y: Double, time: Int) {
      self.x = x
      self.y = y
      self.time = time
    }
  }

  /// The fewest waypoints found that keep every point within `tolerance` of where a ball going
  /// straight and evenly from waypoint to waypoint is at its time.
  ///
  /// Source: D. H. Douglas and T. K. Peucker, "Algorithms for the reduction of the number of points
  /// required to represent a digitized line", 1973, with distances taken at equal times.
  package static func thinned(_ points: [Point], tolerance: Double) -> [GameFilm.Waypoint] {
    guard points.count > 2 else { return points.map(waypoint) }
    var keeps = [Bool](repeating: false, count: points.count)
    keeps[0] = true
    keeps[points.count - 1] = true
    var open = [(0, points.count - 1)]
    while let (first, last) = open.popLast() {
      guard last - first > 1 else { continue }
      let (a, b) = (points[first], points[last])
      let span = Double(max(1, b.time - a.time))
      var worst = (place: first, square: tolerance * tolerance)
      for place in (first + 1)..<last {
        let share = Double(points[place].time - a.time) / span
        let x = a.x + (b.x - a.x) * share - points[place].x
        let y = a.y + (b.y - a.y) * share - points[place].y
        let square = x * x + y * y
        if square > worst.square { worst = (place, square) }
      }
      guard worst.place > first else { continue }
      keeps[worst.place] = true
      open.append((first, worst.place))
      open.append((worst.place, last))
    }
    return points.indices.filter { keeps[$0] }.map { waypoint(points[$0]) }
  }

  private static func waypoint(_ point: Point) -> GameFilm.Waypoint {
    GameFilm.Waypoint(x: whole(point.x), y: whole(point.y), time: point.time)
  }

  /// The nearest whole number, kept within what a page can draw.
  package static func whole(_ value: Double) -> Int {
    value.isFinite ? Int(saturating: min(max(value, -100_000), 100_000).rounded()) : 0
  }
}
