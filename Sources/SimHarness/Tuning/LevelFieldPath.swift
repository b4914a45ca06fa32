/// The way to a field of a level file: `shots`, `spawn.weights.red`, `bubbles[2].probability`.
///
/// A number of the rules may be named by its name alone or as `rules.NAME`, wherever the file
/// keeps it. `bubbles[pink]` is the element whose colour, kind or name is `pink`; `bubbles[*]`
/// stands for all elements.
struct LevelFieldPath: Hashable, Sendable {
  /// One step from an object or array into it.
  enum Step: Hashable, Sendable {
    case key(String)
    case index(Int)
    /// The element whose `colour`, `kind` or `name` is this.
    case named(String)
    case everything
  }

  /// The path as it was written.
  let text: String
  let steps: [Step]

  /// Reads a path; `rules` says where the file keeps the numbers of the rules.
  init(_ text: String, rules: [RuleParameter]) throws(LevelFieldProblem) {
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
          field: text, message: "this is no path; write it like spawn.weights or bubbles[0].points")
      }
      steps += found
    }
    self.steps = steps
  }

  /// A path of these steps.
  init(text: String, steps: [Step]) {
    self.text = text
    self.steps = steps
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
  /// What lies at the end of a path; nil where there is nothing.
  func value(at steps: ArraySlice<LevelFieldPath.Step>) -> JSONTree? {
    guard let step = steps.first else { return self }
    guard let place = place(of: step) else { return nil }
    switch self {
    case .object(let members): return members[place].value.value(at: steps.dropFirst())
    case .array(let elements): return elements[place].value(at: steps.dropFirst())
    default: return nil
    }
  }

  /// The tree with what lies at the end of a path replaced; missing members are added, missing
  /// elements are not.
  func replacing(
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
    case (.array(var elements), .index), (.array(var elements), .named):
      guard let place = place(of: step) else {
        throw LevelFieldProblem(field: path, message: "the list has no such element; name another")
      }
      elements[place] = try elements[place].replacing(at: rest, with: value, path: path)
      return .array(elements)
    default:
      throw LevelFieldProblem(
        field: path, message: "the level has no field there; check the path")
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

  private func isCalled(_ name: String) -> Bool {
    guard case .object(let members) = self else { return false }
    return members.contains { member in
      ["colour", "kind", "name"].contains(member.key) && member.value == .string(name)
    }
  }
}
