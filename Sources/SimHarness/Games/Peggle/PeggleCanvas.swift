/// How the bodies of a scene are drawn, in films and in the designer.
struct PeggleCanvas {
  let scene: LevelScene

  /// A film of the board without its objects: the cannon.
  var blank: GameFilm {
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

  /// All objects where they lie, by their places in the level; turned by half a turn about the
  /// middle where the board is.
  func bodies(in film: inout GameFilm, isTurned: Bool = false) -> [Int: GameFilm.Body] {
    var bodies: [Int: GameFilm.Body] = [:]
    for (id, shape) in scene.shapes.enumerated() {
      let (x, y, outline) = Self.outline(of: shape.form, isTurned: isTurned)
      bodies[id] = GameFilm.Body(
        id: id, kind: film.number(of: Self.kind(shape, outline)),
        x: FilmPath.whole(isTurned ? scene.width - x : x),
        y: FilmPath.whole(isTurned ? scene.height - y : y))
    }
    return bodies
  }

  /// What an object looks like where it lies unturned.
  static func look(of object: PeggleObject, _ letters: PeggleLetters) -> GameFilm.Kind {
    let shape = LevelScene.Shape(object, letters)
    return kind(shape, outline(of: shape.form, isTurned: false).2)
  }

  private static func kind(
    _ shape: LevelScene.Shape, _ outline: GameFilm.Kind.Outline
  ) -> GameFilm.Kind {
    GameFilm.Kind(
      style: FilmStyle.named(shape.colour), label: String(shape.letter), outline: outline)
  }

  private static func outline(
    of form: LevelScene.Form, isTurned: Bool
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
