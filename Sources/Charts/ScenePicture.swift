import SimHarness

/// A board of bodies as SVG: circles and polygons with their letters, the cannon and the bucket.
package struct ScenePicture {
  let scene: LevelScene
  let name: String

  /// The longest side of the picture.
  static let size = 480.0
  /// Shapes whose letter would not fit carry none.
  private static let minLetter = 7.0

  var factor: Double { Self.size / max(scene.width, scene.height) }

  package init(scene: LevelScene, name: String) {
    self.scene = scene
    self.name = name
  }

  package func render() -> String {
    SVG.picture(
      width: scene.width * factor, height: scene.height * factor, kind: "board scene",
      title: "The board of \(name)", description: description
    ) { svg in
      drawBucket(in: &svg)
      drawShapes(in: &svg)
      drawCannon(in: &svg)
    }
  }

  /// How many there are of each colour, most first.
  private var description: String {
    let counts = Dictionary(grouping: scene.shapes, by: \.colour).mapValues(\.count)
    let words = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.value) \($0.key)" }
    let size =
      "\(SVG.number(scene.width)) by \(SVG.number(scene.height)), "
      + (scene.bucket == nil ? "without a bucket" : "with a bucket")
    return size + ": " + (words.isEmpty ? "empty" : words.joined(separator: ", "))
  }

  // MARK: Parts

  private func drawShapes(in svg: inout SVG) {
    var groups: [String: (outline: String, x: [String], y: [String], letters: String)] = [:]
    for shape in scene.shapes {
      let kind = FilmStyle.named(shape.colour)
      var group = groups[kind] ?? ("", [], [], "")
      let drawn = draw(shape.form)
      group.outline += drawn.path
      // The position list addresses plain characters one by one.
      if drawn.room >= Self.minLetter, let ascii = shape.letter.asciiValue,
        (33...126).contains(ascii)
      {
        group.x.append(SVG.number(drawn.x))
        group.y.append(SVG.number(drawn.y + 4))
        group.letters.append(shape.letter)
      }
      groups[kind] = group
    }
    for kind in groups.keys.sorted() {
      guard let group = groups[kind] else { continue }
      svg.raw("<g class=\"\(kind)\">")
      svg.path("body", group.outline)
      if !group.letters.isEmpty {
        svg.raw(
          "<text x=\"\(group.x.joined(separator: " "))\" y=\"\(group.y.joined(separator: " "))\">"
            + "\(HTMLText.escaped(group.letters))</text>")
      }
      svg.raw("</g>")
    }
  }

  private typealias Drawn = (path: String, x: Double, y: Double, room: Double)

  /// Path data of a form, its middle and the room for a letter there.
  private func draw(_ form: LevelScene.Form) -> Drawn {
    let path = Self.outline(of: form, times: factor)
    switch form {
    case .circle(let x, let y, let radius):
      return (path, x * factor, y * factor, radius * factor)
    case .polygon(let corners):
      let points = corners.map { (x: ($0.first ?? 0) * factor, y: ($0.last ?? 0) * factor) }
      let count = Double(max(1, points.count))
      let x = points.reduce(0) { $0 + $1.x } / count
      let y = points.reduce(0) { $0 + $1.y } / count
      let width = (points.map(\.x).max() ?? 0) - (points.map(\.x).min() ?? 0)
      let height = (points.map(\.y).max() ?? 0) - (points.map(\.y).min() ?? 0)
      return (path, x, y, min(width, height) / 2)
    }
  }

  /// Path data of a form in a picture with a scale factor.
  static func outline(of form: LevelScene.Form, times factor: Double) -> String {
    switch form {
    case .circle(let x, let y, let radius):
      return circle(x * factor, y * factor, radius * factor)
    case .polygon(let corners):
      let steps = corners.map {
        "\(SVG.number(($0.first ?? 0) * factor)) \(SVG.number(($0.last ?? 0) * factor))"
      }
      return "M" + steps.joined(separator: "L") + "z"
    }
  }

  private static func circle(_ x: Double, _ y: Double, _ radius: Double) -> String {
    let r = SVG.number(radius)
    let across = SVG.number(2 * radius)
    return "M\(SVG.number(x - radius)) \(SVG.number(y))a\(r) \(r) 0 1 0 \(across) 0"
      + "a\(r) \(r) 0 1 0 -\(across) 0z"
  }

  func drawCannon(in svg: inout SVG) {
    guard let cannon = scene.cannon else { return }
    let (x, y, radius) = (cannon.x * factor, cannon.y * factor, cannon.radius * factor)
    svg.path(
      "mark",
      SVG.segment(x, 0, x, y - radius) + Self.circle(x, y, radius))
  }

  func drawBucket(in svg: inout SVG) {
    guard let bucket = scene.bucket else { return }
    let (left, top) = (bucket.x * factor, bucket.y * factor)
    let (width, height) = (bucket.width * factor, bucket.height * factor)
    svg.path(
      "mark",
      "M\(SVG.number(left)) \(SVG.number(top))v\(SVG.number(height))h\(SVG.number(width))"
        + "v\(SVG.number(-height))")
  }
}
