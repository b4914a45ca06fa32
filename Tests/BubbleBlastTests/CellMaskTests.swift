import Testing

@testable import BubbleBlastGame
@testable import SimHarness

/// Sets of cells in both representations, against the standard library's sets.
@Suite struct CellMaskTests {
  private func some(_ random: inout SeededRandom, rows: Int, columns: Int) -> Set<Cell> {
    // From nearly empty to nearly full, and now and then empty.
    let rarity = 1 + random.below(12)
    var cells: Set<Cell> = []
    for row in 0..<rows {
      for column in 0..<columns where random.below(12) >= rarity {
        cells.insert(Cell(row: row, column: column))
      }
    }
    return cells
  }

  private func mask<Mask: CellMask>(_ cells: Set<Cell>, _: Mask.Type) -> Mask {
    var mask = Mask()
    for cell in cells { mask.insert(cell) }
    return mask
  }

  private func check<Mask: CellMask>(_ type: Mask.Type, columns: Int, rounds: Int) {
    var random = SeededRandom(key: StreamKey(rawValue: 8))
    let rows = Mask.rowCapacity
    for _ in 0..<rounds {
      let a = some(&random, rows: rows, columns: columns)
      let b =
        random.below(3) == 0
        ? a.filter { _ in random.below(2) == 0 } : some(&random, rows: rows, columns: columns)
      let first = mask(a, type)
      let second = mask(b, type)
      #expect(first.count == a.count && first.isEmpty == a.isEmpty)
      #expect(Set(first.cells) == a)
      #expect(first.isSubset(of: second) == a.isSubset(of: b))
      #expect(second.isSubset(of: first) == b.isSubset(of: a))
      #expect(first.isDisjoint(with: second) == a.isDisjoint(with: b))
      #expect((first == second) == (a == b))
      var left = first
      left.subtract(second)
      #expect(Set(left.cells) == a.subtracting(b))
      var both = first
      both.formIntersection(second)
      #expect(Set(both.cells) == a.intersection(b))
      var either = first
      either.formUnion(second)
      #expect(Set(either.cells) == a.union(b))
      #expect(first.isSubset(of: first) && first.isSubset(of: either) && left.isSubset(of: first))
    }
  }

  @Test func smallSetsAreSets() { check(SmallMask.self, columns: 16, rounds: 2_000) }

  @Test func largeSetsAreSets() { check(LargeMask.self, columns: 64, rounds: 40) }

  /// A cell by itself, at each place: no word of several rows leaks into its neighbours.
  @Test func eachCellIsItsOwn() {
    var all = SmallMask()
    for row in 0..<SmallMask.rowCapacity { all[row] = .max }
    for row in 0..<SmallMask.rowCapacity {
      for column in 0..<16 {
        let cell = Cell(row: row, column: column)
        var one = SmallMask()
        one.insert(cell)
        #expect(one.count == 1 && !one.isEmpty && one.isSubset(of: all) && !all.isSubset(of: one))
        var others = all
        others.subtract(one)
        #expect(others.count == 17 * 16 - 1 && !others.contains(cell))
        #expect(!one.isSubset(of: others) && one.isDisjoint(with: others))
      }
    }
  }
}
