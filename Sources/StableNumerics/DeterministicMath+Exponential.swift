extension DeterministicMath {
  /// e to the power x.
  public static func exp(_ x: Double) -> Double {
    if x.magnitude < 0x1p10 {
      if x.magnitude < 0x1p-54 { return 1 }
      return exponential(of: DoubleDouble(head: x, tail: 0))
    }
    if x.isNaN { return x }
    return x > 0 ? .infinity : 0
  }

  /// x to the power y, with the special cases of C99's `pow`.
  ///
  /// Anything to the power 0, and 1 to any power, is 1, even NaN; a negative number to a power that
  /// is not an integer is NaN.
  public static func pow(_ x: Double, _ y: Double) -> Double {
    if y == 0 || x == 1 { return 1 }
    if x > 0 && x < .infinity && y.magnitude < .infinity { return positivePower(x, y) }
    return specialPower(x, y)
  }

  /// A power of zero, of a negative or infinite number or NaN, or with such an exponent.
  @inline(never)
  private static func specialPower(_ x: Double, _ y: Double) -> Double {
    if x.isNaN || y.isNaN { return .nan }
    let magnitude = x.magnitude
    if y.isInfinite {
      if magnitude == 1 { return 1 }
      return (magnitude > 1) == (y > 0) ? .infinity : 0
    }
    let power: Double
    if magnitude == 0 || magnitude == .infinity {
      power = (magnitude == 0) == (y < 0) ? .infinity : 0
    } else if y.rounded(.towardZero) != y {
      return .nan
    } else {
      power = positivePower(magnitude, y)
    }
    return x.sign == .minus && isOddInteger(y) ? -power : power
  }

  private static func isOddInteger(_ y: Double) -> Bool {
    guard y.magnitude < 0x1p53, y.rounded(.towardZero) == y else { return false }
    return Int64(y) & 1 == 1
  }

  /// A power of a positive finite number, neither exponent nor base being special.
  ///
  /// The logarithm and its product with y carry some 68 bits, so that no more than a few
  /// hundredths of a unit are lost before the last rounding, however large the exponent.
  @inline(__always)
  private static func positivePower(_ x: Double, _ y: Double) -> Double {
    if y.magnitude < 0x1p-65 { return 1 }
    if y.magnitude > 0x1p65 {
      if x == 1 { return 1 }
      return (x > 1) == (y > 0) ? .infinity : 0
    }
    let logarithm = logarithm(of: x)
    let product = DoubleDouble(product: logarithm.head, y)
    let power = DoubleDouble(large: product.head, small: product.tail + logarithm.tail * y)
    if power.head > 710 { return .infinity }
    if power.head < -746 { return 0 }
    return exponential(of: power)
  }

  /// e to the power of a sum of two doubles below 2^10 in magnitude.
  ///
  /// 2^(n / 128) comes from a table, and a polynomial is left on |r| <= ln(2) / 256.
  @inline(__always)
  private static func exponential(of power: DoubleDouble) -> Double {
    let shifted = power.head * 0x1.71547652b82fep+7 + roundingShift
    let count = shifted - roundingShift
    let n = Int(Int32(truncatingIfNeeded: shifted.bitPattern))
    let place = 2 * (n & 127)
    let exponent = n >> 7

    // The first product is exact: its factors have 18 and 35 bits.
    let first = power.head - count * 0x1.62e42fefcp-8
    let r = first + (count * 0x1.c610ca86c3899p-44 + power.tail)
    let r2 = r * r
    let low = 0x1.fffffffffff51p-2 + r * 0x1.5555555555523p-3
    let high = 0x1.55555ae8e1f80p-5 + r * 0x1.11111440cf238p-7
    let growth = (powersOfTwo[place + 1] + r2 * (low + r2 * high)) + r
    let bits = powersOfTwo[place].bitPattern

    if exponent > -1000 && exponent < 1023 {
      let scale = Double(bitPattern: bits &+ UInt64(truncatingIfNeeded: exponent << 52))
      return scale + scale * growth
    }
    // Out of the range of normal numbers: scale twice.
    let shift = exponent > 0 ? 1000 : -1000
    let scale = Double(
      bitPattern: bits &+ UInt64(truncatingIfNeeded: (exponent - shift) << 52))
    return (scale + scale * growth) * (exponent > 0 ? 0x1p1000 : 0x1p-1000)
  }
}
