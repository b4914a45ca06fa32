import Testing

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
}
