extension OpenBoard {
  /// The board as a trace line has it: what tokens look like, and the bodies as number, look, x and
  /// y after one another.
  var tree: JSONTree {
    var looks: [BoardToken] = []
    var numbers: [BoardToken: Int] = [:]
    var bodies: [JSONTree] = []
    for (index, place) in places.enumerated() {
      for (layer, token) in place.tokens.enumerated() {
        if numbers[token] == nil {
          numbers[token] = looks.count
          looks.append(token)
        }
        bodies += [Self.body(index, layer), numbers[token] ?? 0, place.x, place.y]
          .map { .int($0) }
      }
    }
    return [
      "width": .int(width), "height": .int(height),
      "looks": .array(looks.map(\.tree)), "bodies": .array(bodies),
    ]
  }

  /// The bodies of a trace line's board, by their numbers; nil if the line has none.
  static func bodies(of tree: JSONTree, in film: inout GameFilm) -> [Int: GameFilm.Body]? {
    guard let width = tree["width"].whole, let height = tree["height"].whole else { return nil }
    film.width = max(film.width, width)
    film.height = max(film.height, height)
    let looks = tree["looks"].elements.map { film.number(of: BoardToken($0).look) }
    let numbers = tree["bodies"].wholes
    var bodies: [Int: GameFilm.Body] = [:]
    for start in stride(from: 0, to: numbers.count - 3, by: 4) {
      guard looks.indices.contains(numbers[start + 1]) else { continue }
      bodies[numbers[start]] = GameFilm.Body(
        id: numbers[start], kind: looks[numbers[start + 1]], x: numbers[start + 2],
        y: numbers[start + 3])
    }
    return bodies
  }
}

extension BoardToken {
  fileprivate var tree: JSONTree {
    .members([
      "token": .string(name), "glyph": .present(.string(glyph), if: !glyph.isEmpty),
      "colour": colour.map { .string("\($0)") }, "shape": .string(shape.rawValue),
    ])
  }

  /// A token of a trace line.
  fileprivate init(_ tree: JSONTree) {
    name = tree["token"].text ?? ""
    glyph = tree["glyph"].text ?? ""
    colour = tree["colour"].text.map { CanvasColour(named: $0) }
    shape = tree["shape"].text.flatMap { Form(rawValue: $0) } ?? .disc
    letter = " "
    label = ""
  }
}
