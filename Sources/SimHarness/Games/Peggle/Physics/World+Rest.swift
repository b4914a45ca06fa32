/// Passing over the steps of a ball that lies still.
///
/// It lies still when a substep with impacts has left its place and velocity as they were, to the
/// last bit: what such a substep does follows from these and from the bodies, so that the next one
/// does the same. The bucket alone moves, and a ball that it may touch is not taken to lie still.
extension World {
  /// Does `count` steps of a world with `impactsAtRest`, without telling what they would: the same
  /// as the last one.
  mutating func rest(steps count: Int) {
    let substeps = count &* parameters.substeps
    clock &+= substeps
    balls[0].impacts &+= substeps &* impactsAtRest
  }
}

extension Ball {
  /// Whether it is where it was, at the same velocity, to the last bit.
  @inline(__always)
  func isStill(since before: Ball) -> Bool {
    x.bitPattern == before.x.bitPattern && y.bitPattern == before.y.bitPattern
      && velocityX.bitPattern == before.velocityX.bitPattern
      && velocityY.bitPattern == before.velocityY.bitPattern
  }
}
