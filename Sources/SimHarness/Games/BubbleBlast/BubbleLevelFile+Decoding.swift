extension BubbleLevelFile {
  public static func decode(
    _ root: JSONCursor, game: String, catalog: any BubbleKindCatalog
  ) -> BubbleLevelFile? {
    let before = root.reader.issues.count
    guard let fields = root.object(fields: fields) else { return nil }
    let header = LevelHeader.decode(fields, game: game)
    var decoder = BubbleLevelDecoder(fields: fields, catalog: catalog)
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
      "ruleset", "columns", "rows", "shots", "preview", "swap", "maxBounces", "contact",
      "descent", "queue", "spawn", "spawner", "scoring", "goal", "stars", "rules", "params",
      "legend",
      "grid",
    ]
}

/// Reads the fields of one level file into a value, recording everything that is wrong.
struct BubbleLevelDecoder {
  let fields: JSONFields
  let kinds: BubbleKindResolver
  private let catalog: any BubbleKindCatalog
  /// The level's spawner, if it has one.
  private var spawner: ColourSpawner?
  var file = BubbleLevelFile(name: "")
  /// Whether the number of columns or rows is not known, so that the grid cannot be measured.
  private var hasUnknownSize = false

  init(fields: JSONFields, catalog: any BubbleKindCatalog) {
    self.fields = fields
    kinds = BubbleKindResolver(catalog: catalog)
    self.catalog = catalog
  }

  mutating func decode() {
    decodeRuleset()
    decodeNumbers()
    decodeDealing()
    if let field = fields.optional("spawner"), !field.isNull { decodeSpawner(field) }
    decodeScoring()
    decodeRules()
    decodeParameters()
    var grid = BubbleGridDecoder(
      rules: file.rules, kinds: kinds, measures: !hasUnknownSize)
    grid.decode(legend: fields.optional("legend"), grid: fields.required("grid"))
    file.legend = grid.legend
    file.bubbles = grid.bubbles
  }

  // MARK: Rules

  private mutating func decodeRuleset() {
    guard let field = fields.optional("ruleset") else { return }
    guard
      let ruleset = field.name(among: Self.rulesets, called: "ruleset")
        .flatMap({ BubbleRules.Ruleset(rawValue: $0) })
    else {
      hasUnknownSize = true
      return
    }
    file.rules = .defaults(of: ruleset)
  }

  private static let rulesets = BubbleRules.Ruleset.allCases.map(\.rawValue)

  private mutating func decodeNumbers() {
    decodeSize("columns", \.columns)
    decodeSize("rows", \.rows)
    if let field = fields.optional("shots") {
      file.rules.shots = field.isNull ? nil : whole("shots", field)
    }
    if let field = fields.optional("preview"), let value = whole("preview", field) {
      file.rules.preview = value
    }
    if let field = fields.optional("swap"), let value = field.bool() {
      file.rules.swap = value
      if value && file.rules.preview == 0 {
        field.report("\"swap\" needs a next colour to swap with; set preview to at least 1")
      }
    }
    if let field = fields.optional("maxBounces"), let value = whole("maxBounces", field) {
      file.rules.maxBounces = value
    }
    if let field = fields.optional("contact"),
      let value = field.double(in: BubbleRules.parameter("contact").range)
    {
      file.rules.contact = value
    }
    if let field = fields.optional("descent") {
      file.rules.descentEvery = field.isNull ? nil : descent(field)
    }
  }

  private mutating func decodeSize(_ name: String, _ place: WritableKeyPath<BubbleRules, Int>) {
    guard let field = fields.optional(name) else { return }
    guard let value = whole(name, field) else {
      hasUnknownSize = true
      return
    }
    let usual = file.rules[keyPath: place]
    if file.rules.ruleset == .frozenBubble && value != usual {
      field.report(
        "the ruleset frozen-bubble has \(usual) \(name), not \(value); remove this field")
    }
    file.rules[keyPath: place] = value
  }

  private func descent(_ field: JSONCursor) -> Int? {
    field.object(fields: ["every"])?.required("every").flatMap { whole("descent", $0) }
  }

  /// A whole number in the range of the parameter.
  private func whole(_ parameter: String, _ field: JSONCursor) -> Int? {
    field.int(in: BubbleRules.parameter(parameter).wholeRange)
  }

  private mutating func decodeRules() {
    let known = BubbleRules.fieldless.map(\.name)
    let present = Set(fields.keys)
    _ = fields.optional("rules")?.dictionary(of: "rules", count: 0...1_000) {
      (name, field) -> Bool? in
      guard let parameter = BubbleRules.parameters.first(where: { $0.name == name }) else {
        field.report(NearestName.complaint(about: name, called: "rule", known: known))
        return nil
      }
      if let own = parameter.field {
        let isTwice = present.contains(String(own.prefix { $0 != "." }))
        field.report(
          isTwice
            ? "the rule '\(name)' is set twice, here and in the field '\(own)'; remove it here"
            : "the rule '\(name)' has its own field; write it as '\(own)', not under rules")
        return nil
      }
      let value =
        parameter.isWhole
        ? field.int(in: parameter.wholeRange).map { Double($0) } : field.double(in: parameter.range)
      guard let value else { return nil }
      return file.rules.set(name, to: value)
    }
  }

  // MARK: The cannon

  private mutating func decodeDealing() {
    let names = BubbleColour.allCases.map(\.name)
    if let field = fields.optional("queue") {
      file.queue =
        field.array(of: "colours", count: 0...BubbleLevelFile.longestQueue) { item in
          item.name(among: names, called: "colour").flatMap { BubbleColour(name: $0) }
        } ?? []
    }
    guard let spawn = fields.optional("spawn")?.object(fields: ["weights", "onlyPresent"]) else {
      return
    }
    if let value = spawn.optional("onlyPresent")?.bool() { file.spawn.onlyPresent = value }
    guard let field = spawn.optional("weights") else { return }
    var weights = [Double](repeating: 0, count: names.count)
    let given = field.dictionary(of: "weights", count: 0...1_000) { name, weight -> Double? in
      guard let colour = BubbleColour(name: name) else {
        weight.report(NearestName.complaint(about: name, called: "colour", known: names))
        return nil
      }
      guard let value = weight.double(in: 0...BubbleLevelFile.heaviest) else { return nil }
      weights[colour.index] = value
      return value
    }
    if given != nil && weights.allSatisfy({ $0 == 0 }) {
      field.report("all weights are 0, so the cannon has no colour; set at least one above 0")
    }
    file.spawn.weights = weights
  }

  // MARK: Scores

  private mutating func decodeScoring() {
    if let field = fields.optional("scoring"), let value = scoring(field) {
      file.rules.scoring = value
    }
    if let field = fields.optional("goal"), let value = goal(field) { file.rules.goal = value }
    guard let field = fields.optional("stars") else { return }
    let scores = field.array(of: "scores", count: 3...3) {
      $0.int(in: 0...BubbleLevelFile.highestScore)
    }
    guard let scores else { return }
    file.stars = scores
    if !zip(scores, scores.dropFirst()).allSatisfy(<) {
      field.report(
        "each star needs a higher score than the one before; write them in ascending order")
    }
  }

  private func scoring(_ field: JSONCursor) -> BubbleScoring? {
    switch field.value.kind {
    case .string:
      return field.enumeration(["saga": BubbleScoring.saga, "puzzle-bobble": .puzzleBobble])
    case .object: break
    default:
      field.report(expected: "\"saga\", \"puzzle-bobble\" or an object of numbers")
      return nil
    }
    let places: [(name: String, place: WritableKeyPath<BubbleScoring, Int>)] = [
      ("matched", \.matched), ("removed", \.removed), ("activated", \.activated),
      ("fallen", \.fallen), ("shotLeft", \.shotLeft),
    ]
    guard let table = field.object(fields: places.map(\.name)) else { return nil }
    var scoring = BubbleScoring.saga
    for (name, place) in places {
      guard let number = table.optional(name), let value = whole(name, number) else { continue }
      scoring[keyPath: place] = value
    }
    return scoring
  }

  private func goal(_ field: JSONCursor) -> BubbleRules.Goal? {
    switch field.value.kind {
    case .string: return field.enumeration(["clear": BubbleRules.Goal.clear])
    case .object:
      return field.object(fields: ["score"])?.required("score")
        .flatMap { $0.int(in: 1...BubbleLevelFile.highestScore) }.map { .score($0) }
    default:
      field.report(expected: "\"clear\" or {\"score\": N}")
      return nil
    }
  }

  // MARK: Scripts

  private mutating func decodeSpawner(_ field: JSONCursor) {
    guard let name = field.string() else { return }
    do throws(ScriptFault) {
      guard let found = try catalog.colourSpawner(named: name) else {
        field.report(BubbleLevelFile.complaint(aboutSpawner: name, catalog))
        return
      }
      if let refusal = found.refusal(by: BubbleBlast.name) { field.report(refusal) }
      spawner = found
      file.spawner = name
    } catch {
      field.report(error.message)
    }
  }

  private mutating func decodeParameters() {
    let kinds = kinds
    let spawner = spawner
    let given = fields.optional("params")?.dictionary(of: "kinds", count: 0...1_000) {
      name, field in
      if let spawner, spawner.name == name {
        return Self.values(of: name, spawner.parameters, field)
      }
      return Self.parameters(of: name, field, kinds: kinds)
    }
    for (kind, values) in given ?? [] where !values.isEmpty { file.parameters[kind] = values }
  }

  private static func parameters(
    of name: String, _ field: JSONCursor, kinds: BubbleKindResolver
  ) -> [String: Double]? {
    let kind: BubbleKind
    switch kinds.answer(for: name) {
    case .kind(let found): kind = found
    case .unknown:
      field.report(kinds.complaint(about: name))
      return nil
    case .faulty(let fault):
      field.report(fault.message)
      return nil
    }
    return values(of: kind.name, kind.parameters, field)
  }

  private static func values(
    of script: String, _ parameters: [ScriptParameter], _ field: JSONCursor
  ) -> [String: Double]? {
    let known = parameters.map(\.name)
    let values = field.dictionary(of: "parameters", count: 0...1_000) { name, value -> Double? in
      guard let parameter = parameters.first(where: { $0.name == name }) else {
        value.report(
          NearestName.complaint(
            about: name, called: "parameter", of: SafeText.named(script), known: known))
        return nil
      }
      return value.double(in: parameter.minimum...parameter.maximum)
    }
    return values.map { Dictionary($0.map { ($0.key, $0.value) }) { first, _ in first } }
  }
}
