import Foundation
import Testing

@testable import SimHarness

/// `tune` and `explain` as a user meets them.
@Suite struct TuneCommandTests {
  private static let tune = """
    level: good.json
    budget: {games: 500}
    parameters: [{path: shots, int: [6, 20]}]
    targets: [{metric: pass_rate, agent: casual, aim: AIM, tolerance: 0.2}]
    verify: {games: 100, seed: 7}
    """

  private static func inFolder(_ body: (URL) throws -> Void) throws {
    try Program.inFolder { folder in
      try Program.write(Program.goodLevel, to: "good.json", in: folder)
      try Program.write(tune.replacing("AIM", with: "0.6"), to: "possible.yml", in: folder)
      try Program.write(
        tune.replacing("AIM", with: "1").replacing("[6, 20]", with: "[2, 3]"),
        to: "impossible.yml", in: folder)
      try Program.write(
        tune.replacing("AIM", with: "0.6").replacing("casual", with: "causal"), to: "agent.yml",
        in: folder)
      try Program.write("level: good.json\nparameters: 3\n", to: "bad.yml", in: folder)
      try body(folder)
    }
  }

  @Test func writesTheLevelTheResultAndTheReport() throws {
    try Self.inFolder { folder in
      let result = try Program.run(
        ["tune", "possible.yml", "--out", "out", "--quiet", "--json"], in: folder)
      #expect(result.code == 0, "\(result.errors)")
      #expect(
        try Program.files(in: folder.appending(path: "out")) == [
          "levels", "levels/Good.json", "report.html", "tune.json", "tune.jsonl",
        ])
      #expect(try Program.text(of: "out/tune.json", in: folder) == result.output)
      let level = try Program.run(["level", "validate", "out/levels"], in: folder)
      #expect(level.code == 0)
      let again = try Program.run(
        ["tune", "possible.yml", "--out", "out", "--json", "--resume", "--jobs", "1"], in: folder)
      #expect(again.output == result.output)
    }
  }

  /// Where no game is lost there are no near misses: such points are left out, and the search goes on.
  @Test func pointsWithoutTheFigureAreLeftOut() throws {
    try Self.inFolder { folder in
      let result = try Program.run(
        [
          "tune", "good.json", "--vary", "shots=6...400", "--aim", "near_miss(casual) in 0...1",
          "--aim", "out_of_shots_rate(casual) in 0.2...0.3", "--games", "2000", "--out", "out",
          "--quiet",
        ], in: folder)
      #expect(result.code == 0 || result.code == 1, "\(result.errors)")
      #expect(
        result.output.contains(" left out; the first: no game gave near_miss of casual"),
        "\(result.output)")
    }
  }

  /// What one step does is known of figures that are no mean over the games, too.
  @Test func aStepsEffectOnARateOfLossesIsShown() throws {
    try Self.inFolder { folder in
      let result = try Program.run(
        [
          "tune", "good.json", "--vary", "shots=6...40", "--aim",
          "out_of_shots_rate(casual) in 0.1...0.5", "--games", "3000", "--out", "out", "--quiet",
        ], in: folder)
      #expect(result.code == 0, "\(result.errors)")
      let step = try #require(result.output.firstMatch(of: #/\nshots +[+-]1 +(\S+) \[/#))
      #expect(Double(step.1) != nil, "\(result.output)")
    }
  }

  @Test func anAimOutOfReachFails() throws {
    try Self.inFolder { folder in
      let result = try Program.run(
        ["tune", "impossible.yml", "--out", "out", "--quiet"], in: folder)
      #expect(result.code == 1)
      #expect(result.complaints.count == 1)
      #expect(
        result.errors.hasPrefix(
          "playtest: impossible.yml: pass_rate of casual is "), "\(result.errors)")
      #expect(try Program.text(of: "out/tune.json", in: folder).contains("\"reached\": false"))
    }
  }

  @Test func answersPointsOfAnotherProgram() throws {
    try Self.inFolder { folder in
      let told = try Program.shell(
        """
        printf '%s\\n' '{"point": {"shots": 8}, "games": 20}' '{"point": {"shots": 99}}' |
          "\(Program.file.path)" tune possible.yml --evaluate
        """, in: folder)
      #expect(told.code == 65)
      let lines = told.output.split(separator: "\n")
      #expect(lines.count == 2, "\(told.output)")
      #expect(lines.first?.hasPrefix("{\"format\":\"playtest-tune-space\",") == true)
      #expect(lines.last?.hasPrefix("{\"point\":{\"shots\":8},\"games\":20,") == true)
      #expect(told.errors == "playtest: stdin:2: shots must be in 6...20\n")
      #expect(try Program.files(in: folder).allSatisfy { !$0.hasPrefix("Reports") })
    }
  }

  /// With the smallest budget that a refusal names the search begins, with one game less it does not.
  @Test func theSmallestBudgetIsEnough() throws {
    try Self.inFolder { folder in
      for (games, isEnough) in [(46, false), (47, true)] {
        let result = try Program.shell(
          "sed s/500/\(games)/ possible.yml > small.yml; playtest tune small.yml --quiet --out t",
          in: folder)
        #expect(result.errors.contains("too small to start") != isEnough, "\(result.errors)")
        #expect([0, 1].contains(result.code) == isEnough)
      }
    }
  }

  private static let failures = [
    Program.Failure(66, "playtest tune nothing.yml", "nothing.yml: no such file"),
    Program.Failure(
      65, "playtest tune bad.yml", "bad.yml:1: $: the field 'targets' is missing",
      "bad.yml:2: $.parameters: expected an array of parameters"),
    Program.Failure(
      65, "playtest tune agent.yml", "agent.yml:4: unknown agent 'causal'; did you mean 'casual'?"),
    Program.Failure(
      65, "sed s/500/1/ possible.yml > small.yml; playtest tune small.yml --quiet",
      "small.yml:2: $.budget.games: a budget of 1 game is too small to start the search; allow at"
        + " least 47"
    ),
    Program.Failure(
      64,
      "playtest tune good.json --vary shots=2...30 --aim 'pass_rate(casual) in 0.3...0.7' --games 1"
        + " --quiet",
      "good.json: 1 game measures pass_rate of casual to ±44.54 points, too imprecise",
      "--games: a budget of 1 game is too small to start the search; allow at least 47"),
    Program.Failure(65, "playtest tune good.json", "good.json: this is a level; pass --vary"),
    Program.Failure(73, "playtest tune possible.yml --out .", ".: the folder has files"),
    Program.Failure(
      73, "playtest tune possible.yml --out /proc/none", "/proc/none: cannot write: "),
    Program.Failure(
      64, "playtest tune possible.yml --resume --force", "--resume and --force cannot be combined"),
    Program.Failure(
      64, "playtest tune possible.yml --evaluate --json", "--evaluate writes no tune; leave out"),
    Program.Failure(64, "playtest report . --explain-games 5", "--explain-games must be 10 to"),
    Program.Failure(64, "playtest level schema tunes", "unknown schema 'tunes'"),
    Program.Failure(66, "playtest explain . --level Good", ".: no run.json found"),
    Program.Failure(
      64, "playtest explain . --level Good --band 0.6...0.4", "--band must be two rates"),
  ]

  @Test(arguments: failures)
  func saysWhatIsWrong(_ failure: Program.Failure) throws {
    try Self.inFolder { try failure.check(in: $0) }
  }

  /// What a tune file says can be said on the command line for one level.
  @Test func aLevelIsTunedWithoutAFile() throws {
    try Self.inFolder { folder in
      let words = [
        "tune", "good.json", "--vary", "shots=2..30", "--aim", "pass_rate(casual) in 0.3...0.7",
        "--games", "1000", "--quiet",
      ]
      let result = try Program.run(words, in: folder)
      #expect(result.code == 0, "\(result.errors)")
      #expect(result.output.contains("report: Reports/tunes/good/report.html\n"))
      let tuned = try Program.text(of: "Reports/tunes/good/levels/Good.json", in: folder)
      #expect(tuned.contains("\"shots\": "))
      try Program.write(
        """
        name: good
        level: good.json
        budget: {games: 1000}
        parameters: [{path: shots, int: [2, 30]}]
        targets: [{metric: pass_rate, agent: casual, aim: 0.5, tolerance: 0.2}]
        verify: {games: 1000}
        out: other
        """, to: "same.yml", in: folder)
      let same = try Program.run(["tune", "same.yml", "--quiet"], in: folder)
      #expect(same.code == 0, "\(same.errors)")
      #expect(try Program.text(of: "other/levels/Good.json", in: folder) == tuned)
    }
  }

  @Test(arguments: [
    (["--vary", "shots=2...30"], "--vary and --aim belong together"),
    (
      ["--vary", "shots", "--aim", "pass_rate(casual) in 0...1"], "--vary \"shots\": write a field"
    ),
    (["--vary", "shots=a...b", "--aim", "pass_rate(casual) in 0...1"], "write the range as two"),
    (["--vary", "shots=2...9", "--aim", "pass_rate(casual) >= 0.4"], "write a range to reach"),
    (["--vary", "shots=2...9", "--aim", "score(casual) in 1.5e308...1.7e308"], "are too large"),
    (["--vary", "shotz=2...9", "--aim", "pass_rate(casual) in 0.4...0.5"], "did you mean 'shots'"),
    (
      ["--vary", "shots=9...2", "--aim", "pass_rate(casual) in 0.4...0.5"],
      "--vary \"shots=9...2\": the first number is the minimum"
    ),
    (["--games", "9"], "--games belongs to --vary"),
  ])
  func saysWhatIsWrongOnTheCommandLine(_ words: [String], _ part: String) throws {
    try Self.inFolder { folder in
      let result = try Program.run(["tune", "good.json"] + words, in: folder)
      #expect([64, 65].contains(result.code) && result.errors.contains(part), "\(result.errors)")
      #expect(result.complaints.count == 1)
    }
  }

  private static let aim = ["--aim", "pass_rate(casual) in 0.4...0.5"]

  /// What is wrong with an option is said of it, and not of a line of the level.
  @Test(arguments: [
    (
      ["--vary", "shots=2.0...9.5"] + aim,
      "--vary \"shots=2.0...9.5\": shots takes whole numbers; write shots=2...9"
    ),
    (
      ["--vary", "shots=2...9", "--vary", "shots=3...4"] + aim,
      "--vary \"shots=3...4\": shots: this parameter is set twice; set it once"
    ),
    (
      ["--vary", "shots=2...9", "--aim", "pass_rate(casual) in 0.6...0.75"] + aim,
      "--aim \"pass_rate(casual) in 0.4...0.5\": pass_rate of casual cannot be both 0.675 ± 0.075 and 0.45 ±"
        + " 0.05; remove one of these targets or change it"
    ),
    (
      ["--vary", "spawn.weights=shares", "--vary", "spawn.weights.red=1...4"] + aim,
      "--vary \"spawn.weights.red=1...4\": spawn.weights.red: spawn.weights sets it, too"
    ),
    (
      ["--vary", "preview=1...3", "--vary", "shots=0...9"] + aim,
      "--vary \"shots=0...9\": the parameter shots: expected a whole number from 1"
    ),
    (
      ["--vary", "shots=2...9"] + aim + ["--aim", "scor(casual) in 1...2"],
      "--aim \"scor(casual) in 1...2\": unknown metric 'scor'; did you mean 'score'?"
    ),
    (
      ["--vary", "shots=2...9", "--aim", "moves_on_wins(casual) in 1...2"],
      "--aim \"moves_on_wins(casual) in 1...2\": moves_on_wins is undefined where no game is won"
    ),
    (
      ["--vary", "shots=2...9", "--aim", "pass_rate(casual) in 20...40"],
      "--aim \"pass_rate(casual) in 20...40\": pass_rate is a share from 0 to 1; write"
        + " pass_rate(casual) in 0.2...0.4"
    ),
    (
      ["--vary", "shots=2...9"] + aim + ["--aim", "score(causal) in 1...2"],
      "--aim \"score(causal) in 1...2\": unknown agent 'causal'"
    ),
  ])
  func aProblemOfAnOptionNamesTheOption(_ words: [String], _ start: String) throws {
    try Self.inFolder { folder in
      let result = try Program.run(["tune", "good.json", "--quiet"] + words, in: folder)
      #expect(result.code == 64)
      #expect(result.errors.hasPrefix("playtest: \(start)"), "\(result.errors)")
      #expect(result.complaints.count == 1)
    }
  }

  /// The same in a tune file, at the line of the parameter.
  @Test func aParameterThatCannotBeSearchedIsNamedByItsLine() throws {
    try Self.inFolder { folder in
      for (parameters, problem) in [
        (
          "\n  - {path: shots, int: [2, 9]}\n  - {path: shots, int: [3, 4]}",
          "t.yml:5: shots: this parameter is set twice; set it once"
        ),
        (
          "\n  - {path: shots, real: [2, 9]}",
          "t.yml:4: shots takes whole numbers; write int: [2, 9]"
        ),
      ] {
        let text = Self.tune.replacing("AIM", with: "0.6")
          .replacing(" [{path: shots, int: [6, 20]}]", with: parameters)
        try Program.write(text, to: "t.yml", in: folder)
        try Program.Failure(65, "playtest tune t.yml --quiet", problem).check(in: folder)
      }
    }
  }

  /// More games are advised only where the search lacked them.
  @Test func theAdviceFitsTheReason() throws {
    try Self.inFolder { folder in
      let exhausted = try Program.run(
        ["tune", "good.json", "--vary", "shots=1...2", "--aim", "pass_rate(casual) in 0.98...1"]
          + ["--games", "4000", "--quiet"], in: folder)
      #expect(exhausted.errors.contains("; nothing nearer was found in these ranges; try"))
      #expect(!exhausted.errors.contains("more games"))
      #expect(exhausted.output.contains("shots   12      2\n"), "\(exhausted.output)")
      let budget = try Program.run(
        ["tune", "good.json", "--vary", "shots=1...60"]
          + [
            "--aim", "pass_rate(casual) in 0.5...0.501", "--games", "150", "--quiet", "--out", "b",
          ], in: folder)
      #expect(budget.errors.contains("or allow more games"), "\(budget.errors)")
      // Nobody needs so many shots for this level.
      let alike = try Program.run(
        ["tune", "good.json", "--vary", "shots=900...990"]
          + [
            "--aim", "pass_rate(casual) in 0.2...0.3", "--games", "400", "--quiet", "--out", "c",
          ], in: folder)
      #expect(
        alike.errors.contains("; every point that was tried has the same figures; vary other"),
        "\(alike.errors)")
    }
  }

  /// A level that nobody passes is flagged, and the page says what would help.
  @Test func theReportSaysWhatWouldHelp() throws {
    try Self.inFolder { folder in
      let hard = Program.goodLevel.replacing("\"shots\":12", with: "\"shots\":1")
      try Program.write(hard, to: "hard.json", in: folder)
      let run = try Program.run(
        ["run", "hard.json", "--agents", "casual", "--games", "40", "--out", "run", "--quiet"],
        in: folder)
      #expect(run.code == 0)
      let plain = try Program.text(of: "run/report.html", in: folder)
      #expect(!plain.contains("<h4>What would help</h4>"))
      for jobs in ["1", "2"] {
        let result = try Program.run(
          ["report", "run", "--format", "html", "--explain", "--explain-games", "30", "--quiet"]
            + ["--jobs", jobs], in: folder)
        #expect(result.code == 0, "\(result.errors)")
        try Program.write(
          Program.text(of: "run/report.html", in: folder), to: "page-\(jobs).html", in: folder)
      }
      let page = try Program.text(of: "page-1.html", in: folder)
      #expect(page == (try Program.text(of: "page-2.html", in: folder)))
      #expect(page.contains("<h4>What would help</h4>"))
      #expect(page.contains("To bring casual&#39;s pass rate to 40 to 60%, cheapest first:"))
      #expect(page.contains("more shots</bdi>: passes "))
      #expect(page.contains(" games in all."))
    }
  }

  /// A tune that is refused says why, and leaves nothing that blocks the corrected one.
  @Test func aRefusedTuneLeavesNothing() throws {
    try Program.inFolder { folder in
      let made = try Program.shell("playtest level new S --game set --out set.json", in: folder)
      #expect(made.code == 0, "\(made.errors)")
      let vary = "playtest tune set.json --vary deal=9...15 --quiet --aim"
      let refused = try Program.shell("\(vary) 'pass_rate(casual) in 0.4...0.6'", in: folder)
      #expect(refused.code == 65)
      #expect(
        try refused.errors.contains(
          Regex(
            #"measured on the level as it is: the level has no goal, so it has no pass rate; "#
              + #"set one, such as `playtest level edit set\.json set goal\.score=\d+`, or aim at "#
              + #"score\(casual\)\n$"#)), "\(refused.errors)")
      let command = try #require(refused.errors.split(separator: "`").dropFirst().first)
      let tune = folder.appending(path: "Reports/tunes/set").path
      #expect(!FileManager.default.fileExists(atPath: tune))
      // The budget is too small, and then large enough.
      for (games, code) in [(2, 64), (1000, 0)] {
        let tuned = try Program.shell(
          "\(vary) 'score(casual) in 1...1000' --games \(games)", in: folder)
        #expect(tuned.code == Int32(code), "\(tuned.errors)")
      }
      let score = try Program.shell("playtest level edit set.json set goal=60", in: folder)
      #expect(score.errors.contains("or {\"score\": N} (the field goal.score), found 60"))
      let edited = try Program.shell(
        "\(command) && \(vary) 'pass_rate(casual) in 0...1' --games 1000 --force", in: folder)
      #expect(edited.code == 0, "\(edited.errors)")
    }
  }

  @Test func explainsALevelOfARun() throws {
    try Self.inFolder { folder in
      let run = try Program.run(
        ["run", "good.json", "--agents", "casual", "--games", "20", "--out", "run", "--quiet"],
        in: folder)
      #expect(run.code == 0)
      let result = try Program.run(
        ["explain", "run", "--level", "Good", "--games", "30", "--quiet"], in: folder)
      #expect(result.code == 0, "\(result.errors)")
      #expect(result.output.contains("1 more shot"))
      #expect(
        result.output.split(separator: "\n").allSatisfy {
          $0.count <= 80 || $0.hasPrefix("  playtest ")
        })
      let wrong = try Program.run(["explain", "run", "--level", "Goood"], in: folder)
      #expect(wrong.code == 64)
      #expect(wrong.errors.contains("unknown level 'Goood'; did you mean 'Good'?"))
    }
  }
}
