import Foundation
import Testing

@testable import SimHarness

/// `run --resume`, `--precision` and what they refuse.
@Suite struct ResumeTests {
  private static let usual = "--agents random --games 12 --seed 3 --out r --quiet"

  private static func inFolder(_ body: (URL) throws -> Void) throws {
    try Program.inFolder { folder in
      try Program.write(Program.goodLevel, to: "good.json", in: folder)
      try body(folder)
    }
  }

  /// Everything in which a resumed run may differ from the run in the folder is named.
  @Test(arguments: [
    ("--agents random --games 12 --seed 4", "the seed was 3, now it is 4; pass --seed 3"),
    ("--agents random --games 13 --seed 3", "it has 12 games per level and player, now 13"),
    ("--agents novice --games 12 --seed 3", "its agents are random, now novice"),
    ("--agents random,novice --games 12 --seed 3", "its agents are random, now random,novice"),
    ("--agents random --games 12 --seed 3 --max-moves 7", "the move limit was 500"),
    ("--agents random --games 12 --seed 3 --shard 1/2", "it is a whole run, not a part"),
    ("--agents random --precision 0.1 --seed 3", "it was made without --precision"),
  ])
  func anotherRunIsRefused(options: String, reason: String) throws {
    try Self.inFolder { folder in
      let run = "playtest run good.json"
      #expect(try Program.shell("\(run) \(Self.usual)", in: folder).code == 0)
      let before = try Program.text(of: "r/run.json", in: folder)
      try Program.Failure(
        65, "\(run) \(options) --out r --quiet --resume", "r: cannot resume: \(reason)"
      ).check(in: folder)
      #expect(try Program.text(of: "r/run.json", in: folder) == before)
      #expect(try Program.shell("\(run) \(Self.usual) --resume", in: folder).code == 0)
    }
  }

  /// A level or a script that was edited meanwhile.
  @Test func editedInputsAreRefused() throws {
    try Self.inFolder { folder in
      let agent = """
        local agent = { name = "Mine", summary = "First.", games = { "bubble-blast" } }
        function agent.choose(turn) return { angle = 0 } end
        return agent

        """
      try Program.write(agent, to: "mine.lua", in: folder)
      let run = "playtest run good.json --agents mine.lua --games 2 --out r --quiet --allow-faults"
      let first = try Program.shell(run, in: folder)
      #expect(first.code == 0, "\(first.errors)")
      try Program.write(agent + "-- changed\n", to: "mine.lua", in: folder)
      try Program.Failure(
        65, "\(run) --resume", "r: cannot resume: script mine.lua has changed; restore it"
      ).check(in: folder)
      try Program.write(agent, to: "mine.lua", in: folder)
      let level = Program.goodLevel
      try Program.write(
        level.replacingOccurrences(of: "\"shots\":12", with: "\"shots\":11"), to: "good.json",
        in: folder)
      try Program.Failure(
        65, "\(run) --resume", "r: cannot resume: level Good, or a rule or script"
      ).check(in: folder)
      try Program.write(level, to: "good.json", in: folder)
      #expect(try Program.shell("\(run) --resume", in: folder).code == 0)
    }
  }

  @Test(arguments: [
    Program.Failure(64, "playtest run good.json --resume --force --out r", "--resume keeps"),
    Program.Failure(
      64, "playtest run good.json --precision 0.02 --games 5", "--precision replaces"),
    Program.Failure(64, "playtest run good.json --precision 0", "--precision must be 0.0005"),
    Program.Failure(64, "playtest run good.json --max-games 5", "--max-games needs --precision"),
    Program.Failure(
      64, "playtest run good.json --precision 0.02 --shard 1/2", "--precision cannot be used"),
    Program.Failure(64, "playtest run good.json --shard 3/2", "--shard must be k/n"),
    Program.Failure(64, "playtest run good.json --shard 1/2 --json", "--json: a part has no"),
    Program.Failure(65, "playtest run both.yml --out r", "both.yml:3: $.precision: `games` and"),
    Program.Failure(
      64, "playtest run precise.yml --shard 1/2 --out r", "--precision cannot be used"),
    Program.Failure(
      65, "playtest run endless.json --precision 0.1 --out r", "Endless: --precision needs a pass"),
    Program.Failure(
      73, "mkdir d; touch d/x; playtest run good.json --resume --out d",
      "d: the folder has files that do not belong to a run"),
  ])
  func wrongOptionsAreRefused(_ failure: Program.Failure) throws {
    try Self.inFolder { folder in
      try Program.write(
        "name: both\ngames: 5\nprecision: 0.1\nlevels: [good.json]\n", to: "both.yml", in: folder)
      try Program.write(
        "name: precise\nprecision: 0.1\nlevels: [good.json]\n", to: "precise.yml", in: folder)
      try Program.write(
        #"{"format":"playtest-level","version":1,"game":"bubble-pop","name":"Endless"}"#,
        to: "endless.json", in: folder)
      try failure.check(in: folder)
    }
  }

  /// The manifest of a run whose beginning was torn is no run.
  @Test func aDamagedManifestIsRefused() throws {
    try Self.inFolder { folder in
      let run = "playtest run good.json \(Self.usual)"
      #expect(try Program.shell(run, in: folder).code == 0)
      let manifest = try Program.text(of: "r/run.json", in: folder)
      let half = manifest.prefix(manifest.count / 2)
      let damages = [
        (manifest.replacing("\"seed\": 3", with: "\"seed\": 4"), "1: $"),
        (String(half), "\(half.split(separator: "\n", omittingEmptySubsequences: false).count): $"),
        (manifest.replacing("\"seed\": 3", with: "\"seed\": 3 4"), "7: $"),
        (manifest.replacing("\"seed\": 3", with: "\"seed\": \"three\""), "7: $.seed"),
      ]
      for (text, place) in damages {
        try Program.write(text, to: "r/run.json", in: folder)
        let result = try Program.shell("\(run) --resume", in: folder)
        #expect(result.code == 65)
        // A file that the program wrote is not to be repaired by hand.
        #expect(result.errors.contains("r/run.json:\(place)"), "\(result.errors)")
        #expect(
          result.errors.contains(
            ": the file has been changed or damaged; play the run again with --force"))
      }
      // What another program wrote there is no damaged run.
      try Program.write(#"{"format": "else"}"#, to: "r/run.json", in: folder)
      try Program.Failure(
        65, "\(run) --resume",
        "r/run.json:1: $.format: expected \"playtest-run\": this is not a run's manifest"
      ).check(in: folder)
    }
  }

  /// Until the pass rate is known: the same bytes for any jobs, and after an interruption.
  @Test func precisionStopsAtTheSameGames() throws {
    try Self.inFolder { folder in
      func run(_ name: String, _ more: String) throws -> Program.Result {
        try Program.shell(
          "mkdir -p \(name); cd \(name); playtest run ../good.json --agents random,novice"
            + " --precision 0.05 --max-games 300 --out r --quiet \(more)", in: folder)
      }
      func files(_ name: String) throws -> [String] {
        try ["summary.json", "report.html", "report.md"].map {
          try Program.text(of: "\(name)/r/\($0)", in: folder)
        }
      }
      #expect(try run("one", "--jobs 1").code == 0)
      let whole = try files("one")
      for (name, jobs) in [("two", 2), ("five", 5)] {
        #expect(try run(name, "--jobs \(jobs)").code == 0)
        #expect(try files(name) == whole)
      }
      for delay in ["0.3", "0.6", "0.9"] {
        let killed = try Program.shell(
          "mkdir -p cut; cd cut; \(Self.quoted) run ../good.json --agents random,novice"
            + " --precision 0.05 --max-games 300 --out r --quiet --resume & sleep \(delay);"
            + " kill -9 $!; wait $!", in: folder)
        #expect([0, 137].contains(killed.code))
      }
      #expect(try run("cut", "--resume").code == 0)
      #expect(try files("cut") == whole)
    }
  }

  private static let quoted = "'\(Program.file.path)'"
}
