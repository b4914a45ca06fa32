extension LevelFile {
  /// What two levels share that are the same to look at: bubbles up to mirror and colours, pegs up
  /// to mirror, all that plays in games without a layout.
  ///
  /// Source: METRICS, "duplicates".
  public var layout: String {
    switch self {
    case .bubbleBlast(let file): file.layout
    case .peggle(let file): file.layout
    case .bubblePop, .cards: contentHash
    }
  }
}

extension BubbleLevelFile {
  /// The hash of the layout; nil for an empty board, which looks like any other.
  var layoutHash: String? { bubbles.isEmpty ? nil : StableDigest.hex(of: layout) }

  /// The grid with colours numbered in the order in which they come up, as it is or mirrored,
  /// whichever comes first.
  var layout: String {
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

extension PeggleLevelFile {
  /// The hash of the layout; nil for an empty board, which looks like any other.
  var layoutHash: String? { objects.isEmpty ? nil : StableDigest.hex(of: layout) }

  /// The objects to a tenth of a px, as they are or mirrored, whichever comes first.
  ///
  /// Colours of pegs are no decoration: orange ones are to be cleared.
  var layout: String {
    min(layout(isMirrored: false), layout(isMirrored: true))
  }

  private func layout(isMirrored: Bool) -> String {
    let lines = objects.map { object -> String in
      func place(_ value: Double) -> Int { Int(saturating: (value * 10).rounded()) }
      var text = "\(object.title)"
      text += " \(place(isMirrored ? rules.width - object.x : object.x)) \(place(object.y))"
      switch object.form {
      case .peg(_, let radius): return text + " \(place(radius))"
      case .block(let width, let height), .triangle(let width, let height):
        text += " \(place(width)) \(place(height))"
      case .polygon(let corners):
        let shown = corners.map { (place(isMirrored ? -$0.x : $0.x), place($0.y)) }
        for corner in shown.sorted(by: <) { text += " \(corner.0),\(corner.1)" }
      }
      // A block looks the same after half a turn.
      var period = 2 * Double.pi
      if case .block = object.form { period = Double.pi }
      let turn = (isMirrored ? -object.rotation : object.rotation)
      let rest = turn - (turn / period).rounded(.down) * period
      let steps = Int(saturating: (period * 1000).rounded())
      return text + " turned \(Int(saturating: (rest * 1000).rounded()) % steps)"
    }
    return "\(Int(rules.width))x\(Int(rules.height)) " + lines.sorted().joined(separator: "; ")
  }
}
