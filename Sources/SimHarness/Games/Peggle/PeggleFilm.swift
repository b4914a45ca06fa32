/// Films of Peggle: the board by shot and the balls' ways.
struct PeggleFilm: FilmCutting {
  /// How far from its true place a ball may be shown, in the board's unit.
  private static let tolerance = 3.0
  /// Steps of physics in the film's unit of time; the page shows a unit in 1/60 s.
  private let stepsPerUnit: Double

  private let scene: LevelScene
  private var board: [Int: GameFilm.Body] = [:]
  private var ways: [[FilmPath.Point]] = []
  private var step = 0
  private var isTurned = false
  private(set) var film: GameFilm?

  init?(_ level: PlayableLevel) {
    guard case .scene(let scene) = level.picture,
      let content = level.content(as: PeggleLevel.self)
    else { return nil }
    self.scene = scene
    stepsPerUnit = max(1e-6, 1 / 60 / content.setup.rules.step)
  }

  mutating func addFrame(_ line: JSONTree) {
    let balls = line["balls"].elements.map(\.elements).filter { $0.count == 2 }
    let time = FilmPath.whole(Double(step) / stepsPerUnit)
    step += 1
    for (number, ball) in balls.enumerated() {
      let point = FilmPath.Point(x: ball[0].number ?? 0, y: ball[1].number ?? 0, time: time)
      // Balls have no names here: a jump is another ball in the place of one that is gone.
      if number < ways.count, let last = ways[number].last {
        let (x, y) = (point.x - last.x, point.y - last.y)
        if x * x + y * y > 10_000 {
          ways.append(ways[number])
          ways[number] = []
        }
      } else {
        ways.append([])
      }
      ways[number].append(point)
    }
  }

  mutating func add(_ line: JSONTree, words: String) {
    guard let score = line["score"].whole else { return }
    var film = self.film ?? blank()
    let turned = isBoardTurned(line)
    if self.film == nil {
      isTurned = turned
      board = bodies(in: &film)
      keep(line["state"]["pegs"].wholes)
      film.start = sorted(board)
    } else {
      film.turns.append(turn(line, score, words, turned: turned, in: &film))
    }
    ways = []
    step = 0
    self.film = film
  }

  private mutating func turn(
    _ line: JSONTree, _ score: Int, _ words: String, turned: Bool, in film: inout GameFilm
  ) -> GameFilm.Turn {
    var turn = GameFilm.Turn(score: score, words: words)
    turn.paths = ways.filter { $0.count > 1 }.prefix(12).map {
      FilmPath.thinned($0, tolerance: Self.tolerance)
    }
    let before = board
    if turned != isTurned {
      isTurned = turned
      board = bodies(in: &film)
    }
    keep(line["state"]["pegs"].wholes)
    let thrown = Set(
      line["events"].elements.filter { $0["type"].text == "thrown" }.flatMap { $0["ids"].wholes })
    for id in before.keys.sorted() where board[id] == nil {
      if thrown.contains(id) { turn.fallen.append(id) } else { turn.popped.append(id) }
    }
    turn.settled = sorted(board.filter { before[$0.key] != $0.value })
    return turn
  }

  // MARK: The board

  private func isBoardTurned(_ line: JSONTree) -> Bool {
    if case .bool(true) = line["state"]["turned"] { true } else { false }
  }

  /// Takes away the pegs that are not among these; what is no peg stays.
  private mutating func keep(_ pegs: [Int]) {
    let pegs = Set(pegs)
    board = board.filter { id, body in pegs.contains(id) || isFixed(id) }
  }

  private func isFixed(_ object: Int) -> Bool {
    FilmStyle.named(scene.shapes[object].colour) == "stone"
  }

  private func sorted(_ bodies: [Int: GameFilm.Body]) -> [GameFilm.Body] {
    bodies.values.sorted { $0.id < $1.id }
  }

  private func blank() -> GameFilm {
    var film = GameFilm(
      width: FilmPath.whole(scene.width), height: FilmPath.whole(scene.height))
    if let cannon = scene.cannon {
      let (x, y) = (FilmPath.whole(cannon.x), FilmPath.whole(cannon.y))
      let radius = max(1, FilmPath.whole(cannon.radius))
      film.backdrop = [
        ("mark", "M\(x) 0V\(y - radius)"),
        (
          "mark",
          "M\(x - radius) \(y)a\(radius) \(radius) 0 1 0 \(2 * radius) 0"
            + "a\(radius) \(radius) 0 1 0 -\(2 * radius) 0z"
        ),
      ]
    }
    return film
  }

  /// All objects where they lie, turned by half a turn about the middle where the board is.
  private func bodies(in film: inout GameFilm) -> [Int: GameFilm.Body] {
    var bodies: [Int: GameFilm.Body] = [:]
    for (id, shape) in scene.shapes.enumerated() {
      let (x, y, outline) = outline(of: shape.form)
      let kind = GameFilm.Kind(
        style: FilmStyle.named(shape.colour), label: String(shape.letter), outline: outline)
      bodies[id] = GameFilm.Body(
        id: id, kind: film.number(of: kind),
        x: FilmPath.whole(isTurned ? scene.width - x : x),
        y: FilmPath.whole(isTurned ? scene.height - y : y))
    }
    return bodies
  }

  private func outline(
    of form: LevelScene.Form
  ) -> (x: Double, y: Double, GameFilm.Kind.Outline) {
    switch form {
    case .circle(let x, let y, let radius):
      return (x, y, .circle(radius: max(1, FilmPath.whole(radius))))
    case .polygon(let corners):
      let points = corners.map { (x: $0.first ?? 0, y: $0.last ?? 0) }
      let count = Double(max(1, points.count))
      let x = points.reduce(0) { $0 + $1.x } / count
      let y = points.reduce(0) { $0 + $1.y } / count
      let sign = isTurned ? -1.0 : 1.0
      let steps = points.map {
        "\(FilmPath.whole(($0.x - x) * sign)) \(FilmPath.whole(($0.y - y) * sign))"
      }
      return (x, y, .path("M" + steps.joined(separator: "L") + "z"))
    }
  }
}
