import SimHarness

extension BubbleSetup {
  /// The colour the cannon draws from one uniform in [0, 1): the inverse distribution over the
  /// spawn weights of the colours now on the board, or of all if none of those has a weight.
  @inline(__always)
  func colour(at uniform: Double, present: UInt8) -> BubbleColour {
    if !evenChoices.isEmpty { return evenChoices[Int(present)].colour(at: uniform) }
    return weightedColour(at: uniform, present: present)
  }

  private func weightedColour(at uniform: Double, present: UInt8) -> BubbleColour {
    let among = Self.drawable(present, weighted: weighted, onlyPresent: spawn.onlyPresent)
    var total = 0.0
    for colour in 0..<8 where among &>> UInt8(colour) & 1 != 0 { total += weights[colour] }
    var left = uniform * total
    var last: UInt8 = 0
    for colour in 0..<8 where among &>> UInt8(colour) & 1 != 0 {
      last = UInt8(colour)
      left -= weights[colour]
      if left < 0 { break }
    }
    return BubbleColour(lowBits: last)
  }

  /// The colours drawn from, a bit each.
  fileprivate static func drawable(_ present: UInt8, weighted: UInt8, onlyPresent: Bool) -> UInt8 {
    let there = weighted & present
    return onlyPresent && there != 0 ? there : weighted
  }
}

/// Colours with equal weights, drawn directly: the same result as the walk over the weights.
struct EvenChoice: Sendable, BitwiseCopyable {
  /// The colours' numbers in their order, four bits each.
  private var colours: UInt32 = 0
  private var count: Int32 = 0

  private init(_ among: UInt8) {
    for colour in BubbleColour.allCases where among &>> colour.rawValue & 1 != 0 {
      colours |= UInt32(colour.rawValue) &<< UInt32(4 * count)
      count += 1
    }
  }

  /// By the colours present, a bit each.
  static func all(weighted: UInt8, onlyPresent: Bool) -> [EvenChoice] {
    (0...UInt8.max).map {
      EvenChoice(BubbleSetup.drawable($0, weighted: weighted, onlyPresent: onlyPresent))
    }
  }

  @inline(__always)
  func colour(at uniform: Double) -> BubbleColour {
    let place = UInt32(truncatingIfNeeded: QuickRounding.down(uniform * Double(count)))
    return BubbleColour(lowBits: UInt8(truncatingIfNeeded: colours &>> (4 &* place)))
  }
}
