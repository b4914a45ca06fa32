/// The key of a body on the board.
public struct HandLabel: Sendable, Hashable {
  /// The body's number in the game's films.
  public let body: Int
  public let key: Character

  public init(body: Int, key: Character) {
    self.body = body
    self.key = key
  }
}
