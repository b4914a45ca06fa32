import Testing

@testable import SimHarness

/// A screen that is drawn before it is shown.
@Suite struct CanvasTests {
  @Test func whatLiesOutsideIsCutOff() {
    var canvas = Canvas(width: 5, height: 2)
    canvas.write("hello world", row: 0, column: 2)
    canvas.write("up", row: -1, column: 0)
    canvas.write("abc", row: 1, column: -1)
    canvas.put("x", row: 2, column: 0)
    #expect(canvas.lines == ["  hel", "bc"])
    #expect(canvas[0, 4]?.character == "l")
    #expect(canvas[0, 5] == nil && canvas[-1, 0] == nil)
    #expect(Canvas(width: -3, height: 4).lines == ["", "", "", ""])
  }

  @Test func aTextMayBeLimited() {
    var canvas = Canvas(width: 10, height: 1)
    let text = StyledText("ab", .bold) + StyledText("cdef")
    #expect(canvas.write(text, row: 0, column: 1, limit: 4) == 5)
    #expect(canvas.lines == [" abcd"])
    #expect(canvas[0, 1]?.style == .bold && canvas[0, 4]?.style == .plain)
  }

  /// A character that takes two columns, or none, would move all that follows.
  @Test(
    arguments: zip(
      ["名", "👍🏽", "e\u{301}", "é", "Ж", "●", "═", "♥", "\u{1B}", "\u{202E}"],
      ["?", "?", "?", "é", "Ж", "●", "═", "♥", "?", "?"] as [Character]))
  func charactersAreOneColumnWide(_ text: String, _ shown: Character) throws {
    #expect(Canvas.narrowed(try #require(text.first)) == shown)
  }

  @Test func aFrameIsSentAsAWhole() {
    var canvas = Canvas(width: 4, height: 2)
    canvas.write("ab", row: 0, column: 0)
    canvas.write("cdef", row: 1, column: 0, CanvasStyle(.red, isBold: true))
    #expect(canvas.frame(.none) == "\u{1B}[Hab\u{1B}[K\r\ncdef")
    #expect(
      canvas.frame(.basic) == "\u{1B}[Hab\u{1B}[K\r\n\u{1B}[0;1;91mcdef\u{1B}[0m")
    #expect(
      canvas.frame(.extended) == "\u{1B}[Hab\u{1B}[K\r\n\u{1B}[0;1;38;5;203mcdef\u{1B}[0m")
  }

  /// A space with a background is no empty space.
  @Test func backgroundsReachToTheirEnds() {
    var canvas = Canvas(width: 3, height: 1)
    canvas.put(" ", row: 0, column: 1, CanvasStyle(.black, on: .green))
    #expect(canvas.frame(.basic) == "\u{1B}[H \u{1B}[0;30;102m \u{1B}[0m\u{1B}[K")
  }
}
