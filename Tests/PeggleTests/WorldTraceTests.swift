import PegglePhysics
import TestSupport
import Testing

/// Integrator `msk` against the positions that the original engine gave.
@Suite struct WorldTraceTests {
  private static let scenes: [(name: String, tap: Vector, bodies: [Body])] = [
    ("free_fall", Vector(400, 500), []),
    ("peg_offset_5", Vector(400, 500), [Body(.circle(radius: 20), at: Vector(405, 400))]),
    (
      "block_rot45", Vector(400, 500),
      [
        Body(
          .block(width: 60, height: 60), at: Vector(400, 400), rotation: Double.pi / 4)
      ]
    ),
    (
      "block_rot30_offset", Vector(400, 500),
      [Body(.block(width: 80, height: 40), at: Vector(420, 400), rotation: Double.pi / 6)]
    ),
    ("wall_bounce", Vector(700, 200), []),
  ]

  private static func launched(tap: Vector, bodies: [Body]) -> World {
    var world = World(.msk, bodies: bodies)
    let way = tap - Vector(400, 50)
    let length = way.length
    world.addBall(
      x: 400 + 10 * (way.x / length), y: 50 + 10 * (way.y / length), previousX: 400,
      previousY: 50)
    return world
  }

  @Test func everyRowOfEveryTraceAgreesToTheLastBit() throws {
    guard let lines = try Oracle.lines("msk/traces.tsv") else { return }
    var rows = 0
    for scene in Self.scenes {
      var world = Self.launched(tap: scene.tap, bodies: scene.bodies)
      for line in lines where line.hasPrefix(scene.name + "\t") {
        let fields = line.split(separator: "\t")
        let step = try #require(Int(fields[1]))
        let wanted = try fields[2...].map { try #require(Double($0)).bitPattern }
        // The last row is of the ball that is out.
        var last = world.balls.first
        var isOut = false
        if step > 0 {
          world.step { event in
            if case .left(let ball, atBottom: true) = event {
              last = ball
              isOut = true
            }
          }
        }
        if !isOut { last = world.balls.first }
        let ball = try #require(last)
        let got = [ball.x, ball.y, ball.previousX, ball.previousY].map(\.bitPattern)
        try #require(got == wanted, "\(line): \(ball)")
        rows += 1
      }
    }
    #expect(rows == 29 + 183 + 601 + 100 + 54)
  }
}
