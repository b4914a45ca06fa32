/// The values of a figure, game by game, as far as their intervals need them.
///
/// The result does not depend on order and grouping. Up to `maxDistinct` different values are
/// counted one by one; beyond that only the sums are kept, which then say enough: with that many
/// different values the mean is nearly normal.
package struct FigureSample: Sendable {
  package private(set) var sum: GameSum
  private var counts = ValueCounts()
  private var isCounting = true

  package init() { self.init(hasPairs: false) }

  package init(hasPairs: Bool) { sum = GameSum(hasPairs: hasPairs) }

  /// Different values that are counted.
  static let maxDistinct = 1024

  /// Adds the value of a game; its index matters only if games are played in pairs.
  package mutating func add(_ value: Int64, game index: Int = 0) {
    sum.add(value, game: index)
    guard isCounting else { return }
    counts.add(value)
    if counts.distinct > Self.maxDistinct {
      isCounting = false
      counts = ValueCounts()
    }
  }

  /// The design effect of games in pairs on the mean.
  var effect: Double { sum.effect }
  var total: FigureSum { sum.total }

  /// The count of each value, sorted by value; nil if there are too many.
  var values: [(value: Int64, count: Int)]? { isCounting ? counts.sorted : nil }
}

/// Counts of whole numbers: a hash table with linear probing.
private struct ValueCounts: Sendable {
  private var keys: [Int64] = []
  /// 0 where a slot is free.
  private var counts: [Int] = []
  private(set) var distinct = 0

  private static let firstSlots = 16

  mutating func add(_ value: Int64) {
    if 2 * distinct >= keys.count { grow() }
    let slot = slot(of: value)
    if counts[slot] == 0 {
      keys[slot] = value
      distinct += 1
    }
    counts[slot] += 1
  }

  /// The slot that holds a value, or the free one where it belongs.
  private func slot(of value: Int64) -> Int {
    // Multiplied by 2^64 over the golden ratio, whose high bits spread runs of whole numbers.
    let mixed = UInt64(bitPattern: value) &* 0x9E37_79B9_7F4A_7C15
    var slot = Int(mixed >> 32) & (keys.count - 1)
    while counts[slot] != 0 && keys[slot] != value { slot = (slot + 1) & (keys.count - 1) }
    return slot
  }

  private mutating func grow() {
    let old = self
    let slots = max(Self.firstSlots, 2 * keys.count)
    keys = [Int64](repeating: 0, count: slots)
    counts = [Int](repeating: 0, count: slots)
    for place in old.keys.indices where old.counts[place] != 0 {
      let slot = slot(of: old.keys[place])
      keys[slot] = old.keys[place]
      counts[slot] = old.counts[place]
    }
  }

  var sorted: [(value: Int64, count: Int)] {
    keys.indices.filter { counts[$0] != 0 }.map { (value: keys[$0], count: counts[$0]) }
      .sorted { $0.value < $1.value }
  }
}
