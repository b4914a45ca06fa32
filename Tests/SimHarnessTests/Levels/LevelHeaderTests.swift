import TestSupport
import Testing

@testable import BubbleBlastGame
@testable import SimHarness
@testable import TextFormats

@Suite struct LevelHeaderTests {
  @Test(arguments: [
    ("[]", "$: expected an object, found an array; a level file is one JSON object"),
    (
      #"{"format": "playtest-record", "version": 1}"#,
      "$.format: expected \"playtest-level\", found \"playtest-record\"; this is not a level file"
    ),
    (
      #"{"format": "playtest-level", "version": 2, "game": "new"}"#,
      "$.version: version 2 was written by a newer playtest, and this one reads 1; update playtest"
    ),
    (
      #"{"format": "playtest-level", "version": 1, "game": "bubbleblast"}"#,
      "$.game: unknown game 'bubbleblast'; did you mean 'bubble-blast'? known: bubble-blast, "
        + "peggle, bubble-pop, set, playing-cards, cards"
    ),
    (
      #"{"format": "playtest-level", "version": 1}"#,
      "$: the field 'game' is missing; add it"
    ),
    (
      #"{"format": "playtest-level", "version": 0, "game": "bubble-blast", "name": "A", "grid": []}"#,
      "$.version: expected a whole number of at least 1, found 0"
    ),
    (
      #"{"version": 1, "game": "bubble-blast", "name": "A", "grid": []}"#,
      "$: the field 'format' is missing; add it"
    ),
    (
      #"{"format": "playtest-level", "version": 1, "game": "bubble-blast", "grid": []}"#,
      "$: the field 'name' is missing; add it"
    ),
    (
      #"{"format": "playtest-level", "version": 1, "game": "bubble-blast", "name": "A"}"#,
      "$: the field 'grid' is missing; add it"
    ),
  ])
  func complainsAboutHeaders(text: String, message: String) {
    #expect(throws: FileIssues(file: "a", issues: [issue(message)])) {
      try LevelFile.read(Array(text.utf8), file: "a", catalog: TestKinds.all)
    }
  }

  @Test(arguments: [
    ("A", nil), ("  é 漢 👩‍👩‍👧 ", nil), (String(repeating: "n", count: 200), nil),
    ("", "this is empty; write a name"), (" \t", "this is only white space; write a name"),
    ("a\u{1B}b", #"the character \u{1B} cannot be shown; remove it"#),
    ("a\u{2028}b", #"the character \u{2028} cannot be shown; remove it"#),
    // These turn the letters around them.
    ("a\u{202E}b", #"the character \u{202E} cannot be shown; remove it"#),
    ("\u{2066}a", #"the character \u{2066} cannot be shown; remove it"#),
    ("a\u{200F}", #"the character \u{200F} cannot be shown; remove it"#),
    ("a\u{61C}b", #"the character \u{61C} cannot be shown; remove it"#),
    (
      String(repeating: "n", count: 201),
      "expected at most 200 characters, found 201; shorten it"
    ),
  ])
  func judgesNames(name: String, problem: String?) {
    #expect(LevelHeader.problem(with: name) == problem)
  }

  @Test func readsTheID() throws {
    let text = """
      {"format": "playtest-level", "version": 1, "game": "bubble-blast", "name": "A", "id": "B",
       "grid": []}
      """
    let file = try LevelFile.read(Array(text.utf8), file: "a", catalog: TestKinds.all)
    #expect(file.header == LevelHeader(game: BubbleBlast.name, name: "A", id: "B"))
    #expect(file.header.game == "bubble-blast")
  }

  private func issue(_ message: String) -> FileIssue {
    let parts = message.split(separator: ": ", maxSplits: 1)
    return FileIssue(line: 1, path: String(parts[0]), message: String(parts[1]))
  }
}
