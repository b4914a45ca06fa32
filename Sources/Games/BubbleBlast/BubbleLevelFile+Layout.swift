import SimHarness

extension BubbleLevelFile {
  /// The hash of the layout; nil for an empty board, which looks like any other.
  var layoutHash: String? { bubbles.isEmpty ? nil : StableDigest.hex(of: layout) }

  /// The grid with colours numbered in the order in which they come up, as it is or mirrored,
  /// whichever comes first.
  public var layout: String {
    min(layout(isMirrored: false), layout(isMirrored: true))
  }

  private func layout(isMirrored: Bool) -> String {
    var numbers: [BubbleColour: Int] = [:]
    var text = "\(rules.columns)"
    for row in 0...(bubbles.keys.map(\.row).max() ?? 0) {
      text += "/"
      let width = HexGrid.width(ofRow: row, columns: rules.columns)
      for column in 0..<width {
        switch bubbles[Cell(row: row, column: isMirrored ? width - 1 - column : column)] {
        case nil: text += "."
        case .kind(let name): text += "<\(name)>"
        case .colour(let colour):
          let number = numbers[colour] ?? numbers.count
          numbers[colour] = number
          text += "\(number)"
        }
      }
    }
    return text
  }
}
