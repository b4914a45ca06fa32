extension CardsLevelFile {
  /// Sets a field by its path, with the same checks as reading a file; on an error nothing changes.
  ///
  /// - Parameters:
  ///   - path: `deal`, `refill`, `scoring.matched`, `rules.draw`, or just the name of a number of
  ///     the rules, such as `draw` or `matched`.
  ///   - value: What the field is to hold.
  ///   - catalog: Where the level's script comes from.
  /// - Throws: What is wrong with the path or the value.
  public mutating func set(
    _ path: String, to value: JSONTree, catalog: any CardsCatalog
  ) throws(LevelFieldProblem) {
    let field = try LevelFieldPath(
      setting: path, to: value, fields: Self.fields(of: game),
      rules: CardsRules.parameters(of: game))
    let tree = try tree.replacing(at: field.steps[...], with: value.normalised, path: path)
    self = try tree.reread(setting: field.keys, as: path) { Self.decode($0, catalog: catalog) }
  }

  /// Sets a field to a text of the command line: JSON, or else a string.
  ///
  /// `name`, `id` and `script` are always strings.
  public mutating func set(
    _ path: String, to text: String, catalog: any CardsCatalog
  ) throws(LevelFieldProblem) {
    let isName = ["name", "id", "script"].contains(path)
    let parsed = isName ? nil : JSONParser.parse(Array(text.utf8)).value
    try set(path, to: parsed.map { JSONTree($0) } ?? .string(text), catalog: catalog)
  }

  /// Sets what a suite sets in every level; on an error nothing changes.
  public mutating func apply(
    rules: [String: Double], parameters: [String: [String: Double]], catalog: any CardsCatalog
  ) throws(LevelFieldProblem) {
    var copy = self
    for (name, value) in rules.sorted(by: { $0.key < $1.key }) {
      guard CardsRules.parameters(of: game).contains(where: { $0.name == name }) else {
        let known = CardsRules.parameters(of: game).map(\.name)
        throw LevelFieldProblem(
          field: "rules.\(name)",
          message: NearestName.complaint(about: name, called: "rule", known: known))
      }
      try copy.set(name, to: .double(value), catalog: catalog)
    }
    if let script = parameters.keys.min() {
      throw LevelFieldProblem(
        field: "params.\(script)", message: "scripts of card games have no parameters")
    }
    self = copy
  }
}
