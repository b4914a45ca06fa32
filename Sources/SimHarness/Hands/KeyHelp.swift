/// A key and what it does.
public struct KeyHelp: Sendable, Hashable {
  public let key: String
  public let meaning: String

  public init(_ key: String, _ meaning: String) {
    self.key = key
    self.meaning = meaning
  }
}
