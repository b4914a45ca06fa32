extension BubbleLevelFile {
  /// Sets a field by its path, with the same checks as reading a file; on an error nothing changes.
  ///
  /// - Parameters:
  ///   - path: `shots`, `descent.every`, `spawn.weights.red`, `rules.aims`, `params.crate.hits`, or
  ///     just the name of a number of the rules, such as `aims` or `matched`.
  ///   - value: What the field is to hold.
  ///   - catalog: Where the level's kinds come from.
  /// - Throws: What is wrong with the path or the value.
  public mutating func set(
    _ path: String, to value: JSONTree, catalog: any BubbleKindCatalog
  ) throws(LevelFieldProblem) {
    let field = try LevelFieldPath(
      setting: path, to: value, fields: Self.fields, rules: BubbleRules.parameters)
    var draft = self
    try draft.prepare(field.keys, value: value, path: path)
    let tree = try draft.tree.replacing(at: field.steps[...], with: value, path: path)
    self = try tree.reread(setting: field.keys, as: path) {
      Self.decode($0, game: BubbleBlast.name, catalog: catalog)
    }
  }

  /// Makes room for a value that changes how other fields are written.
  private mutating func prepare(
    _ steps: [String], value: JSONTree, path: String
  ) throws(LevelFieldProblem) {
    let first = steps.first ?? ""
    if case .int(let number) = value.normalised, steps.count == 1 {
      let range = BubbleRules.parameters.first { $0.name == first }?.wholeRange
      if first == "columns", range?.contains(number) == true { rules.columns = number }
      if first == "rows", range?.contains(number) == true { rules.rows = number }
    }
    if first == "ruleset", case .string(let name) = value,
      let ruleset = BubbleRules.Ruleset(rawValue: name), ruleset != rules.ruleset
    {
      let usual = BubbleRules.defaults(of: ruleset)
      rules.ruleset = ruleset
      if ruleset == .frozenBubble {
        rules.columns = usual.columns
        rules.rows = usual.rows
        rules.descentEvery = rules.descentEvery ?? usual.descentEvery
      }
    }
    let outside = bubbles.keys.filter { !contains($0) }
    if let cell = outside.min() {
      throw LevelFieldProblem(
        field: path,
        message: "\(outside.count) bubbles would be outside the board, the first in row "
          + "\(cell.row), column \(cell.column); erase them first")
    }
    // A single weight is set beside those that the level has by default.
    if steps.count == 3, steps.starts(with: ["spawn", "weights"]), spawn.weights == nil {
      spawn.weights = spawn.completed(grid: plainBubbles, queue: queue).weights
    }
  }

  private var plainBubbles: [(cell: Cell, bubble: BubbleContent)] {
    bubbles.compactMap { cell, token in
      guard case .colour(let colour) = token else { return nil }
      return (cell: cell, bubble: .colour(colour))
    }
  }
}
