import SimHarness

extension BubbleLevelFile {
  /// The fields, with room made for a value that changes how others are written.
  public func base(
    setting keys: [String], to value: JSONTree, path: String
  ) throws(LevelFieldProblem) -> JSONTree {
    var draft = self
    draft.makeRoom(for: keys, value)
    let outside = bubbles.keys.filter { !draft.contains($0) }
    if let cell = outside.min() {
      throw LevelFieldProblem(
        field: path,
        message: "\(outside.count) bubbles would be outside the board, the first in row "
          + "\(cell.row), column \(cell.column); erase them first")
    }
    // A single weight is set beside those that the level has by default.
    let isWeight = keys.count == 3 && keys.starts(with: ["spawn", "weights"])
    return isWeight ? draft.withWeights.tree : draft.tree
  }

  private mutating func makeRoom(for keys: [String], _ value: JSONTree) {
    let first = keys.first ?? ""
    if case .int = value.normalised, keys.count == 1, ["columns", "rows"].contains(first) {
      rules.set(first, to: value.number)
    }
    if first == "ruleset", case .string(let name) = value,
      let ruleset = BubbleRules.Ruleset(rawValue: name), ruleset != rules.ruleset
    {
      let usual = BubbleRules.defaults(of: ruleset)
      rules.ruleset = ruleset
      if ruleset == .frozenBubble {
        rules.columns = usual.columns
        rules.rows = usual.rows
        rules.maxBounces = usual.maxBounces
        rules.contact = usual.contact
        rules.descentEvery = rules.descentEvery ?? usual.descentEvery
      }
    }
  }
}
