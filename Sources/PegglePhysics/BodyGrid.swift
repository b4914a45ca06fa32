/// The broad phase: for each cell of a grid the bodies near a ball that has its centre there.
///
/// Which cells there are changes no result.
final class BodyGrid: Sendable {
  /// A body as the disc around it.
  struct Disc: Sendable {
    let x: Double
    let y: Double
    let radius: Double
    /// Whether the body is that disc.
    let isRound: Bool
  }

  /// How far beyond touching `near` probeCount, in px.
  private static let margin = 24.0
  /// The same of `far`.
  private static let probeMargin = 64.0
  /// A little more than asked, for what rounding does to the cell of a centre.
  private static let epsilon = 1e-6

  /// What a ball can hit within a step, by number.
  let near: Lists
  /// What it can hit within a probe.
  let far: QuadLists
  /// How far a disc of a quad, and what is calculated from it, may be off, in px.
  let roundingMargin: Float
  /// All bodies ever added, by number.
  let discs: [Disc]

  /// A grid for balls of at most `radius` px.
  init(_ statics: StaticBodies, _ parameters: PhysicsParameters, radius: Double) {
    discs =
      statics.places.map { Disc(x: $0.x, y: $0.y, radius: $0.radius, isRound: $0.isRound) }
    near = Lists(statics, parameters, side: 25, reach: radius + Self.margin + Self.epsilon)
    far = QuadLists(
      Lists(statics, parameters, side: 40, reach: radius + Self.probeMargin + Self.epsilon), discs,
      parameters)
    roundingMargin = Float(0.01 + 1e-6 * max(parameters.width, parameters.height))
  }

  /// Whether it lists enough for balls of this radius, in px.
  func suits(radius: Double) -> Bool { radius + Self.margin <= near.reach }

  /// Which bodies of the quads `first..<end`, at most 16, a ball may hit: a bit each, in the order
  /// of `far.numbers`.
  ///
  /// Those that a swept circle of radius `reach` hits on the displacement from (`x`, `y`), except
  /// round ones near it that it is certain to leave. The displacement takes a time T, in which
  /// gravity g pulls the ball `fall` px; what it leaves must not come back within a time t, and
  /// `back` is g T t / 2 - `fall`. The slacks are more than the error of the two tests of leaving.
  /// Decided by signs and without a branch, which the processor could not predict; a function of
  /// its own, so that everything stays in registers.
  @inline(never)
  static func broadPhase(
    _ quads: [Quad], _ first: Int, _ end: Int, x: SIMD4<Float>, y: SIMD4<Float>,
    displacementX: SIMD4<Float>, displacementY: SIMD4<Float>, reach: SIMD4<Float>, fall: Float,
    slack: Float,
    back: Float, backSlack: Float
  ) -> UInt64 {
    let squared = displacementX * displacementX + displacementY * displacementY
    var broadPhase: UInt64 = 0
    var place: UInt64 = 0
    var index = first
    while index < end {
      let quad = quads[index]
      let qx = x - quad.x
      let qy = y - quad.y
      let b = qx * displacementX + qy * displacementY
      let far = quad.radius + reach
      let c = qx * qx + qy * qy - far * far
      let discriminant = b * b - squared * c
      // T times the product of velocity and displacement from the disc must be above 0, and above
      // what gravity takes of it, which is g T t / 2 for each px that the ball is above the disc.
      let comesBack = bits(b - (qy * fall + slack)) | bits(b + (qy * back - backSlack))
      let stays = comesBack | quad.isPolygon
      let isNear = bits(c)
      // Near enough for the whole displacement and not passing by.
      let isAhead = bits(c + (b + b)) & ~bits(discriminant)
      let isReachable = (isNear & stays) | (isAhead & ~isNear)
      let halves = unsafeBitCast(isReachable, to: SIMD2<UInt64>.self) & 0x8000_0000_8000_0000
      let signs = halves[0] &>> 31 | halves[1] &>> 30
      broadPhase |= ((signs | signs &>> 30) & 15) &<< place
      place &+= 4
      index &+= 1
    }
    return broadPhase
  }

  @inline(__always)
  private static func bits(_ numbers: SIMD4<Float>) -> SIMD4<UInt32> {
    unsafeBitCast(numbers, to: SIMD4<UInt32>.self)
  }
}
