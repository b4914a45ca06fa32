/// Everything wrong with one file, thrown as a whole so that one run shows all of it.
public struct FileIssues: Error, Sendable, Hashable, CustomStringConvertible {
  /// The name of the file as the user wrote it.
  public let file: String
  /// The issues, sorted by line, path and message.
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
    let shown = issues.prefix(Self.maxShown).map { "\(name):\($0)" }
    let hidden = issues.count - shown.count
    return hidden > 0 ? shown + ["and \(hidden) more"] : shown
  }

  public var description: String { lines.joined(separator: "\n") }

  private static let maxFileNameLength = 1_000
}
