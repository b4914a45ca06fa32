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
  public mutating func combine(_ text: String) { combine(bytes: text.utf8) }

  /// Combines bytes: their count, then the bytes, eight per word.
  @inlinable
  public mutating func combine(bytes: some Collection<UInt8>) {
    let isDone: Void? = bytes.withContiguousStorageIfAvailable {
      combine(stored: UnsafeRawBufferPointer($0))
    }
    if isDone == nil { Array(bytes).withUnsafeBytes { combine(stored: $0) } }
  }

  @usableFromInline
  mutating func combine(stored bytes: UnsafeRawBufferPointer) {
    combine(bytes.count)
    let wordBytes = bytes.count & ~7
    for offset in stride(from: 0, to: wordBytes, by: 8) {
      combine(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
    }
    guard wordBytes < bytes.count else { return }
    combine(bytes[wordBytes...].reversed().reduce(0) { $0 &<< 8 | UInt64($1) })
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
