import Testing

@testable import SimHarness

@Suite struct FilmPathTests {
  /// Where a ball on the thinned way is at a time.
  private static func place(_ way: [GameFilm.Waypoint], _ time: Int) -> (x: Double, y: Double) {
    for (a, b) in zip(way, way.dropFirst()) where time <= b.time {
      let share = Double(time - a.time) / Double(max(1, b.time - a.time))
      return (
        Double(a.x) + Double(b.x - a.x) * share, Double(a.y) + Double(b.y - a.y) * share
      )
    }
    return (Double(way.last?.x ?? 0), Double(way.last?.y ?? 0))
  }

  @Test func everyPointStaysNearAndMostAreLeftOut() {
    var random = ReportFixture.Random(state: 9)
    for _ in 0..<300 {
      var (x, y, up, across) = (400.0, 50.0, 0.0, random.unit() * 8 - 4)
      let points = (0..<400).map { time in
        up += 0.08
        x += across
        y += up
        if x < 0 || x > 800 { across = -across }
        if y > 600 { up = -up * 0.8 }
        return FilmPath.Point(x: x, y: y, time: time)
      }
      let way = FilmPath.thinned(points, tolerance: 3)
      #expect(way.count < 120)
      #expect(way.first?.time == 0 && way.last?.time == 399)
      for point in points {
        let (shownX, shownY) = Self.place(way, point.time)
        let (offX, offY) = (shownX - point.x, shownY - point.y)
        // Rounding to whole numbers moves a waypoint by 0.71 at most.
        #expect((offX * offX + offY * offY).squareRoot() <= 3 + 0.72)
      }
    }
  }

  @Test func aStraightEvenWayIsTwoPoints() {
    let points = (0...50).map { FilmPath.Point(x: Double($0) * 2, y: 7, time: $0) }
    #expect(
      FilmPath.thinned(points, tolerance: 0.5) == [
        GameFilm.Waypoint(x: 0, y: 7, time: 0), GameFilm.Waypoint(x: 100, y: 7, time: 50),
      ])
    #expect(FilmPath.whole(.nan) == 0 && FilmPath.whole(1e30) == 100_000)
  }
}
