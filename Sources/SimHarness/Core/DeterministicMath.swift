/// Elementary functions that give the same bits on every machine.
///
/// The system's `sin`, `exp`, `pow` and the like choose another code path, and so other last bits,
/// on a processor with fused multiply-add than on one without. No rule, agent or sum may depend on
/// that. Everything here uses only `+`, `-`, `*`, `/`, square root, comparisons and bit patterns,
/// which IEEE 754 defines to the last bit, and Swift never fuses or reorders them.
///
/// Special cases (NaN, infinities, signed zeros) are those of C99, Annex F. The error of every
/// function is below 2 units in the last place; measured, all but `normalQuantile` stay below 1.
///
/// Polynomials, rational functions and tables were fitted for these files with mpmath (60 digits),
/// by interpolation or least squares at Chebyshev nodes, and rounded to doubles.
public enum DeterministicMath {
  /// 1.5 * 2^52. Adding it to a number below 2^51 in magnitude rounds that to an integer, ties to
  /// even, and leaves the integer in the low bits of the sum.
  static let roundingShift = 0x1.8p52

  /// A number too close to zero for `f(x)` to differ from `x` when `f(x) = x + O(x^3)`.
  static let tinyArgument = 0x1p-27

  /// Pi, pi / 2 and 2 pi's square root as sums of two doubles, with some 106 bits.
  static let pi = DoubleDouble(head: 0x1.921fb54442d18p+1, tail: 0x1.1a62633145c07p-53)
  static let halfPi = DoubleDouble(head: 0x1.921fb54442d18p+0, tail: 0x1.1a62633145c07p-54)
}
