extension PeggleLevelFile {
  public static func decode(
    _ root: JSONCursor, game: String, catalog: any PeggleCatalog
  ) -> PeggleLevelFile? {
    let before = root.reader.issues.count
    guard let fields = root.object(fields: fields) else { return nil }
    let header = LevelHeader.decode(fields, game: game)
    var decoder = PeggleLevelDecoder(fields: fields, catalog: catalog)
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
      "integrator", "width", "height", "balls", "bucket", "mode", "master", "scoring", "overlaps",
      "rules", "params", "objects",
    ]
}

/// Reads the fields of one level file into a value, recording everything that is wrong.
struct PeggleLevelDecoder {
  let fields: JSONFields
  let scripts: PeggleScriptResolver
  var file = PeggleLevelFile(name: "")
  /// Whether a number of the board is not known, so that nothing can be measured on it.
  private var hasUnknownBoard = false

  init(fields: JSONFields, catalog: any PeggleCatalog) {
    self.fields = fields
    scripts = PeggleScriptResolver(catalog: catalog)
  }

  mutating func decode() {
    if let field = fields.optional("integrator") {
      if let integrator = field.enumeration(PeggleRules.Integrator.self) {
        file.rules = .defaults(of: integrator)
      } else {
        hasUnknownBoard = true
      }
    }
    for name in ["width", "height", "balls"] {
      guard let field = fields.optional(name) else { continue }
      if !decodeNumber(name, field) && name != "balls" { hasUnknownBoard = true }
    }
    if let field = fields.optional("bucket"), let value = field.bool() { file.rules.bucket = value }
    if let field = fields.optional("mode"), let name = scriptName(field, .mode) { file.mode = name }
    if let field = fields.optional("master"), !field.isNull {
      file.master = scriptName(field, .master)
    }
    if let field = fields.optional("scoring") { decodeScoring(field) }
    if let field = fields.optional("overlaps"), let value = field.bool() { file.overlaps = value }
    decodeRules()
    decodeParameters()
    checkBoard()
    if let field = fields.required("objects") { decodeObjects(field) }
  }

  // MARK: Numbers

  /// Takes a number of the rules from a field; false after recording what is wrong with it.
  private mutating func decodeNumber(_ name: String, _ field: JSONCursor) -> Bool {
    let parameter = PeggleRules.parameter(name)
    let value =
      parameter.isWhole
      ? field.int(in: parameter.wholeRange).map { Double($0) } : field.double(in: parameter.range)
    return value.map { file.rules.set(name, to: $0) } ?? false
  }

  private mutating func decodeScoring(_ field: JSONCursor) {
    switch field.value.kind {
    case .string:
      if let table = field.enumeration(["peggle": PeggleScoring.peggle, "msk": .msk]) {
        file.rules.scoring = table
      }
    case .object:
      let names = PeggleRules.scores.map(\.name)
      guard let table = field.object(fields: names) else { return }
      for name in names {
        if let number = table.optional(name) { _ = decodeNumber(name, number) }
      }
    default: field.report(expected: "\"peggle\", \"msk\" or an object of numbers")
    }
  }

  private mutating func decodeRules() {
    guard let field = fields.optional("rules") else { return }
    let known = PeggleRules.fieldless.map(\.name)
    let present = Set(fields.keys)
    let given = field.dictionary(of: "rules", count: 0...1_000) { name, field in (name, field) }
    for (_, (name, field)) in given ?? [] {
      guard let parameter = PeggleRules.parameters.first(where: { $0.name == name }) else {
        field.report(NearestName.complaint(about: name, called: "rule", known: known))
        continue
      }
      if let own = parameter.field {
        let isTwice = present.contains(String(own.prefix { $0 != "." }))
        field.report(
          isTwice
            ? "the rule '\(name)' is set twice, here and in the field '\(own)'; remove it here"
            : "the rule '\(name)' has its own field; write it as '\(own)', not under rules")
        continue
      }
      if !decodeNumber(name, field) { hasUnknownBoard = true }
    }
  }

  /// Reports a cannon or bucket that the board has no room for.
  private func checkBoard() {
    let rules = file.rules
    guard !hasUnknownBoard else { return }
    if rules.cannonY + rules.ballRadius > rules.height {
      fields.cursor.report(
        "the ball in the cannon is below the bottom edge; set rules.cannonY to "
          + "\(JSONWriter.number(rules.height - rules.ballRadius)) or less")
    }
    if rules.bucket && rules.bucketWidth >= rules.width {
      fields.cursor.report(
        "the bucket must be narrower than the board; set rules.bucketWidth to less than "
          + "\(JSONWriter.number(rules.width)), or bucket to false")
    }
    if rules.bucket && rules.bucketRise > rules.height {
      fields.cursor.report(
        "the bucket is above the board; set rules.bucketRise to "
          + "\(JSONWriter.number(rules.height)) or less, or bucket to false")
    }
  }

  // MARK: Scripts

  /// The name of a script that is there.
  private func scriptName(_ field: JSONCursor, _ kind: PeggleScriptKind) -> String? {
    guard let name = field.string() else { return nil }
    switch scripts.script(name, kind) {
    case .success: return name
    case .failure(let fault):
      field.report(fault.message)
      return nil
    }
  }

  private mutating func decodeParameters() {
    let scripts = scripts
    let given = fields.optional("params")?.dictionary(of: "scripts", count: 0...1_000) {
      name, field in
      Self.parameters(of: name, field, scripts)
    }
    for (script, values) in given ?? [] where !values.isEmpty { file.parameters[script] = values }
  }

  private static func parameters(
    of name: String, _ field: JSONCursor, _ scripts: PeggleScriptResolver
  ) -> [String: Double]? {
    var declared: [ScriptParameter] = []
    var isKnown = false
    for kind in PeggleScriptKind.allCases {
      switch scripts.answer(for: name, kind) {
      case .script(let facts):
        isKnown = true
        declared += facts.parameters
      case .unknown: break
      case .faulty(let fault):
        field.report(fault.message)
        return nil
      }
    }
    guard isKnown else {
      field.report(scripts.complaint(about: name))
      return nil
    }
    let values = field.dictionary(of: "parameters", count: 0...1_000) { key, value -> Double? in
      guard let parameter = declared.first(where: { $0.name == key }) else {
        value.report(
          NearestName.complaint(
            about: key, called: "parameter", of: SafeText.named(name), known: declared.map(\.name))
        )
        return nil
      }
      return value.double(in: parameter.minimum...parameter.maximum)
    }
    return values.map { Dictionary($0.map { ($0.key, $0.value) }) { first, _ in first } }
  }

  // MARK: Objects

  private mutating func decodeObjects(_ field: JSONCursor) {
    let decoder = PeggleObjectDecoder(
      board: hasUnknownBoard ? nil : (file.rules.width, file.rules.height), scripts: scripts)
    var objects: [PeggleObject?] = []
    var places: [JSONCursor] = []
    _ = field.array(of: "objects", count: 0...PeggleLevelFile.mostObjects) { item -> Bool? in
      let object = decoder.object(item)
      objects.append(object)
      places.append(item)
      return object == nil ? nil : true
    }
    file.objects = objects.compactMap { $0 }
    guard !hasUnknownBoard, !file.overlaps else { return }
    for problem in PeggleLayout.problems(of: objects, rules: file.rules) {
      (problem.object.map { places[$0] } ?? field).report(problem.description)
    }
  }
}
