import Foundation
import Testing

/// What `explain` found stays on the page, as a user meets it.
@Suite struct ExplanationCommandTests {
  private static let run =
    "playtest run hard.json --agents casual --games 60 --out r --quiet"

  private static let study =
    "playtest study r --games 1 --turns 1 --rollouts 1 --luck-games 0 --restricted-games 0"

  /// A run of a level that is flagged as too hard.
  private static func inFolder(_ body: (URL) throws -> Void) throws {
    try Program.inFolder { folder in
      let level = Program.goodLevel.replacing("\"shots\":12", with: "\"shots\":1")
      try Program.write(level, to: "hard.json", in: folder)
      let result = try Program.shell(run, in: folder)
      #expect(result.code == 0, "\(result.errors)")
      try body(folder)
    }
  }

  private static let advice = "<h4>What would help</h4>"
  private static let command = "playtest level edit hard.json set shots="

  @Test(arguments: [
    "playtest report r --explain --explain-games 10 --quiet",
    "playtest explain r --level Good --games 10 --quiet",
  ])
  func adviceStaysInTheReports(_ explain: String) throws {
    try Self.inFolder { folder in
      #expect(try !Program.text(of: "r/report.html", in: folder).contains(Self.advice))
      let found = try Program.shell("\(explain) && playtest report r", in: folder)
      #expect(found.code == 0, "\(found.errors)")
      let page = try Program.text(of: "r/report.html", in: folder)
      #expect(page.contains(Self.advice) && page.contains(Self.command))
      #expect(try Program.text(of: "r/report.md", in: folder).contains(Self.command))
      // Again, a run that goes on, and a study.
      for line in [
        "playtest report r", "\(Self.run) --resume",
        Self.study,
      ] {
        let again = try Program.shell("rm r/report.html && \(line)", in: folder)
        #expect(again.code == 0, "\(again.errors)")
        let next = try Program.text(of: "r/report.html", in: folder)
        #expect(next.contains(Self.advice) && next.contains(Self.command), "\(line)")
        if !line.contains("study") { #expect(next == page, "\(line)") }
      }
      // Another run has no advice yet.
      let other = try Program.shell("\(Self.run) --force --seed 2", in: folder)
      #expect(other.code == 0, "\(other.errors)")
      #expect(try !Program.files(in: folder).contains("r/explanations.json"))
      #expect(try !Program.text(of: "r/report.html", in: folder).contains(Self.advice))
    }
  }

  /// A study writes all reports again that are there, tables included.
  @Test func noOldTableStaysBesideAStudy() throws {
    try Self.inFolder { folder in
      func cells(after line: String) throws -> String {
        let result = try Program.shell(line, in: folder)
        #expect(result.code == 0, "\(result.errors)")
        return try Program.text(of: "r/cells.csv", in: folder)
      }
      let before = try cells(after: "playtest report r --format csv")
      let studied = try cells(after: "\(Self.study) --quiet")
      #expect(studied != before)
      #expect(try cells(after: "playtest report r --format csv") == studied)
      #expect(try !Program.files(in: folder).contains("r/junit.xml"))
    }
  }

  /// What a suite sets over a level's file is not changed in that file.
  @Test func aSuitesOwnValuesAreChangedInTheSuite() throws {
    try Self.inFolder { folder in
      try Program.write(
        "name: w\nlevels: [hard.json]\nagents: [casual]\ngames: 60\nwith: {shots: 2}\n",
        to: "w.yml", in: folder)
      let played = try Program.shell("playtest run w.yml --out w --quiet", in: folder)
      #expect(played.code == 0 && !played.output.contains("hard.json"), "\(played.output)")
      let found = try Program.shell("playtest explain w --games 20 --quiet", in: folder)
      #expect(
        found.output.contains(
          "next:\n  # the suite sets fields over those of the level's file; set this below its with:,"
            + " in w.yml\n  shots: "), "\(found.output)")
      #expect(!found.output.contains("level edit"))
      let page = try Program.shell("playtest report w && cat w/report.html", in: folder)
      #expect(page.output.contains(Self.advice) && !page.output.contains("level edit"))
    }
  }

  /// A level without numbers has nothing that could be tried, and no empty table.
  @Test func aLevelWithoutNumbersSaysSo() throws {
    try Program.inFolder { folder in
      // A folder of its own in place of the link to ours.
      try FileManager.default.removeItem(at: folder.appending(path: "scripts"))
      try FileManager.default.createDirectory(
        at: folder.appending(path: "scripts/games"), withIntermediateDirectories: true)
      try Program.write(
        Open.small("function game.outcome(s) if s.place > 2 then return 'lost' end end"),
        to: "scripts/games/small.lua", in: folder)
      let explained = try Program.shell(
        "playtest level new A --game small --out a.json && playtest run a.json --agents casual"
          + " --games 4 --out r --quiet && playtest explain r --games 10 --quiet", in: folder)
      #expect(explained.code == 0, "\(explained.errors)")
      #expect(
        explained.output.hasSuffix(
          "\nThis level has no numbers that explain can change. A game in Lua gets them with"
            + " `fields`: numbers that its levels set and its rules read.\n"), "\(explained.output)"
      )
      #expect(!explained.output.contains("cost"))
    }
  }

  @Test func adviceOfAnotherRunIsRefused() throws {
    try Self.inFolder { folder in
      let swap = try Program.shell(
        """
        playtest run hard.json --agents casual --games 60 --seed 2 --out s --quiet
        playtest explain s --level Good --games 10 --quiet && cp s/explanations.json r/
        """, in: folder)
      #expect(swap.code == 0, "\(swap.errors)")
      let foreign =
        "r/explanations.json: these explanations belong to another run than run.json; write them"
        + " again with `playtest explain`"
      for line in ["playtest report r", "\(Self.run) --resume", "\(Self.study) --quiet"] {
        try Program.Failure(65, line, foreign).check(in: folder)
      }
      try Program.write("{}", to: "r/explanations.json", in: folder)
      try Program.Failure(
        65, "playtest report r", "r/explanations.json:1: $: the field 'format' is missing",
        "r/explanations.json:1: $: the field 'run' is missing",
        "r/explanations.json:1: $: the field 'version' is missing"
      ).check(in: folder)
      let again = try Program.shell(
        "playtest explain r --level Good --games 10 --quiet && playtest report r", in: folder)
      #expect(again.code == 0, "\(again.errors)")
      #expect(try Program.text(of: "r/report.html", in: folder).contains(Self.advice))
    }
  }

  /// A run may lie where nobody can write; what was asked for is said all the same.
  @Test func anExplanationThatCannotBeKeptIsReported() throws {
    try Self.inFolder { folder in
      let result = try Program.shell(
        """
        exec 8> r/.lock; flock -n 8 || exit 9
        playtest explain r --level Good --games 10 --quiet
        """, in: folder)
      #expect(result.code == 0, "\(result.errors)")
      #expect(result.output.contains("changes that bring casual to 40 to 60%"))
      #expect(
        result.errors.hasPrefix(
          "playtest: the report will not show this: r: another playtest is writing"),
        "\(result.errors)")
    }
  }
}
