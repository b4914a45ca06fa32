/// A board of bodies as a report draws it: plain shapes in the board's own unit, y downward.
public struct LevelScene: Equatable, Sendable {
  public enum Form: Equatable, Sendable {
    case circle(x: Double, y: Double, radius: Double)
    /// Corners as [x, y].
    case polygon([[Double]])
  }

  /// One body.
  public struct Shape: Equatable, Sendable {
    public let form: Form
    /// A colour's name, or the kind of body; names without their own colour are dark.
    public let colour: String
    /// Its label, so that it can be recognised without colours.
    public let letter: Character

    public init(_ form: Form, colour: String, letter: Character) {
      self.form = form
      self.colour = colour
      self.letter = letter
    }
  }

  /// Where balls come from.
  public struct Spot: Equatable, Sendable {
    public let x: Double
    public let y: Double
    public let radius: Double

    public init(x: Double, y: Double, radius: Double) {
      self.x = x
      self.y = y
      self.radius = radius
    }
  }

  /// An upright box, open at the top.
  public struct Box: Equatable, Sendable {
    public let x: Double
    public let y: Double
    public let width: Double
    public let height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }
  }

  public let width: Double
  public let height: Double
  public let shapes: [Shape]
  public let cannon: Spot?
  public let bucket: Box?

  public init(width: Double, height: Double, shapes: [Shape], cannon: Spot?, bucket: Box?) {
    self.width = width
    self.height = height
    self.shapes = shapes
    self.cannon = cannon
    self.bucket = bucket
  }
}

extension LevelScene {
  /// The scene as stored in a run's manifest.
  var tree: JSONTree {
    .members([
      "width": .double(width), "height": .double(height),
      "shapes": .array(shapes.map(Self.tree(of:))),
      "cannon": cannon.map { Self.numbers([$0.x, $0.y, $0.radius]) },
      "bucket": bucket.map { Self.numbers([$0.x, $0.y, $0.width, $0.height]) },
    ])
  }

  private static func tree(of shape: Shape) -> JSONTree {
    let form: (key: String, value: JSONTree)
    switch shape.form {
    case .circle(let x, let y, let radius): form = ("circle", numbers([x, y, radius]))
    case .polygon(let corners): form = ("polygon", .array(corners.map { numbers($0) }))
    }
    return .object([
      ("colour", .string(shape.colour)), ("letter", .string(String(shape.letter))), form,
    ])
  }

  private static func numbers(_ values: [Double]) -> JSONTree {
    .array(values.map { .double($0) })
  }

  /// Reads a scene; nil after everything wrong with it has been recorded.
  static func decode(_ cursor: JSONCursor) -> LevelScene? {
    guard
      let fields = cursor.object(fields: ["width", "height", "shapes", "cannon", "bucket"]),
      let width = fields.required("width")?.double(above: 0),
      let height = fields.required("height")?.double(above: 0),
      let shapes = fields.required("shapes")?.array(
        of: "shapes", count: 0...100_000, decode: Self.shape)
    else { return nil }
    let cannon = fields.optional("cannon").flatMap { numbers(3, $0) }
    let bucket = fields.optional("bucket").flatMap { numbers(4, $0) }
    return LevelScene(
      width: width, height: height, shapes: shapes,
      cannon: cannon.map { Spot(x: $0[0], y: $0[1], radius: $0[2]) },
      bucket: bucket.map { Box(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) })
  }

  private static func shape(_ cursor: JSONCursor) -> Shape? {
    guard let fields = cursor.object(fields: ["colour", "letter", "circle", "polygon"]),
      let colour = fields.required("colour")?.string(),
      let letter = fields.required("letter")?.string(length: 1...1)?.first
    else { return nil }
    if let circle = fields.optional("circle") {
      guard let values = numbers(3, circle) else { return nil }
      return Shape(
        .circle(x: values[0], y: values[1], radius: values[2]), colour: colour, letter: letter)
    }
    let corners = fields.required("polygon")?.array(of: "points", count: 3...1_000) {
      numbers(2, $0)
    }
    return corners.map { Shape(.polygon($0), colour: colour, letter: letter) }
  }

  private static func numbers(_ count: Int, _ cursor: JSONCursor) -> [Double]? {
    cursor.array(of: "numbers", count: count...count) { $0.double() }
  }
}
