/// A level as stored: enough to play it again without its file.
public struct StoredLevel: Sendable, Hashable {
  public let name: String
  public let id: String
  public let hash: String
  /// The level file's canonical text.
  public let json: String
}
