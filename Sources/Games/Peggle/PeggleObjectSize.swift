import PegglePhysics
import SimHarness

/// A number of an object of a level file: a row of the table from which objects are read, written
/// and described.
struct PeggleObjectSize: Sendable {
  let summary: String
  let range: ClosedRange<Double>
  /// The value that files leave out; nil: they must say it.
  let defaultValue: Double?
  /// The object's number, where its kind has one.
  let value: @Sendable (PeggleObject) -> Double?

  private init(
    _ summary: String, _ range: ClosedRange<Double>, defaultValue: Double? = nil,
    value: @escaping @Sendable (PeggleObject) -> Double?
  ) {
    self.summary = summary
    self.range = range
    self.defaultValue = defaultValue
    self.value = value
  }

  static let all: [String: PeggleObjectSize] = [
    "x": PeggleObjectSize("The centre's distance from the left, in px", farthest) { $0.x },
    "y": PeggleObjectSize("The centre's distance from the top, in px", farthest) { $0.y },
    "radius": PeggleObjectSize(
      "The radius, in px", PeggleObject.radii, defaultValue: PeggleObject.defaultRadius
    ) {
      if case .peg(_, let radius) = $0.form { radius } else { nil }
    },
    "width": PeggleObjectSize(
      "The width, in px", PeggleObject.sides, defaultValue: PeggleObject.defaultSide
    ) { $0.sides?.width },
    "height": PeggleObjectSize(
      "The height, in px", PeggleObject.sides, defaultValue: PeggleObject.defaultSide
    ) { $0.sides?.height },
    "rotation": PeggleObjectSize(
      "The rotation, clockwise, in radians", PeggleObject.rotations, defaultValue: 0
    ) { $0.rotation },
  ]

  /// The places on the widest board.
  private static let farthest = 0...PeggleRules.parameter("width").maximum

  var schema: JSONTree {
    var members: [(key: String, value: JSONTree)] = [
      ("description", .string(summary)), ("type", "number"),
      ("minimum", .double(range.lowerBound)), ("maximum", .double(range.upperBound)),
    ]
    if let defaultValue { members.append(("default", .double(defaultValue))) }
    return .object(members)
  }
}

extension PeggleObject {
  /// The sides of a block or triangle.
  fileprivate var sides: (width: Double, height: Double)? {
    switch form {
    case .block(let width, let height), .triangle(let width, let height): (width, height)
    default: nil
    }
  }

  /// The object as it is written, sizes at their defaults left out.
  var tree: JSONTree {
    var members: [(key: String, value: JSONTree)] = []
    for name in PeggleObjectDecoder.fields(of: kind) {
      if let value = member(name) { members.append((name, value)) }
    }
    return .object(members)
  }

  private func member(_ name: String) -> JSONTree? {
    switch name {
    case "kind": return .string(kind)
    case "colour": return colour.map { .string($0) }
    case "vertices": return .array(corners.map { [.double($0.x), .double($0.y)] })
    case "categoryBits":
      return Self.bits(filter.categoryBits, defaultValue: CollisionFilter.defaultCategoryBits)
    case "maskBits":
      return Self.bits(filter.maskBits, defaultValue: CollisionFilter.defaultMaskBits)
    default:
      let size = PeggleObjectSize.all[name]
      let value = size?.value(self)
      return value == size?.defaultValue ? nil : value.map { .double($0) }
    }
  }

  private static func bits(_ bits: UInt16, defaultValue: UInt16) -> JSONTree? {
    bits == defaultValue ? nil : .int(Int(bits))
  }

  /// The schema of a kind of object.
  static func schema(of kind: String) -> JSONTree {
    var required: [JSONTree] = ["kind", "x", "y"]
    if kind == "peg" { required.insert("colour", at: 1) }
    if kind == "polygon" { required.append("vertices") }
    return [
      "type": "object", "required": .array(required),
      "properties": .object(
        PeggleObjectDecoder.fields(of: kind).map { ($0, property($0, of: kind)) }),
      "additionalProperties": false,
    ]
  }

  private static func property(_ name: String, of kind: String) -> JSONTree {
    switch name {
    case "kind": ["const": .string(kind)]
    case "colour": ["description": "The peg's kind.", "type": "string", "minLength": 1]
    case "categoryBits":
      bits("The categories that it belongs to, a bit each", CollisionFilter.defaultCategoryBits)
    case "maskBits":
      bits("The categories of balls that hit it, a bit each", CollisionFilter.defaultMaskBits)
    default: PeggleObjectSize.all[name]?.schema ?? vertices
    }
  }

  private static func bits(_ description: String, _ defaultValue: UInt16) -> JSONTree {
    [
      "description": .string(description), "type": "integer",
      "minimum": .int(filterBits.lowerBound), "maximum": .int(filterBits.upperBound),
      "default": .int(Int(defaultValue)),
    ]
  }

  private static var vertices: JSONTree {
    [
      "description": "The vertices of a convex polygon in order, relative to its centre, in px.",
      "type": "array", "minItems": .int(cornerCounts.lowerBound),
      "maxItems": .int(cornerCounts.upperBound),
      "items": [
        "type": "array", "minItems": 2, "maxItems": 2,
        "items": [
          "type": "number", "minimum": .double(-farthestCorner),
          "maximum": .double(farthestCorner),
        ],
      ],
    ]
  }
}
