/// What parsing a JSON text gave.
public struct JSONParseResult: Sendable, Hashable {
  /// The tree, or nil if the text is not JSON or exceeds a limit.
  ///
  /// Of equal keys the tree holds the first.
  public let value: JSONValue?
  /// The duplicate keys and, if there is no tree, the error that stopped the parser; sorted.
  public let issues: [FileIssue]

  public init(value: JSONValue?, issues: [FileIssue]) {
    self.value = value
    self.issues = issues.sorted()
  }
}
