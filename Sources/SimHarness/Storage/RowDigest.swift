/// The hash of all fields of a stored game, which detects a torn or corrupted row.
enum RowDigest {
  /// The hash of a row and its place.
  static func of(_ row: GameRow, cell: Int) -> UInt64 {
    var digest = StableDigest()
    digest.combine(cell)
    digest.combine(row.result.index)
    combine(row.result.end.rawValue, into: &digest)
    digest.combine(row.result.score)
    digest.combine(row.result.moves)
    digest.combine(row.result.hash)
    combine(row.lossReason, into: &digest)
    combine(row.result.fault, into: &digest)
    row.record.withUnsafeBytes { combine($0, into: &digest) }
    // Values that are there; after each 64 of them, which those are.
    var there: UInt64 = 0
    for (place, value) in row.metrics.enumerated() {
      if let value {
        there |= 1 &<< UInt64(place & 63)
        digest.combine(UInt64(bitPattern: value))
      }
      if place & 63 == 63 || place == row.metrics.count &- 1 {
        digest.combine(there)
        there = 0
      }
    }
    digest.combine(row.metrics.count)
    return digest.value
  }

  private static func combine(_ text: String?, into digest: inout StableDigest) {
    guard var text else {
      digest.combine(-1)
      return
    }
    text.withUTF8 { combine(UnsafeRawBufferPointer($0), into: &digest) }
  }

  /// The count, then the bytes, eight per word.
  private static func combine(_ bytes: UnsafeRawBufferPointer, into digest: inout StableDigest) {
    digest.combine(bytes.count)
    var place = 0
    while place + 8 <= bytes.count {
      digest.combine(
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
      place += 8
    }
    var word: UInt64 = 0
    while place < bytes.count {
      word = word &<< 8 | UInt64(bytes[place])
      place += 1
    }
    digest.combine(word)
  }
}
