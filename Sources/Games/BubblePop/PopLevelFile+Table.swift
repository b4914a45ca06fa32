import SimHarness

extension PopLevelFile: RuledLevel {
  private typealias Field = LevelField<PopLevelFile>

  private static let table: [LevelField<PopLevelFile>] = [
    number("duration"), number("maxBubbles"),
    .object("area", "The screen.", [number("width"), number("height")], isWhole: true),
    number("radius"), number("refresh"), number("combo"), bubbles, spawnerField,
    .object(
      "movement", "How bubbles move.",
      [
        .flag("on", \.rules.moves, default: false, "Whether bubbles move."), number("speed"),
        number("acceleration"),
      ], isWhole: true),
    goal,
    .parameters(\.parameters) { name, values, reading in
      if let known = reading.declared[name] { return known }
      values.report(
        NearestName.complaint(
          about: name, called: "script", of: "this level",
          known: reading.declared.keys.sorted()))
      return nil
    },
  ]

  public static func table(of game: String) -> [LevelField<PopLevelFile>] { table }

  public static func blank(of game: String) -> PopLevelFile { PopLevelFile(name: "") }

  public static func title(of game: String) -> String { "bubble pop" }

  /// The JSON Schema of a bubble pop level, where fields that name scripts come last.
  public static func schema(
    of game: String, common: [(key: String, value: JSONTree)]
  ) -> JSONTree {
    let last = ["spawner", "params"]
    return schema(
      of: game, common: common,
      table.filter { !last.contains($0.name) } + table.filter { last.contains($0.name) })
  }

  /// Reports a screen that has no room for one bubble.
  public static func finish(_ reading: inout LevelReading<PopLevelFile>) {
    let rules = reading.level.rules
    let fields = reading.fields
    guard min(rules.width, rules.height) < 2 * rules.radius else { return }
    let size = "\(JSONWriter.number(rules.width)) x \(JSONWriter.number(rules.height))"
    (fields.optional("area") ?? fields.optional("radius") ?? fields.cursor).report(
      "the area of \(size) points has no room for a bubble of radius"
        + " \(JSONWriter.number(rules.radius)); enlarge it or set a smaller radius")
  }

  private static func number(_ name: String) -> Field { .number(PopRules.parameter(name)) }

  private static let goal = Field(
    "goal",
    [
      "description": "What wins; without it, only the score counts.",
      "type": ["object", "null"], "required": ["score"],
      "properties": ["score": SchemaPart.goalScore], "additionalProperties": false,
    ],
    value: { $0.rules.goal.map { ["score": .int($0)] } },
    read: { cursor, reading in
      if !cursor.isNull { reading.level.rules.goal = cursor.goalScore() }
    })

  // MARK: Bubbles

  private static let bubbles = Field(
    "bubbles",
    [
      "description": "The kinds of bubbles; the probabilities sum to 1.", "type": "array",
      "minItems": 1, "maxItems": .int(maxColours),
      "items": SchemaPart.object(
        "A kind of bubble.",
        [
          (
            "colour",
            [
              "description": "The colour; pops of one colour in a row are a combo.",
              "type": "string",
              "pattern": "^[A-Za-z0-9_-]{1,40}$",
            ]
          ),
          ("points", ["type": "integer", "minimum": 0, "maximum": .int(maxPoints)]),
          ("probability", ["type": "number", "minimum": 0, "maximum": 1]),
          (
            "script",
            [
              "description": "The script of this kind of bubble; null: none.",
              "type": ["string", "null"], "minLength": 1,
            ]
          ),
        ], required: ["colour", "points", "probability"]),
    ],
    value: { .array($0.colours.map(tree(of:))) },
    read: { cursor, reading in
      var seen: Set<String> = []
      let colours = cursor.array(of: "bubbles", count: 1...maxColours) {
        colour($0, &seen, &reading)
      }
      guard let colours else { return }
      reading.level.colours = colours
      if let problem = SpawnTable.problem(with: colours.map(\.probability)) {
        cursor.report(problem)
      }
    }
  ).hashed.list

  private static func tree(of colour: PopColour) -> JSONTree {
    var members: [(key: String, value: JSONTree)] = [
      ("colour", .string(colour.name)), ("points", .int(colour.points)),
      ("probability", .double(colour.probability)),
    ]
    if let script = colour.script { members.append(("script", .string(script))) }
    return .object(members)
  }

  private static func colour(
    _ item: JSONCursor, _ seen: inout Set<String>, _ reading: inout LevelReading<PopLevelFile>
  ) -> PopColour? {
    guard let fields = item.object(fields: ["colour", "points", "probability", "script"]) else {
      return nil
    }
    let name = fields.required("colour").flatMap { Self.name($0, &seen) }
    let points = fields.required("points")?.int(in: 0...maxPoints)
    let probability = fields.required("probability")?.double(in: 0...1)
    var script: String?
    if let field = fields.optional("script"), !field.isNull {
      guard let text = field.string() else { return nil }
      script = text
      reading.find(at: field) { reading throws(ScriptFault) in
        guard let kind = try reading.catalog.popKind(named: text) else { return false }
        reading.declared[text, default: []] += kind.parameters
        return true
      } orReport: {
        complaint(aboutKind: text, $0)
      }
    }
    guard let name, let points, let probability else { return nil }
    return PopColour(name, points: points, probability: probability, script: script)
  }

  private static func name(_ field: JSONCursor, _ seen: inout Set<String>) -> String? {
    guard let name = field.string() else { return nil }
    guard ScriptLibrary.isName(name) else {
      field.report("a colour's name has only letters, digits, - and _, at most 40")
      return nil
    }
    guard seen.insert(name).inserted else {
      field.report("the colour \(SafeText.named(name)) is defined twice; rename one of them")
      return nil
    }
    return name
  }

  private static let spawnerField = Field.script(
    "spawner", "The script that draws the colours; null: by the probabilities.", \.spawner
  ) { name, field, reading in
    reading.find(at: field) { reading throws(ScriptFault) in
      guard let spawner = try reading.catalog.colourSpawner(named: name) else { return false }
      if let refusal = spawner.refusal(by: BubblePop.name) {
        throw ScriptFault(kind: .error, message: refusal)
      }
      reading.declared[name, default: []] += spawner.parameters
      return true
    } orReport: {
      complaint(aboutSpawner: name, $0)
    }
  }
}
