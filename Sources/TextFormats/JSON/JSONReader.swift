/// Collects everything wrong with a file while its values are being decoded.
///
/// A decoder asks cursors for what it needs; each answer that is not there or not right is recorded
/// here and nil is returned, so decoding goes on and the user sees all problems at once.
public final class JSONReader {
  /// The issues in the order of their discovery.
  public private(set) var issues: [FileIssue] = []
  /// Whether `{}` also stands for an array without elements: an empty table of Lua does not say
  /// which of both it is.
  let takesTables: Bool

  public init() { takesTables = false }

  /// - Parameter takesTables: Whether `{}` also stands for an array without elements, as in what a
  ///   script has made.
  package init(takesTables: Bool) { self.takesTables = takesTables }

  /// The cursor at a value.
  public func cursor(at value: JSONValue, path: JSONPath = .root) -> JSONCursor {
    JSONCursor(value: value, path: path, reader: self)
  }

  /// The fields of an object; unknown ones are recorded with the nearest known name.
  public func object(
    _ value: JSONValue, path: JSONPath = .root, fields: [String]
  ) -> JSONFields? {
    cursor(at: value, path: path).object(fields: fields)
  }

  /// Records an issue.
  public func report(_ issue: FileIssue) {
    issues.append(issue)
  }

  /// Issues with a suggestion; a file with more is not read name by name.
  private static let maxSuggestions = 100

  /// The sentence about an unknown name; a short one where there are many issues already, so that a
  /// file of nothing but unknown names is refused quickly.
  func complaint(about name: String, called noun: String, known: [String]) -> String {
    issues.count < Self.maxSuggestions
      ? NearestName.complaint(about: name, called: noun, known: known)
      : "unknown \(noun) \(SafeText.named(name))"
  }

  /// The nearest of many known names; nil also where there are many issues already.
  package func suggestion(for name: String, among known: [String]) -> String? {
    issues.count < Self.maxSuggestions ? NearestName.suggestion(for: name, among: known) : nil
  }

  /// Parses and decodes a whole file.
  ///
  /// - Parameters:
  ///   - bytes: The content of the file.
  ///   - file: The name of the file for messages.
  ///   - limits: How large the text may be.
  ///   - decode: Makes the value; it returns nil only after it recorded an issue.
  /// - Returns: The decoded value.
  /// - Throws: All issues of the file.
  public static func read<Value>(
    _ bytes: [UInt8], file: String, limits: JSONLimits = .standard,
    decode: (JSONCursor) -> Value?
  ) throws(FileIssues) -> Value {
    try JSONReader().read(bytes, file: file, limits: limits, decode: decode)
  }

  /// Parses and decodes a whole file with a reader that has found nothing yet.
  package func read<Value>(
    _ bytes: [UInt8], file: String, limits: JSONLimits = .standard,
    decode: (JSONCursor) -> Value?
  ) throws(FileIssues) -> Value {
    let result = JSONParser.parse(bytes, limits: limits)
    guard let root = result.value else { throw FileIssues(file: file, issues: result.issues) }
    let value = decode(cursor(at: root))
    let issues = result.issues + self.issues
    if issues.isEmpty, let value { return value }
    let unknown = FileIssue(
      line: root.position.line, path: JSONPath.root, message: "this cannot be read; check the file")
    throw FileIssues(file: file, issues: issues.isEmpty ? [unknown] : issues)
  }
}
