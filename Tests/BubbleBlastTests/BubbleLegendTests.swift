import Testing

@testable import BubbleBlastGame
@testable import SimHarness

@Suite struct BubbleLegendTests {
  @Test func theLegendHidesTheUsualLetters() {
    let legend = BubbleLegend(own: ["R": .kind("crate"), "x": .colour(.blue)])
    #expect(legend["R"] == .kind("crate"))
    #expect(legend["B"] == .colour(.blue))
    #expect(legend["*"] == .kind("bomb"))
    #expect(legend["."] == nil)
    #expect(legend["q"] == nil)
    #expect(legend.letter(for: .colour(.blue)) == "x")
    #expect(legend.letter(for: .colour(.red)) == nil)
    #expect(legend.letter(for: .kind("star")) == "$")
  }

  @Test func makesLetters() {
    var legend = BubbleLegend(own: ["R": .kind("crate")])
    #expect(legend.makeLetter(for: .kind("crate"), preferring: "x") == "R")
    #expect(legend.makeLetter(for: .colour(.red)) == "r")
    #expect(legend.makeLetter(for: .kind("rainbow"), preferring: "~") == "~")
    #expect(legend.makeLetter(for: .kind("rose"), preferring: "~") == "o")
    #expect(legend.makeLetter(for: .kind("bob"), preferring: "*") == "b")
    #expect(legend.own["b"] == .kind("bob"))
  }

  @Test func hasALetterForEveryKind() {
    var legend = BubbleLegend()
    let letters = (0..<250).map { legend.makeLetter(for: .kind("kind\($0)")) }
    #expect(Set(letters).count == 250)
    #expect(letters.allSatisfy { BubbleLegend.isLetter($0) })
    #expect(!letters.contains("."))
  }

  @Test(
    arguments: [
      ("x", true), ("漢", true), ("😀", true), ("~", true), (".", false), (" ", false),
      ("\u{301}", false), ("\u{200B}", false), ("👩‍👩‍👧", false), ("\n", false),
    ] as [(Character, Bool)])
  func judgesLetters(letter: Character, isOne: Bool) {
    #expect(BubbleLegend.isLetter(letter) == isOne)
  }
}
