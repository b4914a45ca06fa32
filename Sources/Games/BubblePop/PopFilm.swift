import SimHarness

/// Films of bubble pop: the bubbles at each touch, in the game's own time.
struct PopFilm: FilmBuilding {
  private let rules: PopRules
  private let radius: Int
  /// The letter of each colour, as in characters.
  private let letters: [String: Character]
  private var shown: [Int: GameFilm.Body] = [:]
  private var time = 0.0
  private(set) var film: GameFilm?

  init?(_ level: PlayableLevel) {
    guard let level = level.content(as: PopLevel.self) else { return nil }
    rules = level.setup.rules
    radius = max(1, FilmPath.whole(rules.radius))
    let colours = level.setup.colours
    letters = Dictionary(
      zip(colours.map(\.name), PopPicture.letters(of: colours)), uniquingKeysWith: { a, _ in a })
  }

  mutating func add(_ line: JSONTree, words: String) {
    guard let score = line["score"].whole else { return }
    let state = line["state"]
    var film =
      self.film
      ?? GameFilm(width: FilmPath.whole(rules.width), height: FilmPath.whole(rules.height))
    var after: [Int: GameFilm.Body] = [:]
    for bubble in state["bubbles"].elements {
      guard let body = body(bubble.elements, in: &film) else { continue }
      after[body.id] = body
    }
    if self.film == nil {
      film.start = after.values.sorted { $0.id < $1.id }
    } else {
      film.turns.append(turn(line, score, words, after: after, in: &film))
    }
    shown = after
    time = state["time"].number ?? time
    self.film = film
  }

  private func turn(
    _ line: JSONTree, _ score: Int, _ words: String, after: [Int: GameFilm.Body],
    in film: inout GameFilm
  ) -> GameFilm.Turn {
    var turn = GameFilm.Turn(score: score, words: words)
    let elapsed = (line["state"]["time"].number ?? time) - time
    turn.duration = max(0, FilmPath.whole(elapsed * 1000))
    let move = line["move"]
    if let x = move["x"].number, let y = move["y"].number {
      turn.touch = GameFilm.Waypoint(x: FilmPath.whole(x), y: FilmPath.whole(y), time: 0)
    }
    for event in line["events"].elements {
      guard let id = event["id"].whole else { continue }
      switch event["type"].text {
      case "spawned":
        // Those that remain at the end are added with the others.
        guard after[id] == nil,
          let body = body(
            [event["id"], event["colour"], event["x"], event["y"]], in: &film)
        else { continue }
        turn.coming.append(body)
      case "popped": turn.popped.append(id)
      case "expired": turn.fallen.append(id)
      default: break
      }
    }
    let removed = Set(turn.popped + turn.fallen)
    turn.gone = shown.keys.filter { after[$0] == nil && !removed.contains($0) }.sorted()
    turn.coming += after.values.filter { shown[$0.id] != $0 }.sorted { $0.id < $1.id }
    return turn
  }

  private func body(_ parts: [JSONTree], in film: inout GameFilm) -> GameFilm.Body? {
    guard parts.count == 4, let id = parts[0].whole, let colour = parts[1].text,
      let x = parts[2].number, let y = parts[3].number
    else { return nil }
    let kind = film.number(
      of: GameFilm.Kind(
        style: FilmStyle.named(colour), label: letters[colour].map { String($0) } ?? "",
        outline: .circle(radius: radius)))
    return GameFilm.Body(id: id, kind: kind, x: FilmPath.whole(x), y: FilmPath.whole(y))
  }
}
