/// One of a game's up to 16 named integers that its scripts keep.
public struct ScriptVariable: Hashable, Sendable {
  public let name: String
  public var value: Int

  /// The most that a game keeps.
  static let maxCount = 16
}

extension [ScriptVariable] {
  /// Keeps the number that a script sets in a table such as `board.vars`.
  package mutating func set(_ request: ScriptRequest, in table: String) throws(ScriptCallError) {
    guard let name = request[0].string, name.utf8.count <= 64 else {
      throw ScriptCallError("\(table): a name must be a string of at most 64 bytes")
    }
    guard let value = request[1].integer else {
      // What has no fraction is only too large.
      let isWhole = request[1].number.map { $0.isFinite && $0 == $0.rounded() } ?? false
      let range = isWhole ? " from -2^63 to 2^63 - 1" : ""
      throw ScriptCallError(
        "\(table).\(name) must be a whole number\(range), not \(request[1].found)")
    }
    guard set(name, to: value) else {
      throw ScriptCallError("\(table) can have at most \(ScriptVariable.maxCount) names")
    }
  }

  /// - Returns: false where there is no room for one more name.
  @discardableResult
  package mutating func set(_ name: String, to value: Int) -> Bool {
    if let index = firstIndex(where: { $0.name == name }) {
      self[index].value = value
    } else if count < ScriptVariable.maxCount {
      append(ScriptVariable(name: name, value: value))
    } else {
      return false
    }
    return true
  }
}
