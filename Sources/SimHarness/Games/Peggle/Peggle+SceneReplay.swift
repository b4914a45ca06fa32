import PegglePhysics

extension Peggle {
  public static var sceneReplay:
    (@Sendable (ReplayRequest, Bool) throws(ReplayError) -> SceneReplay)?
  { { request, ways throws(ReplayError) in try replayScene(request, ways: ways) } }

  /// A leap from one step to the next that no flight makes, in px.
  ///
  /// Such is that of a ball that came in again at the top or was turned with the board.
  private static let leap = 100.0
  /// How far a way that is drawn may be from the ball's, in px.
  private static let tolerance = 1.2

  /// Plays a record again and tells what became of the pegs; with `ways` also where the balls flew,
  /// which takes longer.
  private static func replayScene(
    _ request: ReplayRequest, ways: Bool
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
    var flown: [SceneReplay.Way] = []
    for (index, move) in moves.enumerated() {
      hits = 0
      var flights = PeggleFlights(shot: index + 1, leap: leap)
      do throws(MoveError) {
        try state.apply(
          move, in: &context, frame: ways ? { _, balls in flights.add(balls) } : nil
        ) { see($0) }
      } catch {
        throw .move(number: index + 1, error)
      }
      hitsByShot.append(hits)
      flown += flights.ways.map { $0.simplified(within: tolerance) }
    }
    return SceneReplay(
      end: Replay(
        outcome: state.outcome, score: state.score, hash: state.stableHash, moves: moves.count),
      isHit: isHit, isTarget: level.setup.kinds.map { $0 >= 0 }, isGoal: level.setup.isOrange,
      hitsByShot: hitsByShot, ways: flown)
  }
}

/// Gathers the places of a shot's balls, step by step, into ways.
private struct PeggleFlights {
  let shot: Int
  let leap: Double
  private(set) var ways: [SceneReplay.Way] = []
  /// The place in `ways` of each ball's latest way.
  private var latest: [Int: Int] = [:]

  init(shot: Int, leap: Double) {
    self.shot = shot
    self.leap = leap
  }

  mutating func add(_ balls: [Ball]) {
    for ball in balls {
      let point = SceneReplay.Point(x: ball.x, y: ball.y)
      if let way = latest[ball.id], let last = ways[way].points.last,
        (last.x - point.x).magnitude < leap, (last.y - point.y).magnitude < leap
      {
        ways[way].points.append(point)
      } else {
        latest[ball.id] = ways.count
        ways.append(SceneReplay.Way(shot: shot, points: [point]))
      }
    }
  }
}
