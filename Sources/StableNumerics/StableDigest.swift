/// A 64-bit hash that is the same in every process and on every machine, for state hashes, content
/// hashes and stream keys.
///
/// Not cryptographic.
public struct StableDigest: Sendable {
  @usableFromInline var state: UInt64

  /// Starts an empty digest.
  @inlinable
  public init() { state = 0x243F_6A88_85A3_08D3 }

  /// The digest of all that was combined so far.
  @inlinable public var value: UInt64 { StreamKey.mix(state ^ 0x1319_8A2E_0370_7344) }

  /// Combines one 64-bit word.
  @inlinable
  public mutating func combine(_ word: UInt64) {
    state = StreamKey.mix(state &+ 0x9E37_79B9_7F4A_7C15) ^ (word &* 0xD6E8_FEB8_6659_FD93)
    state = (state &<< 23) | (state &>> 41)
  }

  /// Combines an integer.
  @inlinable
  public mutating func combine(_ value: Int) { combine(UInt64(bitPattern: Int64(value))) }

  /// Combines a number by its bits; 0 and -0 differ.
  @inlinable
  public mutating func combine(_ value: Double) { combine(value.bitPattern) }

  /// Combines a text: its length, then its UTF-8 bytes, eight per word.
  public mutating func combine(_ text: String) {
    combine(bytes: Array(text.utf8))
  }

  /// Combines bytes: their count, then the bytes, eight per word.
  public mutating func combine(bytes: [UInt8]) {
    combine(bytes.count)
    var word: UInt64 = 0
    var filled = 0
    for byte in bytes {
      word |= UInt64(byte) &<< UInt64(8 * filled)
      filled += 1
      if filled == 8 {
        combine(word)
        word = 0
        filled = 0
      }
    }
    if filled > 0 { combine(word) }
  }

  /// Sixteen lower-case hexadecimal digits.
  public static func hex(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The digest of a text in hexadecimal: the content hash of files and scripts.
  public static func hex(of text: String) -> String {
    var digest = StableDigest()
    digest.combine(text)
    return hex(digest.value)
  }
}
