import TestSupport
import Testing

@testable import BubbleBlastGame
@testable import SimHarness
@testable import TextFormats

/// Every rule of the level file has an error that says what is wrong and what to do.
@Suite struct BubbleLevelFileErrorTests {
  @Test func reportsEverythingAtOnce() {
    let text = """
      {
        "format": "playtest-level",
        "version": 1,
        "game": "bubble-blast",
        "name": "",
        "shotz": 30,
        "columns": 4,
        "preview": 9,
        "spawn": {"weights": {"red": -1, "rad": 1}},
        "legend": {"x": "crat", "ab": "bomb", ".": "bomb"},
        "grid": [
          "RRRR",
          "RRRR",
          "RR",
          "Rrx",
          "Q..q"
        ]
      }
      """
    let bubbles =
      "blue, red, orange, green, yellow, purple, cyan, white, bomb, broken, chameleon, crate, "
      + "indestructible, lightning, lonely, rainbow, star, timer_bomb"
    let letters =
      "B blue, R red, O orange, G green, Y yellow, P purple, C cyan, W white, * bomb, x crat, "
      + "# indestructible, = lightning, $ star"
    #expect(
      lines(text) == [
        "a.json:5: $.name: this is empty; write a name",
        "a.json:6: $.shotz: unknown field 'shotz'; did you mean 'shots'? known: format, version, "
          + "game, name, id, ruleset, columns, rows, shots, preview, swap, maxBounces, contact, "
          + "descent, queue, spawn, spawner, scoring, goal, stars, rules, params, legend, grid",
        "a.json:8: $.preview: expected a whole number from 0 to 8, found 9",
        "a.json:9: $.spawn.weights.rad: unknown colour 'rad'; did you mean 'red'? known: blue, "
          + "red, orange, green, yellow, purple, cyan, white",
        "a.json:9: $.spawn.weights.red: expected a number from 0 to 1000000, found -1",
        "a.json:10: $.legend.ab: a letter of the legend must be one character, found \"ab\"; "
          + "shorten it",
        "a.json:10: $.legend.x: unknown bubble 'crat'; did you mean 'crate'? known: \(bubbles)",
        "a.json:10: $.legend[\".\"]: \".\" always means an empty cell; choose another letter",
        "a.json:13: $.grid[1]: row 1 has 4 cells; odd rows have 3; remove 1",
        "a.json:14: $.grid[2]: row 2 has 2 cells; even rows have 4; add 2",
        "a.json:15: $.grid[3]: unknown letter 'r' in column 1; did you mean 'R'? known: "
          + "\(letters); `legend` can name kinds by other letters",
        "a.json:16: $.grid[4]: unknown letter 'Q' in column 0; known: \(letters); "
          + "`legend` can name kinds by other letters",
        "a.json:16: $.grid[4]: unknown letter 'q' in column 3; known: \(letters); "
          + "`legend` can name kinds by other letters",
      ])
  }

  @Test(arguments: [
    (
      #""ruleset": "froze""#,
      "ruleset: unknown ruleset 'froze'; did you mean 'frozen-bubble'? "
        + "known: saga, frozen-bubble"
    ),
    (#""columns": 1"#, "columns: expected a whole number from 2 to 64, found 1"),
    (#""columns": 65"#, "columns: expected a whole number from 2 to 64, found 65"),
    (#""rows": 8"#, "rows: expected a whole number from 9 to 64, found 8"),
    (#""rows": 12.5"#, "rows: expected a whole number from 9 to 64, found 12.5"),
    (#""shots": 0"#, "shots: expected a whole number from 1 to 100000, found 0"),
    (#""shots": "many""#, "shots: expected a whole number from 1 to 100000, found \"many\""),
    (#""swap": 1"#, "swap: expected true or false, found 1"),
    (
      #""swap": true, "preview": 0"#,
      "swap: \"swap\" needs a next colour to swap with; set preview to at least 1"
    ),
    (#""maxBounces": -1"#, "maxBounces: expected a whole number from 0 to 10000, found -1"),
    (#""contact": 0"#, "contact: expected a number from 0.001 to 1, found 0"),
    (#""contact": 1.01"#, "contact: expected a number from 0.001 to 1, found 1.01"),
    (#""descent": 9"#, "descent: expected an object, found a number"),
    (#""descent": {}"#, "descent: the field 'every' is missing; add it"),
    (
      #""descent": {"every": 0}"#,
      "descent.every: expected a whole number from 1 to 10000, found 0"
    ),
    (
      #""queue": ["blu"]"#,
      "queue[0]: unknown colour 'blu'; did you mean 'blue'? known: blue, red, orange, green, "
        + "yellow, purple, cyan, white"
    ),
    (#""queue": "red""#, "queue: expected an array of colours, found a string"),
    (
      #""spawn": {"weights": {"red": 0}}"#,
      "spawn.weights: all weights are 0, so the cannon has no colour; "
        + "set at least one above 0"
    ),
    (
      #""spawn": {"weights": {}}"#,
      "spawn.weights: all weights are 0, so the cannon has no colour; "
        + "set at least one above 0"
    ),
    (#""spawn": {"onlyPresent": 0}"#, "spawn.onlyPresent: expected true or false, found 0"),
    (
      #""scoring": "bobble""#,
      "scoring: unknown name 'bobble'; known: saga, puzzle-bobble"
    ),
    (
      #""scoring": 3"#,
      "scoring: expected \"saga\", \"puzzle-bobble\" or an object of numbers, found 3"
    ),
    (
      #""scoring": {"fallen": 20000}"#,
      "scoring.fallen: expected a whole number from -10000 to 10000, found 20000"
    ),
    (#""goal": 3"#, "goal: expected \"clear\" or {\"score\": N}, found 3"),
    (#""goal": "cleer""#, "goal: unknown name 'cleer'; did you mean 'clear'? known: clear"),
    (
      #""goal": {"score": 0}"#,
      "goal.score: expected a whole number from 1 to 1000000000, found 0"
    ),
    (#""stars": [1, 2]"#, "stars: expected an array of 3 scores, found 2"),
    (
      #""stars": [1, 3, 3]"#,
      "stars: each star needs a higher score than the one before; write them in ascending order"
    ),
    (
      #""rules": {"aim": 3}"#,
      "rules.aim: unknown rule 'aim'; did you mean 'aims'? known: aims, aimMargin, matchSize"
    ),
    (#""rules": {"aims": 2}"#, "rules.aims: expected a whole number from 3 to 1024, found 2"),
    (
      #""rules": {"contact": 0.5}"#,
      "rules.contact: the rule 'contact' has its own field; "
        + "write it as 'contact', not under rules"
    ),
    (
      #""rules": {"descent": 5}"#,
      "rules.descent: the rule 'descent' has its own field; "
        + "write it as 'descent.every', not under rules"
    ),
    (
      #""rules": {"matched": 5}, "scoring": {"matched": 4}"#,
      "rules.matched: the rule 'matched' is set twice, here and in the field 'scoring.matched'; "
        + "remove it here"
    ),
    (
      #""params": {"crate": {"hit": 2}}"#,
      "params.crate.hit: unknown parameter 'hit' of 'crate'; did you mean 'hits'? known: hits"
    ),
    (
      #""params": {"crate": {"hits": 10}}"#,
      "params.crate.hits: expected a number from 1 to 9, found 10"
    ),
    (
      #""params": {"broken": {"hits": 10}}"#,
      "params.broken: bubbles/broken.lua:3: '=' expected near 'x'"
    ),
    (#""legend": {"x": 3}"#, "legend.x: expected a string, found 3"),
    (
      #""legend": {"\u0007": "red"}"#,
      #"legend["\u{7}"]: "\u{7}" is not visible in a grid; choose another letter"#
    ),
    (
      #""legend": {"R": "broken"}"#,
      "legend.R: bubbles/broken.lua:3: '=' expected near 'x'"
    ),
    (
      #""legend": {"R": "lonely"}"#,
      "legend.R: the kind 'lonely' uses another one: unknown kind 'indestructable'; did you mean "
        + "'indestructible'? known: bomb, broken, chameleon, crate, indestructible, lightning, "
        + "lonely, rainbow, star, timer_bomb"
    ),
    (
      #""ruleset": "frozen-bubble", "columns": 12"#,
      "columns: the ruleset frozen-bubble has 8 columns, not 12; remove this field"
    ),
  ])
  func complainsAboutFields(field: String, message: String) {
    let text = """
      {"format": "playtest-level", "version": 1, "game": "bubble-blast", "name": "A",
      \(field), "grid": ["RRRRRRRRRRRR"]}
      """
    #expect(lines(text) == ["a.json:2: $." + message])
  }

  /// Numbers that Frozen-Bubble's flight does not use.
  @Test func complainsAboutFieldsThatARulesetIgnores() {
    func found(_ fields: String) -> [String] {
      lines(
        """
        {"format": "playtest-level", "version": 1, "game": "bubble-blast", "name": "A",
        "ruleset": "frozen-bubble", "grid": ["RRRRRRRR"],
        \(fields)}
        """)
    }
    #expect(
      found(#""maxBounces": 0"#) == [
        "a.json:3: $.maxBounces: the ruleset frozen-bubble does not limit bounces; remove this field"
      ])
    #expect(
      found(#""contact": 0.5"#) == [
        "a.json:3: $.contact: the ruleset frozen-bubble has a contact of its own, 0.82; remove this"
          + " field"
      ])
    #expect(found(#""maxBounces": 64, "contact": 0.86"#) == [])
  }

  @Test func complainsAboutTheGrid() {
    func grid(_ rows: [String], _ fields: String = "") -> String {
      let strings = rows.map { "\"\($0)\"" }.joined(separator: ", ")
      return """
        {"format": "playtest-level", "version": 1, "game": "bubble-blast", "name": "A",\(fields)
        "grid": [\(strings)]}
        """
    }
    let many = (0..<13).map { String(repeating: ".", count: 12 - $0 % 2) }
    #expect(
      lines(grid(many)) == [
        "a.json:2: $.grid: expected at most 12 rows, found 13; "
          + "remove some or set rows to 13"
      ])
    #expect(lines(grid(many, #" "rows": 13,"#)) == [])
    let tooMany = (0..<65).map { String(repeating: ".", count: 12 - $0 % 2) }
    #expect(
      lines(grid(tooMany)) == [
        "a.json:2: $.grid: expected at most 12 rows, and never more than 64, found 65; remove 53"
      ])
    #expect(
      lines(grid(tooMany, #" "rows": 64,"#)) == [
        "a.json:2: $.grid: expected at most 64 rows, found 65; remove 1"
      ])
    let special = grid(["R*RRRRRR"], #" "ruleset": "frozen-bubble","#)
    #expect(
      lines(special) == [
        "a.json:2: $.grid[0]: the ruleset frozen-bubble has plain colours only; "
          + "remove 'bomb' from the grid"
      ])
    let few = BubbleKindList([TestKinds.kind("crate", "x")])
    #expect(
      lines(grid(["*R.........."]), catalog: few) == [
        "a.json:2: $.grid[0]: the letter '*' stands for 'bomb', which does not exist; "
          + "name the letter in `legend` or restore the script; known: crate"
      ])
  }

  @Test func measuresNothingWhereTheSizeIsUnknown() {
    let text = """
      {"format": "playtest-level", "version": 1, "game": "bubble-blast", "name": "A",
      "columns": 99, "grid": ["RRRR", "RRR"]}
      """
    #expect(
      lines(text) == ["a.json:2: $.columns: expected a whole number from 2 to 64, found 99"])
  }

  private func lines(
    _ text: String, catalog: any BubbleKindCatalog = TestKinds.all
  ) -> [String] {
    do throws(FileIssues) {
      _ = try BubbleLevelFile.reading(text, catalog: catalog)
      return []
    } catch {
      return error.lines
    }
  }
}
