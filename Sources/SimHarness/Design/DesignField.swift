/// A field of a level as a form shows it, made from the level's schema, the numbers of the rules
/// and the parameters of the level's scripts.
public struct DesignField: Equatable, Sendable {
  /// What a field may hold.
  public enum Kind: Equatable, Sendable {
    case number(ClosedRange<Double>, isWhole: Bool)
    case flag
    case choice([String])
    /// A text, which `set` takes as it is and not as JSON.
    case text
    /// Anything that `set` reads there, as JSON.
    case json
  }

  /// As `set` takes it: `shots`, `spawn.weights.red`, `params.crate.hits`.
  public var path: String
  public var kind: Kind
  /// Whether it may also be `null`.
  public var allowsNull: Bool
  /// What the level has there; nil if it leaves the field out.
  public var value: JSONTree?
  /// What it is where the level does not say, if that is known.
  public var usual: JSONTree?
  /// What it is, in one line; empty if the schema does not say.
  public var summary: String
  /// The unit of a number; empty if it has none or it is not known.
  public var unit = ""
}

extension DesignField {
  /// The fields of a level, in the order of its schema; then those of its scripts' parameters.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - drawn: Fields that a board shows, which are left out.
  ///   - scriptNames: The scripts that a text field can name, by its path.
  ///   - parameters: What a script of the level declares, by its name.
  /// - Returns: The fields.
  static func fields<Level: DesignedLevel>(
    of level: Level, leavingOut drawn: Set<String>, scriptNames: (String) -> [String],
    parameters: (String) -> [ScriptParameter]
  ) -> [DesignField] {
    let text: JSONTree = ["type": "string"]
    let schema = level.ownSchema(common: [("name", text), ("id", text)])
    var reader = FieldReader(rules: level.ruleParameters)
    // Made once: a tree holds all objects of the level.
    let (complete, written) = (level.completeTree, level.tree)
    // What tuning may set, and what else the file says.
    for (key, part) in schema["properties"].members where !drawn.contains(key) && key != "params" {
      reader.read(part, at: key, value: complete.member(key) ?? written.member(key), depth: 0)
    }
    for (place, field) in reader.fields.enumerated() where field.kind == .text {
      let names = scriptNames(field.path)
      // A level may name a script that is not there.
      let missing = field.value?.text.map { names.contains($0) ? [] : [$0] } ?? []
      if !names.isEmpty { reader.fields[place].kind = .choice(names + missing) }
    }
    let values = written["params"]
    for script in level.parameterScripts {
      for parameter in parameters(script) {
        reader.fields.append(
          DesignField(parameter, of: script, value: values[script].member(parameter.name)))
      }
    }
    return reader.fields
  }

  private init(_ parameter: ScriptParameter, of script: String, value: JSONTree?) {
    let numbers = [parameter.defaultValue, parameter.minimum, parameter.maximum]
    self.init(
      path: "params.\(script).\(parameter.name)",
      kind: .number(
        parameter.minimum...max(parameter.minimum, parameter.maximum),
        isWhole: numbers.allSatisfy { $0 == $0.rounded() }),
      allowsNull: false, value: value?.normalised,
      usual: JSONTree.double(parameter.defaultValue).normalised,
      summary: "\(parameter.name) of \(script)")
  }
}

/// Reads fields out of a schema and a level's tree side by side.
private struct FieldReader {
  let rules: [RuleParameter]
  var fields: [DesignField] = []

  /// How deep fields lie in one another at most.
  private static let maxDepth = 3
  /// The longest list whose elements have fields of their own.
  private static let maxListLength = 64

  init(rules: [RuleParameter]) { self.rules = rules }

  mutating func read(_ schema: JSONTree, at path: String, value: JSONTree?, depth: Int) {
    let parts = schema["anyOf"].elements
    let objects = ([schema] + parts).filter { !$0["properties"].members.isEmpty }
    let elements = value?.elements ?? []
    let item = schema["items"]
    // What can be something else than an object or nothing is one field while it is.
    let hasOthers = parts.contains { $0["properties"].members.isEmpty && $0["type"].text != "null" }
    if objects.isEmpty || (hasOthers && value?.members.isEmpty != false) {
      let isTable = !item["properties"].members.isEmpty
      if isTable && elements.count <= Self.maxListLength && depth < Self.maxDepth {
        for (index, element) in elements.enumerated() {
          read(item, at: "\(path)[\(index)]", value: element, depth: depth + 1)
        }
      } else {
        add(schema, at: path, value: value, alternatives: parts)
      }
      return
    }
    guard depth < Self.maxDepth, let object = objects.first else { return }
    // The object as a whole can be something else too.
    if !parts.isEmpty { add(schema, at: path, value: value, alternatives: parts) }
    for (key, part) in object["properties"].members {
      read(part, at: "\(path).\(key)", value: value?.member(key), depth: depth + 1)
    }
  }

  private mutating func add(
    _ schema: JSONTree, at path: String, value: JSONTree?, alternatives: [JSONTree]
  ) {
    let rule = rules.first { ($0.field ?? "rules.\($0.name)") == path }
    var types = schema["type"].elements.compactMap(\.text)
    if let type = schema["type"].text { types.append(type) }
    let allowsNull =
      types.contains("null") || alternatives.contains { $0["type"].text == "null" }
    types.removeAll { $0 == "null" }
    var usual = schema.member("default")
    if usual == nil { usual = rule?.defaultValue.map { JSONTree.double($0).normalised } }
    fields.append(
      DesignField(
        path: path, kind: Self.kind(schema, types: types, alternatives), allowsNull: allowsNull,
        value: value?.normalised, usual: usual?.normalised,
        summary: schema["description"].text ?? rule?.summary ?? "", unit: rule?.unit ?? ""))
  }

  private static func kind(
    _ schema: JSONTree, types: [String], _ alternatives: [JSONTree]
  ) -> DesignField.Kind {
    if alternatives.isEmpty {
      let choices = schema["enum"].elements.compactMap(\.text)
      if !choices.isEmpty { return .choice(choices) }
      switch types {
      case ["integer"], ["number"]:
        let low = schema["minimum"].number ?? -ScriptParameter.limit
        let high = schema["maximum"].number ?? ScriptParameter.limit
        return .number(low...max(low, high), isWhole: types == ["integer"])
      case ["boolean"]: return .flag
      case ["string"]: return .text
      default: return .json
      }
    }
    return .json
  }
}

extension JSONTree {
  /// The members of an object; of anything else there are none.
  fileprivate var members: [(key: String, value: JSONTree)] {
    if case .object(let members) = self { members } else { [] }
  }

  fileprivate func member(_ key: String) -> JSONTree? {
    members.first { $0.key == key }?.value
  }
}
