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
  ///
  /// `games` are those whose operations a message about an unknown one may name.
  public init(_ text: String, games: GameRegistry = .none) throws(LevelEditorError) {
    let words = text.split(maxSplits: 1) { $0 == " " }
    let name = words.first.map { String($0) } ?? ""
    guard let verb = Operation(rawValue: name) else {
      let known = Operation.allCases.map(\.rawValue)
      let complaint =
        LevelOperationWords.refusal(of: name, known: known, games: games)
        ?? NearestName.complaint(about: name, called: "operation", known: known)
      throw .unknownOperation(name, complaint: complaint)
    }
    whole = text
    self.verb = verb
    rest = words.count > 1 ? String(words[1]).trimmed : ""
  }

  /// The error for an operation that cannot be read.
  public var malformed: LevelEditorError { .malformed(operation: whole, expected: verb.usage) }

  public func requireNothing() throws(LevelEditorError) {
    if !rest.isEmpty { throw malformed }
  }

  /// What stands before and after the first `=`; neither is empty.
  public func assignment() throws(LevelEditorError) -> (name: String, value: String) {
    let assignment = try setting()
    guard !assignment.value.isEmpty else { throw malformed }
    return assignment
  }

  /// The same where the value may be empty, which leaves a field out.
  package func setting() throws(LevelEditorError) -> (name: String, value: String) {
    let parts = rest.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw malformed }
    let name = String(parts[0]).trimmed
    let value = String(parts[1]).trimmed
    guard !name.isEmpty else { throw malformed }
    return (name, value)
  }

  /// What stands before and after the first space.
  package func halves() throws(LevelEditorError) -> (first: String, second: String) {
    let parts = rest.split(maxSplits: 1) { $0 == " " }
    guard parts.count == 2 else { throw malformed }
    return (String(parts[0]), String(parts[1]).trimmed)
  }

  /// What stands before and after `..`.
  package func range(_ text: String) throws(LevelEditorError) -> (start: String, end: String) {
    let characters = Array(text.utf8)
    let dot = UInt8(ascii: ".")
    let marks = characters.indices.dropLast().filter {
      characters[$0] == dot && characters[$0 + 1] == dot
    }
    guard marks.count == 1, let mark = marks.first else { throw malformed }
    return (
      String(decoding: characters[..<mark], as: UTF8.self).trimmed,
      String(decoding: characters[(mark + 2)...], as: UTF8.self).trimmed
    )
  }

  /// The mirror of `mirror flip`.
  package func mirror() throws(LevelEditorError) -> LevelMirror {
    guard let mirror = LevelMirror(rawValue: rest) else { throw malformed }
    return mirror
  }

  /// Where and how far `shift down 2` moves.
  package func shift() throws(LevelEditorError) -> (direction: LevelDirection, distance: String) {
    let halves = try halves()
    guard let direction = LevelDirection(rawValue: halves.first) else { throw malformed }
    return (direction, halves.second)
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

/// Words of operations that several games have.
package enum LevelOperationWords {
  package static let mirror =
    "mirror flip, mirror left or mirror right (copies that half to the other side)"

  package static func shift(_ example: String) -> String {
    "shift up|down|left|right N, such as shift \(example)"
  }

  /// The sentence about an operation that only levels of other games have; nil if none has it.
  package static func refusal(of name: String, known: [String], games: GameRegistry) -> String? {
    func has<Level: DesignedLevel>(_ levels: Level.Type) -> Bool {
      Level.Operation(rawValue: name) != nil
    }
    // Of the games in Lua those that draw their levels have more than `set`.
    let scripted = games.scriptedNames.compactMap { games.levelGame(named: $0) }.filter(\.isDrawn)
    let others = (games.levelGames + scripted).filter { has($0.levels) }.map(\.name)
    guard let last = others.last else { return nil }
    let names = others.dropLast().joined(separator: ", ") + (others.count > 1 ? " and " : "") + last
    return "'\(name)' works only on levels of \(names); "
      + "operations on this level: \(known.joined(separator: ", "))"
  }
}

extension LevelMirror {
  /// What was done, in words.
  package var outcome: String {
    switch self {
    case .flip: "left and right exchanged"
    case .left: "the left half copied to the right"
    case .right: "the right half copied to the left"
    }
  }
}

extension LevelEditor {
  /// Does one operation of the shell, such as `fill 0,3=red`, on the active level.
  ///
  /// - Returns: What was done, in one line.
  @discardableResult
  public mutating func perform(_ operation: String) throws(LevelEditorError) -> String {
    let operation = try LevelOperationText<Level.Operation>(operation, games: catalog.games)
    return try Level.perform(operation, in: &self)
  }

  /// Sets a field to a value that is written as text, as one step; nothing leaves the field out.
  ///
  /// - Returns: Whether the level changed.
  @discardableResult
  public mutating func assign(
    _ text: String, to field: String
  ) throws(LevelEditorError) -> Bool {
    let scripts = scripts
    return try edit { (level) throws(LevelEditorError) in
      do throws(LevelFieldProblem) {
        try level.set(field, to: text, catalog: scripts)
      } catch {
        throw .field(error)
      }
    }
  }

  /// Does `set FIELD=VALUE`, and `set FIELD=`, after which the field has its default.
  package mutating func assign(
    _ operation: LevelOperationText<Level.Operation>
  ) throws(LevelEditorError) -> String {
    let (field, value) = try operation.setting()
    return Self.outcome(
      try assign(value, to: field),
      value.isEmpty
        ? "\(SafeText.escaped(field)) has its default"
        : "set \(SafeText.escaped(operation.rest))")
  }

  /// What was done, in one line.
  package static func outcome(_ changed: Bool, _ text: String) -> String {
    changed ? text : text + " (no change)"
  }

  /// What a status says at its end, beside what the level is.
  package func historyWords(_ document: LevelDocument<Level>) -> String {
    "\(document.undoCount) to undo, \(document.redoCount) to redo, "
      + (document.isModified ? "modified" : "not modified")
  }
}

extension String {
  /// The text without spaces at its ends.
  package var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
