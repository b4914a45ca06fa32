import PegglePhysics

extension PeggleLevelFile {
  /// The JSON Schema of a Peggle level.
  ///
  /// What a schema cannot say is left to the reader: which scripts are there, objects that overlap
  /// or leave the board, the order of a polygon's vertices.
  public static func schema(
    of game: String, common: [(key: String, value: JSONTree)]
  ) -> JSONTree {
    .object([
      ("description", "A level of Peggle."), ("type", "object"),
      ("required", ["format", "version", "game", "name", "objects"]),
      ("properties", .object(common + boardFields + ruleFields + [objectsField])),
      ("additionalProperties", false),
    ])
  }

  private typealias Field = (key: String, value: JSONTree)

  private static var boardFields: [Field] {
    [
      (
        "integrator",
        [
          "description": "The physics: standard, or that of MySpriteKit (msk).",
          "enum": .array(PeggleRules.Integrator.allCases.map { .string($0.rawValue) }),
          "default": "standard",
        ]
      ),
      ("width", SchemaPart.number(PeggleRules.parameter("width"))),
      ("height", SchemaPart.number(PeggleRules.parameter("height"))),
      ("balls", SchemaPart.number(PeggleRules.parameter("balls"))),
      ("bucket", boolean("Whether the level has a bucket.", usual: true)),
      (
        "mode",
        [
          "description": "The mode's script.", "type": "string", "minLength": 1,
          "default": .string(usualMode),
        ]
      ),
      (
        "master",
        [
          "description": "The script that gives green pegs their power; null: no power.",
          "type": ["string", "null"], "minLength": 1,
        ]
      ),
    ]
  }

  private static var ruleFields: [Field] {
    let table = SchemaPart.object(
      "Points and multipliers; defaults are those of the scoring peggle.",
      PeggleRules.scores.map { ($0.name, SchemaPart.number($0)) })
    return [
      ("scoring", ["anyOf": [["enum": ["peggle", "msk"]], table], "default": "peggle"]),
      (
        "overlaps",
        boolean(
          "Whether objects may overlap, cover the cannon's mouth and extend beyond the edges.",
          usual: false)
      ),
      (
        "rules",
        SchemaPart.object(
          "Numbers of the rules that have no field here.",
          PeggleRules.fieldless.map { ($0.name, SchemaPart.number($0)) })
      ),
      (
        "params",
        [
          "description": "Values of the scripts' parameters, by script and parameter.",
          "type": "object",
          "additionalProperties": ["type": "object", "additionalProperties": ["type": "number"]],
        ]
      ),
    ]
  }

  // MARK: Objects

  private static var objectsField: Field {
    (
      "objects",
      [
        "description":
          "The pegs, blocks, triangles and polygons, in the order that the physics uses.",
        "type": "array", "maxItems": .int(mostObjects),
        "items": ["oneOf": .array(PeggleObjectDecoder.kinds.map { object($0) })],
      ]
    )
  }

  private static func object(_ kind: String) -> JSONTree {
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
    case "colour":
      ["description": "The peg's kind.", "type": "string", "minLength": 1]
    case "x": length("The centre's distance from the left, in px", 0...boardSides.upperBound)
    case "y": length("The centre's distance from the top, in px", 0...boardSides.upperBound)
    case "radius":
      length("The radius, in px", PeggleObject.radii, usual: PeggleObject.usualRadius)
    case "width", "height":
      length("The \(name), in px", PeggleObject.sides, usual: PeggleObject.usualSide)
    case "rotation":
      length("The rotation, clockwise, in radians", PeggleObject.rotations, usual: 0)
    case "categoryBits":
      bits("The categories that it belongs to, a bit each", CollisionFilter.defaultCategoryBits)
    case "maskBits":
      bits("The categories of balls that hit it, a bit each", CollisionFilter.defaultMaskBits)
    default: vertices
    }
  }

  private static var vertices: JSONTree {
    let far = PeggleObject.farthestCorner
    let counts = PeggleObject.cornerCounts
    return [
      "description": "The vertices of a convex polygon in order, relative to its centre, in px.",
      "type": "array", "minItems": .int(counts.lowerBound), "maxItems": .int(counts.upperBound),
      "items": [
        "type": "array", "minItems": 2, "maxItems": 2,
        "items": ["type": "number", "minimum": .double(-far), "maximum": .double(far)],
      ],
    ]
  }

  /// The range of a board's sides.
  private static var boardSides: ClosedRange<Double> { PeggleRules.parameter("width").range }

  private static func length(
    _ description: String, _ range: ClosedRange<Double>, usual: Double? = nil
  ) -> JSONTree {
    var members: [Field] = [
      ("description", .string(description)), ("type", "number"),
      ("minimum", .double(range.lowerBound)), ("maximum", .double(range.upperBound)),
    ]
    if let usual { members.append(("default", .double(usual))) }
    return .object(members)
  }

  private static func bits(_ description: String, _ usual: UInt16) -> JSONTree {
    [
      "description": .string(description), "type": "integer",
      "minimum": .int(PeggleObject.filterBits.lowerBound),
      "maximum": .int(PeggleObject.filterBits.upperBound), "default": .int(Int(usual)),
    ]
  }

  private static func boolean(_ description: String, usual: Bool) -> JSONTree {
    ["description": .string(description), "type": "boolean", "default": .bool(usual)]
  }
}
