import Foundation
import TestSupport
import Testing

@testable import Catalogue
@testable import SimHarness
@testable import TextFormats

/// The examples beside scripts.
@Suite struct ScriptTestTests {
  /// The one example of a bubble that turns green when one beside it goes.
  private func run(
    _ expected: String, moves: String = #"[{"land": [1, 0]}]"#,
    body: String = "board:set(cell, 'green')",
    level: String = #""grid": ["RRpBB."], "queue": ["red"]"#
  ) throws -> ScriptTest.Outcome {
    let source = ScriptSource(
      name: "bubbles/paint.lua",
      text: """
        local paint = { name = "paint", glyph = "p" }
        function paint.on_neighbour_removed(board, cell) \(body) end
        return paint
        """)
    let text = """
      {"format": "playtest-script-test", "version": 1, "cases": [
        {"name": "it turns green", "level": {\(level)},
         "moves": \(moves), "expect": {\(expected)}}]}
      """
    let tests = try ScriptTestFile(reading: Array(text.utf8), file: "paint.test.json")
    let library = ScriptLibrary(kept: [source])
    let test = try ScriptTest(script: source, folder: "bubbles", library: library)
    #expect(test.name == "paint" && tests.cases[0].line == 2)
    return test.run(tests.cases[0])
  }

  @Test func whatIsAsExpectedIsFine() throws {
    #expect(try run(#""board": ["..GBB."], "score": 30, "outcome": null"#).problems == [])
  }

  /// Expected and found stand beside each other; rows that differ are marked.
  @Test func whatDiffersIsShownBesideEachOther() throws {
    let outcome = try run(#""board": [".RGBB.", "R"], "score": 31, "next": ["red"]"#)
    var expected = [
      "board:", "  expected     found", "  .RGBB.    |  ..GBB.", "   R        |   .....",
    ]
    expected += (2...12).map { $0 % 2 == 0 ? "  ......       ......" : "   .....        ....." }
    #expect(outcome.problems.prefix(15) == expected[...], "\(outcome.problems)")
    #expect(outcome.problems[15] == "score: expected 31, found 30")
    #expect(outcome.problems[16] == "next:" && outcome.problems.count == 19)
  }

  @Test func unknownValuesAreNamed() throws {
    let problems = try run(#""scor": 30"#).problems
    #expect(
      problems.count == 1
        && problems[0].hasPrefix("expect: unknown value 'scor'; did you mean 'score'? known: turn,"),
      "\(problems)")
    #expect(
      try run("").problems.first?.hasPrefix("`expect` is empty; the result is: {\"turn\":1,")
        == true)
  }

  /// A value that `generate` and `level new` would refuse proves nothing.
  @Test func aGeneratorsParametersStayInTheirRanges() throws {
    let source = ScriptSource(
      name: "generators/made.lua",
      text: """
        local made = { name = "made", game = "bubble-blast", params = { n = { 5, 1, 10 } } }
        function made.generate(random, params) return { n = params.n } end
        return made
        """)
    let text = """
      {"format": "playtest-script-test", "version": 1, "cases": [
        {"name": "most", "params": {"n": 10}, "expect": {"n": 10}},
        {"name": "more", "params": {"n": 11}, "expect": {"n": 11}}]}
      """
    let tests = try ScriptTestFile(reading: Array(text.utf8), file: "made.test.json")
    let test = try ScriptTest(
      script: source, folder: "generators", library: ScriptLibrary(kept: [source]))
    #expect(
      tests.cases.map { test.run($0).problems } == [[], ["params.n: it must be from 1 to 10"]])
  }

  @Test func whatCannotBePlayedSaysWhy() throws {
    let score = #""score": 0"#
    #expect(
      try run(score, moves: #"[{"land": [5, 5]}]"#).problems
        == [
          "a script failed: agents/example-shooter.lua:11: no shot lands at row 5, column 5 in turn 1"
        ])
    #expect(
      try run(score, body: "error('no paint')").problems
        == ["a script failed: bubbles/paint.lua:2: no paint"])
    #expect(
      try run(score, level: #""grid": ["RRpBB."], "shotz": 3"#).problems.first?
        .hasPrefix("level.shotz: unknown field 'shotz'; did you mean 'shots'?") == true)
    #expect(
      try run(score, moves: #"[{"angel": 1}]"#).problems
        == [
          "moves[0]: the field 'angle' is missing; add it",
          "moves[0].angel: unknown field 'angel'; did you mean 'angle'? known: angle, swap",
        ])
  }

  /// Prints are kept with the example, so that one can look into it.
  @Test func whatIsPrintedIsKept() throws {
    let outcome = try run(#""score": 30"#, body: "print('cell', cell)")
    #expect(outcome.printed.map(\.said) == ["paint.lua: cell\t3"])
  }

  @Test(arguments: [
    (#"{"version": 1, "cases": []}"#, "a.test.json:1: $: the field 'format' is missing; add it"),
    (
      #"{"format": "playtest-script-test", "version": 1, "cases": [{"nam": "x", "expect": {}}]}"#,
      "a.test.json:1: $.cases[0].nam: unknown field 'nam'; did you mean 'name'?"
    ),
    (
      #"{"format": "playtest-script-test", "version": 2, "cases": []}"#,
      "a.test.json:1: $.version: version 2 is of another build of playtest; this build reads 1"
    ),
    (
      #"{"format": "playtest-level", "version": 1, "cases": []}"#,
      "a.test.json:1: $.format: expected \"playtest-script-test\"; this is not a file of examples"
    ),
    (
      """
      {"format": "playtest-script-test", "version": 1, "cases": [
        {"name": "x", "moves": [{"land": [1, 2]}, {"angle": 1}], "expect": {}}]}
      """, "a.test.json:2: $.cases[0].moves: either all moves or none must have `land`"
    ),
    (
      """
      {"format": "playtest-script-test", "version": 1, "cases": [
        {"name": "x", "moves": [{"land": [1]}], "expect": {}}]}
      """, "a.test.json:2: $.cases[0].moves[0].land: expected an array of 2 numbers, found 1"
    ),
  ])
  func badFilesAreRefusedWithTheirPlace(_ text: String, _ line: String) {
    let issues = #expect(throws: FileIssues.self) {
      try ScriptTestFile(reading: Array(text.utf8), file: "a.test.json")
    }
    #expect(
      issues?.lines.contains { $0.hasPrefix(line) } == true, "\(issues?.lines ?? [])")
  }

  /// Every bundled script has examples beside it, and they come out as they say; games have tests of
  /// their own (`Games/Open`).
  @Test(arguments: ScriptKind.allCases.filter { $0 != .game })
  func everyBundledScriptHasExamplesThatHold(_ kind: ScriptKind) throws {
    let library = Bubbles.library
    for path in library.files(of: kind) {
      let file = String(path.dropLast(".lua".count)) + ScriptTestFile.suffix
      let bytes = try #require(
        FileManager.default.contents(atPath: file), "\(path) has no examples; write \(file)")
      let tests = try ScriptTestFile(reading: Array(bytes), file: file)
      let test = try ScriptTest(
        script: try library.source(at: path, shownAs: path), folder: kind.folder, library: library)
      #expect(test.kind == kind, "\(path)")
      for outcome in tests.cases.map(test.run) {
        #expect(outcome.problems == [], "\(file):\(outcome.line): \(outcome.name)")
        #expect(outcome.printed.isEmpty, "\(file):\(outcome.line): \(outcome.name)")
      }
    }
  }

  // MARK: As a command

  @Test func theCommandExitsWithOneWhereSomethingDiffers() throws {
    try Program.inFolder { folder in
      func write(_ board: String) throws {
        let text = """
          {"format": "playtest-script-test", "version": 1, "cases": [
            {"name": "a shot", "level": {"grid": ["RR*BB."], "queue": ["red"]},
             "moves": [{"land": [1, 1]}], "expect": {"board": ["\(board)"]}}]}
          """
        try Program.write(text, to: "bomb.test.json", in: folder)
        let copied = try Program.shell(
          """
          mkdir -p own/bubbles; cp scripts/bubbles/bomb.lua bomb.test.json own/bubbles/
          """, in: folder)
        #expect(copied.code == 0, "\(copied.errors)")
      }
      let test = "playtest script test own/bubbles/bomb.lua"
      try write("R...B.")
      let good = try Program.shell(test, in: folder)
      #expect(good.code == 0, "\(good.output)\(good.errors)")
      #expect(good.output == "ok: bubble bomb: 1 example\n")
      try write("R..BB.")
      let bad = try Program.shell(test, in: folder)
      #expect(bad.code == 1)
      #expect(bad.errors == "playtest: 1 of 1 examples failed\n")
      #expect(bad.output.contains("  R..BB.    |  R...B.\n"), "\(bad.output)")
      let none = try Program.shell("playtest script test scripts/lib/list.lua", in: folder)
      #expect(none.code == 66)
      #expect(
        none.errors
          == "playtest: scripts/lib/list.test.json: no such examples; playtest script test --help"
          + " describes the file\n")
    }
  }

  /// Files of examples are no scripts: neither listed nor checked.
  @Test func examplesAreNoScripts() throws {
    try Program.inFolder { folder in
      let check = try Program.shell(
        "echo '{}' > bomb.test.json; playtest script check bomb.test.json", in: folder)
      #expect(check.code == 65)
      #expect(
        check.errors
          == "playtest: bomb.test.json: this file has a script's examples, not a"
          + " script; play them with playtest script test\n")
      let list = try Program.shell("playtest list bubbles", in: folder)
      #expect(list.code == 0 && !list.output.contains("test"))
    }
  }
}
