extension DeterministicMath {
  /// The angle whose sine is given, from -pi/2 to pi/2; NaN outside -1 to 1.
  public static func asin(_ x: Double) -> Double {
    let magnitude = x.magnitude
    guard magnitude <= 1 else { return .nan }
    if magnitude < tinyArgument { return x }
    let angle = quadrantAngle(
      y: DoubleDouble(head: magnitude, tail: 0), x: complement(of: magnitude)
    ).value
    return x < 0 ? -angle : angle
  }

  /// The angle whose cosine is given, from 0 to pi; NaN outside -1 to 1.
  public static func acos(_ x: Double) -> Double {
    let magnitude = x.magnitude
    guard magnitude <= 1 else { return .nan }
    let angle = quadrantAngle(
      y: complement(of: magnitude), x: DoubleDouble(head: magnitude, tail: 0))
    return x < 0 ? (pi - angle).value : angle.value
  }

  /// The angle whose tangent is given, from -pi/2 to pi/2.
  public static func atan(_ x: Double) -> Double {
    let magnitude = x.magnitude
    if magnitude < tinyArgument || x.isNaN { return x }
    let angle: Double
    if magnitude <= 1 {
      angle = arctangentKernel(DoubleDouble(head: magnitude, tail: 0)).value
    } else if magnitude < 0x1p60 {
      let one = DoubleDouble(head: 1, tail: 0)
      let quotient = one / DoubleDouble(head: magnitude, tail: 0)
      angle = (halfPi - arctangentKernel(quotient)).value
    } else {
      angle = halfPi.head
    }
    return x < 0 ? -angle : angle
  }

  /// The angle of the point (`x`, `y`) seen from the origin, from -pi to pi.
  ///
  /// As in C, signed zeros distinguish the sides of the cut along the negative x axis, and infinite
  /// coordinates stand for the diagonals and axes they tend to.
  public static func atan2(_ y: Double, _ x: Double) -> Double {
    if y.isNaN || x.isNaN { return .nan }
    let angle = upperAngle(y: y.magnitude, x: x)
    return y.sign == .minus ? -angle : angle
  }

  /// `atan2` for a `y` that is not negative.
  private static func upperAngle(y: Double, x: Double) -> Double {
    let isLeft = x.sign == .minus
    var width = x.magnitude
    var height = y
    if height == 0 { return isLeft ? pi.head : 0 }
    if width == 0 || (height.isInfinite && width.isFinite) { return halfPi.head }
    if width.isInfinite {
      if height.isInfinite { return isLeft ? 0x1.2d97c7f3321d2p+1 : 0x1.921fb54442d18p-1 }
      return isLeft ? pi.head : 0
    }

    let larger = Swift.max(width, height)
    if larger > 0x1p900 || larger < 0x1p-800 {
      let scale = larger > 1 ? 0x1p-600 : 0x1p600
      if height / width < 0x1p-60 { return isLeft ? pi.head : y / x.magnitude }
      width *= scale
      height *= scale
    }
    let quotient = height / width
    if quotient < 0x1p-60 { return isLeft ? pi.head : quotient }
    if quotient > 0x1p60 { return halfPi.head }
    let angle = quadrantAngle(
      y: DoubleDouble(head: height, tail: 0), x: DoubleDouble(head: width, tail: 0))
    return isLeft ? (pi - angle).value : angle.value
  }

  // MARK: Kernels

  /// The other leg of a right triangle with hypotenuse 1: the root of 1 - x^2.
  @inline(__always)
  private static func complement(of x: Double) -> DoubleDouble {
    guard x < 1 else { return DoubleDouble(head: 0, tail: 0) }
    guard x > tinyArgument else { return DoubleDouble(head: 1, tail: -0.5 * x * x) }
    let square = DoubleDouble(product: x, x)
    return (DoubleDouble(head: 1, tail: 0) - square).squareRoot()
  }

  /// The angle of a point of the first quadrant, not the origin.
  @inline(__always)
  private static func quadrantAngle(y: DoubleDouble, x: DoubleDouble) -> DoubleDouble {
    if y.head <= x.head { return arctangentKernel(y / x) }
    return halfPi - arctangentKernel(x / y)
  }

  /// The arctangent of a number from 0 to 1.
  ///
  /// Below 1/8 a polynomial; above, the arctangent of the nearest multiple c of 1/64, from a
  /// table, and a short series in (t - c) / (1 + c t).
  @inline(__always)
  private static func arctangentKernel(_ tangent: DoubleDouble) -> DoubleDouble {
    let t = tangent.head
    if t < 0.125 {
      let z = t * t
      let z2 = z * z
      let low = -0x1.5555555555555p-2 + z * 0x1.99999999990acp-3
      let middle = -0x1.2492492365a89p-3 + z * 0x1.c71c6f6d601a0p-4
      let high = (-0x1.745bd465f6cefp-4 + z * 0x1.3ab4311782663p-4) - z2 * 0x1.025649b746c75p-4
      let series = low + z2 * (middle + z2 * high)
      return DoubleDouble(large: t, small: t * z * series + tangent.tail * (1 - z))
    }
    let shifted = t * 64 + roundingShift
    let center = (shifted - roundingShift) * 0x1p-6
    let place = 2 * Int(shifted.bitPattern & 127)
    let u = ((t - center) + tangent.tail) / (1 + center * t)
    let z = u * u
    let series = -1.0 / 3 + z * (0.2 - z * (1.0 / 7))
    return DoubleDouble(
      large: arctangents[place], small: u + (u * z * series + arctangents[place + 1]))
  }
}
