extension DeterministicMath {
  /// The natural logarithm; minus infinity at 0, NaN below.
  public static func log(_ x: Double) -> Double {
    if x > 0 && x < .infinity { return logarithm(of: x).value }
    return specialLogarithm(x)
  }

  /// The natural logarithm of 1 + x, accurate for small x; minus infinity at -1, NaN below.
  public static func log1p(_ x: Double) -> Double {
    if x.magnitude < 0x1p-53 { return x }
    guard x > -1 && x < .infinity else { return specialLogarithm(1 + x) }
    let sum = DoubleDouble(sum: 1, x)
    let logarithm = logarithm(of: sum.head)
    let rest = sum.tail / sum.head
    return logarithm.head + (logarithm.tail + (rest - 0.5 * rest * rest))
  }

  /// The logarithm to base 2, exact at powers of 2; minus infinity at 0, NaN below.
  public static func log2(_ x: Double) -> Double {
    guard x > 0 && x < .infinity else { return specialLogarithm(x) }
    let (exponent, significand) = logarithmArgument(x)
    let fraction =
      logarithmKernel(significand, multiplesOfLogTwo: 0)
      * DoubleDouble(head: 0x1.71547652b82fep+0, tail: 0x1.777d0ffda0d24p-56)
    let sum = DoubleDouble(sum: exponent, fraction.head)
    return sum.head + (sum.tail + fraction.tail)
  }

  /// The logarithm to base 10, exact at powers of 10; minus infinity at 0, NaN below.
  public static func log10(_ x: Double) -> Double {
    guard x > 0 && x < .infinity else { return specialLogarithm(x) }
    let inverse = DoubleDouble(head: 0x1.bcb7b1526e50ep-2, tail: 0x1.95355baaafad3p-57)
    return (logarithm(of: x) * inverse).value
  }

  private static func specialLogarithm(_ x: Double) -> Double {
    if x == 0 { return -.infinity }
    return x == .infinity ? x : .nan
  }

  /// The natural logarithm of a positive finite number, with some 68 bits.
  @inline(__always)
  static func logarithm(of x: Double) -> DoubleDouble {
    let (exponent, significand) = logarithmArgument(x)
    return logarithmKernel(significand, multiplesOfLogTwo: exponent)
  }

  // MARK: Kernel

  /// The bit pattern of the least significand, two thirds of an interval of the table and 76 whole
  /// ones below 1.
  private static let minSignificand: UInt64 = 0x3fe6_6aaa_aaaa_aaab

  /// A positive finite number as 2^exponent * significand with 0.7 < significand < 1.41.
  @inline(__always)
  private static func logarithmArgument(
    _ x: Double
  ) -> (exponent: Double, significand: UInt64) {
    var bits = x.bitPattern
    var offset = 0.0
    if x < 0x1p-1022 {
      bits = (x * 0x1p54).bitPattern
      offset = -54
    }
    let exponent = Int64(bitPattern: bits &- minSignificand) >> 52
    return (Double(exponent) + offset, bits &- UInt64(bitPattern: exponent << 52))
  }

  /// The logarithm of a significand, given by its bits, plus a multiple of ln 2.
  ///
  /// The table holds, for 128 intervals of significands m, a number i of 13 bits near 1 / m and
  /// -ln i; a series in r = m i - 1 is left, with |r| < 0.00401. Around m = 1, i is 1, so that
  /// nothing cancels.
  @inline(__always)
  private static func logarithmKernel(
    _ significand: UInt64, multiplesOfLogTwo count: Double
  ) -> DoubleDouble {
    let place = 3 * Int(truncatingIfNeeded: ((significand &- minSignificand) >> 45) & 127)
    let inverse = logarithms[place]
    let mask: UInt64 = 0x1f_ffff
    let high = Double(bitPattern: significand & ~mask)
    let low = Double(bitPattern: significand) - high
    // Both products are exact, and so is the difference.
    let r = DoubleDouble(sum: high * inverse - 1, low * inverse)

    // ln 2 and the table have heads that are multiples of 2^-42, so that this sum is exact.
    let base = count * 0x1.62e42fefa38p-1 + logarithms[place + 1]
    let baseTail = count * 0x1.ef35793c7673p-45 + logarithms[place + 2]

    // r - r^2 / 2 exactly except for the square's last bits; the rest of the series in one double.
    let x = r.head
    let x2 = x * x
    let front = Double(bitPattern: x.bitPattern & ~0x7ff_ffff)
    let back = x - front
    let square = -0.5 * front * front
    let squareTail = -0.5 * back * (front + x) - x * r.tail
    let middle = 0x1.5555555555555p-2 - x * 0x1.0000000000001p-2
    let upper = 0x1.999999999999cp-3 - x * 0x1.5555555465d56p-3
    let last = (0x1.24924923b88efp-3 - x * 0x1.00019e56761d4p-3) + x2 * 0x1.c71f631e8cca7p-4
    let cubic = x * x2 * (middle + x2 * (upper + x2 * last))

    let sum = DoubleDouble(sum: base, x)
    let total = DoubleDouble(large: sum.head, small: square)
    let tail = (total.tail + sum.tail) + (squareTail + cubic) + (r.tail + baseTail)
    return DoubleDouble(large: total.head, small: tail)
  }
}
