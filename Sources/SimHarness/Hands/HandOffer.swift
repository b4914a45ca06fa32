/// Something that a button beside the board does.
public struct HandOffer: Sendable, Hashable {
  /// What the button says.
  public let label: String
  /// The key that does the same; nil if there is none.
  public let key: Character?
  /// Whether it plays what is aimed at, so that a pointer's place comes before it.
  public let usesAim: Bool

  public init(_ label: String, key: Character? = nil, usesAim: Bool = false) {
    self.label = label
    self.key = key
    self.usesAim = usesAim
  }
}
