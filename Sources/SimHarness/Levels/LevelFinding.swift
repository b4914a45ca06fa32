/// A finding about a level that is valid but plays badly.
public struct LevelFinding: Hashable, Sendable {
  public enum Severity: String, Hashable, Sendable {
    /// The level can be played, and is probably not what its author meant.
    case warning
    /// The level cannot be played.
    case error
  }

  public let severity: Severity
  /// The field, as steps from the root of the file.
  let steps: [LevelFieldPath.Step]
  /// What is wrong; what to do.
  public let message: String

  package init(_ severity: Severity, at steps: LevelFieldPath.Step..., message: String) {
    self.severity = severity
    self.steps = steps
    self.message = message
  }

  /// The finding with its line in a level file's text.
  ///
  /// A field that the file leaves out at its default is shown where the level begins.
  func issue(in root: JSONValue?) -> FileIssue {
    var path = JSONPath.root
    var value = root
    for step in steps {
      let next: JSONValue?
      switch (step, value?.kind) {
      case (.key(let key), .object(let members)):
        next = members.first { $0.key == key }?.value
        if next != nil { path = path.key(key) }
      case (.index(let index), .array(let elements)):
        next = elements.indices.contains(index) ? elements[index] : nil
        if next != nil { path = path.index(index) }
      default: next = nil
      }
      guard let next else { break }
      value = next
    }
    return FileIssue(
      line: value?.position.line ?? 1, path: path,
      message: severity == .warning ? "warning: \(message)" : message)
  }
}

extension LevelFile {
  /// What is found in the level, with the lines of its file.
  public func issues(of findings: [LevelFinding]) -> [FileIssue] {
    let bytes = (try? LevelFileReader.bytes(at: path, shownAs: path, limit: LevelFile.maxBytes))
    let root = bytes.flatMap { JSONParser.parse($0).value }
    return findings.map { $0.issue(in: root) }.sorted()
  }
}
