extension PeggleLevelFile {
  /// Sets a field by its path, with the same checks as reading a file; on an error nothing changes.
  ///
  /// - Parameters:
  ///   - path: `balls`, `mode`, `scoring.blue`, `rules.aims`, `params.score.share`, or just the
  ///     name of a number of the rules, such as `aims` or `gravity`.
  ///   - value: What the field is to hold.
  ///   - catalog: Where the level's scripts come from.
  /// - Throws: What is wrong with the path or the value.
  public mutating func set(
    _ path: String, to value: JSONTree, catalog: any PeggleCatalog
  ) throws(LevelFieldProblem) {
    let field = try LevelFieldPath(
      setting: path, to: value, fields: Self.fields, rules: PeggleRules.parameters)
    let first = field.keys.first ?? ""
    var draft = self
    draft.prepare(first, value: value)
    // A single number is set beside those of the table that the level names.
    let base = draft.tree(withScoreTable: first == "scoring" && field.keys.count > 1)
    let tree = try base.replacing(at: field.steps[...], with: value, path: path)
    self = try tree.reread(setting: field.keys, as: path) { Self.decode($0, catalog: catalog) }
  }

  /// Sets a field to a text of the command line: JSON, or else a string.
  ///
  /// `name`, `id`, `mode` and `master` are always strings, but for `master` null.
  public mutating func set(
    _ path: String, to text: String, catalog: any PeggleCatalog
  ) throws(LevelFieldProblem) {
    let isName =
      ["name", "id", "mode"].contains(path) || (path == "master" && text != "null")
    let parsed = isName ? nil : JSONParser.parse(Array(text.utf8)).value
    try set(path, to: parsed.map { JSONTree($0) } ?? .string(text), catalog: catalog)
  }

  /// Sets what a suite sets in every level; on an error nothing changes.
  public mutating func apply(
    rules: [String: Double], parameters: [String: [String: Double]], catalog: any PeggleCatalog
  ) throws(LevelFieldProblem) {
    var copy = self
    for (name, value) in rules.sorted(by: { $0.key < $1.key }) {
      guard PeggleRules.parameters.contains(where: { $0.name == name }) else {
        let known = PeggleRules.parameters.map(\.name)
        throw LevelFieldProblem(
          field: "rules.\(name)",
          message: NearestName.complaint(about: name, called: "rule", known: known))
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

  // MARK: Paths

  /// Makes room for a value that changes how other fields are written.
  private mutating func prepare(_ first: String, value: JSONTree) {
    if first == "integrator", case .string(let name) = value,
      let integrator = PeggleRules.Integrator(rawValue: name), integrator != rules.integrator
    {
      changeIntegrator(to: integrator)
    }
  }

  /// Changes the integrator; numbers at the old one's defaults take the new one's.
  private mutating func changeIntegrator(to integrator: PeggleRules.Integrator) {
    let old = PeggleRules.defaults(of: rules.integrator)
    let new = PeggleRules.defaults(of: integrator)
    for parameter in PeggleRules.parameters {
      guard let usual = new.value(of: parameter.name),
        rules.value(of: parameter.name) == old.value(of: parameter.name)
      else { continue }
      rules.set(parameter.name, to: usual)
    }
    rules.integrator = integrator
  }
}
