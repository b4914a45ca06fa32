/// A line beside the board, such as the shots that are left.
public struct HandFact: Sendable, Hashable {
  /// A part of its value, in one look.
  public struct Piece: Sendable, Hashable {
    public let text: String
    /// The name of a colour; nil for that of other text.
    public let colour: String?
    public let isBold: Bool
    public let isDim: Bool

    public init(
      _ text: String, colour: String? = nil, isBold: Bool = false, isDim: Bool = false
    ) {
      self.text = text
      self.colour = colour
      self.isBold = isBold
      self.isDim = isDim
    }
  }

  public let label: String
  public let pieces: [Piece]
  /// The second of the game that the value counts down to; nil if it stays until something
  /// happens.
  public let end: Double?
  /// Whether it only says in words what the preview shows on a board.
  public let isAim: Bool

  public init(_ label: String, _ pieces: [Piece], end: Double? = nil, isAim: Bool = false) {
    self.label = label
    self.pieces = pieces
    self.end = end
    self.isAim = isAim
  }

  public init(
    _ label: String, _ text: String, colour: String? = nil, isBold: Bool = false,
    isAim: Bool = false
  ) {
    self.init(label, [Piece(text, colour: colour, isBold: isBold)], isAim: isAim)
  }
}
