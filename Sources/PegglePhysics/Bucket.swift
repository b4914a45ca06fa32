/// The bucket: an open box that moves back and forth between the side walls.
struct Bucket: Equatable, Sendable {
  let top: Double
  let bottom: Double
  let halfWidth: Double
  /// The length of the path of its middle.
  let span: Double
  /// How far it moves in a substep, in px.
  let pace: Double
  let speed: Double
  let substep: Double

  init?(_ parameters: PhysicsParameters) {
    guard parameters.hasBucket else { return nil }
    let middle = parameters.height - parameters.bucketRise
    top = middle - parameters.bucketHeight * 0.5
    bottom = middle + parameters.bucketHeight * 0.5
    halfWidth = parameters.bucketWidth * 0.5
    span = parameters.width - parameters.bucketWidth
    pace = parameters.bucketSpeed * parameters.substep
    speed = parameters.bucketSpeed
    substep = parameters.substep
  }

  /// Where its middle is after `clock` substeps; it starts in the middle, to the right.
  func middle(at clock: Int) -> Double { run(at: clock).middle }

  /// Where its middle is after `clock` substeps, in which direction it moves then and for how many
  /// seconds.
  func run(at clock: Int) -> (middle: Double, isToRight: Bool, time: Double) {
    if span <= 0 { return (halfWidth, true, 0) }
    let along = span * 0.5 + Double(clock) * pace
    let period = 2 * span
    let rest = along - Double(Int(along / period)) * period
    let isToRight = rest <= span
    return (
      halfWidth + (isToRight ? rest : period - rest), isToRight,
      (isToRight ? span - rest : period - rest) / speed
    )
  }

  /// Whether a ball overlaps the sides, the bottom or the corners.
  ///
  /// Only a ball squeezed between the bucket and something, or put there, can; it passes.
  func overlaps(x: Double, y: Double, radius: Double, middle: Double) -> Bool {
    let left = middle - halfWidth
    let right = middle + halfWidth
    let free = radius - 1e-6
    let dx: Double
    let dy: Double
    if y <= top {
      dx = min((x - left).magnitude, (x - right).magnitude)
      dy = top - y
    } else {
      dx = max(left - x, x - right, 0)
      dy = max(y - bottom, 0)
    }
    return dx * dx + dy * dy < free * free
  }

  /// From the nearest point of the sides, bottom and corners to (`x`, `y`); 0 inside.
  func offset(x: Double, y: Double, middle: Double) -> Vector {
    let left = middle - halfWidth
    let right = middle + halfWidth
    if y <= top { return Vector(x < middle ? x - left : x - right, y - top) }
    return Vector(
      x < left ? x - left : x > right ? x - right : 0, y > bottom ? y - bottom : 0)
  }
}
