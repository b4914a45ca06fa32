/// The key of one random stream: draw `k` is a pure function of the key and `k`.
///
/// Counter-based, so that a state needs to hold only how far it has drawn; a copy of the state
/// then replays identically, and two builds that draw the k-th colour draw it from the same
/// uniform (common random numbers). The mixing is SplitMix64's finaliser over a Weyl sequence
/// (Steele, Lea and Flood 2014).
public struct StreamKey: Hashable, Sendable {
  /// The 64 bits that select the stream.
  public let rawValue: UInt64

  /// Wraps a key that was derived elsewhere.
  @inlinable
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Draw `k` as 64 random bits.
  @inlinable
  public func bits(_ k: UInt64) -> UInt64 {
    Self.mix(rawValue &+ (k &+ 1) &* Self.weyl)
  }

  /// Draw `k` as a uniform in [0, 1), a multiple of 2^-53.
  @inlinable
  public func uniform(_ k: UInt64) -> Double {
    Double(bits(k) &>> 11) * 0x1p-53
  }

  /// A separate key for `label`, derived from this one.
  @inlinable
  public func derived(_ label: UInt64) -> StreamKey {
    StreamKey(rawValue: Self.mix(Self.mix(rawValue ^ 0x5851_F42D_4C95_7F2D) &+ label &* Self.weyl))
  }

  /// A separate key for a text, such as a script's or an agent's name, derived from this one.
  public func derived(_ label: String) -> StreamKey {
    var digest = StableDigest()
    digest.combine(label)
    return derived(digest.value)
  }

  /// 2^64 over the golden ratio, the step of the Weyl sequence.
  @inlinable static var weyl: UInt64 { 0x9E37_79B9_7F4A_7C15 }

  /// A bijection of 64 bits in which every input bit moves every output bit.
  @inlinable
  public static func mix(_ bits: UInt64) -> UInt64 {
    var z = bits
    z = (z ^ (z &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z &>> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z &>> 31)
  }
}
