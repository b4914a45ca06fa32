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
    self = try tree.reread(setting: field.keys, as: path) {
      Self.decode($0, game: BubblePop.name, catalog: catalog)
    }
  }
}
