/// Skipping the steps of a ball that lies still.
///
/// It lies still if a substep with impacts has left its position and velocity as they were, to the
/// last bit: what such a substep does follows from these and from the bodies, so that the next one
/// does the same. Only the bucket moves; a ball beside it lies still until it may have arrived.
extension World {
  /// The steps for which the only ball lies as it is, if nothing is changed; 0: it moves.
  public var stepsAtRest: Int {
    guard forecast.restingImpacts > 0 else { return 0 }
    guard let bucket, reachesBucket(balls[0]) else { return .max }
    let gap =
      (balls[0].x - bucket.middle(at: clock)).magnitude - bucket.halfWidth - balls[0].radius
      - Self.epsilon
    guard gap > 0 else { return 0 }
    // A step less than it takes, for rounding; a bucket may stand.
    let steps = gap / (bucket.pace * Double(parameters.substeps))
    return Int(max(0, min(steps, 1e9) - 1))
  }

  /// Does `count` steps, at most `stepsAtRest`, without the events, which are each time those of
  /// the last step.
  public mutating func rest(steps count: Int) {
    let substeps = count &* parameters.substeps
    clock &+= substeps
    balls[0].impacts &+= substeps &* forecast.restingImpacts
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
