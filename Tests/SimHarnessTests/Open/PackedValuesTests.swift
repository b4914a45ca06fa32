import StableNumerics
import Testing

@testable import SimHarness

/// Hidden values that are dealt where they lie come as those that are read, dealt and written again.
@Suite struct PackedValuesTests {
  /// A position with three visible bytes and pools of random values from a range.
  private static func position(
    sizes: [Int], values: ClosedRange<Int>, using random: inout SeededRandom
  ) throws -> PackedPosition {
    let empty = PackedPosition(bytes: [1, 2, 3], visibleCount: 3)
    var packed = try #require(PackedValues(empty, pools: 0))
    packed.pools = sizes.map { size in
      (0..<size).map { _ in values.lowerBound + random.below(values.count) }
    }
    return packed.replacing(in: empty)
  }

  @Test(arguments: [0...0, 0...51, 0...63, 0...64, -1...50, -64...63, 0...5_000])
  func dealingInPlaceIsDealing(_ values: ClosedRange<Int>) throws {
    var random = SeededRandom(key: StreamKey(rawValue: 7), count: 0)
    var moved = 0
    for round in 0..<600 {
      let sizes = (0..<random.below(4)).map { _ in
        // Sizes at the edges of what takes a byte, too.
        random.below(8) == 0 ? 126 + random.below(4) : random.below(60)
      }
      let before = try Self.position(sizes: sizes, values: values, using: &random)
      var expected = try #require(PackedValues(before, pools: sizes.count))
      var dealing = SeededRandom(key: StreamKey(rawValue: 9), count: UInt64(round))
      var other = dealing
      expected.deal(using: &dealing)
      var after = before
      after.dealHidden(pools: sizes.count, using: &other)
      #expect(after == expected.replacing(in: before))
      #expect(dealing == other, "as many draws")
      if after != before { moved += 1 }
    }
    #expect(values.count == 1 ? moved == 0 : moved > 400)
  }

  /// What is not the hidden part of a position stays as it is.
  @Test(arguments: [[], [5], [2, 9], [200, 1, 4], [1, 130]] as [[UInt8]])
  func damagedValuesStay(_ hidden: [UInt8]) {
    let before = PackedPosition(bytes: [1, 2] + hidden, visibleCount: 2)
    var after = before
    var random = SeededRandom(key: StreamKey(rawValue: 9), count: 0)
    after.dealHidden(pools: 1, using: &random)
    #expect(after == before)
  }
}
