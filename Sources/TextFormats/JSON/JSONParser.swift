/// A strict parser of JSON (RFC 8259) that keeps the place of every value.
///
/// It stops at the first syntax error; duplicate keys are collected on the way. It keeps its own
/// stack, so no text can exhaust that of the thread.
///
/// The innermost container is changed in place; a copy held across a change would copy all values
/// in it and make parsing quadratic.
/// - Complexity: O(bytes).
public struct JSONParser {
  private var scanner: JSONScanner
  private let limits: JSONLimits
  private var open: [JSONOpenContainer] = []
  private var valueCount = 0
  private var duplicates: [FileIssue] = []

  private static let maxDuplicates = 1_000

  /// Parses a whole text.
  ///
  /// Two keys count as equal when Swift's strings do, that is also when they differ only in how an
  /// accent is composed.
  public static func parse(
    _ bytes: [UInt8], limits: JSONLimits = .standard
  ) -> JSONParseResult {
    var parser = JSONParser(scanner: JSONScanner(bytes), limits: limits)
    do throws(JSONSyntaxError) {
      return JSONParseResult(value: try parser.document(), issues: parser.duplicates)
    } catch {
      let issue = FileIssue(
        line: error.position.line, column: error.position.column, path: parser.path,
        message: error.message)
      return JSONParseResult(value: nil, issues: parser.duplicates + [issue])
    }
  }

  /// Parses a whole text.
  public static func parse(_ text: String, limits: JSONLimits = .standard) -> JSONParseResult {
    parse(Array(text.utf8), limits: limits)
  }

  private init(scanner: JSONScanner, limits: JSONLimits) {
    self.scanner = scanner
    self.limits = limits
  }

  /// The path of what is being read.
  private var path: JSONPath {
    open.reduce(.root) { path, container in container.path(below: path) }
  }

  // MARK: Structure

  private mutating func document() throws(JSONSyntaxError) -> JSONValue {
    try checkStart()
    var value = try beginValue()
    while true {
      if let complete = value {
        if open.isEmpty {
          try checkEnd()
          return complete
        }
        open[open.count - 1].take(complete)
        value = try continueContainer()
      } else {
        value = try enterContainer()
      }
    }
  }

  /// Reads a scalar, or opens a container and returns nil.
  private mutating func beginValue() throws(JSONSyntaxError) -> JSONValue? {
    scanner.skipSpace()
    let position = scanner.position
    valueCount += 1
    guard valueCount <= limits.values else {
      throw JSONSyntaxError(.values(maximum: limits.values), at: position)
    }
    switch scanner.current {
    case ASCII.openBrace: return try push(.object)
    case ASCII.openBracket: return try push(.array)
    case ASCII.quote: return JSONValue(.string(try scanner.string()), at: position)
    case .some(let byte) where ASCII.isDigit(byte) || byte == ASCII.minus:
      return JSONValue(.number(try number()), at: position)
    case .some(let byte) where ASCII.isWord(byte):
      return JSONValue(try word(), at: position)
    default: throw missingValue()
    }
  }

  private mutating func push(
    _ part: JSONStructureProblem.Part
  ) throws(JSONSyntaxError) -> JSONValue? {
    guard open.count < limits.depth else {
      throw JSONSyntaxError(.depth(maximum: limits.depth), at: scanner.position)
    }
    open.append(JSONOpenContainer(part, at: scanner.position))
    scanner.advance()
    return nil
  }

  /// Continues after an opening bracket.
  private mutating func enterContainer() throws(JSONSyntaxError) -> JSONValue? {
    scanner.skipSpace()
    if let value = closeContainer() { return value }
    return try beginItem()
  }

  /// Continues after a value inside a container.
  private mutating func continueContainer() throws(JSONSyntaxError) -> JSONValue? {
    scanner.skipSpace()
    if let value = closeContainer() { return value }
    guard scanner.current == ASCII.comma else { throw missingComma() }
    let comma = scanner.position
    scanner.advance()
    scanner.skipSpace()
    if let container = open.last, container.isClosed(by: scanner.current) {
      throw JSONSyntaxError(.trailingComma(container.part), at: comma)
    }
    return try beginItem()
  }

  /// Takes the end of the innermost container, if it is there.
  private mutating func closeContainer() -> JSONValue? {
    guard let container = open.last, container.isClosed(by: scanner.current) else { return nil }
    scanner.advance()
    open.removeLast()
    return container.finished
  }

  /// Reads the key, in an object, and begins the value.
  private mutating func beginItem() throws(JSONSyntaxError) -> JSONValue? {
    let top = open.count - 1
    if open[top].part == .object {
      guard open[top].count < limits.members else {
        throw JSONSyntaxError(.members(maximum: limits.members), at: scanner.position)
      }
      try readKey()
    } else {
      guard open[top].count < limits.elements else {
        throw JSONSyntaxError(.elements(maximum: limits.elements), at: scanner.position)
      }
      if scanner.current != nil { open[top].pending = .element }
    }
    return try beginValue()
  }

  private mutating func readKey() throws(JSONSyntaxError) {
    let position = scanner.position
    guard scanner.current == ASCII.quote else { throw missingKey() }
    let key = try scanner.string()
    let top = open.count - 1
    let firstLine = open[top].keyLines[key]
    open[top].pending = .member(key: key, position: position, isDuplicate: firstLine != nil)
    if let firstLine {
      try reportDuplicate(key, firstLine: firstLine, at: position)
    } else {
      open[top].keyLines[key] = position.line
    }
    scanner.skipSpace()
    guard scanner.current == ASCII.colon else {
      guard scanner.current != nil else { throw endsInside() }
      throw JSONSyntaxError(.missingColon(key: key, found: scanner.found), at: scanner.position)
    }
    scanner.advance()
  }

  private mutating func reportDuplicate(
    _ key: String, firstLine: Int, at position: JSONPosition
  ) throws(JSONSyntaxError) {
    guard duplicates.count < Self.maxDuplicates else {
      throw JSONSyntaxError(.duplicates(maximum: Self.maxDuplicates), at: position)
    }
    let lines = "at line \(firstLine) and here at line \(position.line)"
    duplicates.append(
      FileIssue(
        line: position.line, path: path,
        message: "the key \(SafeText.named(key)) is defined twice, \(lines); remove one of them"))
  }

  // MARK: Scalars

  private mutating func number() throws(JSONSyntaxError) -> JSONNumber {
    let start = scanner.position
    if scanner.current == ASCII.minus, let next = scanner.byte(ahead: 1), ASCII.isLetter(next) {
      scanner.advance()
      throw JSONSyntaxError(.notFinite("-" + scanner.word()), at: start)
    }
    return try scanner.number()
  }

  private mutating func word() throws(JSONSyntaxError) -> JSONValue.Kind {
    let start = scanner.position
    let word = scanner.word()
    switch word {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    case "NaN", "nan", "Infinity", "infinity", "Inf", "inf":
      throw JSONSyntaxError(.notFinite(word), at: start)
    case "None", "nil", "undefined":
      throw JSONSyntaxError(.misspelledWord(word, meant: "null"), at: start)
    default:
      guard let meant = NearestName.suggestion(for: word, among: ["true", "false", "null"]) else {
        throw JSONSyntaxError(.unquotedText(word), at: start)
      }
      throw JSONSyntaxError(.misspelledWord(word, meant: meant), at: start)
    }
  }

  // MARK: Errors

  private func checkStart() throws(JSONSyntaxError) {
    guard scanner.bytes.count <= limits.bytes else {
      throw JSONSyntaxError(
        .bytes(found: scanner.bytes.count, maximum: limits.bytes), at: scanner.position)
    }
    if scanner.isAt(0xEF, 0xBB, 0xBF) {
      throw JSONSyntaxError(.byteOrderMark, at: scanner.position)
    }
    if scanner.isAt(0xFF, 0xFE) || scanner.isAt(0xFE, 0xFF) || scanner.isAt(0, 0, 0xFE, 0xFF) {
      throw JSONSyntaxError(.wideEncoding, at: scanner.position)
    }
  }

  private mutating func checkEnd() throws(JSONSyntaxError) {
    scanner.skipSpace()
    switch scanner.current {
    case nil: return
    case ASCII.closeBrace, ASCII.closeBracket:
      throw JSONSyntaxError(.strayEnd(scanner.found), at: scanner.position)
    default:
      throw commonMistake()
        ?? JSONSyntaxError(.textAfterEnd(scanner.found), at: scanner.position)
    }
  }

  private func endsInside() -> JSONSyntaxError {
    guard let container = open.last else {
      return JSONSyntaxError(.empty, at: scanner.position)
    }
    return JSONSyntaxError(
      .endsInside(container.part, line: container.position.line), at: scanner.position)
  }

  /// The mistakes that can be made anywhere between values.
  private func commonMistake() -> JSONSyntaxError? {
    let position = scanner.position
    switch scanner.current {
    case nil: return endsInside()
    case ASCII.slash, ASCII.numberSign: return JSONSyntaxError(.comment, at: position)
    case ASCII.apostrophe: return JSONSyntaxError(.apostrophes, at: position)
    case ASCII.closeBrace, ASCII.closeBracket:
      guard let container = open.last else {
        return JSONSyntaxError(.strayEnd(scanner.found), at: position)
      }
      guard !container.isClosed(by: scanner.current) else { return nil }
      let line = container.position.line
      return JSONSyntaxError(
        .wrongEnd(found: scanner.found, container.part, line: line), at: position)
    case .some(let byte) where byte >= 0x80:
      guard scanner.scalarLength != nil else {
        return JSONSyntaxError(.invalidByte(byte), at: position)
      }
      // U+2018 to U+201F, the quotation marks of word processors.
      let isQuote = scanner.isAt(0xE2, 0x80) && (0x98...0x9F).contains(scanner.byte(ahead: 2) ?? 0)
      return isQuote ? JSONSyntaxError(.curlyQuotes, at: position) : nil
    default: return nil
    }
  }

  private func missingValue() -> JSONSyntaxError {
    if let mistake = commonMistake() { return mistake }
    let position = scanner.position
    switch scanner.current {
    case ASCII.plus: return JSONSyntaxError(.leadingPlus, at: position)
    case ASCII.point: return JSONSyntaxError(.missingWholePart, at: position)
    case ASCII.comma, ASCII.closeBrace, ASCII.closeBracket:
      return JSONSyntaxError(.missingPart("a value", before: scanner.found), at: position)
    default: return JSONSyntaxError(.unexpected(scanner.found, expected: "a value"), at: position)
    }
  }

  private mutating func missingKey() -> JSONSyntaxError {
    if let mistake = commonMistake() { return mistake }
    let position = scanner.position
    switch scanner.current {
    case ASCII.comma, ASCII.colon:
      return JSONSyntaxError(.missingPart("a key", before: scanner.found), at: position)
    case .some(let byte) where ASCII.isWord(byte):
      return JSONSyntaxError(.unquotedKey(scanner.word()), at: position)
    default:
      let expected = "a key in double quotes"
      return JSONSyntaxError(.unexpected(scanner.found, expected: expected), at: position)
    }
  }

  private func missingComma() -> JSONSyntaxError {
    if let mistake = commonMistake() { return mistake }
    let position = scanner.position
    let part = open.last?.part ?? .array
    switch scanner.current {
    case ASCII.quote where part == .object:
      return JSONSyntaxError(.missingComma(before: "key"), at: position)
    case ASCII.quote, ASCII.openBrace, ASCII.openBracket, ASCII.minus:
      return JSONSyntaxError(.missingComma(before: "value"), at: position)
    case .some(let byte) where ASCII.isWord(byte):
      let next = part == .object && !ASCII.isDigit(byte) ? "key" : "value"
      return JSONSyntaxError(.missingComma(before: next), at: position)
    default:
      let expected = "',' or '\(part.end)'"
      return JSONSyntaxError(.unexpected(scanner.found, expected: expected), at: position)
    }
  }
}
