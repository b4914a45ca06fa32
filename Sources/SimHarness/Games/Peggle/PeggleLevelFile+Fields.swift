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
    self = try tree.reread(setting: field.keys, as: path) {
      Self.decode($0, game: Peggle.name, catalog: catalog)
    }
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
