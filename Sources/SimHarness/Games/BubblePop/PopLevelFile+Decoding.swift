extension PopLevelFile {
  public static func decode(
    _ root: JSONCursor, game: String, catalog: any PopCatalog
  ) -> PopLevelFile? {
    let before = root.reader.issues.count
    guard let fields = root.object(fields: fields) else { return nil }
    let header = LevelHeader.decode(fields, game: game)
    var decoder = PopLevelDecoder(fields: fields, catalog: catalog)
    decoder.decode()
    guard root.reader.issues.count == before, let header else { return nil }
    var file = decoder.file
    file.name = header.name
    file.id = header.id
    return file
  }

  /// Every field of a level file, in the order in which they are written.
  static let fields =
    LevelHeader.fields + [
      "duration", "maxBubbles", "area", "radius", "refresh", "combo", "bubbles", "spawner",
      "movement", "goal", "params",
    ]
}

/// Reads the fields of one level file into a value, recording everything that is wrong.
struct PopLevelDecoder {
  let fields: JSONFields
  let catalog: any PopCatalog
  var file = PopLevelFile(name: "")
  /// What may be set, by script.
  private var declared: [String: [ScriptParameter]] = [:]

  init(fields: JSONFields, catalog: any PopCatalog) {
    self.fields = fields
    self.catalog = catalog
  }

  mutating func decode() {
    decodeNumber("duration", fields.optional("duration"))
    decodeNumber("maxBubbles", fields.optional("maxBubbles"))
    if let area = fields.optional("area")?.object(fields: ["width", "height"]) {
      decodeNumber("width", area.optional("width"))
      decodeNumber("height", area.optional("height"))
    }
    for name in ["radius", "refresh", "combo"] { decodeNumber(name, fields.optional(name)) }
    decodeMovement()
    decodeGoal()
    checkArea()
    if let field = fields.optional("bubbles") { decodeColours(field) }
    if let field = fields.optional("spawner"), !field.isNull { decodeSpawner(field) }
    if let field = fields.optional("params") { decodeParameters(field) }
  }

  private mutating func decodeNumber(_ name: String, _ field: JSONCursor?) {
    guard let field else { return }
    let parameter = PopRules.parameter(name)
    let value =
      parameter.isWhole
      ? field.int(in: parameter.wholeRange).map { Double($0) } : field.double(in: parameter.range)
    if let value { file.rules.set(name, to: value) }
  }

  private mutating func decodeMovement() {
    guard
      let movement = fields.optional("movement")?.object(fields: ["on", "speed", "acceleration"])
    else { return }
    if let on = movement.optional("on")?.bool() { file.rules.moves = on }
    decodeNumber("speed", movement.optional("speed"))
    decodeNumber("acceleration", movement.optional("acceleration"))
  }

  private mutating func decodeGoal() {
    guard let field = fields.optional("goal"), !field.isNull,
      let goal = field.object(fields: ["score"])
    else { return }
    file.rules.goal = goal.required("score")?.int(in: 1...PopLevelFile.highestGoal)
  }

  /// Reports a screen that has no room for one bubble.
  private func checkArea() {
    let rules = file.rules
    guard min(rules.width, rules.height) < 2 * rules.radius else { return }
    let size = "\(JSONWriter.number(rules.width)) x \(JSONWriter.number(rules.height))"
    (fields.optional("area") ?? fields.optional("radius") ?? fields.cursor).report(
      "the area of \(size) points has no room for a bubble of radius"
        + " \(JSONWriter.number(rules.radius)); enlarge it or set a smaller radius")
  }

  // MARK: Bubbles

  private mutating func decodeColours(_ field: JSONCursor) {
    var seen: Set<String> = []
    var scripts: [(name: String, field: JSONCursor)] = []
    let colours = field.array(of: "bubbles", count: 1...PopLevelFile.mostColours) { item in
      Self.colour(item, &seen, &scripts)
    }
    for (name, field) in scripts { declare(name, at: field) }
    guard let colours else { return }
    file.colours = colours
    if let problem = SpawnTable.problem(with: colours.map(\.probability)) { field.report(problem) }
  }

  private static func colour(
    _ item: JSONCursor, _ seen: inout Set<String>,
    _ scripts: inout [(name: String, field: JSONCursor)]
  ) -> PopColour? {
    guard let fields = item.object(fields: ["colour", "points", "probability", "script"]) else {
      return nil
    }
    let name = fields.required("colour").flatMap { Self.name($0, &seen) }
    let points = fields.required("points")?.int(in: 0...PopLevelFile.mostPoints)
    let probability = fields.required("probability")?.double(in: 0...1)
    var script: String?
    if let field = fields.optional("script"), !field.isNull {
      guard let text = field.string() else { return nil }
      scripts.append((text, field))
      script = text
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

  // MARK: Scripts

  private mutating func declare(_ name: String, at field: JSONCursor) {
    do throws(ScriptFault) {
      if let kind = try catalog.popKind(named: name) {
        declared[name, default: []] += kind.parameters
        return
      }
    } catch {
      field.report(error.message)
      return
    }
    field.report(PopLevelFile.complaint(aboutKind: name, catalog))
  }

  private mutating func decodeSpawner(_ field: JSONCursor) {
    guard let name = field.string() else { return }
    do throws(ScriptFault) {
      if let spawner = try catalog.popSpawner(named: name) {
        if let refusal = spawner.refusal(by: BubblePop.name) {
          field.report(refusal)
          return
        }
        declared[name, default: []] += spawner.parameters
        file.spawner = name
        return
      }
    } catch {
      field.report(error.message)
      return
    }
    field.report(PopLevelFile.complaint(aboutSpawner: name, catalog))
  }

  private mutating func decodeParameters(_ field: JSONCursor) {
    let declared = declared
    let given = field.dictionary(of: "scripts", count: 0...1_000) {
      name, values -> [String: Double]? in
      guard let known = declared[name] else {
        values.report(
          NearestName.complaint(
            about: name, called: "script", of: "this level", known: declared.keys.sorted()))
        return nil
      }
      let numbers = values.dictionary(of: "parameters", count: 0...1_000) {
        key, value -> Double? in
        guard let parameter = known.first(where: { $0.name == key }) else {
          value.report(
            NearestName.complaint(
              about: key, called: "parameter", of: SafeText.named(name), known: known.map(\.name)))
          return nil
        }
        return value.double(in: parameter.minimum...parameter.maximum)
      }
      return numbers.map { Dictionary($0.map { ($0.key, $0.value) }) { first, _ in first } }
    }
    for (script, values) in given ?? [] where !values.isEmpty { file.parameters[script] = values }
  }
}
