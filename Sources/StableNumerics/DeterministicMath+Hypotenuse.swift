extension DeterministicMath {
  /// The length of the vector (x, y), without overflow or underflow on the way.
  ///
  /// An infinite coordinate gives infinity, even beside NaN.
  public static func hypot(_ x: Double, _ y: Double) -> Double {
    let a = x.magnitude
    let b = y.magnitude
    if a == .infinity || b == .infinity { return .infinity }
    if a.isNaN || b.isNaN { return .nan }
    let large = a < b ? b : a
    let small = a < b ? a : b
    if small <= large * 0x1p-60 { return large + small }
    if large > 0x1p480 { return rootOfSquares(large * 0x1p-600, small * 0x1p-600) * 0x1p600 }
    if large < 0x1p-400 { return rootOfSquares(large * 0x1p600, small * 0x1p600) * 0x1p-600 }
    return rootOfSquares(large, small)
  }

  /// The root of a sum of squares that neither overflow nor underflow.
  @inline(__always)
  private static func rootOfSquares(_ large: Double, _ small: Double) -> Double {
    let first = DoubleDouble(product: large, large)
    let second = DoubleDouble(product: small, small)
    let sum = DoubleDouble(large: first.head, small: second.head)
    let square = DoubleDouble(
      large: sum.head, small: sum.tail + (first.tail + second.tail))
    return square.squareRoot().value
  }
}
