import TestSupport
import Testing

@testable import PeggleGame
@testable import PegglePhysics
@testable import SimHarness

/// Steps of a ball that lies still are skipped, and nobody can tell.
@Suite struct PeggleShotRestTests {
  /// A cup of two pegs with a gap that no ball passes, under more of them, and a flat block; the
  /// lowest row is `apart` px from the next and may be as deep as the bucket.
  private static func cups(
    _ random: inout SeededRandom, apart: Double
  ) throws -> PeggleLevel {
    var objects: [PeggleObject] = []
    for row in 0..<3 {
      for place in 0..<7 {
        let x = 90 + 103 * Double(place) + 6 * random.uniform()
        let y = 180 + apart * Double(row) + 10 * random.uniform()
        let colour = random.below(3) == 0 ? "orange" : "blue"
        if row == 2 && place % 3 == 0 {
          objects.append(Pegs.block(x, y, width: 90, height: 20))
        } else {
          objects.append(Pegs.peg(colour, x - 32, y))
          objects.append(Pegs.peg(colour, x + 32, y))
        }
      }
    }
    let restitution = 0.8 * random.uniform()
    let substeps = 1 + random.below(2)
    return try Pegs.level(objects) { rules in
      rules.restitution = restitution
      rules.substeps = substeps
    }
  }

  /// A shot that is watched goes step by step; the same shot unwatched passes rests over.
  @Test func aShotThatIsWatchedIsTheSame() throws {
    var random = SeededRandom(key: StreamKey(rawValue: StreamKey.mix(4_711)))
    let host = Pegs.host()
    var still = 0
    var stillByBucket = 0
    for number in 0..<200 {
      let apart = [130.0, 168][number % 2]
      let game = try PegglePlay(Self.cups(&random, apart: apart), host: host, index: number)
      let turn = DeterministicMath.sincos(0.3 + 2.5 * random.uniform())
      let way = Vector(turn.cos, turn.sin)
      func shot() throws -> PeggleShot {
        try PeggleShot(
          game.state.position, host: host, streams: Bubbles.streams(number), offset: 0,
          scriptDraws: 0)
      }
      let watched = try shot()
      watched.frame = { [unowned watched] _ in
        let world = watched.position.world
        if world.stepsAtRest > 0 {
          still += 1
          if world.reachesBucket(world.balls[0]) { stillByBucket += 1 }
        }
      }
      try watched.play(direction: way, aiming: 0.5)
      let passed = try shot()
      try passed.play(direction: way, aiming: 0.5)
      #expect(watched.step == passed.step, "shot \(number)")
      #expect(watched.events == passed.events, "shot \(number)")
      #expect(watched.position == passed.position, "shot \(number)")
    }
    // Of the rest of a ball all steps but a few are skipped.
    #expect(still > 20_000, "\(still)")
    #expect(stillByBucket > 2_000, "\(stillByBucket)")
  }
}
