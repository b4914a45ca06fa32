/// The path of a field of a level file: `shots`, `spawn.weights.red`, `bubbles[2].probability`.
///
/// A number of the rules may be named by its name alone or as `rules.NAME`, wherever the file
/// keeps it. `bubbles[pink]` is the element whose colour, kind or name is `pink`; `bubbles[*]`
/// stands for all elements.
package struct LevelFieldPath: Hashable, Sendable {
  /// One step from an object or array into it.
  package enum Step: Hashable, Sendable {
    case key(String)
    case index(Int)
    /// The element whose `colour`, `kind` or `name` is this.
    case named(String)
    case everything
  }

  /// The path as it was written.
  package let text: String
  package let steps: [Step]

  /// Reads a path; `rules` says where the file keeps the numbers of the rules.
  package init(_ text: String, rules: [RuleParameter]) throws(LevelFieldProblem) {
    self.text = text
    var full = text
    let rule = text.hasPrefix("rules.") ? String(text.dropFirst(6)) : text
    if let found = rules.first(where: { $0.name == rule }) {
      full = found.field ?? "rules.\(rule)"
    } else if text.hasPrefix("rules.") {
      throw LevelFieldProblem(
        field: text,
        message: NearestName.complaint(about: rule, called: "rule", known: rules.map(\.name)))
    }
    var steps: [Step] = []
    for part in full.split(separator: ".", omittingEmptySubsequences: false) {
      guard let found = Self.steps(of: part) else {
        throw LevelFieldProblem(
          field: text,
          message: "this is not a path; write it like spawn.weights or bubbles[0].points")
      }
      steps += found
    }
    // A path is followed step by step into the tree, which may be no deeper.
    guard steps.count <= JSONLimits.standard.depth else {
      throw LevelFieldProblem(
        field: text,
        message: "the path has \(steps.count) steps, more than the maximum of"
          + " \(JSONLimits.standard.depth); check the path")
    }
    self.steps = steps
  }

  /// Reads the path of a field that an edit sets.
  ///
  /// - Parameters:
  ///   - text: The path.
  ///   - value: What the field is to hold: an object or null stands for the field itself where a
  ///     number of the rules has the same name, as `descent` does.
  ///   - fields: Every field of the level file.
  ///   - rules: The numbers of the game's rules.
  /// - Throws: That no field of the file can be set at the path.
  init(
    setting text: String, to value: JSONTree, fields: [String], rules: [RuleParameter]
  ) throws(LevelFieldProblem) {
    let isField = value.number == nil && fields.contains(text)
    let path = try LevelFieldPath(text, rules: isField ? [] : rules)
    let fixed = ["format", "version", "game"]
    let settable = fields.filter { !fixed.contains($0) }
    let first = path.keys.first ?? ""
    guard settable.contains(first) else {
      let known = settable + rules.map(\.name).filter { !settable.contains($0) }
      throw LevelFieldProblem(
        field: text,
        message: fixed.contains(first)
          ? "this cannot be set; create a new level instead"
          : NearestName.complaint(about: first, called: "field", known: known))
    }
    self = path
  }

  /// The names on the path, without the places in lists.
  var keys: [String] {
    steps.compactMap { step in
      if case .key(let key) = step { key } else { nil }
    }
  }

  private static func steps(of part: Substring) -> [Step]? {
    guard let bracket = part.firstIndex(of: "[") else {
      return part.isEmpty ? nil : [.key(String(part))]
    }
    var steps: [Step] = [.key(String(part[..<bracket]))]
    var rest = part[bracket...]
    while !rest.isEmpty {
      guard rest.first == "[", let end = rest.firstIndex(of: "]") else { return nil }
      let inside = rest[rest.index(after: rest.startIndex)..<end]
      guard !inside.isEmpty else { return nil }
      if inside == "*" {
        steps.append(.everything)
      } else if let index = Int(inside) {
        steps.append(.index(index))
      } else {
        steps.append(.named(String(inside)))
      }
      rest = rest[rest.index(after: end)...]
    }
    return part[..<bracket].isEmpty ? nil : steps
  }
}

extension JSONTree {
  /// What lies at the end of a path; nil if there is nothing.
  package func value(at steps: ArraySlice<LevelFieldPath.Step>) -> JSONTree? {
    guard let step = steps.first else { return self }
    guard let place = place(of: step) else { return nil }
    switch self {
    case .object(let members): return members[place].value.value(at: steps.dropFirst())
    case .array(let elements): return elements[place].value(at: steps.dropFirst())
    default: return nil
    }
  }

  /// Whole doubles as whole numbers, which is how they are read back.
  package var normalised: JSONTree {
    if case .double(let value) = self, let whole = Int(exactly: value) { return .int(whole) }
    return self
  }

  /// The tree with what lies at the end of a path replaced; missing members are added, missing
  /// elements are not.
  ///
  /// At `[*]` every element is set: to the value, or each to its own where the value is a list of
  /// as many.
  package func replacing(
    at steps: ArraySlice<LevelFieldPath.Step>, with value: JSONTree, path: String
  ) throws(LevelFieldProblem) -> JSONTree {
    guard let step = steps.first else { return value }
    let rest = steps.dropFirst()
    switch (self, step) {
    case (.object(var members), .key(let key)):
      if let place = place(of: step) {
        let old = members[place].value == .null ? JSONTree.object([]) : members[place].value
        members[place].value = try old.replacing(at: rest, with: value, path: path)
      } else {
        let made = try JSONTree.object([]).replacing(at: rest, with: value, path: path)
        members.append((key, made))
      }
      return .object(members)
    case (.array(let elements), .everything):
      guard case .array(let values) = value else {
        var changed: [JSONTree] = []
        for element in elements {
          changed.append(try element.replacing(at: rest, with: value, path: path))
        }
        return .array(changed)
      }
      guard values.count == elements.count else {
        throw LevelFieldProblem(
          field: path,
          message: "the list has \(elements.count) elements, not \(values.count); give one value"
            + " for all, or one per element")
      }
      var changed: [JSONTree] = []
      for (element, value) in zip(elements, values) {
        changed.append(try element.replacing(at: rest, with: value, path: path))
      }
      return .array(changed)
    case (.array(var elements), .index), (.array(var elements), .named):
      guard let place = place(of: step) else {
        throw LevelFieldProblem(
          field: path, message: "the list has no such element; " + Self.known(among: elements))
      }
      elements[place] = try elements[place].replacing(at: rest, with: value, path: path)
      return .array(elements)
    case (.array, .key(let key)):
      // What the path names before the key, as it was written.
      let parts = path.split(separator: ".", omittingEmptySubsequences: false)
      let before = parts.prefix(upTo: parts.lastIndex { $0 == key } ?? parts.startIndex)
      let list = SafeText.escaped(before.joined(separator: "."), limit: 100)
      throw LevelFieldProblem(
        field: path,
        message: list.isEmpty
          ? "this is a field of a list; name an element of the list, such as NAME[0]"
          : "'\(list)' is a list, which has no '\(SafeText.escaped(key))'; set all of it, or an"
            + " element such as \(list)[0]")
    case (_, .key(let key)):
      throw LevelFieldProblem(
        field: path,
        message: "the object that contains '\(SafeText.escaped(key))' is "
          + "\(SafeText.escaped(JSONWriter.compact(self), limit: 60)); set it first")
    default:
      throw LevelFieldProblem(
        field: path, message: "the level has no list there; check the path")
    }
  }

  /// The tree without the member at the end of a path; the same tree where there is none.
  package func removing(at steps: ArraySlice<LevelFieldPath.Step>) -> JSONTree {
    guard let step = steps.first else { return self }
    let rest = steps.dropFirst()
    if case .array(let elements) = self, step == .everything {
      return .array(elements.map { $0.removing(at: rest) })
    }
    guard let place = place(of: step) else { return self }
    switch self {
    case .object(var members):
      if rest.isEmpty {
        members.remove(at: place)
      } else {
        members[place].value = members[place].value.removing(at: rest)
      }
      return .object(members)
    case .array(var elements):
      elements[place] = elements[place].removing(at: rest)
      return .array(elements)
    default: return self
    }
  }

  /// Where a step leads among members or elements.
  private func place(of step: LevelFieldPath.Step) -> Int? {
    switch (self, step) {
    case (.object(let members), .key(let key)): members.firstIndex { $0.key == key }
    case (.array(let elements), .index(let index)):
      elements.indices.contains(index) ? index : nil
    case (.array(let elements), .named(let name)):
      elements.firstIndex { $0.isCalled(name) }
    default: nil
    }
  }

  private func isCalled(_ name: String) -> Bool { names.contains(name) }

  /// What an element of a list may be called by.
  private var names: [String] {
    guard case .object(let members) = self else { return [] }
    return members.compactMap { member in
      guard ["colour", "kind", "name"].contains(member.key), case .string(let name) = member.value
      else { return nil }
      return name
    }
  }

  /// The names of a list's elements and their numbers, as advice.
  private static func known(among elements: [JSONTree]) -> String {
    guard !elements.isEmpty else { return "it is empty" }
    let numbers = elements.count == 1 ? "0" : "0 to \(elements.count - 1)"
    var names: [String] = []
    for name in elements.flatMap(\.names) where !names.contains(name) { names.append(name) }
    return names.isEmpty
      ? "its elements are \(numbers)" : "it has \(NearestName.list(names)), or \(numbers)"
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
      throw LevelFieldProblem(
        field: path, message: "the level would be too large; choose a smaller value")
    }
    let own = "\(JSONPath.root).\(path)"
    if issue.path == place || issue.path == own {
      throw LevelFieldProblem(field: path, message: issue.message)
    }
    // A part of what was set, such as an element of a list: its path is named once.
    let rest = issue.path.dropFirst(own.count)
    if issue.path.hasPrefix(own), rest.hasPrefix("[") || rest.hasPrefix(".") {
      throw LevelFieldProblem(field: path + rest, message: issue.message)
    }
    throw LevelFieldProblem(field: path, message: "\(issue.path): \(issue.message)")
  }
}
