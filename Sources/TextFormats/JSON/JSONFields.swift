/// The fields of one object of a file.
public struct JSONFields {
  /// The object itself, for issues that belong to no single field.
  public let cursor: JSONCursor
  private let members: [JSONMember]
  private let known: [String]

  init(_ cursor: JSONCursor, members: [JSONMember], known: [String]) {
    self.cursor = cursor
    self.members = members
    self.known = known
  }

  /// The keys that are there, in the order of the text, unknown ones included.
  public var keys: [String] { members.map(\.key) }

  /// The field, or nil without an issue if it is not there.
  ///
  /// Requesting a field that was not declared as known is a programming error.
  public func optional(_ name: String) -> JSONCursor? {
    precondition(known.contains(name), "the field \(name) is read but not declared")
    return members.first { $0.key == name }.map { cursor.cursor(at: $0) }
  }

  /// The field, or nil and an issue if it is not there.
  public func required(_ name: String) -> JSONCursor? {
    if let field = optional(name) { return field }
    cursor.report("the field \(SafeText.named(name)) is missing; add it")
    return nil
  }
}
