import Testing

@testable import SimHarness
@testable import TextFormats

/// What is said of a wrong level of a game of one's own: line, field and column.
@Suite struct OpenLevelErrorTests {
  static let fields = """
    fields = {
      { name = "size", kind = "whole", min = 2, max = 9, default = 5 },
      { name = "share", kind = "number", min = 0, max = 1, default = 0.5 },
      { name = "wraps", kind = "flag", default = false },
      { name = "colour", kind = "choice", of = { "red", "blue" }, default = "red" },
      { name = "weights", kind = "list", min = 0, max = 9, most = 3, default = { 1, 2 } },
      { name = "map", kind = "grid", letters = ".#", rows = { 1, 3 }, columns = { 2, 3 },
        default = { "..", ".." } },
    },
    """

  /// Writes the parts of a level's file after its head, each from line 2 on.
  private static func lines(_ parts: [String], body: String = "") throws -> [String] {
    let game = try Open.game("small", text: Open.small(body, fields: fields))
    let head = #"{"format": "playtest-level", "version": 1, "game": "small", "name": "é🎈","#
    let text = "\(head)\n" + parts.joined(separator: ",\n") + "}"
    let issues = #expect(throws: FileIssues.self) {
      _ = try OpenLevel(reading: Array(text.utf8), file: "a.json", of: game)
    }
    return issues?.lines ?? []
  }

  @Test func everyWrongFieldIsNamedWithItsLineAndColumn() throws {
    let lines = try Self.lines([
      #" "size": "big""#,
      #"  "share": 1.5, "wraps": 1"#,
      #""colour": "🎈", "colours": 1"#,
      #" "weights": [1, 2.5, 12]"#,
      "\t\"map\": [\"..\",\n  \"é#\", \"...\"]",
    ])
    #expect(
      lines == [
        #"a.json:2: $.size: column 10: expected a whole number from 2 to 9, found "big""#,
        "a.json:3: $.share: column 12: expected a number from 0 to 1, found 1.5",
        "a.json:3: $.wraps: column 26: expected true or false, found 1",
        #"a.json:4: $.colour: column 11: unknown colour '🎈'; known: red, blue"#,
        "a.json:4: $.colours: column 16: unknown field 'colours'; did you mean 'colour'? known: "
          + "format, version, game, name, id, size, share, wraps, colour, weights, map",
        "a.json:5: $.weights[1]: column 17: expected a whole number from 0 to 9, found 2.5",
        "a.json:5: $.weights[2]: column 22: expected a whole number from 0 to 9, found 12",
        "a.json:7: $.map[1]: column 3: the character 'é' is not one of '.#'",
        "a.json:7: $.map[2]: column 9: expected 2 characters as in the first row, found 3",
      ])
  }

  @Test func whatTheGameSaysStandsAtItsField() throws {
    let body = """
      function game.check(level)
        if level.size == 3 then return "size", "too narrow" end
        if level.size == 4 then return "never won" end
        if level.size == 6 then return "size", " " end
        if level.wraps then return "weights", "no room" end
      end
      """
    for (part, line) in [
      (#"   "size": 3"#, "a.json:2: $.size: column 12: too narrow"),
      (
        #""size": 4"#,
        "a.json:1: $: column 1: games/small.lua:21: check must return nothing, or the name of a "
          + #"field and what is wrong with it, not "never won" alone"#
      ),
      (
        #""size": 6"#,
        "a.json:1: $: column 1: games/small.lua:21: check must return nothing, or the name of a "
          + #"field and what is wrong with it, not "size" and an empty text"#
      ),
      // The field that it names is left out of the file.
      (#""wraps": true"#, "a.json:1: $: column 1: weights: no room"),
    ] {
      let lines = try Self.lines([part], body: body)
      #expect(lines == [line])
    }
  }

  @Test func aTextThatIsNoJSONSaysItsColumnOnce() throws {
    let lines = try Self.lines([#""size": 5 5"#])
    #expect(lines == ["a.json:2: $: column 11: a comma is missing before this value; add it"])
  }
}
