import Testing

@testable import SimHarness
@testable import TextFormats

@Suite struct SafeTextTests {
  @Test func escapesAndShortens() {
    #expect(SafeText.escaped("é😀 a'\"\\") == "é😀 a'\"\\")
    #expect(SafeText.quoted("a\"\\'\u{0}") == #""a\"\\'\u{0}""#)
    #expect(SafeText.named("a\"\\'\u{7F}") == #"'a"\\\'\u{7F}'"#)
    #expect(SafeText.escaped("abcd", limit: 4) == "abcd")
    #expect(SafeText.escaped("abcde", limit: 4) == "abcd…")
    let once = SafeText.escaped("a\u{2066}\u{1B}]0;\u{7}")
    #expect(SafeText.escaped(once) == once)
  }
}
