extension LevelFile {
  /// What two levels share that are the same to look at: bubbles up to mirror and colours, pegs up
  /// to mirror, all that plays in games without a layout.
  ///
  /// Source: docs/numbers.md, "Flags".
  public var layout: String {
    switch self {
    case .bubbleBlast(let file): file.layout
    case .peggle(let file): file.layout
    case .bubblePop, .cards: contentHash
    }
  }
}
