import Testing

@testable import PeggleGame
@testable import SimHarness

@Suite struct PeggleGeometryTests {
  private func circle(_ x: Double, _ y: Double, _ radius: Double) -> PeggleOutline {
    .circle(center: PegglePoint(x: x, y: y), radius: radius)
  }

  private func points(_ pairs: [(Double, Double)]) -> [PegglePoint] {
    pairs.map { PegglePoint(x: $0.0, y: $0.1) }
  }

  private func square(_ x: Double, _ y: Double, half: Double = 10) -> PeggleOutline {
    .polygon(
      points([
        (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half),
      ]))
  }

  // MARK: Depth

  @Test func circlesTouchAndOverlap() {
    #expect(PeggleGeometry.depth(circle(0, 0, 20), circle(30, 0, 20)) == 10)
    #expect(PeggleGeometry.depth(circle(0, 0, 20), circle(24, 32, 20)) == 0)
    #expect(!PeggleGeometry.overlaps(circle(0, 0, 20), circle(24, 32, 20)))
    #expect(PeggleGeometry.overlaps(circle(0, 0, 20), circle(24, 31.99, 20)))
    #expect(!PeggleGeometry.overlaps(circle(0, 0, 20), circle(40 - 1e-10, 0, 20)))
    #expect(PeggleGeometry.overlaps(circle(0, 0, 20), circle(40 - 1e-8, 0, 20)))
    #expect(PeggleGeometry.depth(circle(5, 5, 8), circle(5, 5, 20)) == 28)
  }

  @Test func circlesMeetPolygonsAtEdgesAndCorners() {
    // Beside an edge, at a corner (3-4-5), with the centre inside.
    #expect(PeggleGeometry.depth(circle(15, 0, 8), square(0, 0)) == 3)
    #expect(PeggleGeometry.depth(circle(18, 0, 8), square(0, 0)) == 0)
    #expect(PeggleGeometry.depth(circle(13, 14, 5), square(0, 0)) == 0)
    #expect(PeggleGeometry.depth(square(0, 0), circle(13, 14, 8)) == 3)
    #expect(PeggleGeometry.depth(circle(7, 1, 8), square(0, 0)) == 11)
  }

  @Test func polygonsMeetAlongAnyAxis() {
    #expect(PeggleGeometry.depth(square(0, 0), square(18, 3)) == 2)
    #expect(PeggleGeometry.depth(square(0, 0), square(20, 3)) == 0)
    // The boxes of a diamond and a square overlap, the bodies do not.
    let diamond = PeggleOutline.polygon(points([(0, -10), (10, 0), (0, 10), (-10, 0)]))
    #expect(PeggleGeometry.depth(diamond, square(15, 15, half: 8)) == 0)
    #expect(PeggleGeometry.overlaps(diamond, square(12, 12, half: 8)))
    // One inside the other moves out the shortest way.
    #expect(PeggleGeometry.depth(square(0, 0), square(4, 1, half: 2)) == 8)
  }

  /// Depth is symmetric, and agrees with looking for common points of a fine grid.
  @Test func depthAgreesWithCommonPoints() {
    var maker = PeggleLevelRandom(seed: 5)
    var rules = PeggleRules()
    rules.width = 300
    rules.height = 300
    var seen = (apart: 0, together: 0)
    for _ in 0..<2_000 {
      let one = maker.object(on: rules).outline
      let other = maker.object(on: rules).outline
      let depth = PeggleGeometry.depth(one, other)
      #expect(abs(depth - PeggleGeometry.depth(other, one)) < 1e-9)
      let box = PeggleGeometry.box(of: one)
      let steps = 24
      var isCommon = false
      for step in 0...(steps * steps) {
        let point = PegglePoint(
          x: box.left + box.width * Double(step % steps) / Double(steps - 1),
          y: box.top + box.height * Double(step / steps) / Double(steps))
        if PeggleGeometry.contains(point, in: one), PeggleGeometry.contains(point, in: other) {
          isCommon = true
        }
      }
      if isCommon { #expect(depth >= 0) }
      if depth == 0 {
        #expect(!isCommon)
        seen.apart += 1
      } else if depth > 25 {
        // So deep an overlap of bodies at least 8 px wide holds a point of the grid.
        seen.together += 1
      }
    }
    #expect(seen.apart > 500)
    #expect(seen.together > 100)
  }

  @Test func movingApartByTheDepthTouches() {
    var maker = PeggleLevelRandom(seed: 6)
    for _ in 0..<2_000 {
      let a = maker.number(8...60)
      let b = maker.number(8...60)
      let one = circle(maker.number(0...100), maker.number(0...100), a)
      let x = maker.number(0...100)
      let y = maker.number(0...100)
      let depth = PeggleGeometry.depth(one, circle(x, y, b))
      guard depth > 0, case .circle(let center, _) = one else { continue }
      let offset = PegglePoint(x: x, y: y) - center
      let length = offset.length
      guard length > 0 else { continue }
      let moved = circle(
        x + offset.x / length * depth, y + offset.y / length * depth, b)
      #expect(PeggleGeometry.depth(one, moved) < 1e-9)
    }
  }

  // MARK: Outlines

  @Test func turnsClockwiseOnTheScreen() {
    let corners = points([(10, 0), (0, 5)])
    let placed = PeggleGeometry.placed(
      corners, rotation: Double.pi / 2, at: PegglePoint(x: 100, y: 200))
    #expect(abs(placed[0].x - 100) < 1e-9 && abs(placed[0].y - 210) < 1e-9)
    #expect(abs(placed[1].x - 95) < 1e-9 && abs(placed[1].y - 200) < 1e-9)
    #expect(
      PeggleGeometry.placed(corners, rotation: 0, at: PegglePoint(x: 1, y: 2))
        == points([(11, 2), (1, 7)]))
  }

  @Test func knowsBoxesAndPoints() {
    let box = PeggleGeometry.box(of: circle(10, 20, 5))
    #expect(box == PeggleBox(left: 5, top: 15, right: 15, bottom: 25))
    #expect(PeggleGeometry.contains(PegglePoint(x: 15, y: 20), in: circle(10, 20, 5)))
    #expect(!PeggleGeometry.contains(PegglePoint(x: 14, y: 24), in: circle(10, 20, 5)))
    #expect(PeggleGeometry.contains(PegglePoint(x: 10, y: 10), in: square(0, 0)))
    #expect(!PeggleGeometry.contains(PegglePoint(x: 10.1, y: 0), in: square(0, 0)))
  }

  // MARK: Convexity

  @Test func tellsConvexPolygonsInOrder() {
    var maker = PeggleLevelRandom(seed: 7)
    for _ in 0..<1_000 {
      let corners = maker.corners()
      #expect(PeggleGeometry.problem(with: corners) == nil)
      #expect(PeggleGeometry.problem(with: corners.reversed()) == nil)
      if corners.count > 3 {
        var swapped = corners
        swapped.swapAt(0, 1)
        #expect(PeggleGeometry.problem(with: swapped) == .disordered)
      }
    }
  }

  @Test func tellsWhatIsWrongWithCorners() {
    let pentagram = points([(0, -10), (6, 8), (-9, -3), (9, -3), (-6, 8)])
    #expect(PeggleGeometry.problem(with: pentagram) == .disordered)
    let arrow = points([(0, -10), (10, 10), (0, 5), (-10, 10)])
    #expect(PeggleGeometry.problem(with: arrow) == .concave(corner: 2))
    let straight = points([(0, 0), (10, 0), (20, 0), (10, 10)])
    #expect(PeggleGeometry.problem(with: straight) == .needless(corner: 1))
    let doubled = points([(0, 0), (10, 0), (10, 0), (10, 10)])
    #expect(PeggleGeometry.problem(with: doubled) == .needless(corner: 1))
    let point = points([(5, 5), (5, 5), (5, 5)])
    #expect(PeggleGeometry.problem(with: point) == .needless(corner: 0))
  }
}
