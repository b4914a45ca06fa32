import TestSupport
import Testing

@testable import PeggleGame
@testable import SimHarness

/// What became of a game's pegs, and where its balls flew.
@Suite struct PeggleSceneReplayTests {
  private func replay(
    _ objects: [PeggleObject], _ taps: [(Double, Double)], paths: Bool = true,
    change: (inout PeggleRules) -> Void = { $0.bucket = false }
  ) throws -> SceneReplay {
    let level = try Pegs.level(objects, change: change)
    var bytes: [UInt8] = []
    for (x, y) in taps {
      PeggleState.encode(PeggleMove(tapX: x, y: y), level: level, into: &bytes)
    }
    let playable = PlayableLevel(
      game: Peggle.name, name: "a", id: level.id, hash: "", tree: .null, picture: .text(""),
      facts: [], hasGoal: true, scripts: [], content: level)
    let replay = try #require(Peggle.sceneReplay)
    return try replay(
      ReplayRequest(
        level: playable, seed: 1, index: 0, moves: bytes, scripts: Pegs.host(), step: { _ in }),
      paths)
  }

  @Test func tellsWhatWasHit() throws {
    let objects = [
      Pegs.peg("orange", 400, 300), Pegs.block(60, 300, width: 40, height: 40),
      Pegs.peg("orange", 40, 560), Pegs.peg("blue", 400, 560),
    ]
    let replay = try replay(objects, [(400, 500), (700, 300)])
    #expect(replay.isTarget == [true, false, true, true])
    #expect(replay.isGoal == [true, false, true, false])
    #expect(replay.isHit[0] && !replay.isHit[1] && !replay.isHit[2])
    #expect(replay.goalsLeft == 1)
    #expect(replay.hitsByShot.count == 2)
    #expect(replay.hitsByShot.reduce(0, +) == replay.isHit.count { $0 })
    #expect(replay.end.moves == 2)
  }

  /// A ball that falls freely: from the cannon down to the bottom, close to its parabola.
  @Test func waysAreWhereTheBallWas() throws {
    let replay = try replay([Pegs.peg("blue", 40, 560)], [(600, 250)])
    #expect(replay.paths.count == 1)
    let points = try #require(replay.paths.first?.points)
    #expect(points.first == SceneReplay.Point(x: 400, y: 50))
    #expect((3...60).contains(points.count))
    let speed = 600 * 0.5.squareRoot()
    for point in points.prefix(while: { $0.x < 770 }) {
      let time = (point.x - 400) / speed
      #expect((point.y - (50 + speed * time + 150 * time * time)).magnitude < 3)
    }
    #expect((points.last?.y ?? 0) > 590)
  }

  /// The end is that of the record, with ways and without.
  @Test func endsAsTheGameDid() throws {
    let level = try Pegs.builtIn("12-topsy-turvy")
    var game = try PegglePlay(level)
    var bytes: [UInt8] = []
    for aim in [20, 40, 31] where game.state.outcome == nil {
      let move = game.state.legalMove(at: aim)
      PeggleState.encode(move, level: level, into: &bytes)
      try game.shoot(move)
    }
    let playable = try Peggle.entry.ready(LevelFile(level.file), Bubbles.library, .none)
    for ways in [false, true] {
      let host = Pegs.host()
      let play = try #require(Peggle.sceneReplay)
      let replay = try play(
        ReplayRequest(
          level: playable, seed: 1, index: 0, moves: bytes, scripts: host, step: { _ in }),
        ways)
      #expect(replay.end.score == game.state.score)
      #expect(replay.paths.isEmpty == !ways)
    }
  }

  @Test func waysAreSimplifiedWithinTheTolerance() {
    let bend = (0...100).map { SceneReplay.Point(x: Double($0), y: $0 < 50 ? 0 : Double($0) - 50) }
    let way = SceneReplay.Path(shot: 1, points: bend)
    #expect(
      way.simplified(within: 0.1).points == [bend[0], bend[50], bend[100]])
    #expect(way.simplified(within: 100).points == [bend[0], bend[100]])
    #expect(way.simplified(within: 0.1).shot == 1)
    let dot = SceneReplay.Path(shot: 2, points: [bend[3]])
    #expect(dot.simplified(within: 1) == dot)
    // Back to where it began: the distance is that from the point.
    let loop = SceneReplay.Path(shot: 1, points: [bend[0], bend[9], bend[0]])
    #expect(loop.simplified(within: 1) == loop)
  }
}
