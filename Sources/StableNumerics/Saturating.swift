/// Saturating arithmetic for numbers that scripts, levels and files influence: it never overflows;
/// a result beyond the bounds is the nearest bound.
///
/// Scores, balls and other numbers that a game counts stay within ±`limit`. Up to there every whole
/// number is exact as a `Double`, and a hundred million squares add up in 128 bits.
public enum Saturating {
  /// The highest score or number of balls; the lowest is its negative.
  public static let limit = 1_000_000_000_000_000

  /// `a + b`, kept within ±`limit`.
  @inlinable @inline(__always)
  public static func sum(_ a: Int, _ b: Int) -> Int {
    let (sum, overflows) = a.addingReportingOverflow(b)
    return overflows ? (b < 0 ? -limit : limit) : bounded(sum)
  }

  /// `a * b`, kept within ±`limit`.
  @inlinable @inline(__always)
  public static func product(_ a: Int, _ b: Int) -> Int {
    let (product, overflows) = a.multipliedReportingOverflow(by: b)
    return overflows ? ((a < 0) == (b < 0) ? limit : -limit) : bounded(product)
  }

  /// The number itself, or the nearest of ±`limit`.
  @inlinable @inline(__always)
  public static func bounded(_ value: Int) -> Int { min(max(value, -limit), limit) }
}

extension Int {
  /// The whole part of a number; for one that does not fit the greatest number or its negative,
  /// which has a magnitude too, and 0 for NaN.
  @inlinable @inline(__always)
  public init(saturating value: Double) {
    if value.magnitude < 0x1p63 {
      self = Int(value)
    } else {
      self = value.isNaN ? 0 : value < 0 ? -.max : .max
    }
  }
}

extension FixedWidthInteger where Self: SignedInteger {
  /// The same for numbers of another width, of 64 bits at most.
  @inlinable @inline(__always)
  public init(saturating value: Double) {
    let whole = Int(saturating: value)
    self = Self(truncatingIfNeeded: Swift.min(Swift.max(whole, -Int(Self.max)), Int(Self.max)))
  }
}
