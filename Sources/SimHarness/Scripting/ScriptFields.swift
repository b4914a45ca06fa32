/// Reads the fields of a script's table, collecting everything that is wrong with them.
package struct ScriptFields {
  let source: ScriptSource
  package let table: LuaValue
  private(set) var problems: [Problem] = []

  /// What is wrong, and the line on which the field is set.
  struct Problem: Equatable {
    let line: Int
    let message: String
  }

  package init(source: ScriptSource, table: LuaValue) {
    self.source = source
    self.table = table
  }

  /// Loads a script in a sandbox of its own.
  ///
  /// - Throws: The fault of a script that cannot be loaded.
  package init(
    from source: ScriptSource, libraries: [ScriptSource], limits: ScriptLimits,
    interfaces: [ScriptInterface] = []
  ) throws(ScriptFault) {
    let vm = try LuaVM.open(limits: limits, interfaces: interfaces, libraries: libraries)
    self.init(source: source, table: try vm.export(try vm.load(source), of: source))
  }

  /// Records a problem.
  ///
  /// `field` is what it is about; its line is shown, or line 1 where it is not set.
  package mutating func report(_ message: String, at field: String) {
    problems.append(Problem(line: source.line(settingField: field), message: message))
  }

  /// Records a problem of a line.
  package mutating func report(_ message: String, line: Int) {
    problems.append(Problem(line: line, message: message))
  }

  /// A text that must be there and must not be empty.
  package mutating func requiredString(_ field: String, example: String) -> String {
    if case .string(let text) = table[field], !text.isEmpty { return text }
    let found = table[field] == .string("") ? "an empty one" : table[field].typeName
    report("`\(field)` must be a string, such as \(example), not \(found)", at: field)
    return ""
  }

  /// The name of the script, which a level, a suite or a file can hold.
  package mutating func fileName(example: String) -> String {
    let name = requiredString("name", example: example)
    if !name.isEmpty && !ScriptLibrary.isName(name) {
      report("`name` must be letters, digits, - and _, at most 40", at: "name")
    }
    return name
  }

  package mutating func string(_ field: String, default fallback: String) -> String {
    switch table[field] {
    case .none: return fallback
    case .string(let text): return text
    default:
      report("`\(field)` must be a string, not \(table[field].typeName)", at: field)
      return fallback
    }
  }

  package mutating func boolean(_ field: String) -> Bool {
    switch table[field] {
    case .none: return false
    case .boolean(let value): return value
    default:
      report("`\(field)` must be true or false, not \(table[field].typeName)", at: field)
      return false
    }
  }

  package mutating func integer(_ field: String, default fallback: Int, in range: ClosedRange<Int>)
    -> Int
  {
    switch table[field] {
    case .none: return fallback
    case .integer(let value) where range.contains(value): return value
    default:
      report(
        "`\(field)` must be a whole number from \(range.lowerBound) to \(range.upperBound)",
        at: field)
      return fallback
    }
  }

  /// A list of names.
  package mutating func names(_ field: String) -> [String] {
    if table[field] == .none { return [] }
    let names = table[field].sequence?.compactMap(\.string) ?? []
    if case .table(let pairs) = table[field], pairs.count == names.count { return names }
    report("`\(field)` must be a list of strings", at: field)
    return []
  }

  /// The declared parameters, in order of their names.
  package mutating func parameters() -> [ScriptParameter] {
    let declared = table["params"]
    if declared == .none { return [] }
    let example = "such as params = { hits = { 2, 1, 9 } }"
    guard case .table(let pairs) = declared else {
      report("`params` must be a table, \(example), not \(declared.typeName)", at: "params")
      return []
    }
    guard pairs.count == declared.fields.count else {
      report("`params` needs a name for each parameter, \(example)", at: "params")
      return []
    }
    var parameters: [ScriptParameter] = []
    for (name, value) in declared.fields {
      let numbers = value.sequence?.compactMap(\.number) ?? []
      if numbers.count > 3 {
        report(
          "`params.\(name)` must be { default, min, max }, three numbers, not \(numbers.count)",
          at: name)
        continue
      }
      guard numbers.count == 3, numbers[1] <= numbers[0], numbers[0] <= numbers[2],
        numbers.allSatisfy({ $0.magnitude <= ScriptParameter.limit })
      else {
        report(
          "`params.\(name)` must be { default, min, max } with min <= default <= max, all from"
            + " -1e15 to 1e15",
          at: name)
        continue
      }
      parameters.append(
        ScriptParameter(
          name: name, defaultValue: numbers[0], minimum: numbers[1], maximum: numbers[2]))
    }
    return parameters
  }

  /// Reports every field that is neither known nor a function of the script's own.
  package mutating func checkNames(known: [String], functions: [String]) {
    for (name, value) in table.fields {
      if functions.contains(name) {
        // One that is in both lists may be either.
        if value != .function && !known.contains(name) {
          report("`\(name)` must be a function, not \(value.typeName)", at: name)
        }
      } else if !known.contains(name) && value != .function {
        report(unknown(name, among: known + functions), at: name)
      } else if value == .function && known.contains(name) {
        report("`\(name)` must not be a function", at: name)
      } else if value == .function {
        checkFunction(name, among: functions)
      }
    }
  }

  /// Reports a function that nothing calls and that is no author's own.
  ///
  /// Authors may keep functions of other names in the table. One whose name is nearly that of a
  /// function which is not there was meant to be that one, and so was one that is named like a hook.
  private mutating func checkFunction(_ name: String, among functions: [String]) {
    let missing = functions.filter { table[$0] == .none }
    let isHook = name.hasPrefix("on_")
    guard isHook || NearestName.suggestion(for: name, among: missing) != nil else { return }
    report(unknown(name, called: "function", among: isHook ? functions : missing), at: name)
  }

  private func unknown(
    _ name: String, called noun: String = "field", among known: [String]
  ) -> String {
    let hint = NearestName.suggestion(for: name, among: known)
    return "unknown \(noun) `\(SafeText.escaped(name))`"
      + (hint.map { "; did you mean `\($0)`?" } ?? "")
  }

  /// Throws all problems as one fault of the script: `script:3: this; line 5: that`.
  package func check() throws(ScriptFault) {
    let sorted = problems.sorted { $0.line < $1.line }
    guard let first = sorted.first else { return }
    let others = sorted.dropFirst().map { problem in
      problem.line == first.line ? problem.message : "line \(problem.line): \(problem.message)"
    }
    throw ScriptFault(
      kind: .error,
      message: "\(source.name):\(first.line): "
        + ([first.message] + others).joined(separator: "; "))
  }
}

extension ScriptSource {
  /// The name under which the script is loaded.
  ///
  /// Lua's messages hold 59 bytes of a name; a longer one would lose its end, which is the most
  /// informative part.
  var chunkName: String {
    guard name.utf8.count > 59 else { return name }
    var end = name[...]
    while end.utf8.count > 56 { end.removeFirst() }
    return "..." + end
  }

  /// A fault of this script that calls it by its whole name.
  package func naming(_ fault: ScriptFault) -> ScriptFault {
    let short = chunkName
    guard short != name, fault.message.hasPrefix(short) else { return fault }
    return ScriptFault(
      kind: fault.kind, message: name + fault.message.dropFirst(short.count))
  }

  /// The line on which a field is given its value, as in `glyph = "x"` or `function
  /// crate.on_turn(`; 1 where it is not found.
  package func line(settingField name: String) -> Int {
    for (place, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let words = Self.words(of: line)
      for (index, word) in words.enumerated() where word == name {
        let next = index + 1 < words.count ? words[index + 1] : ""
        if next == "=" || (next == "(" && words.prefix(index).contains("function")) {
          return place + 1
        }
      }
    }
    return 1
  }

  /// A line's names and marks, its comment left out; `==` is one mark.
  static func words(of line: Substring) -> [Substring] {
    var words: [Substring] = []
    var rest = line.utf8[...]
    func isWord(_ byte: UInt8) -> Bool {
      byte == 95 || (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90)
        || (byte >= 97 && byte <= 122) || byte >= 128
    }
    while let byte = rest.first {
      if byte == 32 || byte == 9 || byte == 13 {
        rest = rest.dropFirst()
        continue
      }
      if rest.starts(with: "--".utf8) { break }
      let length =
        isWord(byte) ? rest.prefix(while: isWord).count : (rest.starts(with: "==".utf8) ? 2 : 1)
      words.append(Substring(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    return words
  }
}
