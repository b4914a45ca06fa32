import Foundation
import Testing

@testable import SimHarness

/// `run --shard` and `merge`.
@Suite struct MergeTests {
  private static let run = "playtest run good.json --agents random,novice --games 11 --quiet"

  private static func inFolder(_ body: (URL) throws -> Void) throws {
    try Program.inFolder { folder in
      try Program.write(Program.goodLevel, to: "good.json", in: folder)
      try body(folder)
    }
  }

  private static func play(_ parts: [String], in folder: URL) throws {
    for part in parts {
      let name = part.replacingOccurrences(of: "/", with: "-")
      let result = try Program.shell("\(run) --shard \(part) --out p/\(name)", in: folder)
      #expect(result.code == 0, "\(result.errors)")
    }
  }

  /// The joined run is the run in one piece, byte for byte, and can be reported and replayed.
  @Test func theMergeIsTheRunInOnePiece() throws {
    try Self.inFolder { folder in
      #expect(try Program.shell("\(Self.run) --out r", in: folder).code == 0)
      let files = ["summary.json", "run.json", "report.html", "report.md"]
      let whole = try files.map { try Program.text(of: "r/\($0)", in: folder) }
      let rows = try SmallRuns.rows(
        of: SmallRuns.store(in: folder.appending(path: "r").path))
      try Self.play(["1/3", "2/3", "3/3"], in: folder)
      let merge = try Program.shell(
        "mv r whole; playtest merge p/3-3 p/1-3 p/2-3 --out r --quiet", in: folder)
      #expect(merge.code == 0, "\(merge.errors)")
      #expect(try files.map { try Program.text(of: "r/\($0)", in: folder) } == whole)
      #expect(
        try SmallRuns.rows(
          of: SmallRuns.store(in: folder.appending(path: "r").path)) == rows)
      let report = try Program.run(["report", "r", "--format", "json"], in: folder)
      #expect(report.code == 0)
      #expect(try Program.text(of: "r/summary.json", in: folder) == whole[0])
      let replay = try Program.shell(
        "playtest replay r --level Good --agent novice --index 10 --verify", in: folder)
      #expect(replay.code == 0, "\(replay.errors)")
      try Program.Failure(65, "playtest report p/1-3", "p/1-3: this is part 1/3 of a run").check(
        in: folder)
    }
  }

  /// More parts than games: some play none.
  @Test func emptyPartsAreParts() throws {
    try Self.inFolder { folder in
      let run = "playtest run good.json --agents random --games 2 --quiet"
      let result = try Program.shell(
        "\(run) --out r && mv r whole && for k in 1 2 3; do \(run) --shard $k/3 --out p/$k; done;"
          + " playtest merge p/* --out r --quiet && cmp r/summary.json whole/summary.json"
          + " && cmp r/report.html whole/report.html", in: folder)
      #expect(result.code == 0, "\(result.errors)")
    }
  }

  @Test func partsThatDoNotFitAreRefused() throws {
    try Self.inFolder { folder in
      try Self.play(["1/3", "2/3", "3/3"], in: folder)
      let others = [
        "--seed 2 --shard 3/3 --out seed", "--shard 3/4 --out quarters", "--out whole",
        "--max-moves 9 --shard 3/3 --out moves",
      ]
      for other in others {
        #expect(try Program.shell("\(Self.run) \(other)", in: folder).code == 0)
      }
      let failures = [
        Program.Failure(
          75, "playtest merge p/1-3 p/3-3 --out r",
          "part 2/3 is missing; `playtest merge --missing` lists all missing parts"),
        Program.Failure(
          75, "playtest merge p/3-3 --out r", "part 1/3 and 1 more are missing"),
        Program.Failure(
          65, "playtest merge p/1-3 p/2-3 p/3-3 p/2-3 --out r", "p/2-3: this folder is named twice"),
        Program.Failure(
          65, "playtest merge p/1-3 p/2-3 seed --out r",
          "seed: it belongs to another run than p/1-3: the seed was 2, now it is 1; leave it out, or play it"
            + " again as a part of that run"),
        Program.Failure(
          65, "playtest merge p/1-3 p/2-3 quarters --out r", "quarters: part 3/4 and part 1/3"),
        Program.Failure(
          65, "playtest merge p/1-3 p/2-3 moves --out r", "moves: it belongs to another run"),
        Program.Failure(65, "playtest merge p/1-3 whole --out r", "whole: this is a whole run"),
        Program.Failure(66, "playtest merge p/1-3 none --out r", "none: no run.json found"),
        Program.Failure(
          64, "playtest merge p/1-3", "--out is missing; pass the folder for the joined run"),
        Program.Failure(64, "playtest merge --out r", "name the folders of the parts"),
        Program.Failure(
          73, "playtest merge p/* --out whole --quiet", "whole: the folder already has a run"),
      ]
      for failure in failures { try failure.check(in: folder) }
      #expect(try !Program.files(in: folder).contains { $0.hasPrefix("r/") })
    }
  }

  /// A part from a machine on which games behave differently.
  @Test func aPartOfAnotherMachineIsRefused() throws {
    try Self.inFolder { folder in
      try Self.play(["1/2", "2/2"], in: folder)
      let part = RunFolder(path: folder.appending(path: "p/2-2").path)
      var manifest = try RunManifest(reading: try part.read(.manifest), file: "run.json")
      #expect(manifest.signature?.count == 16)
      manifest.signature = "0123456789abcdef"
      try part.write(manifest.text, to: .manifest)
      try Program.Failure(
        65, "playtest merge p/* --out r", "p/2-2: games behave differently on the machine"
      ).check(in: folder)
      try Program.Failure(
        65, "\(Self.run) --shard 2/2 --out p/2-2 --resume",
        "p/2-2: cannot resume: games behave differently here"
      ).check(in: folder)
    }
  }

  /// A part that was cut off, or damaged, is reported, listed, and repaired by a resume.
  @Test func aPartThatWasCutOffIsToBePlayedAgain() throws {
    try Self.inFolder { folder in
      try Self.play(["1/2", "2/2"], in: folder)
      let store = folder.appending(path: "p/2-2/results.sqlite")
      var bytes = try Data(contentsOf: store)
      bytes[bytes.count - 9] ^= 1
      try bytes.write(to: store)
      try Program.Failure(
        75, "playtest merge p/* --out r --quiet", "p/2-2: part 2/2 is damaged or cut off"
      ).check(in: folder)
      let missing = try Program.shell("playtest merge p/* p/none --missing", in: folder)
      #expect(missing.output == "2/2\n")
      #expect(missing.code == 0)
      let mended = try Program.shell(
        "\(Self.run) --shard 2/2 --out p/2-2 --resume; playtest merge p/* --missing", in: folder)
      #expect(mended.output.isEmpty)
      #expect(mended.errors.contains("played again"), "\(mended.errors)")
      // What the failed merge left can be replaced.
      let merge = try Program.shell(
        "playtest merge p/* --out r --force --quiet; rm -r p/1-2; playtest merge p/* --missing",
        in: folder)
      #expect(merge.output.hasSuffix("\n1/2\n") || merge.output == "1/2\n", "\(merge.output)")
      #expect(try Program.files(in: folder).contains("r/report.html"))
    }
  }
}
