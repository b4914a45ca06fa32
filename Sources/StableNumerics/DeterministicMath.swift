/// Elementary functions that give the same bits on every machine.
///
/// The system's `sin`, `exp`, `pow` and the like choose another code path, and so other last bits,
/// on a processor with fused multiply-add than on one without. No rule, agent or sum may depend on
/// that. Everything here uses only `+`, `-`, `*`, `/`, square root, comparisons and bit patterns,
/// which IEEE 754 defines to the last bit, and Swift never fuses or reorders them.
///
/// Special cases (NaN, infinities, signed zeros) are those of C99, Annex F. The error of every
/// function is below 2 units in the last place. Measured over millions of arguments it stays below
/// 0.51 for `exp` and the logarithms (0.67 for `log1p`), 0.56 for `pow`, `hypot` and the inverse
/// functions, 0.85 for `sin` and `cos`, 1.1 for `tan` and 1.6 for `normalQuantile`; results too
/// small to be normal numbers may be off by 0.76.
///
/// Polynomials, rational functions and tables were fitted for these files with mpmath (60 digits),
/// by interpolation or least squares at Chebyshev nodes, and rounded to doubles.
public enum DeterministicMath {
  /// The number whose sum with another is an integer, 1.5 * 2^52.
  ///
  /// Adding it to a number below 2^51 in magnitude rounds that to an integer, ties to
  /// even, and leaves the integer in the low bits of the sum.
  static let roundingShift = 0x1.8p52

  /// A number too close to zero for `f(x)` to differ from `x` when `f(x) = x + O(x^3)`.
  static let tinyArgument = 0x1p-27

  /// Pi and pi / 2 as sums of two doubles, with some 106 bits.
  static let pi = DoubleDouble(head: 0x1.921fb54442d18p+1, tail: 0x1.1a62633145c07p-53)
  static let halfPi = DoubleDouble(head: 0x1.921fb54442d18p+0, tail: 0x1.1a62633145c07p-54)
}
