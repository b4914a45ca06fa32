/// Fields that a level leaves out, so that each has its default.
extension LevelContent {
  public mutating func leaveOut(_ path: String, catalog: Scripts) throws(LevelFieldProblem) {
    let game = header.game
    let field = try place(leavingOut: path, fields: Self.fields(of: game))
    self = try tree.removing(at: field.steps[...]).reread(setting: field.keys, as: path) {
      Self.decode($0, game: game, catalog: catalog)
    }
  }

  /// The place of a field that is to be left out.
  /// - Throws: That a level cannot be without it, or has no such field.
  func place(
    leavingOut path: String, fields: [String]
  ) throws(LevelFieldProblem) -> LevelFieldPath {
    let field = try LevelFieldPath(
      setting: path, to: .null, fields: fields, rules: ruleParameters)
    guard case .key? = field.steps.last else {
      throw LevelFieldProblem(
        field: path, message: "an element of a list cannot be left out; set the whole list")
    }
    let text: JSONTree = ["type": "string"]
    var schema = ownSchema(common: [("name", text), ("id", text)])
    for (index, step) in field.steps.enumerated() {
      guard case .key(let key) = step else {
        schema = schema["items"]
        continue
      }
      guard let object = schema.objects.first else { return field }
      if index == field.steps.count - 1, object["required"].elements.contains(.string(key)) {
        // What has nothing else goes with it.
        if index > 0, object["properties"].keys == [key], path.hasSuffix("." + key),
          let whole = try? place(leavingOut: String(path.dropLast(key.count + 1)), fields: fields)
        {
          return whole
        }
        throw LevelFieldProblem(
          field: path,
          message: key == "name"
            ? "this is empty; write a name" : "this cannot be left out; write a value")
      }
      let known = object["properties"].keys
      guard known.contains(key) else {
        // Names of the author's own, such as those of scripts' parameters.
        if case .object = object["additionalProperties"] { return field }
        throw LevelFieldProblem(
          field: path, message: NearestName.complaint(about: key, called: "field", known: known))
      }
      schema = object["properties"][key]
    }
    return field
  }
}

extension TabledContent {
  public mutating func leaveOut(_ path: String, catalog: Scripts) throws(LevelFieldProblem) {
    let game = header.game
    let field = try place(leavingOut: path, fields: Self.fields(of: game))
    var tree = tree
    if field.steps.count == 1 {
      // Other fields may be written differently for it, such as the rows of a board for its columns.
      let rule = ruleParameters.first { ($0.field ?? $0.name) == field.keys.first }
      let usual = rule?.defaultValue.map { JSONTree.double($0).normalised } ?? .null
      tree = try base(setting: field.keys, to: usual, path: path)
    }
    self = try tree.removing(at: field.steps[...]).reread(setting: field.keys, as: path) {
      Self.decode($0, game: game, catalog: catalog)
    }
  }
}

extension JSONTree {
  /// The schemas of objects that a value may be, those without members left out.
  fileprivate var objects: [JSONTree] {
    ([self] + self["anyOf"].elements).filter {
      !$0["properties"].keys.isEmpty || $0["additionalProperties"] != .null
    }
  }

  /// The names of an object's members; of anything else there are none.
  fileprivate var keys: [String] {
    if case .object(let members) = self { members.map(\.key) } else { [] }
  }
}
