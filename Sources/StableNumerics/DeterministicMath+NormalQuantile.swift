extension DeterministicMath {
  /// The number below which a standard normal variable falls with probability p.
  ///
  /// Infinite at 0 and 1, NaN outside 0 ... 1. With p uniform it turns one random number into one
  /// Gaussian one; p above 1/2 has a resolution of 2^-53 only, so that the result stays below 8.3.
  ///
  /// For p in 1/8 ... 7/8 an odd function of q = p - 1/2, else r + c(r) with r the root of -2 ln p,
  /// as in M. J. Wichura's AS 241 (Applied Statistics 37, 1988), but with this project's rational
  /// functions for the small part only, so that their rounding hardly shows.
  public static func normalQuantile(_ p: Double) -> Double {
    let q = p - 0.5
    if q.magnitude <= 0.375 {
      // Below 1/4 the difference is rounded; what was lost counts with the slope of the quantile.
      let lost = p - (q + 0.5)
      let z = q * q
      let t = 0.140625 - z
      let curved = q * z * (0x1.fe9b804d47315p+1 + t * ratio(normalCenter, at: 0, t))
      let straight = DoubleDouble(product: q, 0x1.40d931ff62706p+1)
      let value = straight.head + (straight.tail + curved)
      if lost == 0 { return value }
      let h = 0.5 * value * value
      let slope = 0x1.40d931ff62706p+1 * (1 + h * (1 + h * (0.5 + h * (1.0 / 6))))
      return straight.head + (straight.tail + curved + lost * slope)
    }
    guard p > 0 && p < 1 else {
      if p == 0 { return -.infinity }
      return p == 1 ? .infinity : .nan
    }
    let tail = normalTail(q < 0 ? p : 1 - p)
    return q < 0 ? -tail : tail
  }

  /// The number above which a standard normal variable lies with probability p < 1/8.
  @inline(__always)
  private static func normalTail(_ p: Double) -> Double {
    let logarithm = logarithm(of: p)
    let square = DoubleDouble(head: -2 * logarithm.head, tail: -2 * logarithm.tail)
    let root = square.squareRoot()
    let r = root.head
    let segment: Int
    let start: Double
    if r < 3 {
      (segment, start) = (0, 2)
    } else if r < 4.5 {
      (segment, start) = (1, 3)
    } else if r < 8 {
      (segment, start) = (2, 4.5)
    } else {
      (segment, start) = r < 16 ? (3, 8) : (4, 16)
    }
    let place = 18 * segment
    let t = (r - start) + root.tail
    let change = t * ratio(normalTails, at: place + 2, t)
    let sum = DoubleDouble(large: r, small: normalTails[place])
    return sum.head + (sum.tail + (root.tail + (normalTails[place + 1] + change)))
  }

  /// A quotient of two polynomials of degree 7, their coefficients in ascending order.
  @inline(__always)
  private static func ratio(_ table: [Double], at place: Int, _ x: Double) -> Double {
    septic(table, at: place, x) / septic(table, at: place + 8, x)
  }

  @inline(__always)
  private static func septic(_ table: [Double], at place: Int, _ x: Double) -> Double {
    let x2 = x * x
    let a = table[place] + x * table[place + 1]
    let b = table[place + 2] + x * table[place + 3]
    let c = table[place + 4] + x * table[place + 5]
    let d = table[place + 6] + x * table[place + 7]
    return (a + x2 * b) + (x2 * x2) * (c + x2 * d)
  }
}
