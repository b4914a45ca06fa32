/// One problem of a file that people write: where it is, what is wrong and what to do.
public struct FileIssue: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The line in the text, from 1.
  public let line: Int
  /// The field, like `$.grid[3]`; empty when the problem belongs to no field.
  public let path: String
  /// What is wrong; what to do.
  public let message: String

  public init(line: Int, path: String, message: String) {
    self.line = line
    self.path = path
    self.message = message
  }

  public init(line: Int, path: JSONPath, message: String) {
    self.init(line: line, path: path.description, message: message)
  }

  /// `LINE: PATH: message`, safe to print on one line.
  public var description: String {
    let place = path.isEmpty ? "" : SafeText.escaped(path, limit: Self.maxPathLength) + ": "
    return "\(line): " + place + SafeText.escaped(message, limit: Self.maxMessageLength)
  }

  /// Orders by line, then path, then message.
  public static func < (left: FileIssue, right: FileIssue) -> Bool {
    (left.line, left.path, left.message) < (right.line, right.path, right.message)
  }

  private static let maxPathLength = 200
  private static let maxMessageLength = 600
}
