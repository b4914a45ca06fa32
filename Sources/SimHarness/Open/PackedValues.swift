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

extension PackedPosition {
  /// The hidden values, where there are few enough and each is a small number, so that the sizes of the
  /// pools and the values take a byte each and the bytes have the order of the numbers; otherwise nil.
  private func smallValues(pools count: Int) -> Range<Int>? {
    let first = visibleCount + count
    guard first <= bytes.count else { return nil }
    var end = first
    for size in bytes[visibleCount..<first] {
      guard size < 0x80 else { return nil }
      end += Int(size)
    }
    // The lowest bit is that of negative numbers, the highest says that the number goes on.
    guard end == bytes.count, bytes[first...].reduce(0, |) & 0x81 == 0 else { return nil }
    return first..<end
  }

  /// Deals the hidden values of each pool again.
  ///
  /// A player who looks ahead imagines a position at each turn, so small values are dealt where they
  /// lie. That comes to the same as `PackedValues.deal`, which deals all others.
  mutating func dealHidden(pools count: Int, using random: inout SeededRandom) {
    guard let small = smallValues(pools: count) else {
      guard var values = PackedValues(self, pools: count) else { return }
      values.deal(using: &random)
      self = values.replacing(in: self)
      return
    }
    let sizes = visibleCount
    bytes.withUnsafeMutableBufferPointer { bytes in
      var start = small.lowerBound
      for pool in 0..<count {
        let end = start + Int(bytes[sizes + pool])
        Self.sort(small: UnsafeMutableBufferPointer(rebasing: bytes[start..<end]))
        for last in stride(from: end - 1, to: start, by: -1) {
          bytes.swapAt(last, start + random.below(last - start + 1))
        }
        start = end
      }
    }
  }

  /// Sorts fewer than 128 bytes below 128 by counting them.
  private static func sort(small values: UnsafeMutableBufferPointer<UInt8>) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 128) { counts in
      counts.initialize(repeating: 0)
      for value in values { counts[Int(value)] += 1 }
      var place = 0
      for value in 0..<128 {
        for _ in 0..<counts[value] {
          values[place] = UInt8(value)
          place += 1
        }
      }
    }
  }
}
