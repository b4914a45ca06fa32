/// The broadphase: for each cell of a grid the bodies near a ball that has its centre there.
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

  /// How far beyond touching `near` looks, in px.
  private static let margin = 24.0
  /// The same of `far`.
  private static let sight = 64.0
  /// A hair more than asked, for what rounding does to the cell of a centre.
  private static let hair = 1e-6

  /// What a ball can meet within a step, by number.
  let near: Lists
  /// What it can meet within a look.
  let far: QuadLists
  /// How far a disc of a quad may be off, and what is worked out of it, in px.
  let blur: Float
  /// All bodies ever added, by number.
  let discs: [Disc]

  /// A grid for balls of at most `radius` px.
  init(_ statics: StaticBodies, _ parameters: PhysicsParameters, radius: Double) {
    discs =
      statics.places.map { Disc(x: $0.x, y: $0.y, radius: $0.radius, isRound: $0.isRound) }
    near = Lists(statics, parameters, side: 25, reach: radius + Self.margin + Self.hair)
    far = QuadLists(
      Lists(statics, parameters, side: 40, reach: radius + Self.sight + Self.hair), discs,
      parameters)
    blur = Float(0.01 + 1e-6 * max(parameters.width, parameters.height))
  }

  /// Whether it lists enough for balls of this radius, in px.
  func suits(radius: Double) -> Bool { radius + Self.margin <= near.reach }

  /// Which bodies of the quads `first..<end`, 16 at most, a ball may meet: a bit each, in the order
  /// of `far.numbers`.
  ///
  /// Those that a disc of radius `reach` meets on the way from (`x`, `y`), but for round ones near
  /// it that it is sure to leave. `way` takes a time T, in which gravity g pulls it `fall` px; what
  /// it leaves must not come back within a time t, and `back` is g T t / 2 - `fall`. The slacks are
  /// more than what the two tests of leaving may be off. Sorted out by signs, without a jump, which
  /// the processor could not foresee; apart, so that all of it stays in registers.
  @inline(never)
  static func sighted(
    _ quads: [Quad], _ first: Int, _ end: Int, x: SIMD4<Float>, y: SIMD4<Float>,
    wayX: SIMD4<Float>, wayY: SIMD4<Float>, reach: SIMD4<Float>, fall: Float, slack: Float,
    back: Float, backSlack: Float
  ) -> UInt64 {
    let squared = wayX * wayX + wayY * wayY
    var sighted: UInt64 = 0
    var place: UInt64 = 0
    var index = first
    while index < end {
      let quad = quads[index]
      let qx = x - quad.x
      let qy = y - quad.y
      let b = qx * wayX + qy * wayY
      let far = quad.radius + reach
      let c = qx * qx + qy * qy - far * far
      let discriminant = b * b - squared * c
      // T times the product of velocity and way from the disc must be above 0, and above what
      // gravity takes of it, which is g T t / 2 for each px that the ball is above the disc.
      let comesBack = bits(b - (qy * fall + slack)) | bits(b + (qy * back - backSlack))
      let stays = comesBack | quad.isPolygon
      let isNear = bits(c)
      // Near enough for the whole way and not passing by.
      let isAhead = bits(c + (b + b)) & ~bits(discriminant)
      let isSighted = (isNear & stays) | (isAhead & ~isNear)
      let halves = unsafeBitCast(isSighted, to: SIMD2<UInt64>.self) & 0x8000_0000_8000_0000
      let signs = halves[0] &>> 31 | halves[1] &>> 30
      sighted |= ((signs | signs &>> 30) & 15) &<< place
      place &+= 4
      index &+= 1
    }
    return sighted
  }

  @inline(__always)
  private static func bits(_ numbers: SIMD4<Float>) -> SIMD4<UInt32> {
    unsafeBitCast(numbers, to: SIMD4<UInt32>.self)
  }
}
