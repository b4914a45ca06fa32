import PegglePhysics
import SimHarness

/// Reads the objects of a level file, recording everything that is wrong with them.
struct PeggleObjectDecoder {
  /// The size of the board, or nil if it is not known.
  let board: (width: Double, height: Double)?
  let scripts: PeggleScriptResolver

  static let kinds = ["peg", "block", "triangle", "polygon"]

  /// The fields of a kind of object, in the order in which they are written.
  static func fields(of kind: String) -> [String] {
    let own =
      switch kind {
      case "peg": ["kind", "colour", "x", "y", "radius"]
      case "polygon": ["kind", "x", "y", "vertices"]
      default: ["kind", "x", "y", "width", "height"]
      }
    return own + ["rotation", "categoryBits", "maskBits"]
  }

  /// One object, or nil after everything wrong with it has been recorded.
  func object(_ cursor: JSONCursor) -> PeggleObject? {
    let before = cursor.reader.issues.count
    guard let kind = kind(of: cursor), let fields = cursor.object(fields: Self.fields(of: kind))
    else { return nil }
    let form = form(kind, fields)
    let x = number("x", in: fields, upTo: board?.width)
    let y = number("y", in: fields, upTo: board?.height)
    let rotation = number("rotation", in: fields)
    let filter = CollisionFilter(
      categoryBits: bits(
        "categoryBits", in: fields, defaultValue: CollisionFilter.defaultCategoryBits),
      maskBits: bits("maskBits", in: fields, defaultValue: CollisionFilter.defaultMaskBits))
    guard cursor.reader.issues.count == before, let form, let x, let y, let rotation else {
      return nil
    }
    return PeggleObject(form, x: x, y: y, rotation: rotation, filter: filter)
  }

  private func kind(of cursor: JSONCursor) -> String? {
    guard case .object(let members) = cursor.value.kind else {
      cursor.report("expected an object, found \(cursor.value.typeName)")
      return nil
    }
    guard let member = members.first(where: { $0.key == "kind" }) else {
      cursor.report("the field 'kind' is missing; add it")
      return nil
    }
    return cursor.cursor(at: member).name(among: Self.kinds, called: "kind")
  }

  private func form(_ kind: String, _ fields: JSONFields) -> PeggleObject.Form? {
    switch kind {
    case "peg":
      let radius = number("radius", in: fields)
      guard let colour = colour(fields), let radius else { return nil }
      return .peg(colour: colour, radius: radius)
    case "polygon":
      return fields.required("vertices").flatMap { corners($0) }.map { .polygon($0) }
    default:
      let width = number("width", in: fields)
      let height = number("height", in: fields)
      guard let width, let height else { return nil }
      return kind == "block"
        ? .block(width: width, height: height) : .triangle(width: width, height: height)
    }
  }

  private func colour(_ fields: JSONFields) -> String? {
    guard let field = fields.required("colour"), let name = field.string() else { return nil }
    return scripts.knows(name, .peg, at: field) ? name : nil
  }

  /// A number of a field, or its default value if the field is missing; nil after recording an
  /// issue.
  private func number(_ name: String, in fields: JSONFields, upTo maximum: Double? = nil) -> Double?
  {
    guard let size = PeggleObjectSize.all[name] else { return nil }
    let range = maximum.map { size.range.lowerBound...$0 } ?? size.range
    guard let defaultValue = size.defaultValue else {
      return fields.required(name)?.double(in: range)
    }
    return fields.optional(name).map { $0.double(in: range) } ?? defaultValue
  }

  /// The categories or the mask, the usual ones if the field is not there or wrong.
  private func bits(_ name: String, in fields: JSONFields, defaultValue: UInt16) -> UInt16 {
    let given = fields.optional(name).flatMap { $0.int(in: PeggleObject.filterBits) }
    return given.map { UInt16($0) } ?? defaultValue
  }

  private func corners(_ cursor: JSONCursor) -> [PegglePoint]? {
    let far = PeggleObject.farthestCorner
    let corners = cursor.array(of: "vertices", count: PeggleObject.cornerCounts) {
      item -> PegglePoint? in
      let numbers = item.array(of: "numbers", count: 2...2) { $0.double(in: -far...far) }
      return numbers.map { PegglePoint(x: $0[0], y: $0[1]) }
    }
    guard let corners else { return nil }
    if let problem = PeggleGeometry.problem(with: corners) {
      cursor.report(Self.words(for: problem))
      return nil
    }
    let box = PeggleGeometry.box(of: .polygon(corners))
    // A polygon that was resized to a limit may be off it by a rounding.
    let slack = PeggleGeometry.touching
    let (minimum, maximum) = (PeggleObject.sides.lowerBound, PeggleObject.sides.upperBound)
    for (name, size) in [("width", box.width), ("height", box.height)]
    where size < minimum - slack || size > maximum + slack {
      cursor.report(
        "the polygon's \(name) is \(JSONWriter.number(size)); expected "
          + "\(JSONExpectation.number(PeggleObject.sides))")
      return nil
    }
    return corners
  }

  private static func words(for problem: PeggleGeometry.CornerProblem) -> String {
    switch problem {
    case .needless(let corner):
      "vertex \(corner) is equal to another one or on a line with its neighbours; remove it"
    case .disordered: "the vertices are not in order around the polygon; sort them"
    case .concave(let corner):
      "the polygon is not convex at vertex \(corner); divide it into convex polygons"
    }
  }
}
