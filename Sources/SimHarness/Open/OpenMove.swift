/// A move of an open game: up to four whole numbers of 16 bits.
public struct OpenMove: Hashable, Sendable, BitwiseCopyable {
  /// The numbers, the first in the low bits.
  let packed: UInt64
  /// Who makes it where two players share a table: 1, the one named first, or 2; else 0.
  public var player: UInt8 = 0

  init(packed: UInt64) { self.packed = packed }

  /// The move of these numbers, of which there are at most four.
  public init(_ numbers: [Int]) {
    packed = numbers.prefix(4).enumerated().reduce(0) { sum, number in
      sum | UInt64(UInt16(truncatingIfNeeded: number.element)) << UInt64(16 * number.offset)
    }
  }

  /// The number at a place from 0 to 3.
  public subscript(place: Int) -> Int {
    assert((0..<4).contains(place), "a move has at most four numbers")
    return Int(Int16(truncatingIfNeeded: packed &>> UInt64(truncatingIfNeeded: 16 &* place)))
  }
}
