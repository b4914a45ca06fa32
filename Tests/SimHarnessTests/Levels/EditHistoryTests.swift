import Testing

@testable import BubbleBlastGame
@testable import PeggleGame
@testable import SimHarness

@Suite struct EditHistoryTests {
  @Test func goesBackAndForth() {
    var history = EditHistory<Int>()
    #expect(history.undo() == nil)
    #expect(history.redo() == nil)
    for step in 1...3 { history.record(step) }
    #expect(history.undo() == 3)
    #expect(history.undo() == 2)
    #expect(history.redo() == 2)
    #expect(history.undoCount == 2)
    #expect(history.redoCount == 1)
    history.record(9)
    #expect(history.redoCount == 0)
    #expect(history.redo() == nil)
    #expect(history.undo() == 9)
  }

  @Test func keepsTenThousandSteps() {
    var history = EditHistory<Int>()
    for step in 0..<35_000 { history.record(step) }
    #expect(history.undoCount == 10_000)
    var undone: [Int] = []
    while let step = history.undo() { undone.append(step) }
    #expect(undone == Array((25_000..<35_000).reversed()))
    #expect(history.redoCount == 10_000)
    history.record(1)
    #expect(history.undoCount == 1)
    #expect(history.undo() == 1)
    #expect(history.undo() == nil)
  }

  /// Steps beyond the maximum need no memory for long.
  @Test func forgetsExpiredSteps() {
    var history = EditHistory<Int>()
    var most = 0
    for step in 0..<35_000 {
      history.record(step)
      most = max(most, history.keptCount)
    }
    #expect(most <= EditHistory<Int>.capacity + StepStack<Int>.blockSize)
    for _ in 0..<20_000 { _ = history.undo() }
    #expect(history.redoCount == 10_000 && history.keptCount < 10_200)
  }

  /// A copy and its original go on apart, wherever a block of steps ends.
  @Test(arguments: [1, 127, 128, 129, 300]) func copiesGoOnApart(_ count: Int) {
    var history = EditHistory<Int>()
    for step in 1...count { history.record(step) }
    var copy = history
    copy.record(-1)
    #expect(history.undo() == count)
    history.record(-2)
    #expect(copy.undo() == -1 && copy.undo() == count)
    #expect(history.undo() == -2 && history.undoCount == count - 1)
    var undone: [Int] = []
    while let step = history.undo() { undone.append(step) }
    #expect(undone == Array((1..<count).reversed()))
    while history.redo() != nil {}
    #expect(history.undoCount == count && history.newest == -2)
  }

  /// Ten thousand changes are kept, of which few change more than what lies on the board.
  @Test func changesAreSmall() {
    #expect(MemoryLayout<BubbleLevelChange>.size <= 16)
    #expect(MemoryLayout<PeggleLevelChange>.size <= 32)
  }
}
