/// The operations of `playtest level edit` on the levels of one game, by their verbs.
public protocol LevelOperation: CaseIterable, RawRepresentable<String>, Sendable {
  /// How the operation is written, with an example where it has parts.
  var usage: String { get }

  /// How many words follow the verb.
  var wordCount: Int { get }
}

/// One operation as it was written: its verb and what follows.
public struct LevelOperationText<Operation: LevelOperation>: Sendable {
  /// The whole text, for messages.
  public let whole: String
  public let verb: Operation
  /// What follows the verb, without spaces at its ends.
  public let rest: String

  /// Reads the verb.
  public init(_ text: String) throws(LevelEditorError) {
    let words = text.split(maxSplits: 1) { $0 == " " }
    let name = words.first.map { String($0) } ?? ""
    guard let verb = Operation(rawValue: name) else {
      let known = Operation.allCases.map(\.rawValue)
      throw .unknownOperation(
        name, complaint: NearestName.complaint(about: name, called: "operation", known: known))
    }
    whole = text
    self.verb = verb
    rest = words.count > 1 ? String(words[1]).trimmed : ""
  }

  /// That the operation cannot be read.
  public var malformed: LevelEditorError { .malformed(operation: whole, expected: verb.usage) }

  public func requireNothing() throws(LevelEditorError) {
    if !rest.isEmpty { throw malformed }
  }

  /// What stands before and after the first `=`; neither is empty.
  public func assignment() throws(LevelEditorError) -> (name: String, value: String) {
    let parts = rest.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw malformed }
    let name = String(parts[0]).trimmed
    let value = String(parts[1]).trimmed
    guard !name.isEmpty, !value.isEmpty else { throw malformed }
    return (name, value)
  }

  /// Puts each operation's words together: `fill 0,3=red` may come as one word or as two.
  public static func joined(_ words: [String]) -> [String] {
    var operations: [String] = []
    var index = 0
    while index < words.count {
      let count = Operation(rawValue: words[index])?.wordCount ?? 0
      let end = min(index + 1 + count, words.count)
      operations.append(words[index..<end].joined(separator: " "))
      index = end
    }
    return operations
  }
}

extension LevelEditor {
  /// Does one operation of the shell, such as `fill 0,3=red`, on the active level.
  ///
  /// - Returns: What was done, in one line.
  @discardableResult
  public mutating func perform(_ operation: String) throws(LevelEditorError) -> String {
    try Level.perform(try LevelOperationText(operation), in: &self)
  }

  /// What was done, in one line.
  static func outcome(_ changed: Bool, _ text: String) -> String {
    changed ? text : text + " (no change)"
  }

  /// What a status says at its end, beside what the level is.
  func historyWords(_ document: LevelDocument<Level>) -> String {
    "\(document.undoCount) to undo, \(document.redoCount) to redo, "
      + (document.isModified ? "modified" : "not modified")
  }
}

extension String {
  /// The text without spaces at its ends.
  var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
