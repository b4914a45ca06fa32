/// A random generator over one stream: a key and how many draws were taken.
///
/// Agents and generators use it; game states keep a counter and ask the key themselves.
public struct SeededRandom: RandomNumberGenerator, Hashable, Sendable {
  /// The stream.
  public let key: StreamKey
  /// Draws taken so far.
  @inlinable public var count: UInt64 { drawn }
  @usableFromInline var drawn: UInt64

  /// Starts `key`'s stream at draw `count`.
  @inlinable
  public init(key: StreamKey, count: UInt64 = 0) {
    self.key = key
    drawn = count
  }

  /// The next 64 random bits.
  @inlinable
  public mutating func next() -> UInt64 {
    let bits = key.bits(drawn)
    drawn &+= 1
    return bits
  }

  /// A whole number, uniform in 0..<`bound`; `bound` is at least 1.
  ///
  /// Takes exactly one draw, so that streams stay coupled; the bias is below `bound` / 2^64.
  @inlinable
  public mutating func below(_ bound: Int) -> Int {
    precondition(bound > 0, "below(_:) needs a bound of at least 1")
    return Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// A uniform in [0, 1), a multiple of 2^-53.
  @inlinable
  public mutating func uniform() -> Double {
    Double(next() &>> 11) * 0x1p-53
  }

  /// A normal deviate of mean 0 and sd 1, by the polar-free Box-Muller transform: two draws.
  public mutating func gaussian() -> Double {
    let radius = (-2 * DeterministicMath.log(1 - uniform())).squareRoot()
    return radius * DeterministicMath.cos(2 * Double.pi * uniform())
  }
}
