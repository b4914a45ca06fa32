import SimHarness

extension PeggleLevelFile: RuledLevel {
  private typealias Field = LevelField<PeggleLevelFile>

  private static let table: [LevelField<PeggleLevelFile>] = [
    integratorField, number("width"), number("height"), number("balls"),
    .flag("bucket", \.rules.bucket, default: true, "Whether the level has a bucket."),
    modeField,
    .script(
      "master", "The script that gives green pegs their power; null: no power.", \.master
    ) { name, field, reading in
      reading.notes.knows(name, .master, at: field)
    },
    .points(
      scores, "Points and multipliers; defaults are those of the scoring peggle.",
      \.rules.scoring, tables: [("peggle", .peggle), ("msk", .msk)]),
    .flag(
      "overlaps", \.overlaps, default: false,
      "Whether objects may overlap, cover the cannon's mouth and extend beyond the edges."),
    .rules(PeggleRules.parameters, among: PeggleRules.parameters),
    .parameters(\.parameters) { name, field, reading in
      reading.notes.parameters(of: name, at: field)
    },
    objectsField,
  ]

  public static func table(of game: String) -> [LevelField<PeggleLevelFile>] { table }

  public static func blank(of game: String) -> PeggleLevelFile { PeggleLevelFile(name: "") }

  public static func title(of game: String) -> String { "Peggle" }

  public static func notes(_ catalog: any PeggleCatalog) -> PeggleScriptResolver {
    PeggleScriptResolver(catalog: catalog)
  }

  /// The defaults of the level's integrator.
  public var usual: PeggleLevelFile {
    PeggleLevelFile(name: "", rules: .defaults(of: rules.integrator))
  }

  fileprivate static let scores = PeggleRules.parameters(in: "scoring")

  private static func number(_ name: String) -> Field { .number(PeggleRules.parameter(name)) }

  private static let integratorField = Field(
    "integrator",
    [
      "description": "The physics: standard, or that of MySpriteKit (msk).",
      "enum": .array(PeggleRules.Integrator.allCases.map { .string($0.rawValue) }),
      "default": "standard",
    ],
    written: { level, _ in
      guard level.rules.integrator != .standard else { return Optional.none }
      return .string(level.rules.integrator.rawValue)
    },
    read: { cursor, reading in
      if let integrator = cursor.enumeration(PeggleRules.Integrator.self) {
        reading.level.rules = .defaults(of: integrator)
      } else {
        reading.unread.insert("integrator")
      }
    })

  private static let modeField = Field(
    "mode",
    [
      "description": "The mode's script.", "type": "string", "minLength": 1,
      "default": .string(defaultMode),
    ],
    value: { .string($0.mode) },
    read: { cursor, reading in
      if let name = cursor.string(), reading.notes.knows(name, .mode, at: cursor) {
        reading.level.mode = name
      }
    })

  private static let objectsField = Field(
    "objects",
    [
      "description":
        "The pegs, blocks, triangles and polygons, in the order that the physics uses.",
      "type": "array", "maxItems": .int(maxObjects),
      "items": ["oneOf": .array(PeggleObjectDecoder.kinds.map(PeggleObject.schema(of:)))],
    ],
    value: { .array($0.objects.map(\.tree)) },
    read: { cursor, reading in
      let rules = reading.level.rules
      let hasBoard = reading.hasBoard
      let decoder = PeggleObjectDecoder(
        board: hasBoard ? (rules.width, rules.height) : nil, scripts: reading.notes)
      var objects: [PeggleObject?] = []
      var places: [JSONCursor] = []
      _ = cursor.array(of: "objects", count: 0...maxObjects) { item -> Bool? in
        let object = decoder.object(item)
        objects.append(object)
        places.append(item)
        return object == nil ? nil : true
      }
      reading.level.objects = objects.compactMap { $0 }
      guard hasBoard, !reading.level.overlaps else { return }
      for problem in PeggleLayout.problems(of: objects, rules: rules) {
        (problem.object.map { places[$0] } ?? cursor).report(problem.description)
      }
    }
  ).required.list

  /// Reports a cannon or bucket that the board has no room for.
  public static func finish(_ reading: inout LevelReading<PeggleLevelFile>) {
    let rules = reading.level.rules
    guard reading.hasBoard else { return }
    func report(_ message: String) { reading.fields.cursor.report(message) }
    if rules.cannonY + rules.ballRadius > rules.height {
      report(
        "the ball in the cannon is below the bottom edge; set rules.cannonY to "
          + "\(JSONWriter.number(rules.height - rules.ballRadius)) or less")
    }
    if rules.bucket && rules.bucketWidth >= rules.width {
      report(
        "the bucket must be narrower than the board; set rules.bucketWidth to less than "
          + "\(JSONWriter.number(rules.width)), or bucket to false")
    }
    if rules.bucket && rules.bucketRise > rules.height {
      report(
        "the bucket is above the board; set rules.bucketRise to "
          + "\(JSONWriter.number(rules.height)) or less, or bucket to false")
    }
  }

  // MARK: Editing

  public func base(
    setting keys: [String], to value: JSONTree, path: String
  ) throws(LevelFieldProblem) -> JSONTree {
    var draft = self
    if keys.first == "integrator", case .string(let name) = value,
      let integrator = PeggleRules.Integrator(rawValue: name)
    {
      draft.changeIntegrator(to: integrator)
    }
    guard keys.first == "scoring", keys.count > 1 else { return draft.tree }
    // A single number is set beside those of the table that the level names.
    let usual = PeggleRules()
    let numbers = Self.scores.filter { rules.value(of: $0.name) != usual.value(of: $0.name) }
    return try draft.tree.replacing(
      at: [.key("scoring")],
      with: .object(
        numbers.map { ($0.name, rules.value(of: $0.name).map($0.tree(of:)) ?? .null) }), path: path)
  }

  /// Changes the integrator; numbers at the old one's defaults take the new one's.
  private mutating func changeIntegrator(to integrator: PeggleRules.Integrator) {
    let old = PeggleRules.defaults(of: rules.integrator)
    let new = PeggleRules.defaults(of: integrator)
    for name in PeggleRules.parameters.map(\.name)
    where rules.value(of: name) == old.value(of: name) {
      rules.set(name, to: new.value(of: name))
    }
    rules.integrator = integrator
  }
}

extension LevelReading<PeggleLevelFile> {
  /// Whether every number of the board is known, so that it can be measured.
  fileprivate var hasBoard: Bool {
    unread.subtracting(PeggleLevelFile.scores.map(\.name)).isSubset(of: ["balls"])
  }
}
