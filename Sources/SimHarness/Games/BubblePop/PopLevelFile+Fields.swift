extension PopLevelFile {
  /// Sets a field by its path, with the same checks as reading a file; on an error nothing changes.
  ///
  /// - Parameters:
  ///   - path: `duration`, `area.width`, `goal.score`, `params.bomb.reach`, or just the name of a
  ///     number of the rules, such as `speed`.
  ///   - value: What the field is to hold.
  ///   - catalog: Where the level's scripts come from.
  /// - Throws: What is wrong with the path or the value.
  public mutating func set(
    _ path: String, to value: JSONTree, catalog: any PopCatalog
  ) throws(LevelFieldProblem) {
    let field = try LevelFieldPath(
      setting: path, to: value, fields: Self.fields, rules: PopRules.parameters)
    let base = JSONTree.object(header.members + settings(withBubbles: true))
    let tree = try base.replacing(at: field.steps[...], with: value.normalised, path: path)
    self = try tree.reread(setting: field.keys, as: path) { Self.decode($0, catalog: catalog) }
  }

  /// Sets a field to a text of the command line: JSON, or else a string.
  ///
  /// `name`, `id` and `spawner` are always strings, but for `spawner` null.
  public mutating func set(
    _ path: String, to text: String, catalog: any PopCatalog
  ) throws(LevelFieldProblem) {
    let isName = ["name", "id"].contains(path) || (path == "spawner" && text != "null")
    let parsed = isName ? nil : JSONParser.parse(Array(text.utf8)).value
    try set(path, to: parsed.map { JSONTree($0) } ?? .string(text), catalog: catalog)
  }

  /// Sets what a suite sets in every level; on an error nothing changes.
  public mutating func apply(
    rules: [String: Double], parameters: [String: [String: Double]], catalog: any PopCatalog
  ) throws(LevelFieldProblem) {
    var copy = self
    for (name, value) in rules.sorted(by: { $0.key < $1.key }) {
      guard PopRules.parameters.contains(where: { $0.name == name }) else {
        throw LevelFieldProblem(
          field: "rules.\(name)",
          message: NearestName.complaint(
            about: name, called: "rule", known: PopRules.parameters.map(\.name)))
      }
      try copy.set(name, to: .double(value), catalog: catalog)
    }
    for (script, values) in parameters.sorted(by: { $0.key < $1.key }) {
      for (name, value) in values.sorted(by: { $0.key < $1.key }) {
        try copy.set("params.\(script).\(name)", to: .double(value), catalog: catalog)
      }
    }
    self = copy
  }
}
