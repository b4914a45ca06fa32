import Yams

/// Reads YAML into the positioned tree that JSON files are read into, so that suite files are
/// decoded and reported on like level files.
public enum YAMLReader {
  /// Limits of a suite or tune file.
  private static let byteLimit = 1 << 20
  private static let nodeLimit = 100_000
  private static let depthLimit = 32

  /// Parses and decodes a whole file.
  /// - Throws: all issues of the file.
  public static func read<Value>(
    _ bytes: [UInt8], file: String, decode: (JSONCursor) -> Value?
  ) throws(FileIssues) -> Value {
    let root = try parse(bytes, file: file)
    let reader = JSONReader()
    let value = decode(reader.cursor(at: root))
    if let value, reader.issues.isEmpty { return value }
    throw FileIssues(file: file, issues: reader.issues)
  }

  private static func parse(_ bytes: [UInt8], file: String) throws(FileIssues) -> JSONValue {
    func failure(_ line: Int, _ message: String) -> FileIssues {
      FileIssues(file: file, issues: [FileIssue(line: line, path: "$", message: message)])
    }
    guard bytes.count <= byteLimit else {
      throw failure(1, "the file is larger than 1 MiB; split it")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw failure(1, "the text is not valid UTF-8; save it as UTF-8")
    }
    guard text.unicodeScalars.first != "\u{FEFF}" else {
      throw failure(1, JSONTextProblem.byteOrderMark.message)
    }
    do {
      guard let node = try Yams.compose(yaml: text) else {
        throw failure(
          1, "the file is empty; write its fields, one per line, such as `name: nightly`")
      }
      var left = nodeLimit
      guard let value = convert(node, depth: 0, left: &left) else {
        throw failure(1, "the file is nested too deeply or has too many values")
      }
      return value
    } catch let issues as FileIssues {
      throw issues
    } catch let error as YamlError {
      let (line, message) = words(for: error, in: text)
      throw failure(line, message)
    } catch {
      throw failure(1, "the text is not YAML: \(error)")
    }
  }

  private static func hasTab(_ text: String, at mark: Mark) -> Bool {
    let lines = text.split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard lines.indices.contains(mark.line - 1) else { return false }
    return lines[mark.line - 1].dropFirst(mark.column - 1).first == "\t"
  }

  private static func words(for error: YamlError, in text: String) -> (Int, String) {
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      // The library names the place of a tab, not the tab.
      if Self.hasTab(text, at: mark) {
        return (
          mark.line,
          "column \(mark.column): this is a tab; YAML is indented with spaces, so replace it"
        )
      }
      if problem.contains("another document") {
        return (mark.line, "another document begins here; keep one in a file")
      }
      if problem.contains("nesting level") { return (mark.line, "this is nested too deeply") }
      return (mark.line, "column \(mark.column): \(problem); check the indentation and the colons")
    case .duplicatedKeysInMapping(let duplicates, let context):
      let key = duplicates.first ?? ""
      guard let second = repetition(of: key, after: context.mark, in: text) else {
        return (context.mark.line, "the key '\(key)' is defined twice; remove one of them")
      }
      return (
        second,
        "the key '\(key)' is defined twice, at line \(context.mark.line) and here; remove one of them"
      )
    default: return (1, "the text is not YAML; check the indentation and the colons")
    }
  }

  /// The line below a key on which it stands again in the same column; nil: on none.
  private static func repetition(of key: String, after mark: Mark, in text: String) -> Int? {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.indices.dropFirst(mark.line).first { index in
      let rest = lines[index].dropFirst(mark.column - 1)
      guard lines[index].prefix(mark.column - 1).allSatisfy({ $0 == " " }) else { return false }
      return ["\(key)", "'\(key)'", "\"\(key)\""].contains { written in
        rest.hasPrefix(written)
          && rest.dropFirst(written.count).drop { $0 == " " }.first == ":"
      }
    }.map { $0 + 1 }
  }

  private static func convert(_ node: Node, depth: Int, left: inout Int) -> JSONValue? {
    left -= 1
    guard left >= 0, depth <= depthLimit else { return nil }
    let place = position(of: node)
    switch node {
    case .scalar: return JSONValue(scalar(node), at: place)
    case .sequence(let sequence):
      var elements: [JSONValue] = []
      for element in sequence {
        guard let value = convert(element, depth: depth + 1, left: &left) else { return nil }
        elements.append(value)
      }
      return JSONValue(.array(elements), at: place)
    case .mapping(let mapping):
      var members: [JSONMember] = []
      for (key, element) in mapping {
        guard let value = convert(element, depth: depth + 1, left: &left) else { return nil }
        members.append(
          JSONMember(
            key: key.scalar?.string ?? "?", keyPosition: position(of: key), value: value))
      }
      return JSONValue(.object(members), at: place)
    default: return nil
    }
  }

  /// Whether a number is what people read: not `020` or `1:30`.
  private static func isPlain(_ text: String) -> Bool {
    let digits = text.drop { "+-".contains($0) }
    return !text.contains(":")
      && (digits.first != "0" || digits.dropFirst().first?.isNumber != true)
  }

  private static func position(of node: Node) -> JSONPosition {
    JSONPosition(line: node.mark?.line ?? 1, column: node.mark?.column ?? 1, offset: 0)
  }

  private static func scalar(_ node: Node) -> JSONValue.Kind {
    let text = node.scalar?.string ?? ""
    // To YAML 1.1, which Yams follows, `020` has base 8 and `1:30` base 60.
    let tag = node.tag.description
    let isNumber = tag == Tag.Name.int.rawValue || tag == Tag.Name.float.rawValue
    if isNumber, !isPlain(text) { return .string(text) }
    switch tag {
    case Tag.Name.null.rawValue: return .null
    case Tag.Name.bool.rawValue: return .bool(node.bool ?? false)
    case Tag.Name.int.rawValue:
      if let value = node.int { return .number(.integer(value)) }
      if let value = UInt64(text) { return .number(.unsigned(value)) }
      return .string(text)
    case Tag.Name.float.rawValue:
      if let value = node.float, value.isFinite { return .number(.real(value)) }
      return .string(text)
    default: return .string(text)
    }
  }
}
