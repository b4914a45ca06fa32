import StableNumerics
import Testing

@Suite struct StableDigestTests {
  /// Bytes by the definition: their count, then words of eight, the lowest byte first.
  private static func byDefinition(_ bytes: [UInt8]) -> UInt64 {
    var digest = StableDigest()
    digest.combine(bytes.count)
    for start in stride(from: 0, to: bytes.count, by: 8) {
      var word: UInt64 = 0
      for (place, byte) in bytes[start..<min(start + 8, bytes.count)].enumerated() {
        word |= UInt64(byte) << UInt64(8 * place)
      }
      digest.combine(word)
    }
    return digest.value
  }

  private static func value(_ bytes: some Collection<UInt8>) -> UInt64 {
    var digest = StableDigest()
    digest.combine(bytes: bytes)
    return digest.value
  }

  /// In an array, a part of one, a collection without storage and a text.
  @Test func bytesAreTakenEightPerWord() {
    var random = SeededRandom(key: StreamKey(rawValue: 5))
    for count in 0...40 {
      let bytes = (0..<count).map { _ in UInt8(random.below(128)) }
      let expected = Self.byDefinition(bytes)
      #expect(Self.value(bytes) == expected)
      #expect(Self.value(([1, 2, 3] + bytes)[3...]) == expected)
      #expect(Self.value(Array(bytes.reversed()).reversed() as ReversedCollection) == expected)
      var text = StableDigest()
      text.combine(String(decoding: bytes, as: UTF8.self))
      #expect(text.value == expected)
    }
  }
}
