/// A JSON number without loss: whole literals stay whole, all others are doubles.
public enum JSONNumber: Sendable, Hashable {
  /// A literal without fraction or exponent that fits `Int`.
  case integer(Int)
  /// A literal without fraction or exponent above `Int.max`, such as a 64-bit seed.
  case unsigned(UInt64)
  /// Every other number, `-0` included; always finite.
  case real(Double)

  /// The nearest double.
  public var double: Double {
    switch self {
    case .integer(let value): Double(value)
    case .unsigned(let value): Double(value)
    case .real(let value): value
    }
  }

  /// The value as `Int`, or nil if it is not whole or does not fit.
  ///
  /// As in JSON Schema `3.0` and `1e9` are whole numbers too, up to 2^53, where doubles stop being
  /// exact.
  public var int: Int? {
    switch self {
    case .integer(let value): value
    case .unsigned: nil
    case .real(let value):
      value.magnitude <= Self.largestExactDouble ? Int(exactly: value) : nil
    }
  }

  /// The value as `UInt64`, or nil if it is negative, not whole or does not fit.
  public var uint64: UInt64? {
    if case .unsigned(let value) = self { return value }
    return int.flatMap { UInt64(exactly: $0) }
  }

  private static let largestExactDouble = 9_007_199_254_740_992.0
}

extension JSONNumber: CustomStringConvertible {
  /// The number as JSON text.
  public var description: String {
    switch self {
    case .integer(let value): value.description
    case .unsigned(let value): value.description
    case .real(let value): JSONWriter.number(value)
    }
  }
}
