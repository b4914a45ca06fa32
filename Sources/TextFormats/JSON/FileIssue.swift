/// One problem of a file that people write: where it is, what is wrong and what to do.
public struct FileIssue: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The line in the text, from 1.
  public let line: Int
  /// The column in the line, from 1, counted in Unicode scalars; nil where it is not shown.
  public let column: Int?
  /// The field, like `$.grid[3]`; empty when the problem belongs to no field.
  public let path: String
  /// What is wrong; what to do.
  public let message: String

  public init(line: Int, column: Int? = nil, path: String, message: String) {
    self.line = line
    self.column = column
    self.path = path
    self.message = message
  }

  public init(line: Int, column: Int? = nil, path: JSONPath, message: String) {
    self.init(line: line, column: column, path: path.description, message: message)
  }

  /// The message after its column, for places that show no line.
  public var messageInLine: String { (column.map { "column \($0): " } ?? "") + message }

  /// `LINE: PATH: message`, or `LINE: PATH: column COLUMN: message`, safe to print on one line.
  public var description: String {
    let place = path.isEmpty ? "" : SafeText.escaped(path, limit: Self.maxPathLength) + ": "
    return "\(line): " + place + SafeText.escaped(messageInLine, limit: Self.maxMessageLength)
  }

  /// Orders by line, then path, then column, then message.
  public static func < (left: FileIssue, right: FileIssue) -> Bool {
    (left.line, left.path, left.column ?? 0, left.message)
      < (right.line, right.path, right.column ?? 0, right.message)
  }

  private static let maxPathLength = 200
  private static let maxMessageLength = 600
}
