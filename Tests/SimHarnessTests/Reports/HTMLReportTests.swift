import TestSupport
import Testing

@testable import SimHarness
@testable import TextFormats

@Suite struct HTMLReportTests {
  static let hostile = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='alert(1)",
    "${alert(1)}", "]]><svg onload=alert(1)>", "\u{202E}gnp.exe", "line\nbreak", "a|b`c`",
    "=cmd()|' /C calc'!A0", "{{title}}{{{style}}}", "</title><script>", "--><b>", "\u{0}\u{1B}[31m",
    // One `Character` that is not a quote, and yet ends an attribute.
    "x\"\u{301} onfocus=alert(1) autofocus y=\"\u{301}", "<\u{338}b>", "</style><script>",
    "&lt;b&gt;",
  ]

  static let harmlessTags = MarkupScanner(
    ReportFormat.html.render(hostileRun("plain"), runPath: "plain")
  ).tags

  /// A run in which every text of a user is hostile.
  static func hostileRun(_ text: String) -> RunSummary {
    var run = ReportFixture.realistic(levels: 9, games: 40)
    let first = run.levels[6].name
    run.title = text
    run.game = text
    run.agents[0].summary = text
    for index in run.levels.indices {
      run.levels[index].id = text
      run.levels[index].hash = text
      run.levels[index].facts = [(text, text)]
    }
    run.levels[0].picture = .text(text + "\n" + text)
    run.levels[1].picture = .hexagons(rows: [text, text])
    let agent = run.agents[0].name
    run.levels[6].name = text
    run.agents[0].name = text
    for index in run.cells.indices {
      if run.cells[index].level == first { run.cells[index].level = text }
      if run.cells[index].agent == agent { run.cells[index].agent = text }
      run.cells[index].lossReasons = [(text, 3)]
      run.cells[index].faultMessages = [(text, 1, 0)]
      run.cells[index].faults = 1
      run.cells[index].metrics = [
        MetricSummary(name: text, unit: text, summary: text, value: nil)
      ]
      run.cells[index].examples.append(
        ExampleGame(label: text, index: 1, end: .faulted, score: 0, moves: 0))
    }
    run.addFlags()
    return run
  }

  @Test(arguments: hostile) func holdsNoMarkupOfUsers(_ text: String) {
    let page = ReportFormat.html.render(Self.hostileRun(text), runPath: text)
    let scanner = MarkupScanner(page)
    #expect(scanner.findings == [])
    // A board of another size has other cells; nothing else may differ.
    #expect(abs(scanner.tags - Self.harmlessTags) < 60)
    #expect(!page.unicodeScalars.contains("\u{202E}"))
    #expect(!page.unicodeScalars.contains("\u{1B}"))
    #expect(!page.unicodeScalars.contains("\u{0}"))
  }

  @Test(arguments: [0, 1, 14, 200]) func isWellFormed(levels: Int) {
    let run =
      levels == 0 ? ReportFixture.run([]) : ReportFixture.realistic(levels: levels, players: 2)
    let page = ReportFormat.html.render(run, runPath: "runs/a")
    let scanner = MarkupScanner(page)
    #expect(scanner.findings == [])
    #expect(Set(scanner.ids).count == scanner.ids.count)
    #expect(Set(scanner.targets).isSubset(of: scanner.ids))
    #expect(!page.contains("http://") && !page.contains("https://") && !page.contains("{{"))
    #expect(ReportFormat.html.render(run, runPath: "runs/a") == page)
  }

  @Test func theScannerFindsWhatItIsFor() {
    #expect(MarkupScanner("<p><img src=\"x\"></p>").findings.contains("tag <img"))
    #expect(MarkupScanner("<p onclick=\"x\">a</p>").findings == ["attribute onclick of <p"])
    #expect(MarkupScanner("<p>a < b</p>").findings.contains("tag <"))
    #expect(MarkupScanner("<p class=\"a\">a</p>").findings == [])
  }

  @Test func aHundredLevelsStayBelowFiveMegabytes() {
    let run = ReportFixture.realistic(levels: 100, players: 4)
    #expect(ReportFormat.html.render(run, runPath: "Reports/runs/hundred").utf8.count < 5_000_000)
  }

  @Test func figuresAreFiniteInEveryFormat() {
    var run = ReportFixture.realistic(levels: 3)
    for index in run.cells.indices {
      run.cells[index].passRate = Interval(value: .nan, low: -.infinity, high: .infinity)
      run.cells[index].score?.mean = .nan
      run.cells[index].score?.sd = .infinity
      run.cells[index].score?.meanInterval = Interval(value: .nan, low: .nan, high: .nan)
      run.cells[index].metrics[0].value = Interval(value: .nan, low: .nan, high: .nan)
    }
    run.addFlags()
    for format in ReportFormat.allCases {
      let text = format.render(run, runPath: "r")
      let figures = text.split { !($0.isLetter || $0.isNumber || $0 == "-") }
      #expect(!figures.contains { ["nan", "-nan", "inf", "-inf", "infinity"].contains($0) })
    }
  }

  @Test func aPartialRunSaysSo() {
    var run = ReportFixture.run([ReportFixture.cell("L", "casual", wins: 5, of: 10)], games: 25)
    #expect(!ReportFormat.html.render(run, runPath: "r").contains("Partial run."))
    run.isPartial = true
    #expect(ReportFormat.html.render(run, runPath: "r").contains("15 of 25 games were not played"))
  }

  @Test func commandsReplayTheGame() {
    var cell = ReportFixture.cell("It's a \"trap\"", "greedy@shaky", wins: 0, of: 100)
    cell.score = ReportFixture.distribution([1])
    cell.examples = [ExampleGame(label: "best", index: 7, end: .lost, score: 1, moves: 2)]
    var run = ReportFixture.run([cell])
    run.addFlags()
    let command = #"playtest replay 'my runs/a' --level 'It'\''s a "trap"'"#
    let markup = HTMLText.escaped(command) + " --agent greedy@shaky --index 7</code>"
    #expect(ReportFormat.html.render(run, runPath: "my runs/a").contains(markup))
    #expect(ReportFormat.md.render(run, runPath: "my runs/a").contains(command))
  }

  /// A narrow column breaks a player's name after `@` alone; everywhere else it is text.
  @Test func aPlayersNameMayBreakAtItsExecution() {
    let cell = ReportFixture.cell("L", "<b>@shaky", wins: 5, of: 10)
    let page = ReportFormat.html.render(ReportFixture.run([cell]), runPath: "r")
    #expect(page.contains("<bdi>&lt;b&gt;@<wbr>shaky</bdi></th><td class=\"rate\">"))
    #expect(page.contains("data-label=\"&lt;b&gt;@&#8203;shaky\""))
    #expect(MarkupScanner(page).findings == [])
  }

  @Test func manyFlaggedLevelsStayFoldedButTheWorst() {
    func open(_ levels: Int) -> Int {
      let page = ReportFormat.html.render(
        ReportFixture.realistic(levels: levels, players: 2), runPath: "r")
      return page.split(separator: "<details open>").count - 1
    }
    #expect(open(1) == 1)
    #expect(open(14) == 5)
    #expect(open(100) == 3)
  }
}
