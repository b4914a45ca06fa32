import Testing

@testable import SimHarness
@testable import TextFormats

@Suite struct FileIssuesTests {
  @Test func sortsByLinePathAndMessage() {
    let issues = [
      FileIssue(line: 10, path: "$.a", message: "z"), FileIssue(line: 2, path: "$.b", message: "y"),
      FileIssue(line: 2, path: "$.a", message: "x"), FileIssue(line: 2, path: "$.a", message: "w"),
      FileIssue(line: 2, path: "", message: "v"),
    ]
    #expect(
      FileIssues(file: "levels/a.json", issues: issues).lines == [
        "levels/a.json:2: v", "levels/a.json:2: $.a: w", "levels/a.json:2: $.a: x",
        "levels/a.json:2: $.b: y", "levels/a.json:10: $.a: z",
      ])
  }

  @Test(arguments: [(20, 20, nil), (21, 21, "and 1 more"), (50, 21, "and 30 more")])
  func showsTwentyAtMost(count: Int, lines: Int, last: String?) {
    let issues = (1...count).map { FileIssue(line: $0, path: "$", message: "wrong; repair it") }
    let shown = FileIssues(file: "a", issues: issues).lines
    #expect(shown.count == lines)
    #expect(last == nil || shown.last == last)
  }

  @Test func staysOnOneLine() {
    let issue = FileIssue(
      line: 1, path: "$.\u{1B}[31m", message: "a\nb\u{202E}c\u{2028}d\u{9B}e\u{200B}")
    let text = FileIssues(file: "x\ry", issues: [issue]).description
    #expect(text == #"x\u{D}y:1: $.\u{1B}[31m: a\u{A}b\u{202E}c\u{2028}d\u{9B}e\u{200B}"#)
    let long = FileIssue(line: 1, path: "", message: String(repeating: "é", count: 10_000))
    #expect(long.description.count == 604)
  }
}
