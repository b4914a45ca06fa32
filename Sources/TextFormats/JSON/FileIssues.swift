/// Everything wrong with one file, thrown as a whole so that one run shows all of it.
public struct FileIssues: Error, Sendable, Hashable, CustomStringConvertible {
  /// The name of the file as the user wrote it.
  public let file: String
  /// The issues, sorted by line, path, column and message.
  public let issues: [FileIssue]

  /// The maximum number of lines that a description shows before `and N more`.
  public static let maxShown = 20

  public init(file: String, issues: [FileIssue]) {
    self.file = file
    self.issues = issues.sorted()
  }

  /// The description by lines, each safe to print: `FILE:LINE: PATH: what is wrong; what to do`.
  public var lines: [String] {
    let name = SafeText.escaped(file, limit: Self.maxFileNameLength)
    return Self.shown(issues.lazy.map { "\(name):\($0)" })
  }

  /// The first `maxShown` lines of a list, and how many more there are.
  public static func shown(_ lines: some Collection<String>) -> [String] {
    let hidden = lines.count - maxShown
    return Array(lines.prefix(maxShown)) + (hidden > 0 ? ["and \(hidden) more"] : [])
  }

  public var description: String { lines.joined(separator: "\n") }

  private static let maxFileNameLength = 1_000
}
