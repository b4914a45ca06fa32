import PegglePhysics
import SimHarness

extension Peggle {
  public static var sceneReplay:
    (@Sendable (ReplayRequest, Bool) throws(ReplayError) -> SceneReplay)?
  { { request, paths throws(ReplayError) in try replayScene(request, paths: paths) } }

  /// A jump from one step to the next that no flight makes, in px.
  ///
  /// It occurs for a ball that re-entered at the top or was turned with the board.
  private static let jump = 100.0
  /// The maximum distance of a drawn path from the ball's, in px.
  private static let tolerance = 1.2

  /// Replays a record and reports what happened to the pegs; with `paths` also where the balls
  /// flew, which takes longer.
  private static func replayScene(
    _ request: ReplayRequest, paths: Bool
  ) throws(ReplayError) -> SceneReplay {
    guard let level = request.level.content(as: PeggleLevel.self),
      let moves = PeggleState.decodeMoves(request.moves, level: level)
    else { throw .unreadable }
    var context = GameContext(
      streams: GameStreams(
        level: LevelStreams(seed: request.seed, levelID: level.id), index: request.index),
      scripts: request.scripts)
    request.scripts?.beginGame()
    var isHit = [Bool](repeating: false, count: level.setup.kinds.count)
    var hits = 0
    func see(_ event: PeggleEvent) {
      if case .pegHit(let peg, _) = event {
        isHit[peg] = true
        hits += 1
      }
    }
    var state: PeggleState
    do throws(LevelError) {
      state = try PeggleState(level: level, in: &context) { see($0) }
    } catch {
      throw .level(error)
    }
    var hitsByShot: [Int] = []
    var flown: [SceneReplay.Path] = []
    for (index, move) in moves.enumerated() {
      hits = 0
      var flights = PeggleFlights(shot: index + 1, jump: jump)
      do throws(MoveError) {
        try state.apply(
          move, in: &context, frame: paths ? { flights.add($0.balls) } : nil
        ) { see($0) }
      } catch {
        throw .move(number: index + 1, error)
      }
      hitsByShot.append(hits)
      flown += flights.paths.map { $0.simplified(within: tolerance) }
    }
    return SceneReplay(
      end: Replay(
        outcome: state.outcome, score: state.score, hash: state.stableHash, moves: moves.count),
      isHit: isHit, isTarget: level.setup.kinds.map { $0 >= 0 }, isGoal: level.setup.isOrange,
      hitsByShot: hitsByShot, paths: flown)
  }
}

/// Collects the places of a shot's balls, step by step, into paths.
private struct PeggleFlights {
  let shot: Int
  let jump: Double
  private(set) var paths: [SceneReplay.Path] = []
  /// The place in `paths` of each ball's latest path.
  private var latest: [Int: Int] = [:]

  init(shot: Int, jump: Double) {
    self.shot = shot
    self.jump = jump
  }

  mutating func add(_ balls: [Ball]) {
    for ball in balls {
      let point = SceneReplay.Point(x: ball.x, y: ball.y)
      if let path = latest[ball.id], let last = paths[path].points.last,
        (last.x - point.x).magnitude < jump, (last.y - point.y).magnitude < jump
      {
        paths[path].points.append(point)
      } else {
        latest[ball.id] = paths.count
        paths.append(SceneReplay.Path(shot: shot, points: [point]))
      }
    }
  }
}
