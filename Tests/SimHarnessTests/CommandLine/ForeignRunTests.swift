import Foundation
import TestSupport
import Testing

@testable import SimHarness

/// Stores, rows and studies of other runs, met by every command that reads a run.
@Suite struct ForeignRunTests {
  private static let run = "playtest run good.json --agents random --games 12 --quiet"

  private static func inFolder(_ body: (URL) throws -> Void) throws {
    try Program.inFolder { folder in
      try Program.write(Program.goodLevel, to: "good.json", in: folder)
      for options in ["--out a", "--seed 2 --out b", "--out c"] {
        let result = try Program.shell("\(run) \(options)", in: folder)
        #expect(result.code == 0, "\(result.errors)")
      }
      try body(folder)
    }
  }

  /// Every command that reads a run.
  private static let readers = [
    "playtest report a", "\(run) --out a --resume", "playtest compare a c",
    "playtest compare c a", "playtest report c --base a",
    "playtest replay a --level Good --agent random --index 3", "playtest study a --quiet",
    "playtest population a",
  ]

  @Test func aStoreOfAnotherSeedIsRefusedByAll() throws {
    try Self.inFolder { folder in
      try FileManager.default.removeItem(at: folder.appending(path: "a/results.sqlite"))
      try FileManager.default.copyItem(
        at: folder.appending(path: "b/results.sqlite"),
        to: folder.appending(path: "a/results.sqlite"))
      let words =
        "a/results.sqlite: this file belongs to another run than run.json: it has seed 2, not 1"
      for line in Self.readers + ["playtest explain a --level Good --games 10"] {
        try Program.Failure(65, line, words).check(in: folder)
      }
    }
  }

  /// A manifest of a run of another level, which does not even know the level that is asked for.
  @Test func aManifestOfAnotherLevelIsRefusedByAll() throws {
    try Self.inFolder { folder in
      let level = Program.goodLevel.replacing("\"Good\"", with: "\"Better\"")
      try Program.write(level, to: "better.json", in: folder)
      let swap = try Program.shell(
        "playtest run better.json --agents random --games 12 --quiet --out d; cp d/run.json a/",
        in: folder)
      #expect(swap.code == 0, "\(swap.errors)")
      for line in Self.readers {
        let words =
          line.contains("--resume")
          ? "a: cannot resume: its levels are different"
          : "a/results.sqlite: this file belongs to another run than run.json: it has other levels"
        try Program.Failure(65, line, words).check(in: folder)
      }
    }
  }

  @Test func aRowOfAnotherSeedIsRefusedByAll() async throws {
    try await SmallRuns.inOwnFolder { path in
      let folder = URL(filePath: path)
      try FileManager.default.createSymbolicLink(
        at: folder.appending(path: "scripts"),
        withDestinationURL: Oracle.root.appending(path: "scripts"))
      try Program.write(Program.goodLevel, to: "good.json", in: folder)
      for options in ["--out a", "--seed 2 --out b", "--out c"] {
        #expect(try Program.shell("\(Self.run) \(options)", in: folder).code == 0)
      }
      try await SmallRuns.sql(
        "\(path)/a/results.sqlite", "ATTACH '\(path)/b/results.sqlite' AS b",
        "REPLACE INTO games SELECT * FROM b.games WHERE id = 3")
      for line in Self.readers {
        try Program.Failure(
          65, line, "a/results.sqlite: game 3 of random on Good belongs to another run"
        ).check(in: folder)
      }
    }
  }

  /// A part's store or manifest from a run of another seed.
  @Test func partsOfAnotherRunAreNotMerged() throws {
    try Self.inFolder { folder in
      for options in ["--shard 1/2 --out p", "--shard 2/2 --out q", "--seed 2 --shard 2/2 --out s"]
      {
        #expect(try Program.shell("\(Self.run) \(options)", in: folder).code == 0)
      }
      let swap = try Program.shell("cp s/results.sqlite q/results.sqlite", in: folder)
      #expect(swap.code == 0)
      for line in ["playtest merge p q --out r --quiet", "playtest merge p q --missing"] {
        try Program.Failure(
          65, line,
          "q/results.sqlite: this file belongs to another run than run.json: it has seed 2, not 1"
        ).check(in: folder)
      }
      #expect(try Program.shell("cp s/run.json q/run.json", in: folder).code == 0)
      try Program.Failure(
        65, "playtest merge p q --out r --quiet", "q: it belongs to another run than p"
      ).check(in: folder)
    }
  }

  /// A folder to write to that is, holds or lies in a part is refused before anything is touched.
  @Test(arguments: ["p", "p/", "./q", "p/r", "link", "link/r", "."])
  func aMergeIntoItsPartsIsRefused(out: String) throws {
    try Self.inFolder { folder in
      let made = try Program.shell(
        "\(Self.run) --shard 1/2 --out p && \(Self.run) --shard 2/2 --out q && ln -s q link",
        in: folder)
      #expect(made.code == 0, "\(made.errors)")
      let before = try Program.shell("cat p/* q/* | md5sum", in: folder).output
      for force in ["", " --force"] {
        try Program.Failure(
          64, "playtest merge p q --out \(out) --quiet\(force)",
          "\(out): the folder of the joined run must not be, contain or be in the part "
        ).check(in: folder)
      }
      #expect(try Program.shell("cat p/* q/* | md5sum", in: folder).output == before)
    }
  }
}
