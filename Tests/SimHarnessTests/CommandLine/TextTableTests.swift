import Testing

@testable import PlaytestCommands

@Suite struct TextTableTests {
  private static let rows = [
    ["name", "unit", "what it says"], ["pass_rate", "share", "games won, of those played"],
    ["score", "points", "the score"],
  ]

  /// The columns are measured once, not for every row.
  @Test func manyRowsAreMeasuredOnce() {
    let rows = (0..<20_000).map { ["level \($0)", "91.0 [86.2, 94.2]", "too-easy"] }
    #expect(TextTable.text(rows).hasPrefix("level 0      91.0 [86.2, 94.2]  too-easy\n"))
  }

  /// East Asian characters and emoji take two columns; the text is what a terminal aligns.
  @Test func wideCharactersCountAsTwoColumns() {
    let rows = [["level", "rate"], ["東京", "1"], ["a 😀", "2"], ["e\u{301}té", "3"]]
    #expect(
      TextTable.text(rows) == """
        level  rate
        東京   1
        a 😀   2
        e\u{301}té    3

        """)
    #expect(TextTable.wrapped("東京大阪 ab", width: 5) == "東京\n大阪\nab\n")
    #expect(TextTable.wrapped("東", width: 1) == "東\n")
  }

  @Test func aListingThatFitsIsATable() {
    #expect(
      TextTable.listing(Self.rows, width: 80) == """
        name       unit    what it says
        pass_rate  share   games won, of those played
        score      points  the score

        """)
  }

  @Test func aListingThatDoesNotFitHasABlockPerRow() {
    #expect(
      TextTable.listing(Self.rows, width: 30) == """
        pass_rate  games won, of those
                   played
                   unit: share
        score      the score
                   unit: points

        """)
  }

  @Test func theWidestCellsAreBrokenBetweenWords() {
    #expect(
      TextTable.text([["a", "what it is"], ["b", "one two three four"]], width: 13) == """
        a  what it is
        b  one two
           three four

        """)
  }

  @Test func aWordThatIsTooLongIsBroken() {
    let text = TextTable.text([["path", String(repeating: "x", count: 90)]], width: 40)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 40 })
    #expect(text.count { $0 == "x" } == 90)
  }

  /// No interval is broken: the level's name is, and then the interval goes below its value.
  @Test func aTableOfFiguresIsNarrowed() {
    let rows = [
      ["level", "casual", "skilled"], ["Two Towers", "5.0 [2.7, 9.0]", "96.0 [92, 98]"],
    ]
    #expect(
      TextTable.fitting(rows, width: 80) == """
        level       casual          skilled
        Two Towers  5.0 [2.7, 9.0]  96.0 [92, 98]

        """)
    #expect(
      TextTable.fitting(rows, width: 34) == """
        level       casual      skilled
        Two Towers  5.0         96.0
                    [2.7, 9.0]  [92, 98]

        """)
  }

  @Test func figuresThatDoNotFitStandBelowTheirRow() {
    let rows = [
      ["level", "casual", "skilled", "flags"],
      ["Two Towers", "5.0 [2.7, 9.0]", "96.0 [92, 98]", ""],
      ["First", "-", "100.0", "too-easy"],
    ]
    #expect(
      TextTable.fitting(rows, width: 28) == """
        Two Towers
          casual   5.0 [2.7, 9.0]
          skilled  96.0 [92, 98]
        First
          casual   -
          skilled  100.0
          flags    too-easy

        """)
    // In a file every row is one line.
    #expect(TextTable.fitting(rows, width: .max) == TextTable.text(rows))
  }

  @Test func commandsStayWhole() {
    #expect(
      TextTable.wrapped("go on with `playtest run a --resume` now", width: 20, margin: "  ") == """
        go on with
          `playtest run a --resume`
          now

        """)
  }
}
