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
  /// The second of the game that the value counts down to; nil where it stays until something
  /// happens.
  public let end: Double?

  public init(_ label: String, _ pieces: [Piece], end: Double? = nil) {
    self.label = label
    self.pieces = pieces
    self.end = end
  }

  public init(_ label: String, _ text: String, colour: String? = nil, isBold: Bool = false) {
    self.init(label, [Piece(text, colour: colour, isBold: isBold)])
  }
}
