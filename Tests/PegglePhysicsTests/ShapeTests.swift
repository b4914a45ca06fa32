import StableNumerics
import Testing

@testable import PegglePhysics

@Suite struct ShapeTests {
  private let square = [Vector(0, 0), Vector(4, 0), Vector(4, 4), Vector(0, 4)]

  @Test func areaAndOrientation() {
    #expect(ConvexPolygon.signedArea(square) == 16)
    #expect(ConvexPolygon.signedArea(Array(square.reversed())) == -16)
    #expect(ConvexPolygon.area(Array(square.reversed())) == 16)
    #expect(
      ConvexPolygon.area([Vector(0, -10), Vector(15, 10), Vector(-15, 10)]) == 300)
  }

  @Test func convexityEitherWayRound() {
    #expect(ConvexPolygon.isConvex(square))
    #expect(ConvexPolygon.isConvex(Array(square.reversed())))
    #expect(!ConvexPolygon.isConvex([Vector(0, 0), Vector(4, 0)]))
    #expect(!ConvexPolygon.isConvex([Vector(0, 0), Vector(2, 0), Vector(4, 0), Vector(2, 3)]))
    #expect(!ConvexPolygon.isConvex([Vector(0, 0), Vector(4, 0), Vector(1, 1), Vector(0, 4)]))
    #expect(!ConvexPolygon.isConvex([Vector(0, 0), Vector(4, 0), Vector(.nan, 4)]))
    #expect(!ConvexPolygon.isConvex([Vector(0, 0), Vector(0, 0), Vector(4, 0), Vector(0, 4)]))
  }

  @Test func starTurnsOneWayButIsNotConvex() {
    let corners = Physics.roundish(corners: 5, radius: 10)
    guard case .polygon(let ring) = corners else { return }
    #expect(ConvexPolygon.isConvex(ring))
    #expect(!ConvexPolygon.isConvex([ring[0], ring[2], ring[4], ring[1], ring[3]]))
  }

  @Test(arguments: 3...16)
  func cornersUpToSixteen(count: Int) {
    #expect(Physics.roundish(corners: count, radius: 30).isValid)
  }

  @Test func seventeenCornersAreTooMany() {
    #expect(!Physics.roundish(corners: 17, radius: 30).isValid)
    #expect(!Shape.circle(radius: 0).isValid)
    #expect(!Shape.circle(radius: .infinity).isValid)
  }

  @Test func quarterTurnSwapsTheSides() {
    let placed = Shape.block(width: 60, height: 20)
      .placed(at: Vector(100, 200), rotation: Double.pi / 2)
    let box = placed.bounds
    #expect(abs(box.x.lowerBound - 90) < 1e-12 && abs(box.x.upperBound - 110) < 1e-12)
    #expect(abs(box.y.lowerBound - 170) < 1e-12 && abs(box.y.upperBound - 230) < 1e-12)
    #expect(abs(Shape.block(width: 60, height: 80).boundingRadius - 50) < 1e-12)
  }

  @Test func touchingIsNoOverlap() {
    func circle(_ x: Double) -> PlacedShape { .circle(centre: Vector(x, 0), radius: 10) }
    #expect(!circle(0).overlaps(circle(20)))
    #expect(!circle(0).overlaps(circle(20 - 0.5e-9)))
    #expect(circle(0).overlaps(circle(20 - 2e-9)))
    func block(_ x: Double) -> PlacedShape {
      Shape.block(width: 20, height: 20).placed(at: Vector(x, 0))
    }
    #expect(!block(0).overlaps(block(20)))
    #expect(block(0).overlaps(block(20 - 2e-9)))
    #expect(!circle(0).overlaps(block(20)) && !block(20).overlaps(circle(0)))
    #expect(circle(0).overlaps(block(20 - 2e-9)))
    #expect(circle(0).overlaps(block(0)) && block(0).overlaps(circle(3)))
  }

  @Test func circleAtACorner() {
    let block = Shape.block(width: 20, height: 20).placed(at: Vector(0, 0))
    // 3-4-5: the corner (10, 10) is 5 px from (13, 14).
    #expect(!PlacedShape.circle(centre: Vector(13, 14), radius: 5).overlaps(block))
    #expect(PlacedShape.circle(centre: Vector(13, 14), radius: 5.001).overlaps(block))
  }

  @Test func insideTheBoard() {
    #expect(
      PlacedShape.circle(centre: Vector(20, 580), radius: 20).isInside(width: 800, height: 600))
    #expect(
      !PlacedShape.circle(centre: Vector(19.9, 300), radius: 20).isInside(width: 800, height: 600))
    let block = Shape.block(width: 40, height: 40)
    #expect(block.placed(at: Vector(780, 20)).isInside(width: 800, height: 600))
    #expect(!block.placed(at: Vector(780, 20), rotation: 0.1).isInside(width: 800, height: 600))
  }

  /// Two shapes overlap when some point of a fine raster lies in both.
  @Test func overlapAgreesWithSampling() {
    var random = Physics.random(11)
    var overlaps = 0
    for _ in 0..<2000 {
      let first = Physics.body(&random, width: 220).placed
      let second = Physics.body(&random, width: 220).placed
      let depth = first.depth(in: second)
      #expect(abs(depth - second.depth(in: first)) < 1e-9)
      if depth > 3 || depth < 0 {
        #expect(sampled(first, second) == (depth > 0), "\(first) \(second)")
        if depth > 0 { overlaps += 1 }
      }
    }
    #expect(overlaps > 30)
  }

  private func sampled(_ first: PlacedShape, _ second: PlacedShape) -> Bool {
    let one = first.bounds
    let two = second.bounds
    let low = Vector(
      max(one.x.lowerBound, two.x.lowerBound), max(one.y.lowerBound, two.y.lowerBound))
    let high = Vector(
      min(one.x.upperBound, two.x.upperBound), min(one.y.upperBound, two.y.upperBound))
    if low.x > high.x || low.y > high.y { return false }
    for row in 0...60 {
      for column in 0...60 {
        let point = Vector(
          low.x + (high.x - low.x) * Double(column) / 60,
          low.y + (high.y - low.y) * Double(row) / 60)
        if holds(first, point) && holds(second, point) { return true }
      }
    }
    return false
  }

  private func holds(_ shape: PlacedShape, _ point: Vector) -> Bool {
    switch shape {
    case .circle(let centre, let radius): (point - centre).length <= radius
    case .polygon(let corners): ConvexPolygon.contains(point, in: corners)
    }
  }
}
