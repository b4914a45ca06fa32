import Testing

@testable import SimHarness
@testable import TextFormats

@Suite struct MarkdownReportTests {
  @Test func tellsTheRun() {
    var easy = ReportFixture.cell("Easy", "casual", wins: 43, of: 100)
    easy.passRate = Interval(value: 0.43, low: 0.337, high: 0.528)
    var run = ReportFixture.run(
      [easy, ReportFixture.cell("Hard|er", "casual", wins: 0, of: 100)], games: 100)
    run.addFlags()
    let golden = #"""
      # A run

      bubble-blast: 2 levels played by 1 simulated player, 100 games each, 200 games in all, \#
      seed 1.

      Players:

      - **casual** – one line

      ## Worst problems

      1. **Hard\|er** was never won. None of 100 games by casual was won.

      What to do next:

      ```
      playtest explain r --level 'Hard|er'
      ```

      ## Levels

      Pass rate with 95% interval.

      | # | Level | casual | Flags |
      | ---: | :--- | ---: | :--- |
      | 1 | Easy | 43% [34, 53] |  |
      | 2 | Hard\|er | 0% [0, 4] | unwon, too hard, spike |

      ## Replay

      Every game can be replayed, step by step. For example:

      ```
      playtest replay r --level Easy --agent casual --index 0
      ```

      ## Reading the figures


      """#
    let text = ReportFormat.md.render(run, runPath: "r")
    #expect(text.hasPrefix(golden.dropLast()))
  }

  @Test(arguments: HTMLReportTests.hostile) func holdsNoMarkupOfUsers(_ text: String) {
    let report = ReportFormat.md.render(
      HTMLReportTests.hostileRun(text), runPath: text)
    // Commands stand in fences, in which nothing is markup.
    let prose = report.split(separator: "\n## Replay\n")[0]
      .replacing(/\n(```+)\n(?s:.*?)\n\1\n/, with: "\n")
    #expect(!prose.unicodeScalars.contains("<"))
    #expect(!report.unicodeScalars.contains("\u{202E}"))
    #expect(!report.unicodeScalars.contains("\u{1B}"))
    // Every row of the table has as many cells as its head.
    let rows = prose.split(separator: "\n").filter { $0.hasPrefix("|") }
    let cells = rows.map { row in
      var count = 0
      var previous: Unicode.Scalar = " "
      for scalar in row.unicodeScalars {
        if scalar == "|" && previous != "\\" { count += 1 }
        previous = scalar
      }
      return count
    }
    #expect(Set(cells) == [7])
  }

  @Test func aFenceIsLongerThanWhatItHolds() {
    #expect(MarkdownText.code(["a"]) == "```\na\n```\n")
    #expect(MarkdownText.code(["a ````"]) == "`````\na ````\n`````\n")
  }

  @Test func addressesAndEmphasisStayWords() {
    #expect(MarkdownText.escaped("https://a_b*c*") == #"https:\//a\_b\*c\*"#)
    #expect(MarkdownText.escaped("[x](javascript:1)") == #"\[x\](javascript:1)"#)
  }

  @Test func isTheSameTwice() {
    let run = ReportFixture.realistic(levels: 20)
    #expect(
      ReportFormat.md.render(run, runPath: "r")
        == ReportFormat.md.render(run, runPath: "r"))
  }
}
