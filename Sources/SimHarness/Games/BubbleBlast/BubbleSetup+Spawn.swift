extension BubbleSetup {
  /// The colour the cannon draws from one uniform in [0, 1): the inverse distribution over the
  /// spawn weights of the colours now on the board, or of all if none of those has a weight.
  func colour(at uniform: Double, present: UInt8) -> BubbleColour {
    var among = weighted
    if spawn.onlyPresent {
      let there = among & present
      if there != 0 { among = there }
    }
    if weighsAllAlike {
      // The walk below over equal weights, without the walk.
      var skipped = Int(uniform * Double(among.nonzeroBitCount))
      while skipped > 0 {
        among &= among &- 1
        skipped &-= 1
      }
      return BubbleColour(rawValue: UInt8(truncatingIfNeeded: among.trailingZeroBitCount)) ?? .blue
    }
    var total = 0.0
    for colour in 0..<8 where among &>> UInt8(colour) & 1 != 0 { total += weights[colour] }
    var left = uniform * total
    var last: UInt8 = 0
    for colour in 0..<8 where among &>> UInt8(colour) & 1 != 0 {
      last = UInt8(colour)
      left -= weights[colour]
      if left < 0 { break }
    }
    return BubbleColour(rawValue: last) ?? .blue
  }
}
