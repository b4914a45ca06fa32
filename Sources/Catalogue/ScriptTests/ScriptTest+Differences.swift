import SimHarness

extension ScriptTest {
  /// What differs between an expected member and the found one, line by line; empty if nothing
  /// does.
  static func differences(
    _ key: String, _ expected: JSONTree, among members: [(key: String, value: JSONTree)]
  ) -> [String] {
    guard let found = members.first(where: { $0.key == key })?.value else {
      return [
        "expect: "
          + NearestName.complaint(about: key, called: "value", known: members.map(\.key))
      ]
    }
    let wanted = key == "board" ? padded(expected, like: found) : expected
    if isSame(wanted, found) { return [] }
    guard case .array(let left) = wanted, case .array(let right) = found else {
      return ["\(key): expected \(words(wanted)), found \(words(found))"]
    }
    return ["\(key):"]
      + sideBySide(
        lines(left, isBoard: key == "board"), lines(right, isBoard: key == "board"))
  }

  /// A board with rows of empty cells below the given ones, as many as the found one has.
  private static func padded(_ expected: JSONTree, like found: JSONTree) -> JSONTree {
    guard case .array(let rows) = expected, case .array(let all) = found, rows.count < all.count
    else { return expected }
    return .array(
      rows
        + all[rows.count...].map { row in
          guard case .string(let text) = row else { return row }
          return .string(String(repeating: ".", count: text.count))
        })
  }

  /// Equal as JSON: numbers by value, members in any order.
  private static func isSame(_ left: JSONTree, _ right: JSONTree) -> Bool {
    switch (left, right) {
    case (.array(let left), .array(let right)):
      return left.count == right.count && zip(left, right).allSatisfy { isSame($0, $1) }
    case (.array(let left), .object(let right)), (.object(let right), .array(let left)):
      // An empty table of Lua does not say which of both it is.
      return left.isEmpty && right.isEmpty
    case (.object(let left), .object(let right)):
      return left.count == right.count
        && left.allSatisfy { member in
          right.contains { $0.key == member.key && isSame(member.value, $0.value) }
        }
    default:
      return JSONWriter.compact(left) == JSONWriter.compact(right)
    }
  }

  private static func words(_ tree: JSONTree) -> String {
    SafeText.escaped(JSONWriter.compact(tree), limit: 300)
  }

  /// The elements of a list, one per line; short rows of a board are set in.
  private static func lines(_ elements: [JSONTree], isBoard: Bool) -> [String] {
    let texts = elements.map { element in
      if case .string(let text) = element {
        SafeText.escaped(text, limit: 100)
      } else {
        words(element)
      }
    }
    let longest = texts.map(\.count).max() ?? 0
    return texts.map { isBoard && $0.count < longest ? " " + $0 : $0 }
  }

  /// Two lists beside each other; lines that differ are marked.
  private static func sideBySide(_ expected: [String], _ found: [String]) -> [String] {
    let width = max(8, expected.map(\.count).max() ?? 0)
    func padded(_ text: String) -> String {
      text + String(repeating: " ", count: max(0, width - text.count))
    }
    let rows = (0..<max(expected.count, found.count)).map { index in
      let left = index < expected.count ? expected[index] : ""
      let right = index < found.count ? found[index] : ""
      return "  \(padded(left))  \(left == right ? " " : "|")  \(right)"
    }
    return ["  \(padded("expected"))     found"] + rows
  }
}
