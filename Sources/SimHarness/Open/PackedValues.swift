/// The hidden part of a packed position: the sizes of the pools, then their values.
///
/// CLua's State.c says what the bytes are.
struct PackedValues {
  var pools: [[Int]] = []

  /// Reads the hidden part; nil if it is none.
  init?(_ position: PackedPosition, pools count: Int) {
    var bytes = position.bytes[position.visibleCount...]
    var sizes: [Int] = []
    for _ in 0..<count {
      guard let size = Self.count(&bytes), size <= 1 << 17 else { return nil }
      sizes.append(Int(size))
    }
    for size in sizes {
      var values: [Int] = []
      values.reserveCapacity(size)
      for _ in 0..<size {
        guard let value = Self.count(&bytes) else { return nil }
        values.append(Int(truncatingIfNeeded: value >> 1) ^ -Int(truncatingIfNeeded: value & 1))
      }
      pools.append(values)
    }
  }

  private static func count(_ bytes: inout ArraySlice<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while let byte = bytes.popFirst(), shift < 64 {
      value |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return value }
      shift += 7
    }
    return nil
  }

  /// The position with these values in place of its hidden ones.
  func replacing(in position: PackedPosition) -> PackedPosition {
    var bytes = Array(position.bytes[..<position.visibleCount])
    for pool in pools { Self.add(UInt64(pool.count), to: &bytes) }
    for value in pools.joined() {
      Self.add(
        UInt64(bitPattern: Int64(value)) << 1 ^ UInt64(bitPattern: Int64(value) >> 63), to: &bytes)
    }
    return PackedPosition(bytes: bytes, visibleCount: position.visibleCount)
  }

  private static func add(_ value: UInt64, to bytes: inout [UInt8]) {
    var rest = value
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Puts the values of each pool in their order, so that nothing is left of where they were.
  mutating func sort() {
    for pool in pools.indices { pools[pool].sort() }
  }

  /// Deals the values of each pool again.
  mutating func deal(using random: inout SeededRandom) {
    sort()
    for pool in pools.indices {
      for last in stride(from: pools[pool].count - 1, to: 0, by: -1) {
        pools[pool].swapAt(last, random.below(last + 1))
      }
    }
  }

  /// Replaces every value by 0.
  mutating func blank() {
    for pool in pools.indices {
      pools[pool] = Array(repeating: 0, count: pools[pool].count)
    }
  }
}
