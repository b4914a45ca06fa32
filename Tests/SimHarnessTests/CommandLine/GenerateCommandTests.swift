import Foundation
import Testing

@testable import PlaytestCommands
@testable import SimHarness

/// `generate` as a user meets it.
@Suite struct GenerateCommandTests {
  /// Levels that were written stay, and stand in the way of the next try.
  @Test func aFullDiskSaysHowManyLevelsWereWritten() throws {
    try Program.inFolder { folder in
      let files = (1...4).map { (name: "a-00\($0).json", text: "{}\n") }
      let blocked = "\(folder.path)/a-003.json"
      let gate = DiskGate { _, path in path.contains("a-003.json") ? ENOSPC : nil }
      let error = #expect(throws: FileWriteError.self) {
        try GeneratedFolder.write(files, into: folder.path, through: gate)
      }
      #expect(
        error?.description
          == "\(blocked): cannot write: no space left; 2 of 4 levels were written before;"
          + " free some space and replace them with --force, or choose another --out")
      #expect(error?.isBroken == true)
      let all = DiskGate { _, _ in ENOSPC }
      let first = #expect(throws: FileWriteError.self) {
        try GeneratedFolder.write(files, into: folder.path, through: all)
      }
      #expect(first?.reason.contains("were written") == false)
    }
  }

  @Test func writesLevelsThatCanBePlayed() throws {
    try Program.inFolder { folder in
      let arguments = [
        "generate", "mosaic:rows=2,colours=2", "--count", "3", "--seed", "7", "--out", "made",
      ]
      let result = try Program.run(arguments, in: folder)
      #expect(result.code == 0, "\(result.errors)")
      #expect(result.output.contains("3 levels in made, of "))
      #expect(
        result.output.hasSuffix(
          "next:\n  # see all of them on a page\n  playtest level sheet made --out sheet.html\n"
            + "  # measure them with simulated players\n  playtest run made\n"), "\(result.output)")
      #expect(result.complaints.filter { $0.hasPrefix("kept ") }.count == 3)
      #expect(
        try Program.files(in: folder.appending(path: "made")) == [
          "mosaic-001.json", "mosaic-002.json", "mosaic-003.json",
        ])
      let first = try Program.text(of: "made/mosaic-001.json", in: folder)
      #expect(try Program.run(["level", "validate", "made"], in: folder).code == 0)
      let refused = try Program.run(arguments, in: folder)
      #expect(refused.code == 73)
      #expect(
        refused.complaints == [
          "playtest: made/mosaic-001.json: the file already exists; replace all mosaic levels"
            + " with --force or choose another --out"
        ])
      // Levels that have other names are no obstacle.
      let others = try Program.run(
        ["generate", "stripes", "--count", "1", "--out", "made", "--quiet"], in: folder)
      #expect(others.code == 0, "\(others.errors)")
      #expect(others.output.contains("1 level in made, of "))
      try FileManager.default.removeItem(at: folder.appending(path: "made/stripes-001.json"))
      let fewer = try Program.run(
        ["generate", "mosaic", "--param", "rows=2", "--param", "colours=2", "--count", "2"]
          + ["--seed", "7", "--out", "made", "--force", "--quiet"], in: folder)
      #expect(fewer.code == 0 && fewer.errors.isEmpty, "\(fewer.errors)")
      #expect(try Program.files(in: folder.appending(path: "made")).count == 2)
      #expect(try Program.text(of: "made/mosaic-001.json", in: folder) == first)
    }
  }

  @Test func choosesByAConditionAndSaysTheRest() throws {
    try Program.inFolder { folder in
      let result = try Program.run(
        ["generate", "mosaic:rows=2,colours=2", "--count", "2", "--games", "16", "--json"]
          + ["--keep", "pass_rate(casual) in 0.2...0.9", "--solvable-by", "skilled"]
          + ["--solvable-games", "5", "--quiet"], in: folder)
      #expect(result.code == 0, "\(result.errors)")
      for text in [
        "\"format\": \"playtest-generated\"", "levels/generated/mosaic/mosaic-002.json",
        "\"solvedInGame\": ", "\"holdsAfresh\": ",
      ] { #expect(result.output.contains(text), "\(text)") }
    }
  }

  /// An earlier set goes only where there is another one.
  @Test func aSearchThatFindsNothingKeepsTheEarlierSet() throws {
    try Program.inFolder { folder in
      let make = "playtest generate mosaic --count 2 --out gen --quiet --seed 7"
      let made = try Program.shell(make, in: folder)
      #expect(made.code == 0, "\(made.errors)")
      let before = try Program.files(in: folder)
      let none = try Program.shell(
        "\(make) --force --keep 'moves_mean(random) >= 500' --games 10 --tries 3", in: folder)
      #expect(none.code == 1, "\(none.errors)")
      #expect(try Program.files(in: folder) == before && before.contains { $0.hasPrefix("gen/") })
    }
  }

  @Test func tooFewLevelsFail() throws {
    try Program.inFolder { folder in
      let result = try Program.run(
        ["generate", "stripes:rows=2", "--games", "8", "--tries", "10", "--quiet", "--out", "o"]
          + ["--keep", "moves_mean(random) >= 500"], in: folder)
      #expect(result.code == 1)
      #expect(
        try result.errors.contains(
          Regex(
            #"^playtest: found only 0 of 10 levels among 10 candidates; the nearest had "#
              + #"moves_mean\(random\) [\d.]+( \[[\d.]+, [\d.]+\])?; widen the conditions"#)),
        "\(result.errors)")
      #expect(result.output.hasPrefix("\nno level, of 10 candidates"), "\(result.output)")
      #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "o").path))
    }
  }

  private static let failures = [
    Program.Failure(64, "playtest generate strips", "unknown generator 'strips'; did you mean"),
    Program.Failure(66, "playtest generate no.lua", "no.lua: no such file"),
    Program.Failure(
      64,
      "playtest generate stripes --keep 'pass_rate(casual) <= 0.4' --keep 'pass_rate(casual) >= 0.5'",
      "--keep: pass_rate(casual) <= 0.4 and pass_rate(casual) >= 0.5 cannot both be met; change"),
    Program.Failure(64, "playtest generate stripes --bins 3x3", "--bins belongs to --diverse"),
    Program.Failure(64, "playtest generate stripes --games 9", "--games belongs to --keep or"),
    Program.Failure(
      64, "playtest generate stripes --solvable-games 9", "--solvable-games belongs to"),
    Program.Failure(
      64, "playtest generate stripes:rows=2.5...4.5",
      "\"rows=2.5...4.5\": rows takes whole numbers; write rows=3...4"),
    Program.Failure(64, "playtest generate stripes:row=3", "\"row=3\": unknown parameter 'row'"),
    Program.Failure(
      64, "playtest generate stripes --keep 'pass_rate(casual)'",
      "condition \"pass_rate(casual)\", column 18: expected 'in A...B', '>= X' or '<= X'"),
    Program.Failure(
      64, "playtest generate stripes --keep 'pas_rate(casual) >= 0'",
      "condition \"pas_rate(casual) >= 0\", column 1: unknown metric 'pas_rate'"),
    Program.Failure(
      64, "playtest generate stripes --keep 'pass_rate(causal) >= 0'", "unknown agent 'causal'"),
    Program.Failure(64, "playtest generate stripes --diverse pass_rate", "figure \"pass_rate\": "),
    Program.Failure(64, "playtest generate stripes --bins 10", "--bins must be two numbers"),
    Program.Failure(73, "playtest generate stripes --out scripts/types/playtest.lua", "scripts/"),
    Program.Failure(
      73, "playtest generate stripes --count 1 --quiet --out /proc/none", "/proc/none"),
  ]

  @Test(arguments: failures)
  func saysWhatIsWrong(_ failure: Program.Failure) throws {
    try Program.inFolder { try failure.check(in: $0) }
  }
}
