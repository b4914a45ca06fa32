import Foundation
import FoundationXML
import Testing

@testable import SimHarness

/// `playtest check` on a suite of one small level.
@Suite struct CheckCommandTests {
  private static func inFolder(_ gates: String, _ body: (URL) throws -> Void) throws {
    try Program.inFolder { folder in
      try Program.write(Program.goodLevel, to: "good.json", in: folder)
      try Program.write(
        "name: s<1>\nlevels: [good.json]\ngames: 120\nseed: 3\ngates:\n\(gates)\n", to: "s.yml",
        in: folder)
      try body(folder)
    }
  }

  private static let gates = """
      - {levels: "G*", require: "pass_rate(casual) >= 0.05"}
      - {require: "pass_rate(random) >= 0.99"}
      - {require: "score_mean(random) <= 1e6"}
    """

  /// Such a gate asks for a figure only: alone it is measured on all games, as without
  /// --sequential; beside a gate that can fail it is measured on that one's games.
  @Test func aGateThatCannotFailPassesOnTheWayToo() throws {
    let trivial = """
        - {require: "pass_rate(casual) >= 0"}
        - {require: "capped_rate(casual) <= 1"}
        - {require: "pass_rate(random) in 0...1"}
      """
    try Self.inFolder(trivial) { folder in
      let plain = try Program.shell("playtest check s.yml --quiet", in: folder)
      let sequential = try Program.shell("playtest check s.yml --quiet --sequential", in: folder)
      #expect(plain.code == 0 && sequential.code == 0, "\(sequential.output)")
      func gates(_ result: Program.Result) -> [Substring] {
        Array(result.output.split(separator: "\n").prefix(6))
      }
      #expect(gates(plain).first == "ok      Good  pass_rate(casual) >= 0")
      #expect(gates(sequential) == gates(plain))
      #expect(
        sequential.output.contains("240 games played; deciding early saved 0 of 240 (0%).\n"))
    }
    let mixed = """
        - {require: "pass_rate(casual) >= 0"}
        - {require: "pass_rate(casual) <= 0.05"}
      """
    try Self.inFolder(mixed) { folder in
      let result = try Program.shell("playtest check s.yml --quiet --sequential", in: folder)
      #expect(result.code == 1)
      #expect(result.output.contains("ok      Good  pass_rate(casual) >= 0\n"), "\(result.output)")
      #expect(result.output.contains("32 games played; deciding early saved 88 of 120 "))
    }
  }

  /// No output takes the place of the suite, or of the run that is checked.
  @Test func anOutputOverWhatIsReadIsRefused() throws {
    try Self.inFolder(Self.gates) { folder in
      let result = try Program.shell("playtest check s.yml --junit ./s.yml", in: folder)
      #expect(result.code == 64)
      #expect(
        result.complaints == [
          "playtest: --junit ./s.yml: the command reads this file; name another one"
        ])
      let run = try Program.shell(
        "playtest run s.yml --agents casual,random --games 5 --out r --quiet > /dev/null;"
          + " playtest check s.yml --run r --markdown r/summary.json", in: folder)
      #expect(run.code == 64)
      #expect(run.errors.contains("this is a file of a run; name another one"))
      // Nor of anything else that somebody has written.
      try Program.write("return {}\n", to: "mine.lua", in: folder)
      for (file, kind) in [("good.json", "a level"), ("mine.lua", "a Lua script")] {
        let before = try Program.text(of: file, in: folder)
        let result = try Program.shell(
          "ln -sf \(file) link; playtest check s.yml --markdown \(file);"
            + " playtest check s.yml --junit link", in: folder)
        #expect(result.code == 64)
        #expect(
          result.errors.contains("--markdown \(file): this is \(kind); name another file"),
          "\(result.errors)")
        #expect(try Program.text(of: file, in: folder) == before)
      }
    }
  }

  @Test func failsAndWritesReports() throws {
    try Self.inFolder(Self.gates) { folder in
      let before = try Program.files(in: folder)
      let words = "check s.yml --quiet --junit gates.xml --markdown gates.md"
      let result = try Program.shell("playtest \(words) --jobs 2", in: folder)
      #expect(result.code == 1, "\(result.errors)")
      #expect(result.output.hasPrefix("FAILED  Good  pass_rate(random) >= 0.99\n"))
      #expect(result.output.contains("ok      Good  pass_rate(casual) >= 0.05\n"))
      #expect(result.output.contains("1 of 3 gates failed.\n240 games played, seed 3.\n"))
      let xml = try Program.text(of: "gates.xml", in: folder)
      #expect(xml.contains(#"<testsuites tests="3" failures="1" errors="0">"#))
      #expect(xml.contains(#"<testsuite name="s&lt;1&gt;" tests="3""#))
      #expect(xml.contains(#"<failure message="measured 0."#))
      #expect(XMLParser(data: Data(xml.utf8)).parse())
      // The failing gate's game can be looked at with the two commands below it.
      let commands = xml.split(separator: "\n").filter { $0.hasPrefix("playtest ") }.map {
        $0.replacing("</failure>", with: "")
      }
      try #require(commands.count == 2, "\(xml)")
      #expect(commands[0] == "playtest run s.yml --agents casual,random")
      #expect(
        commands[1].hasPrefix(
          "playtest replay Reports/runs/s-1- --level Good --agent random --index "))
      let seen = try Program.shell("\(commands[0]) --quiet && \(commands[1])", in: folder)
      #expect(seen.code == 0, "\(seen.errors)")
      try FileManager.default.removeItem(at: folder.appending(path: "Reports"))
      // The terminal names them, too.
      #expect(
        result.output.hasSuffix(
          "\nnext:\n  # keep these games\n  \(commands[0])\n"
            + "  # watch a game of Good, which fails its gate\n  \(commands[1])\n"),
        "\(result.output)")
      let page = try Program.text(of: "gates.md", in: folder)
      #expect(page.hasPrefix("## Gates of s&lt;1&gt;\n"))
      #expect(page.contains(#"| **failed** | Good | pass\_rate(random) &gt;= 0.99 |"#))
      #expect(try Program.files(in: folder) == (before + ["gates.md", "gates.xml"]).sorted())
      let json = try Program.shell("playtest check s.yml --quiet --json", in: folder)
      #expect(json.code == 1)
      let tree = try #require(
        try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
      #expect(tree["format"] as? String == "playtest-gates" && tree["failed"] as? Int == 1)
      #expect(tree["suite"] as? String == "s<1>" && tree["gamesPlayed"] as? Int == 240)
      let gates = try #require(tree["gates"] as? [[String: Any]])
      #expect(gates.map { $0["failed"] as? Bool } == [false, true, false])
      #expect(gates[1]["require"] as? String == "pass_rate(random) >= 0.99")
      #expect(gates[1]["metric"] as? String == "pass_rate")
      let figure = try #require(gates[1]["figure"] as? [String: Double])
      #expect(try #require(figure["high"]) < 0.99)
      #expect((gates[1]["wouldFind"] as? [String: Any])?["low"] is Double)
      // The same for any number of workers.
      let again = try Program.shell("playtest check s.yml --quiet --jobs 1", in: folder)
      #expect(again.output == result.output)
    }
  }

  @Test func passesAndSavesGames() throws {
    try Self.inFolder(#"  - {require: "pass_rate(casual) >= 0.02"}"#) { folder in
      let all = try Program.shell("playtest check s.yml --quiet", in: folder)
      #expect(all.code == 0)
      #expect(all.output.contains("The gate passed.\n120 games played"))
      #expect(!all.output.contains("next:"))
    }
    try Self.inFolder(#"  - {require: "pass_rate(random) >= 0.99"}"#) { folder in
      let result = try Program.shell("playtest check s.yml --quiet --sequential", in: folder)
      #expect(result.code == 1)
      #expect(result.output.contains("32 games played; deciding early saved 88 of 120 (73%)."))
    }
  }

  @Test func filesOfItsOwnForEachResult() throws {
    try Self.inFolder(#"  - {require: "pass_rate(casual) >= 0.02"}"#) { folder in
      let same = try Program.shell("playtest check s.yml --junit r --markdown r", in: folder)
      #expect(same.code == 64)
      #expect(same.errors.contains("--junit and --markdown name one file; give each its own"))
      let dash = try Program.shell("playtest check s.yml --junit -", in: folder)
      #expect(dash.code == 64 && dash.errors.contains("--junit - is not a file; name one"))
    }
  }

  /// A gate that measured nothing has not passed.
  @Test func aGateWithoutAFigureDoesNotPass() throws {
    try Self.inFolder(
      """
        - {require: "one_star(random) >= 0.9"}
        - {require: "score(random) >= 0"}
      """
    ) { folder in
      let result = try Program.shell(
        "playtest check s.yml --quiet --junit g.xml --markdown g.md", in: folder)
      #expect(result.code == 1, "\(result.errors)")
      #expect(
        result.output.hasPrefix(
          "NONE    Good  one_star(random) >= 0.9\n"
            + "        could not be measured: the level has no score for it; levels of Bubble Blast"
            + " may have `stars`, for others use a score such as score_p50\n"))
      #expect(result.output.contains("ok      Good  score(random) >= 0\n"))
      #expect(
        result.output.contains("1 of 2 gates could not be measured, so nothing is known of it.\n"))
      #expect(!result.output.contains("passed"))
      #expect(try Program.text(of: "g.xml", in: folder).contains("errors=\"1\""))
      #expect(try Program.text(of: "g.md", in: folder).contains("not measured: the level has no"))
      let json = try Program.shell("playtest check s.yml --quiet --json", in: folder)
      #expect(json.code == 1 && json.output.contains("\"unmeasured\": 1,"))
      // The stars of a level are known to a gate that plays it.
      let level = Program.goodLevel.replacing("\"name\"", with: "\"stars\":[1,2,3],\"name\"")
      try Program.write(level, to: "good.json", in: folder)
      let starred = try Program.shell("playtest check s.yml --quiet", in: folder)
      #expect(starred.output.contains("  Good  one_star(random) >= 0.9\n        measured "))
    }
  }

  /// A suite's precision decides how many games a gate plays, as it does for `run`.
  @Test func aPrecisionIsHonoured() throws {
    try Self.inFolder(#"  - {require: "pass_rate(random) <= 0.9"}"#) { folder in
      let suite = try Program.text(of: "s.yml", in: folder)
        .replacing("games: 120", with: "precision: 0.2\nagents: [random]")
      try Program.write(suite, to: "p.yml", in: folder)
      let check = try Program.shell("playtest check p.yml --quiet", in: folder)
      #expect(check.output.contains("64 games played"), "\(check.output)\(check.errors)")
      let run = try Program.shell("playtest run p.yml --quiet --json --out r", in: folder)
      #expect(run.output.contains("\"games\":64,"), "\(run.errors)")
      try Program.Failure(
        65, "playtest check p.yml --sequential", "p.yml:3: $.precision: --sequential needs a number"
      ).check(in: folder)
      let games = try Program.shell("playtest check p.yml --quiet --games 40", in: folder)
      #expect(games.output.contains("40 games played"))
    }
  }

  /// A name in a suite is wrong at its place in the file.
  @Test func anUnknownPlayerIsFoundInTheSuite() throws {
    try Self.inFolder(#"  - {require: "pass_rate(causal) <= 0.9"}"#) { folder in
      try Program.Failure(65, "playtest check s.yml", "s.yml:6: unknown agent 'causal'")
        .check(in: folder)
      try Program.write(
        "name: s\nlevels: [good.json]\nagents:\n  - casual\n  - causal\n", to: "a.yml", in: folder)
      try Program.Failure(65, "playtest run a.yml", "a.yml:5: unknown agent 'causal'")
        .check(in: folder)
      try Program.Failure(64, "playtest run a.yml --agents causal", "unknown agent 'causal'")
        .check(in: folder)
    }
  }

  @Test(arguments: [
    (
      #"  - {require: "pass_rat(casual) >= 0.5"}"#,
      "s.yml:6: $.gates[0].require: unknown metric 'pass_rat'; did you mean 'pass_rate'?"
    ),
    (
      #"  - {levels: "X*", require: "pass_rate(casual) >= 0.5"}"#,
      "s.yml:6: $.gates[0].levels: no level's name matches \"X*\"; known: Good"
    ),
    (
      #"  - {require: "score_max(casual) >= 5"}"#,
      "s.yml:6: $.gates[0].require: score_max is too uncertain for a gate; require a quantile, such as"
        + " score_p95"
    ),
  ])
  func saysWhatIsWrong(gates: String, complaint: String) throws {
    try Self.inFolder(gates) { folder in
      try Program.Failure(65, "playtest check s.yml --quiet", complaint).check(in: folder)
    }
  }

  @Test func needsGates() throws {
    try Program.inFolder { folder in
      try Program.write("name: s\nlevels: [good.json]\n", to: "s.yml", in: folder)
      try Program.Failure(65, "playtest check s.yml", "s.yml:1: $.gates: there are no gates")
        .check(in: folder)
      try Program.Failure(66, "playtest check t.yml", "t.yml: no such file")
        .check(in: folder)
    }
  }
}
