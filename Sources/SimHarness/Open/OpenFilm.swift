/// Films of open games: the board of each turn, or its picture, a body for each character.
struct OpenFilm: FilmBuilding {
  private static let tile = (width: 18, height: 26)
  private static let gap = 6
  private static let maxColumns = 120

  private let spec: GameSpec
  private var shown: [Int: GameFilm.Body] = [:]
  /// The number of its kind in the film, for each character so far.
  private var numbers: [Character: Int] = [:]
  private(set) var film: GameFilm?

  init(_ spec: GameSpec) { self.spec = spec }

  mutating func add(_ line: JSONTree, words: String) {
    guard let score = line["score"].whole, let picture = line["state"]["picture"].text else {
      return
    }
    var film = self.film ?? GameFilm(width: 2 * Self.gap, height: 2 * Self.gap)
    let after =
      OpenBoard.bodies(of: line["state"]["board"], in: &film) ?? bodies(of: picture, in: &film)
    if self.film == nil {
      film.start = after.values.sorted { $0.id < $1.id }
    } else {
      var turn = GameFilm.Turn(score: score, words: words)
      turn.gone = shown.keys.filter { after[$0] == nil }.sorted()
      turn.settled = after.values.filter { shown[$0.id] != $0 }.sorted { $0.id < $1.id }
      film.turns.append(turn)
    }
    shown = after
    self.film = film
  }

  private mutating func bodies(of picture: String, in film: inout GameFilm) -> [Int: GameFilm.Body]
  {
    var bodies: [Int: GameFilm.Body] = [:]
    let lines = picture.split(separator: "\n", omittingEmptySubsequences: false)
    for (row, line) in lines.enumerated() {
      let y = Self.gap + row * Self.tile.height + Self.tile.height / 2
      for (column, character) in line.prefix(Self.maxColumns).enumerated() where character != " " {
        let x = Self.gap + column * Self.tile.width + Self.tile.width / 2
        let id = row * Self.maxColumns + column
        bodies[id] = GameFilm.Body(
          id: id, kind: number(of: character, in: &film), x: x, y: y)
        film.width = max(film.width, x + Self.tile.width / 2 + Self.gap)
        film.height = max(film.height, y + Self.tile.height / 2 + Self.gap)
      }
    }
    return bodies
  }

  private mutating func number(of character: Character, in film: inout GameFilm) -> Int {
    if let number = numbers[character] { return number }
    let number = film.number(of: kind(of: character))
    numbers[character] = number
    return number
  }

  private func kind(of character: Character) -> GameFilm.Kind {
    let (width, height) = (Self.tile.width, Self.tile.height)
    let inks = ["red": " ink-r", "green": " ink-g", "purple": " ink-p"]
    let ink = spec.colours[character].flatMap { inks[$0] } ?? ""
    return GameFilm.Kind(
      style: "sign" + ink, label: String(character),
      outline: .path("M\(-width / 2) \(-height / 2)h\(width)v\(height)h\(-width)z"))
  }
}
