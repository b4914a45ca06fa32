import Testing

@testable import BubbleBlastGame
@testable import SimHarness

/// What a board keeps beside its sets of cells: specials' kinds and bubbles' own integers.
@Suite struct BubbleBoardTests {
  private let first = Cell(row: 0, column: 2)
  private let second = Cell(row: 1, column: 4)

  private func board() -> BubbleBoard<SmallMask> {
    var board = BubbleBoard<SmallMask>()
    board.place(kind: 3, matching: .nothing, at: first)
    board.place(.red, at: second)
    board.setData(7, at: first)
    board.setData(-9, at: second)
    return board
  }

  @Test func dataOfBubblesThatAreGoneIsForgottenAtTheTurnsEnd() {
    var board = board()
    board.remove(second)
    #expect(board.data(at: second) == -9)
    board.settleData()
    #expect(board.data(at: second) == 0)
    #expect(board.data(at: first) == 7)
    board.remove(first)
    board.settleData()
    #expect(board.data(at: first) == 0)
    #expect(board.data.isEmpty)
  }

  @Test func dataOfBubblesThatAreThereStays() {
    var board = board()
    board.settleData()
    #expect(board.data(at: first) == 7)
    #expect(board.data(at: second) == -9)
  }

  /// Putting down what is there already copies no table that another board shares.
  @Test func placingEqualContentCopiesNothing() {
    let before = board()
    var after = before
    after.remove(first)
    after.place(kind: 3, matching: .nothing, at: first)
    after.setData(7, at: first)
    #expect(after == before)
    #expect(place(after.kinds) == place(before.kinds))
    #expect(place(after.data) == place(before.data))
    after.place(kind: 2, matching: .nothing, at: second)
    after.setData(8, at: first)
    #expect(place(after.kinds) != place(before.kinds))
    #expect(place(after.data) != place(before.data))
    #expect(before.kind(at: second) == nil && before.data(at: first) == 7)
  }

  private func place<Element>(_ array: [Element]) -> UnsafePointer<Element>? {
    array.withUnsafeBufferPointer { $0.baseAddress }
  }
}
