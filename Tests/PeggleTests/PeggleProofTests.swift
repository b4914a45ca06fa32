import Foundation
import TestSupport
import Testing

@testable import PeggleGame
@testable import PegglePhysics
@testable import SimHarness

/// What must hold of every drop, watched step by step.
///
/// `PLAYTEST_DROPS=10000` sets how many random drops there are; the figure that is stated is that
/// of a release build: `swift test -c release -Xswiftc -enable-testing --filter PeggleProofTests`.
@Suite struct PeggleProofTests {
  private static var wanted: Int {
    ProcessInfo.processInfo.environment["PLAYTEST_DROPS"].flatMap { Int($0) } ?? 300
  }

  /// What is wrong with a step of a shot; nil: nothing.
  private static func problem(of shot: PeggleShot, step: Int, balls: [Ball]) -> String? {
    let rules = shot.setup.rules
    if step > shot.setup.lastStep { return "step \(step) is beyond the last" }
    for ball in balls {
      for number in [ball.x, ball.y, ball.velocityX, ball.velocityY] where !number.isFinite {
        return "a ball has the number \(number)"
      }
      // Those that left in this step included: they leave at the bottom alone.
      let isAside = ball.x < ball.radius - 1e-6 || ball.x > rules.width - ball.radius + 1e-6
      if isAside && !shot.position.world.isUnsettled { return "a ball is at x \(ball.x)" }
      if ball.y < ball.radius - 1e-6 && !shot.position.world.isUnsettled {
        return "a ball is at y \(ball.y)"
      }
    }
    do {
      try shot.position.world.checkInvariants()
    } catch {
      return error.description
    }
    return nil
  }

  /// Random shots at random levels: they end in time, with no ball in a peg, beyond a wall or lost
  /// in numbers.
  @Test func randomDropsEndInTimeOnTheBoard() throws {
    var maker = PeggleLevelRandom(seed: 31)
    let library = try Pegs.library()
    let host = Pegs.host()
    var drops = 0
    var steps = 0
    var unsettled = 0
    while drops < Self.wanted {
      var file = maker.level()
      // Where objects may overlap, a covered cannon may leave a ball no room at all.
      guard file.rules.integrator == .standard, !file.overlaps else { continue }
      file.rules.balls = 12
      file.rules.gravity = max(50, file.rules.gravity)
      file.mode = "endless"
      file.parameters = [:]
      for index in file.objects.indices {
        if case .peg("amber", let radius) = file.objects[index].form {
          file.objects[index].form = .peg(colour: "blue", radius: radius)
        }
      }
      var game = try PegglePlay(PeggleLevel(file, catalog: library), host: host, index: drops)
      while game.state.outcome == nil && game.state.view.turn < 12 && drops < Self.wanted {
        let turn = DeterministicMath.sincos(0.001 + (Double.pi - 0.002) * maker.random.uniform())
        let shot = try PeggleShot(
          game.state.position, host: host, streams: Bubbles.streams(drops), offset: 0,
          scriptDraws: 0)
        var problem: String?
        shot.frame = { [unowned shot] frame in
          steps += 1
          if shot.position.world.isUnsettled { unsettled += 1 }
          if problem == nil {
            problem = Self.problem(of: shot, step: frame.number, balls: frame.balls)
          }
        }
        try shot.play(direction: Vector(turn.cos, turn.sin), aiming: 0.5)
        #expect(problem == nil, "drop \(drops)")
        #expect(shot.position.world.balls.isEmpty)
        game.state.position = shot.position
        try game.state.checkInvariants()
        drops += 1
      }
    }
    #expect(steps > 300 * Self.wanted)
    // A ball that a turned board has left no room may lie in something for a while.
    #expect(unsettled * 50 < steps, "\(unsettled) of \(steps) steps")
    print("\(drops) drops, \(steps) steps, \(unsettled) with a ball that had no room")
  }
}
