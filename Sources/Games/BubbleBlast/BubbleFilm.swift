import SimHarness

/// Films of Bubble Blast: the board by turn, the shot's flight, what popped and what fell.
struct BubbleFilm: FilmBuilding {
  /// The ids of the bubbles at the launcher; cells have the others.
  private static let current = -1
  private static let next = -2

  private let canvas: BubbleCanvas
  private var cells: [Int: GameFilm.Body] = [:]
  private var descended = 0
  private(set) var film: GameFilm?

  init?(_ level: PlayableLevel) {
    guard let level = level.content(as: BubbleLevel.self) else { return nil }
    canvas = BubbleCanvas(rules: level.setup.rules)
  }

  mutating func add(_ line: JSONTree, words: String) {
    let state = line["state"]
    guard let score = line["score"].whole else { return }
    if film == nil {
      var first = canvas.blank
      cells = bodies(of: state, in: &first)
      first.start = sorted(cells) + launcher(state, in: &first)
      film = first
    } else if var film {
      film.turns.append(turn(line, score: score, words: words, in: &film))
      self.film = film
    }
    descended = state["descended"].whole ?? 0
  }

  // MARK: Turns

  private mutating func turn(
    _ line: JSONTree, score: Int, words: String, in film: inout GameFilm
  ) -> GameFilm.Turn {
    var turn = GameFilm.Turn(score: score, words: words)
    let state = line["state"]
    var board = cells
    for event in line["events"].elements {
      let type = event["type"].text ?? ""
      switch type {
      case "landed":
        guard let place = cell(event["cell"]) else { continue }
        let kind = film.number(of: BubbleCanvas.kind(ofColour: event["colour"].text ?? ""))
        let body = self.body(place.row, place.column, kind: kind)
        turn.paths = [flight(line["move"], bounces: event["bounces"].whole ?? 0, to: body)]
        turn.coming.append(body)
        board[body.id] = body
      case "shotLost":
        let bounces = event["bounces"].whole ?? 0
        turn.paths = [flight(line["move"], bounces: bounces, to: nil)]
      case "matched", "fell", "removed", "activated":
        let list = event["cells"].elements + event["removed"].elements
        let own = type == "activated" ? [event["cell"]] : []
        for place in (list + own).compactMap(cell(_:)) {
          let id = canvas.id(place.row, place.column)
          guard board.removeValue(forKey: id) != nil else { continue }
          if type == "fell" { turn.fallen.append(id) } else { turn.popped.append(id) }
        }
      default: break
      }
    }
    settle(state, board, &turn, in: &film)
    return turn
  }

  /// What else differs on the board: changed bubbles, and all of them when the ceiling came down.
  private mutating func settle(
    _ state: JSONTree, _ board: [Int: GameFilm.Body], _ turn: inout GameFilm.Turn,
    in film: inout GameFilm
  ) {
    let after = bodies(of: state, in: &film)
    turn.gone = board.keys.filter { after[$0] == nil }.sorted()
    turn.settled = sorted(after.filter { board[$0.key] != $0.value }) + launcher(state, in: &film)
    cells = after
  }

  /// The straight path with its bounces; the walls go through the outermost bubbles' centres.
  private func flight(
    _ move: JSONTree, bounces: Int, to landing: GameFilm.Body?
  ) -> [GameFilm.Waypoint] {
    guard let angle = move["angle"].number else { return [] }
    let direction = DeterministicMath.sincos(angle)
    let size = BubbleCanvas.size
    let columns = Double(canvas.rules.columns)
    let (left, right) = (size / 2, columns * size - size / 2)
    var (x, y) = (columns * size / 2, canvas.y(ofRow: canvas.rules.rows + 1))
    var goesRight = direction.cos >= 0
    var time = 0.0
    var points = [FilmPath.Point(x: x, y: y, time: 0)]
    let slope = direction.sin / max(direction.cos.magnitude, 1e-9)
    func add(_ nextX: Double, _ nextY: Double) {
      let (stepX, stepY) = (nextX - x, nextY - y)
      time += (stepX * stepX + stepY * stepY).squareRoot()
      (x, y) = (nextX, nextY)
      points.append(FilmPath.Point(x: x, y: y, time: FilmPath.whole(time / 6)))
    }
    for _ in 0..<min(bounces, 64) {
      let wall = goesRight ? right : left
      add(wall, y - slope * (wall - x).magnitude)
      goesRight.toggle()
    }
    if let landing {
      add(Double(landing.x), Double(landing.y))
    } else {
      let wall = goesRight ? right : left
      add(wall, max(0, y - slope * (wall - x).magnitude))
    }
    return FilmPath.thinned(points, tolerance: 0)
  }

  // MARK: Boards

  private func body(_ row: Int, _ column: Int, kind: Int) -> GameFilm.Body {
    canvas.body(row, column, kind: kind, descended: descended)
  }

  private func cell(_ tree: JSONTree) -> (row: Int, column: Int)? {
    let numbers = tree.wholes
    return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
  }

  private mutating func bodies(of state: JSONTree, in film: inout GameFilm) -> [Int: GameFilm.Body]
  {
    descended = state["descended"].whole ?? descended
    var bodies: [Int: GameFilm.Body] = [:]
    for (row, text) in state["board"].elements.enumerated() {
      for (column, letter) in (text.text ?? "").enumerated() where letter != "." {
        let body = body(row, column, kind: film.number(of: BubbleCanvas.kind(ofLetter: letter)))
        bodies[body.id] = body
      }
    }
    return bodies
  }

  private func sorted(_ bodies: [Int: GameFilm.Body]) -> [GameFilm.Body] {
    bodies.values.sorted { $0.id < $1.id }
  }

  /// The bubble to shoot and, smaller, the one after it.
  private func launcher(_ state: JSONTree, in film: inout GameFilm) -> [GameFilm.Body] {
    let y = FilmPath.whole(canvas.y(ofRow: canvas.rules.rows + 1))
    var bodies: [GameFilm.Body] = []
    if let colour = state["current"].text {
      bodies.append(
        GameFilm.Body(
          id: Self.current, kind: film.number(of: BubbleCanvas.kind(ofColour: colour)),
          x: film.width / 2, y: y))
    }
    if let colour = state["next"].elements.first?.text {
      let kind = BubbleCanvas.kind(ofColour: colour, radius: 14)
      bodies.append(
        GameFilm.Body(
          id: Self.next, kind: film.number(of: kind), x: film.width / 2 - 60, y: y + 4))
    }
    return bodies
  }
}
