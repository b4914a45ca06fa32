/// Writes JSON so that equal trees give equal bytes.
public struct JSONWriter: Sendable {
  /// How the text is laid out.
  public enum Layout: Sendable {
    /// One line without spaces and without a line break at the end.
    case compact
    /// Two spaces per level and a line break at the end; arrays of scalars stay on a line of 100.
    case pretty
  }

  public let layout: Layout
  /// Whether `<`, `>` and `&` are escaped, so that the text may stand inside an HTML script tag.
  public let isMarkupSafe: Bool

  /// The maximum width of a line that holds a whole array.
  public static let lineWidth = 100

  public init(_ layout: Layout, isMarkupSafe: Bool = false) {
    self.layout = layout
    self.isMarkupSafe = isMarkupSafe
  }

  /// The tree on one line.
  public static func compact(_ tree: JSONTree) -> String { JSONWriter(.compact).text(tree) }

  /// The tree on one line with spaces between its parts, for people to read.
  public static func line(_ tree: JSONTree) -> String {
    var text = ""
    JSONWriter(.compact).writeLine(tree, separator: ", ", colon: ": ", to: &text)
    return text
  }

  /// The tree for people to read.
  public static func pretty(_ tree: JSONTree) -> String { JSONWriter(.pretty).text(tree) }

  /// An object for people to read, with a line for each element of the arrays of these names.
  package static func pretty(
    _ members: [(key: String, value: JSONTree)], linesOf names: [String]
  ) -> String {
    let parts = members.map { member in
      guard names.contains(member.key), case .array(let elements) = member.value,
        !elements.isEmpty
      else {
        return String(pretty(.object([member])).dropFirst("{\n".count).dropLast("\n}\n".count))
      }
      let lines = elements.map { "    " + line($0) }.joined(separator: ",\n")
      return "  \(compact(.string(member.key))): [\n\(lines)\n  ]"
    }
    return "{\n\(parts.joined(separator: ",\n"))\n}\n"
  }

  /// The tree as text.
  ///
  /// A number that is not finite is a programming error: a trap in debug builds, else `null`.
  public func text(_ tree: JSONTree) -> String {
    var text = ""
    switch layout {
    case .compact: writeLine(tree, separator: ",", colon: ":", to: &text)
    case .pretty:
      writePretty(tree, indentation: 0, column: 0, to: &text)
      text += "\n"
    }
    return text
  }

  /// A finite number in the fewest digits that read back as the same double: `0.5`, `3`, `1e+20`.
  public static func number(_ value: Double) -> String {
    guard value.isFinite else {
      assertionFailure("JSON has no number for \(value)")
      return "null"
    }
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  // MARK: Layouts

  private func writeLine(
    _ tree: JSONTree, separator: String, colon: String, to text: inout String
  ) {
    switch tree {
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += separator }
        writeLine(element, separator: separator, colon: colon, to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += separator }
        writeString(member.key, to: &text)
        text += colon
        writeLine(member.value, separator: separator, colon: colon, to: &text)
      }
      text += "}"
    default: writeScalar(tree, to: &text)
    }
  }

  /// Writes a value that begins after `column` characters of its line.
  private func writePretty(
    _ tree: JSONTree, indentation: Int, column: Int, to text: inout String
  ) {
    switch tree {
    case .array(let elements):
      if let line = line(of: elements, column: column) {
        text += line
        return
      }
      writeBlock(elements, brackets: ("[", "]"), indentation: indentation, to: &text) {
        element, text in
        writePretty(element, indentation: indentation + 2, column: indentation + 2, to: &text)
      }
    case .object(let members):
      writeBlock(members, brackets: ("{", "}"), indentation: indentation, to: &text) {
        member, text in
        var key = ""
        writeString(member.key, to: &key)
        key += ": "
        text += key
        let column = indentation + 2 + key.unicodeScalars.count
        writePretty(member.value, indentation: indentation + 2, column: column, to: &text)
      }
    default: writeScalar(tree, to: &text)
    }
  }

  private func writeBlock<Item>(
    _ items: [Item], brackets: (open: String, close: String), indentation: Int,
    to text: inout String, writeItem: (Item, inout String) -> Void
  ) {
    text += brackets.open
    for (index, item) in items.enumerated() {
      text += index > 0 ? ",\n" : "\n"
      text += String(repeating: " ", count: indentation + 2)
      writeItem(item, &text)
    }
    if !items.isEmpty { text += "\n" + String(repeating: " ", count: indentation) }
    text += brackets.close
  }

  /// The array on one line, if it holds scalars only and leaves room for a comma.
  private func line(of elements: [JSONTree], column: Int) -> String? {
    // An element takes two columns at least, which spares long arrays the attempt.
    guard elements.count <= Self.lineWidth / 2, elements.allSatisfy(\.isScalar) else { return nil }
    var line = ""
    writeLine(.array(elements), separator: ", ", colon: ": ", to: &line)
    return column + line.unicodeScalars.count < Self.lineWidth ? line : nil
  }

  // MARK: Scalars

  private func writeScalar(_ tree: JSONTree, to text: inout String) {
    switch tree {
    case .bool(let value): text += value ? "true" : "false"
    case .int(let value): text += value.description
    case .unsigned(let value): text += value.description
    case .double(let value): text += Self.number(value)
    case .string(let value): writeString(value, to: &text)
    case .null, .array, .object: text += "null"
    }
  }

  private func writeString(_ value: String, to text: inout String) {
    text += "\""
    for scalar in value.unicodeScalars {
      if let escape = escape(scalar) {
        text += escape
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }

  private func escape(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case "\u{8}": "\\b"
    case "\u{C}": "\\f"
    case "\0"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}": Self.unicodeEscape(scalar)
    case "<", ">", "&": isMarkupSafe ? Self.unicodeEscape(scalar) : nil
    // C1 controls, and what turns the writing direction or cannot be seen.
    case _ where !scalar.isASCII && SafeText.isUnsafe(scalar): Self.unicodeEscape(scalar)
    default: nil
    }
  }

  private static func unicodeEscape(_ scalar: Unicode.Scalar) -> String {
    scalar.utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }
}
