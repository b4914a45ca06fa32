/// What setting one field of a level file by its path is made of, for every game.
extension JSONTree {
  /// Whole doubles as whole numbers, which is how they are read back.
  var normalised: JSONTree {
    if case .double(let value) = self, let whole = Int(exactly: value) { return .int(whole) }
    return self
  }

  /// The tree with the member at a path replaced or added.
  ///
  /// Problems are told of `path`.
  func setting(
    _ steps: ArraySlice<String>, to value: JSONTree, path: String
  ) throws(LevelFieldProblem) -> JSONTree {
    guard let step = steps.first else { return value }
    guard case .object(var members) = self else {
      throw LevelFieldProblem(
        field: path,
        message: "the field around '\(step)' is \(JSONWriter.compact(self)); set that first")
    }
    let rest = steps.dropFirst()
    if let index = members.firstIndex(where: { $0.key == step }) {
      let old = members[index].value
      let base = old == .null && !rest.isEmpty ? JSONTree.object([]) : old
      members[index].value = try base.setting(rest, to: value, path: path)
    } else {
      members.append((step, try JSONTree.object([]).setting(rest, to: value, path: path)))
    }
    return .object(members)
  }

  /// Reads a level from the tree as from a file.
  ///
  /// - Parameters:
  ///   - steps: The field that was set.
  ///   - path: How the user named it.
  ///   - decode: Reads the level.
  /// - Returns: The level.
  /// - Throws: The first thing wrong with it.
  func reread<Level>(
    setting steps: [String], as path: String, decode: (JSONCursor) -> Level?
  ) throws(LevelFieldProblem) -> Level {
    let reader = JSONReader()
    let value = JSONParser.parse(Array(JSONWriter.compact(self).utf8)).value
    let level = value.flatMap { decode(reader.cursor(at: $0)) }
    if let level, reader.issues.isEmpty { return level }
    let place = steps.reduce(JSONPath.root) { $0.key($1) }.description
    guard let issue = reader.issues.min() else {
      throw LevelFieldProblem(field: path, message: "the level would be too large; set less")
    }
    let text = issue.path == place ? issue.message : "\(issue.path): \(issue.message)"
    throw LevelFieldProblem(field: path, message: text)
  }
}
