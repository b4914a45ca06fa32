/// Reads the fields of a script's table, collecting everything that is wrong with them.
struct ScriptFields {
  let source: ScriptSource
  let table: LuaValue
  private(set) var problems: [String] = []

  init(source: ScriptSource, table: LuaValue) {
    self.source = source
    self.table = table
  }

  mutating func report(_ problem: String) { problems.append(problem) }

  /// A text that must be there and must not be empty.
  mutating func requiredString(_ field: String, example: String) -> String {
    if case .string(let text) = table[field], !text.isEmpty { return text }
    report("`\(field)` must be a string, such as \(example), not \(table[field].typeName)")
    return ""
  }

  mutating func string(_ field: String, default fallback: String) -> String {
    switch table[field] {
    case .none: return fallback
    case .string(let text): return text
    default:
      report("`\(field)` must be a string, not \(table[field].typeName)")
      return fallback
    }
  }

  mutating func boolean(_ field: String) -> Bool {
    switch table[field] {
    case .none: return false
    case .boolean(let value): return value
    default:
      report("`\(field)` must be true or false, not \(table[field].typeName)")
      return false
    }
  }

  mutating func integer(_ field: String, default fallback: Int, in range: ClosedRange<Int>) -> Int {
    switch table[field] {
    case .none: return fallback
    case .integer(let value) where range.contains(value): return value
    default:
      report(
        "`\(field)` must be a whole number from \(range.lowerBound) to \(range.upperBound)")
      return fallback
    }
  }

  /// A list of names.
  mutating func names(_ field: String) -> [String] {
    if table[field] == .none { return [] }
    let names = table[field].sequence?.compactMap(\.string) ?? []
    if case .table(let pairs) = table[field], pairs.count == names.count { return names }
    report("`\(field)` must be a list of strings")
    return []
  }

  /// The declared parameters, in order of their names.
  mutating func parameters() -> [ScriptParameter] {
    let declared = table["params"]
    if declared == .none { return [] }
    guard case .table = declared else {
      report("`params` must be a table, such as params = { hits = { 2, 1, 9 } }")
      return []
    }
    var parameters: [ScriptParameter] = []
    for (name, value) in declared.fields {
      let numbers = value.sequence?.compactMap(\.number) ?? []
      guard numbers.count == 3, numbers[1] <= numbers[0], numbers[0] <= numbers[2] else {
        report("`params.\(name)` must be { default, min, max } with min <= default <= max")
        continue
      }
      parameters.append(
        ScriptParameter(
          name: name, defaultValue: numbers[0], minimum: numbers[1], maximum: numbers[2]))
    }
    return parameters
  }

  /// Reports every field that is neither known nor a function of the script's own.
  mutating func checkNames(known: [String], functions: [String]) {
    for (name, value) in table.fields {
      if functions.contains(name) {
        if value != .function { report("`\(name)` must be a function, not \(value.typeName)") }
      } else if !known.contains(name) && value != .function {
        report(unknown(name, among: known + functions))
      } else if value == .function && known.contains(name) {
        report("`\(name)` must not be a function")
      } else if value == .function, name.hasPrefix("on_") {
        report(unknown(name, among: functions))
      }
    }
  }

  private func unknown(_ name: String, among known: [String]) -> String {
    let hint = NearestName.suggestion(for: name, among: known)
    return "unknown field `\(name)`" + (hint.map { "; did you mean `\($0)`?" } ?? "")
  }

  /// Throws all problems as one fault of the script.
  func check() throws(ScriptFault) {
    guard !problems.isEmpty else { return }
    throw ScriptFault(
      kind: .error, message: "\(source.name):1: " + problems.joined(separator: "; "))
  }
}
