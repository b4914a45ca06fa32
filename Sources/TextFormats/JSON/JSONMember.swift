/// One key of a JSON object with its value.
public struct JSONMember: Sendable, Hashable {
  public let key: String
  /// The place of the quote that opens the key.
  public let keyPosition: JSONPosition
  public let value: JSONValue

  public init(key: String, keyPosition: JSONPosition, value: JSONValue) {
    self.key = key
    self.keyPosition = keyPosition
    self.value = value
  }
}
