import SimHarness

/// How the bodies of a scene are drawn, in films and in the designer.
struct PeggleCanvas {
  let scene: LevelScene

  /// The ids of what is not an object of the level; objects have the others.
  static let bucketID = -1
  static let cannonID = -2

  private var empty: GameFilm {
    GameFilm(width: FilmPath.whole(scene.width), height: FilmPath.whole(scene.height))
  }

  /// A film of the board without its objects: the cannon and the bucket as they stand at first.
  var blank: GameFilm {
    var film = empty
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
    if let bucket = scene.bucket {
      let body = Self.bucket(bucket)
      film.backdrop.append(("mark", "M\(body.x) \(body.y)" + body.steps))
    }
    return film
  }

  /// A film of the board with a cannon that turns and a bucket that moves, as bodies of their own.
  var stage: GameFilm {
    var film = empty
    if let cannon = scene.cannon {
      let kind = GameFilm.Kind(
        style: "cannon", label: "",
        outline: .path(Self.barrel(radius: max(1, FilmPath.whole(cannon.radius)))))
      film.start.append(
        GameFilm.Body(
          id: Self.cannonID, kind: film.number(of: kind), x: FilmPath.whole(cannon.x),
          y: FilmPath.whole(cannon.y)))
    }
    if let bucket = scene.bucket {
      let width = FilmPath.whole(bucket.width)
      let kind = GameFilm.Kind(
        style: "bucket", label: "",
        outline: .path("M\(-width / 2) 0" + Self.bucket(bucket).steps))
      film.start.append(
        GameFilm.Body(
          id: Self.bucketID, kind: film.number(of: kind),
          x: FilmPath.whole(bucket.x + bucket.width / 2), y: FilmPath.whole(bucket.y)))
    }
    return film
  }

  /// A bucket's left upper corner, and its sides and bottom from there.
  private static func bucket(_ box: LevelScene.Box) -> (x: Int, y: Int, steps: String) {
    let (width, height) = (FilmPath.whole(box.width), FilmPath.whole(box.height))
    return (FilmPath.whole(box.x), FilmPath.whole(box.y), "v\(height)h\(width)v\(-height)")
  }

  /// A ball in a barrel that points straight down.
  private static func barrel(radius: Int) -> String {
    let (half, length) = (max(1, radius * 2 / 3), 2 * radius)
    return "M\(-radius) 0a\(radius) \(radius) 0 1 1 \(2 * radius) 0"
      + "a\(radius) \(radius) 0 0 1 \(half - radius) \(radius)v\(length)h\(-2 * half)"
      + "v\(-length)a\(radius) \(radius) 0 0 1 \(half - radius) \(-radius)z"
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
