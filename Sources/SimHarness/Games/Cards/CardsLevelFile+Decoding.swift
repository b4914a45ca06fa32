extension CardsLevelFile {
  public static func decode(
    _ root: JSONCursor, game: String, catalog: any CardsCatalog
  ) -> CardsLevelFile? {
    let before = root.reader.issues.count
    guard let kind = CardsKind(rawValue: game),
      let fields = root.object(fields: fields(of: kind))
    else { return nil }
    let header = LevelHeader.decode(fields, game: game)
    var decoder = CardsLevelDecoder(fields: fields, game: kind, catalog: catalog)
    decoder.decode()
    guard root.reader.issues.count == before, let header else { return nil }
    var file = decoder.file
    file.name = header.name
    file.id = header.id
    return file
  }

  /// Every field of a level file, in the order in which they are written.
  static func fields(of game: CardsKind) -> [String] {
    var own = ["deal", "match", "ranks", "suits", "refill", "scoring", "goal", "rules"]
    if game == .set { own.removeAll { $0 == "match" } }
    if game != .playingCards { own.removeAll { ["ranks", "suits"].contains($0) } }
    if game == .cards { own.insert("script", at: 0) }
    return LevelHeader.fields + own
  }
}

/// Reads the fields of one level file into a value, recording everything that is wrong.
struct CardsLevelDecoder {
  let fields: JSONFields
  let catalog: any CardsCatalog
  var file: CardsLevelFile
  /// The script's game, where it is there.
  private var cards: CardGame?

  init(fields: JSONFields, game: CardsKind, catalog: any CardsCatalog) {
    self.fields = fields
    self.catalog = catalog
    file = CardsLevelFile(game: game, name: "")
  }

  mutating func decode() {
    decodeScript()
    if file.game == .playingCards {
      for name in ["ranks", "suits"] {
        if let field = fields.optional(name) { decodeNumber(name, field) }
      }
      cards = cards.map(file.limited)
    }
    if let field = fields.optional("deal") { decodeNumber("deal", field) }
    if file.game != .set, let field = fields.optional("match") { decodeNumber("match", field) }
    if let field = fields.optional("refill"), let value = field.bool(), value != cards?.rules.refill
    {
      file.refill = value
    }
    if let field = fields.optional("scoring") {
      let names = CardsRules.scores.map(\.name)
      if let table = field.object(fields: names) {
        for name in names {
          if let number = table.optional(name) { decodeNumber(name, number) }
        }
      }
    }
    if let field = fields.optional("goal") { decodeGoal(field) }
    decodeRules()
  }

  private mutating func decodeScript() {
    var place = fields.cursor
    if file.game == .cards {
      guard let field = fields.required("script") else { return }
      guard let name = field.string() else { return }
      file.script = name
      place = field
    }
    do throws(ScriptFault) {
      cards = try catalog.cardGame(named: file.script)
      if cards == nil { place.report(CardsLevelFile.complaint(about: file.script, catalog)) }
    } catch {
      place.report(error.message)
    }
  }

  /// Takes a number of the rules from a field.
  private mutating func decodeNumber(_ name: String, _ field: JSONCursor) {
    guard let value = field.int(in: CardsRules.parameter(name).wholeRange) else { return }
    if name == "deal", let cards, value > cards.cards.count {
      field.report("the deck has \(cards.cards.count) cards, not \(value); deal fewer")
      return
    }
    if name == "match", let cards, !cards.hands.contains(value) {
      field.report(
        "\(cards.name) has hands of \(cards.hands.map { "\($0)" }.joined(separator: " or ")) cards,"
          + " not \(value)")
      return
    }
    if cards?.rules.value(of: name) != value { file.numbers[name] = value }
  }

  private mutating func decodeGoal(_ field: JSONCursor) {
    let goal: CardsRules.Goal
    switch field.value.kind {
    case .null: goal = .none
    case .string(let text) where text == "clear": goal = .clear
    case .object:
      guard let table = field.object(fields: ["score"]),
        let score = table.required("score")?.int(in: 1...1_000_000_000)
      else { return }
      goal = .score(score)
    default:
      field.report(expected: "null, \"clear\" or {\"score\": N}")
      return
    }
    if cards?.rules.goal != goal { file.goal = goal }
  }

  private mutating func decodeRules() {
    guard let field = fields.optional("rules") else { return }
    let known = CardsRules.fieldless.map(\.name)
    let given = field.dictionary(of: "rules", count: 0...1_000) { name, field in (name, field) }
    for (_, (name, field)) in given ?? [] {
      guard let parameter = CardsRules.parameters.first(where: { $0.name == name }) else {
        field.report(NearestName.complaint(about: name, called: "rule", known: known))
        continue
      }
      if let own = parameter.field {
        field.report(
          "the rule '\(name)' has its own field; write it as '\(own)', not under rules")
        continue
      }
      decodeNumber(name, field)
    }
  }
}
