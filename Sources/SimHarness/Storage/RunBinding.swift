/// Binds the hash of a piece of content to the run that it belongs to.
///
/// The bound hash is the content's hash XOR a code of the run. The code has 32 bits of the run's
/// digest and 32 bits that follow from these, so XORing with the content's hash again distinguishes
/// three cases: this run's code, another run's code, or no code at all. Damage is found by all 64
/// bits; another run's content passes with a chance of 2^-32.
package struct RunBinding: Sendable, Equatable {
  /// The result of checking a bound hash.
  package enum Verdict: Sendable, Equatable {
    /// The content is whole and of this run.
    case own
    /// The content is whole, but of another run.
    case foreign
    /// The content or the hash was changed.
    case damaged
  }

  private let code: UInt64

  /// The binding to a run of this digest.
  init(run: UInt64) { code = Self.code(UInt32(truncatingIfNeeded: run >> 32)) }

  /// The bound hash of content with this hash.
  func bound(_ content: UInt64) -> UInt64 { content ^ code }

  /// Checks a bound hash against content with this hash.
  func verdict(_ bound: UInt64, of content: UInt64) -> Verdict {
    let found = bound ^ content
    if found == code { return .own }
    return found == Self.code(UInt32(truncatingIfNeeded: found >> 32)) ? .foreign : .damaged
  }

  private static func code(_ run: UInt32) -> UInt64 {
    UInt64(run) << 32 | StreamKey.mix(UInt64(run) &+ 0x9E37_79B9_7F4A_7C15) & 0xFFFF_FFFF
  }
}
