import SimHarness

extension LevelOverrides {
  /// Reads what a suite's `with` sets in every level; every issue is recorded.
  ///
  /// Its members are the fields of level files; an object sets those of its members, so
  /// `{spawn: {weights: {red: 3}}}` is `spawn.weights.red`, and leaves the others as they are.
  static func decode(_ cursor: JSONCursor, games: GameRegistry) -> LevelOverrides {
    let settable = games.settableFields
    var overrides = LevelOverrides()
    _ = cursor.dictionary(of: "fields", count: 0...1000) { name, value -> Void? in
      overrides.note(name, value.value)
      switch name {
      case "rules": overrides.rules = rules(value)
      case "params": overrides.parameters = parameters(value)
      default:
        let field = String(name.prefix { $0 != "." && $0 != "[" })
        if settable.contains(field) {
          overrides.fields += fields(name, value.value)
        } else if LevelHeader.fields.contains(field) {
          value.report("a suite cannot set the \(field) of its levels; remove it")
        } else if games.hasEngines, NearestName.suggestion(for: field, among: settable) == nil {
          // The fields of an engine's game are not known before the engine runs; its levels say then
          // which they have.
          overrides.fields += fields(name, value.value)
        } else {
          value.report(
            NearestName.complaint(
              about: name, called: "field", known: settable))
        }
      }
      return ()
    }
    return overrides
  }

  /// Notes the lines of a member and of all below it.
  private mutating func note(_ path: String, _ value: JSONValue) {
    lines[path] = value.position.line
    guard case .object(let members) = value.kind else { return }
    for member in members { note("\(path).\(member.key)", member.value) }
  }

  private static func fields(_ path: String, _ value: JSONValue) -> [LevelEdit] {
    guard case .object(let members) = value.kind else {
      return [LevelEdit(path, to: JSONTree(value))]
    }
    return members.flatMap { fields("\(path).\($0.key)", $0.value) }
  }

  private static func rules(_ cursor: JSONCursor) -> [String: Double] {
    let members = cursor.dictionary(of: "rule numbers", count: 0...1000, decode: { $1.double() })
    return Dictionary(members?.map { ($0.key, $0.value) } ?? [], uniquingKeysWith: { $1 })
  }

  private static func parameters(_ cursor: JSONCursor) -> [String: [String: Double]] {
    let scripts = cursor.dictionary(
      of: "scripts", count: 0...1000,
      decode: { _, script in
        script.dictionary(of: "parameters", count: 0...1000, decode: { $1.double() })
      })
    var parameters: [String: [String: Double]] = [:]
    for (script, values) in scripts ?? [] {
      for (name, value) in values { parameters[script, default: [:]][name] = value }
    }
    return parameters
  }
}
