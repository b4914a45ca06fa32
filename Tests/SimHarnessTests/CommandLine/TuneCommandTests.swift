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
      for (name, aim) in [("possible", "0.6"), ("impossible", "5")] {
        try Program.write(
          tune.replacing("AIM", with: aim), to: "\(name).yml", in: folder)
      }
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

  @Test func anAimOutOfReachFails() throws {
    try Self.inFolder { folder in
      let result = try Program.run(
        ["tune", "impossible.yml", "--out", "out", "--quiet"], in: folder)
      #expect(result.code == 1)
      #expect(result.complaints.count == 1)
      #expect(
        result.errors.hasPrefix(
          "playtest: impossible.yml: pass_rate of casual came no nearer than "), "\(result.errors)")
      #expect(try Program.text(of: "out/tune.json", in: folder).contains("\"reached\": false"))
    }
  }

  private static let failures = [
    Program.Failure(66, "playtest tune nothing.yml", "nothing.yml: there is no such file"),
    Program.Failure(
      65, "playtest tune bad.yml", "bad.yml:1: $: the field 'targets' is missing",
      "bad.yml:2: $.parameters: expected an array of parameters"),
    Program.Failure(
      64, "playtest tune agent.yml", "unknown agent 'causal'; did you mean 'casual'?"),
    Program.Failure(73, "playtest tune possible.yml --out .", ".: this folder holds other files"),
    Program.Failure(
      73, "playtest tune possible.yml --out /proc/none", "/proc/none: cannot write: "),
    Program.Failure(
      64, "playtest tune possible.yml --resume --force", "--resume and --force contradict"),
    Program.Failure(64, "playtest level schema tunes", "unknown schema 'tunes'"),
    Program.Failure(66, "playtest explain . --level Good", ".: there is no run.json here"),
    Program.Failure(
      64, "playtest explain . --level Good --band 0.6...0.4", "--band is two rates such as"),
  ]

  @Test(arguments: failures)
  func saysWhatIsWrong(_ failure: Program.Failure) throws {
    try Self.inFolder { try failure.check(in: $0) }
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
      #expect(result.output.contains("1 shot more"))
      #expect(result.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
      let wrong = try Program.run(["explain", "run", "--level", "Goood"], in: folder)
      #expect(wrong.code == 64)
      #expect(wrong.errors.contains("unknown level 'Goood'; did you mean 'Good'?"))
    }
  }
}
