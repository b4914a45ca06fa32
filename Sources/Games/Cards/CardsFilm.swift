import SimHarness

/// Films of the card games: the table by turn, hands that match and hands that do not.
struct CardsFilm: FilmBuilding {
  private static let card = CardsLayout.card

  private let level: CardsLevel
  private let layout: CardsLayout
  private var shown: [Int: GameFilm.Body] = [:]
  private(set) var film: GameFilm?

  init?(_ level: PlayableLevel) {
    guard let level = level.content(as: CardsLevel.self) else { return nil }
    self.level = level
    layout = CardsLayout(level)
  }

  mutating func add(_ line: JSONTree, words: String) {
    guard let score = line["score"].whole else { return }
    var film = self.film ?? blank()
    let state = line["state"]
    let after = bodies(of: state, in: &film)
    if self.film == nil {
      film.start = after.values.sorted { $0.id < $1.id }
    } else {
      film.turns.append(turn(line, score, words, after, in: &film))
    }
    shown = after
    self.film = film
  }

  private func turn(
    _ line: JSONTree, _ score: Int, _ words: String, _ after: [Int: GameFilm.Body],
    in film: inout GameFilm
  ) -> GameFilm.Turn {
    var turn = GameFilm.Turn(score: score, words: words)
    for event in line["events"].elements {
      let hand = zip(event["places"].wholes, event["cards"].elements.map(\.text))
      switch event["type"].text {
      case "matched":
        turn.coming += hand.compactMap { body($0, $1, isSelected: true, in: &film) }
        turn.popped += hand.map(\.0)
      case "mismatched":
        turn.coming += hand.compactMap { body($0, $1, isSelected: true, in: &film) }
        turn.wrong += hand.map(\.0)
      default: break
      }
    }
    let popped = Set(turn.popped)
    turn.gone = shown.keys.filter { after[$0] == nil && !popped.contains($0) }.sorted()
    let touched = Set(turn.coming.map(\.id))
    turn.settled = after.values.filter { shown[$0.id] != $0 || touched.contains($0.id) }
      .sorted { $0.id < $1.id }
    return turn
  }

  // MARK: The table

  private func blank() -> GameFilm {
    let (places, columns) = (layout.places, layout.columns)
    let rows = (places + columns - 1) / columns
    return GameFilm(
      width: columns * (Self.card.width + Self.card.gap) + Self.card.gap,
      height: rows * (Self.card.height + Self.card.gap) + Self.card.gap)
  }

  private func bodies(of state: JSONTree, in film: inout GameFilm) -> [Int: GameFilm.Body] {
    let selected = Set(state["selected"].wholes)
    var bodies: [Int: GameFilm.Body] = [:]
    for (place, card) in state["table"].elements.enumerated() {
      bodies[place] = body(place, card.text, isSelected: selected.contains(place), in: &film)
    }
    return bodies
  }

  private func body(
    _ place: Int, _ name: String?, isSelected: Bool, in film: inout GameFilm
  ) -> GameFilm.Body? {
    guard let name else { return nil }
    let middle = layout.middle(of: place)
    let (x, y) = (FilmPath.whole(middle.x), FilmPath.whole(middle.y))
    film.height = max(film.height, y + Self.card.height / 2 + Self.card.gap)
    return GameFilm.Body(
      id: place, kind: film.number(of: kind(of: name, isSelected: isSelected)), x: x, y: y)
  }

  // MARK: Faces

  private func kind(of name: String, isSelected: Bool) -> GameFilm.Kind {
    let (width, height) = (Self.card.width, Self.card.height)
    let outline =
      "M\(-width / 2 + 6) \(-height / 2)h\(width - 12)a6 6 0 0 1 6 6v\(height - 12)"
      + "a6 6 0 0 1 -6 6h\(12 - width)a6 6 0 0 1 -6 -6v\(12 - height)a6 6 0 0 1 6 -6z"
    let face = name == "?" ? CardFace(style: "back") : CardFace(name, of: level.game.name)
    return GameFilm.Kind(
      style: "card " + face.style + (isSelected ? " selected" : ""), label: face.label,
      outline: .path(outline), marks: face.marks)
  }
}
