/// One key of a JSON object with its value.
public struct JSONMember: Sendable, Hashable {
  public let key: String
  /// The place of the quote that opens the key.
  public let keyPosition: JSONPosition
  public let value: JSONValue
}
