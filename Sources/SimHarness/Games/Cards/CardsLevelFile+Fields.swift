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
    if path.hasPrefix("params.") {
      throw LevelFieldProblem(
        field: path.split(separator: ".").prefix(2).joined(separator: "."),
        message: "scripts of card games have no parameters")
    }
    let field = try LevelFieldPath(
      setting: path, to: value, fields: Self.fields(of: game),
      rules: CardsRules.parameters(of: game))
    let tree = try tree.replacing(at: field.steps[...], with: value.normalised, path: path)
    self = try tree.reread(setting: field.keys, as: path) {
      Self.decode($0, game: game.rawValue, catalog: catalog)
    }
  }
}
