import SimHarness

/// Films of Peggle: the board by shot, the balls' paths, the pegs that light up on them, the bucket's
/// way and where the cannon aims.
struct PeggleFilm: FilmBuilding {
  /// How far from its true place a ball may be shown, in the board's unit.
  private static let tolerance = 3.0
  /// Steps of physics in the film's unit of time; the page shows a unit in 1/60 s.
  private let stepsPerUnit: Double

  private let canvas: PeggleCanvas
  private var board: [Int: GameFilm.Body] = [:]
  private var ballPaths: [[FilmPath.Point]] = []
  private var bucketPath: [FilmPath.Point] = []
  private var lights: [GameFilm.Light] = []
  private var bucket: GameFilm.Body?
  private var step = 0
  private var isTurned = false
  private(set) var film: GameFilm?

  init?(_ level: PlayableLevel) {
    guard case .scene(let scene) = level.picture,
      let content = level.content(as: PeggleLevel.self)
    else { return nil }
    canvas = PeggleCanvas(scene: scene)
    stepsPerUnit = max(1e-6, 1 / 60 / content.setup.rules.step)
  }

  mutating func addFrame(_ line: JSONTree) {
    let balls = line["balls"].elements.map(\.elements).filter { $0.count == 2 }
    let time = FilmPath.whole(Double(step) / stepsPerUnit)
    step += 1
    if let x = line["bucket"].number, let bucket {
      bucketPath.append(FilmPath.Point(x: x, y: Double(bucket.y), time: time))
    }
    lights += line["lit"].wholes.map { GameFilm.Light(id: $0, time: time) }
    for (number, ball) in balls.enumerated() {
      let point = FilmPath.Point(x: ball[0].number ?? 0, y: ball[1].number ?? 0, time: time)
      // Balls have no names here: a jump is another ball in the place of one that is gone.
      if number < ballPaths.count, let last = ballPaths[number].last {
        let (x, y) = (point.x - last.x, point.y - last.y)
        if x * x + y * y > 10_000 {
          ballPaths.append(ballPaths[number])
          ballPaths[number] = []
        }
      } else {
        ballPaths.append([])
      }
      ballPaths[number].append(point)
    }
  }

  mutating func add(_ line: JSONTree, words: String) {
    guard let score = line["score"].whole else { return }
    var film = self.film ?? canvas.stage
    let turned = isBoardTurned(line)
    if self.film == nil {
      isTurned = turned
      board = canvas.bodies(in: &film, isTurned: isTurned)
      keep(line["state"]["pegs"].wholes)
      bucket = film.start.first { $0.id == PeggleCanvas.bucketID }
      film.start += sorted(board)
    } else {
      film.turns.append(turn(line, score, words, turned: turned, in: &film))
    }
    (ballPaths, bucketPath, lights) = ([], [], [])
    step = 0
    self.film = film
  }

  private mutating func turn(
    _ line: JSONTree, _ score: Int, _ words: String, turned: Bool, in film: inout GameFilm
  ) -> GameFilm.Turn {
    var turn = GameFilm.Turn(score: score, words: words)
    turn.paths = ballPaths.filter { $0.count > 1 }.prefix(12).map {
      FilmPath.thinned($0, tolerance: Self.tolerance)
    }
    turn.aims = aims(line["move"], in: film)
    if let last = bucketPath.last, var bucket {
      let path = FilmPath.thinned(bucketPath, tolerance: Self.tolerance)
      turn.ways = [GameFilm.Way(id: bucket.id, path: path)]
      bucket.x = FilmPath.whole(last.x)
      self.bucket = bucket
    }
    turn.lights = lights.filter { board[$0.id] != nil }
    let before = board
    if turned != isTurned {
      isTurned = turned
      board = canvas.bodies(in: &film, isTurned: isTurned)
    }
    keep(line["state"]["pegs"].wholes)
    let thrown = Set(
      line["events"].elements.filter { $0["type"].text == "thrown" }.flatMap { $0["ids"].wholes })
    for id in before.keys.sorted() where board[id] == nil {
      if thrown.contains(id) { turn.fallen.append(id) } else { turn.popped.append(id) }
    }
    turn.settled = sorted(board.filter { before[$0.key] != $0.value })
    if !bucketPath.isEmpty, let bucket { turn.settled.append(bucket) }
    return turn
  }

  /// Where the cannon points for a move.
  private func aims(_ move: JSONTree, in film: GameFilm) -> [GameFilm.Heading] {
    guard let cannon = film.start.first(where: { $0.id == PeggleCanvas.cannonID }) else {
      return []
    }
    let tap = move["tap"].elements.compactMap(\.number)
    var angle = move["angle"].number
    if tap.count == 2 {
      angle = DeterministicMath.atan2(tap[1] - Double(cannon.y), tap[0] - Double(cannon.x))
    }
    // The barrel is drawn pointing down.
    return angle.map {
      [GameFilm.Heading(id: cannon.id, degrees: FilmPath.whole($0 * 180 / .pi) - 90)]
    } ?? []
  }

  // MARK: The board

  private func isBoardTurned(_ line: JSONTree) -> Bool {
    if case .bool(true) = line["state"]["turned"] { true } else { false }
  }

  /// Takes away the pegs that are not among these; what is not a peg stays.
  private mutating func keep(_ pegs: [Int]) {
    let pegs = Set(pegs)
    board = board.filter { id, body in pegs.contains(id) || isFixed(id) }
  }

  private func isFixed(_ object: Int) -> Bool {
    FilmStyle.named(canvas.scene.shapes[object].colour) == "stone"
  }

  private func sorted(_ bodies: [Int: GameFilm.Body]) -> [GameFilm.Body] {
    bodies.values.sorted { $0.id < $1.id }
  }
}
