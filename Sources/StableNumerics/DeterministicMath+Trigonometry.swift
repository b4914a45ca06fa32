extension DeterministicMath {
  /// The sine of an angle in radians.
  public static func sin(_ x: Double) -> Double {
    if x.magnitude < tinyArgument || !x.isFinite { return x.isFinite ? x : .nan }
    let angle = reducedAngle(x)
    let value = angle.quadrant & 1 == 0 ? sineKernel(angle.rest) : cosineKernel(angle.rest)
    return angle.quadrant & 2 == 0 ? value.value : -value.value
  }

  /// The cosine of an angle in radians.
  public static func cos(_ x: Double) -> Double {
    if !x.isFinite { return .nan }
    let angle = reducedAngle(x)
    let value = angle.quadrant & 1 == 0 ? cosineKernel(angle.rest) : sineKernel(angle.rest)
    return (angle.quadrant &+ 1) & 2 == 0 ? value.value : -value.value
  }

  /// The sine and the cosine of an angle in radians, the same bits as `sin` and `cos` give.
  public static func sincos(_ x: Double) -> (sin: Double, cos: Double) {
    if !x.isFinite { return (.nan, .nan) }
    if x.magnitude < tinyArgument { return (x, 1) }
    let angle = reducedAngle(x)
    let sine = sineKernel(angle.rest).value
    let cosine = cosineKernel(angle.rest).value
    switch angle.quadrant & 3 {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
  }

  /// The tangent of an angle in radians.
  public static func tan(_ x: Double) -> Double {
    if x.magnitude < tinyArgument || !x.isFinite { return x.isFinite ? x : .nan }
    let angle = reducedAngle(x)
    let sine = sineKernel(angle.rest).normalized
    let cosine = cosineKernel(angle.rest).normalized
    return angle.quadrant & 1 == 0 ? (sine / cosine).value : -(cosine / sine).value
  }

  // MARK: Kernels, for at most pi / 4 either way

  /// The sine of a reduced angle.
  @inline(__always)
  private static func sineKernel(_ angle: DoubleDouble) -> DoubleDouble {
    let x = angle.head
    let z = x * x
    let z2 = z * z
    let low = -0x1.5555555555555p-3 + z * 0x1.111111111110bp-7
    let middle = -0x1.a01a01a018989p-13 + z * 0x1.71de3a531e013p-19
    let high = (-0x1.ae645275022ddp-26 + z * 0x1.61207c6755671p-33) - z2 * 0x1.aa9a415d91767p-41
    let series = low + z2 * (middle + z2 * high)
    return DoubleDouble(head: x, tail: x * z * series + angle.tail * (1 - 0.5 * z))
  }

  /// The cosine of a reduced angle.
  @inline(__always)
  private static func cosineKernel(_ angle: DoubleDouble) -> DoubleDouble {
    let x = angle.head
    let z = x * x
    let z2 = z * z
    let low = 0x1.555555555554bp-5 - z * 0x1.6c16c16c14f2ep-10
    let middle = 0x1.a01a019c79b9ap-16 - z * 0x1.27e4f7e233f53p-22
    let high = 0x1.1ee9d130148dcp-29 - z * 0x1.8fa0da996033ep-37
    let series = low + z2 * (middle + z2 * high)
    let half = 0.5 * z
    let head = 1 - half
    return DoubleDouble(head: head, tail: ((1 - head) - half) + (z2 * series - x * angle.tail))
  }

  // MARK: Argument reduction

  /// An angle less `quadrant` quarter turns; only the last two bits of `quadrant` count.
  private typealias ReducedAngle = (quadrant: Int, rest: DoubleDouble)

  /// Takes quarter turns off a finite angle, down to at most pi / 4 either way.
  ///
  /// Up to 2^17 pi / 2 is subtracted in three parts (Cody and Waite), of which the first two have
  /// 33 bits, so that their multiples are exact. Larger angles, and those so close to a multiple
  /// of pi / 2 that three parts are too few, go to `exactlyReducedAngle`.
  @inline(__always)
  private static func reducedAngle(_ x: Double) -> ReducedAngle {
    if x.magnitude <= 0x1.921fb54442d18p-1 { return (0, DoubleDouble(head: x, tail: 0)) }
    guard x.magnitude < 0x1p17 else { return exactlyReducedAngle(x) }
    let shifted = x * 0x1.45f306dc9c883p-1 + roundingShift
    let turns = shifted - roundingShift
    let first = x - turns * 0x1.921fb544p+0
    guard first.magnitude > 0x1p-13 else { return exactlyReducedAngle(x) }
    let second = DoubleDouble(large: first, small: -(turns * 0x1.0b4611a6p-34))
    let rest = DoubleDouble(
      large: second.head, small: second.tail - turns * 0x1.3198a2e037073p-69)
    return (Int(truncatingIfNeeded: shifted.bitPattern), rest)
  }

  /// Takes quarter turns off any finite angle above 1/2, in 192 bit integers.
  ///
  /// After M. Payne and R. Hanek, "Radian reduction for trigonometric functions", SIGNUM
  /// Newsletter 18, 1983: bits of 2 / pi that would only add whole turns are left out, and enough
  /// of the others are used that at least 75 bits of the rest are right.
  @inline(never)
  private static func exactlyReducedAngle(_ x: Double) -> ReducedAngle {
    let significand = x.significandBitPattern | (1 << 52)
    // x = significand * 2^power; the window starts at the bit of 2 / pi that gives half turns.
    let power = Int(x.exponent) - 52
    let start = power + 62
    let low = significand.multipliedFullWidth(by: twoOverPiBits(from: start + 128))
    let middle = significand.multipliedFullWidth(by: twoOverPiBits(from: start + 64))
    let (word1, carry) = middle.low.addingReportingOverflow(low.high)
    let word0 =
      (significand &* twoOverPiBits(from: start)) &+ middle.high &+ (carry ? 1 : 0)
    var top = UInt128(word0) << 64 | UInt128(word1)
    var bottom = low.low

    // The two leading bits are the quarter turns; round to the nearest, keep a signed rest.
    let quadrant = Int(truncatingIfNeeded: (word0 &+ (1 << 61)) >> 62)
    top &-= UInt128(truncatingIfNeeded: quadrant & 3) << 126
    let isNegative = top >> 127 == 1
    if isNegative {
      bottom = 0 &- bottom
      top = ~top &+ (bottom == 0 ? 1 : 0)
    }
    let zeros = top.leadingZeroBitCount
    guard zeros < 128 else { return (quadrant, DoubleDouble(head: 0, tail: 0)) }
    if zeros > 0 {
      top <<= UInt128(zeros)
      top |= zeros < 64 ? UInt128(bottom >> UInt64(64 - zeros)) : UInt128(bottom) << (zeros - 64)
    }
    // The first 53 bits of what is left, then the next 64.
    let head = Double(UInt64(truncatingIfNeeded: top >> 75))
    let tail = Double(UInt64(truncatingIfNeeded: top >> 11))
    let sign: FloatingPointSign = isNegative == (x < 0) ? .plus : .minus
    let fraction = DoubleDouble(
      head: Double(sign: sign, exponent: -51 - zeros, significand: head),
      tail: Double(sign: sign, exponent: -115 - zeros, significand: tail))
    return (x < 0 ? -quadrant : quadrant, fraction * halfPi)
  }

  /// 64 bits of 2 / pi, from a place counted in `twoOverPi`.
  private static func twoOverPiBits(from place: Int) -> UInt64 {
    let word = place >> 6
    let shift = UInt64(place & 63)
    if shift == 0 { return twoOverPi[word] }
    return twoOverPi[word] << shift | twoOverPi[word + 1] >> (64 - shift)
  }
}
