import Foundation
import TestSupport
import Testing

@testable import SimHarness

/// `--force` of every command: what is there stays until what replaces it is complete.
@Suite struct ForceTests {
  private static func inFolder(_ body: (URL) throws -> Void) throws {
    try Program.inFolder { folder in
      try Program.write(Program.goodLevel, to: "good.json", in: folder)
      try body(folder)
    }
  }

  /// Killed in its middle: the old run is as it was; `--resume` goes on and ends with the new one.
  @Test(arguments: ["KILL", "INT"])
  func aStoppedRunLeavesTheOldOne(signal: String) throws {
    try Self.inFolder { folder in
      let run = "playtest run good.json --agents random --out r --quiet"
      #expect(try Program.shell("\(run) --games 3", in: folder).code == 0)
      let old = try Program.shell("cat r/* | md5sum", in: folder).output
      let long = "good.json --agents random --out r --quiet --games 60000 --jobs 1"
      let process = try Program.Running(
        Program.file, ("run " + long + " --force").split(separator: " ").map(String.init),
        in: folder)
      let beside = folder.appending(path: ".r.new/results.sqlite-wal").path
      var waits = 0
      while waits < 2000,
        (try? FileManager.default.attributesOfItem(atPath: beside)[.size] as? Int) ?? 0 < 100_000
      {
        usleep(5000)
        waits += 1
      }
      // The folder is named as the user wrote it, not the one beside it.
      let second = try Program.shell("\(run) --games 3 --force", in: folder)
      #expect(second.code == 73)
      #expect(
        second.complaints == [
          "playtest: r: another playtest is writing to this folder; wait for it or choose another"
            + " --out"
        ])
      kill(process.process.processIdentifier, signal == "KILL" ? SIGKILL : SIGINT)
      let result = process.result()
      if signal == "INT" {
        #expect(result.code == 130)
        #expect(
          result.errors.hasPrefix("playtest: interrupted: r is unchanged; "), "\(result.errors)")
        #expect(result.errors.contains("/.r.new; continue with --resume"))
        // What is done next is done with the games of this run.
        #expect(result.output.contains("/.r.new --level Good\n"), "\(result.output)")
      }
      #expect(try Program.shell("cat r/* | md5sum", in: folder).output == old)
      let resumed = try Program.shell("playtest run \(long) --resume", in: folder)
      #expect(resumed.code == 0, "\(resumed.errors)")
      #expect(try Program.text(of: "r/run.json", in: folder).contains("\"games\": 60000"))
      let fresh = try Program.shell(
        "mv r s; playtest run \(long) && cmp r/summary.json s/summary.json"
          + " && cmp r/report.html s/report.html", in: folder)
      #expect(fresh.code == 0, "the resumed replacement is the run in one go: \(fresh.errors)")
      #expect(try !Program.files(in: folder).contains { $0.hasPrefix(".r.") })
    }
  }

  /// A forced merge that fails leaves the run that was there.
  @Test func aFailedMergeLeavesTheOldRun() async throws {
    try await SmallRuns.inOwnFolder { path in
      let folder = URL(filePath: path)
      try FileManager.default.createSymbolicLink(
        at: folder.appending(path: "scripts"),
        withDestinationURL: Oracle.root.appending(path: "scripts"))
      try Program.write(Program.goodLevel, to: "good.json", in: folder)
      let run = "playtest run good.json --agents random --games 200 --quiet"
      let made = try Program.shell(
        "\(run) --out r --seed 4 && \(run) --shard 1/2 --out p && \(run) --shard 2/2 --out q",
        in: folder)
      #expect(made.code == 0, "\(made.errors)")
      try await SmallRuns.sql("\(path)/q/results.sqlite", "DELETE FROM games WHERE id = 150")
      let old = try Program.shell("cat r/* | md5sum", in: folder).output
      let merge = try Program.shell("playtest merge p q --out r --force --quiet", in: folder)
      #expect(merge.code == 75, "\(merge.errors)")
      #expect(try Program.shell("cat r/* | md5sum", in: folder).output == old)
      #expect(try !Program.files(in: folder).contains { $0.hasPrefix(".r.") })
      let mended = try Program.shell(
        "\(run) --shard 2/2 --out q --resume 2>/dev/null && playtest merge p q --out r --force"
          + " --quiet && grep -c '\"seed\": 1,' r/run.json", in: folder)
      #expect(mended.output.hasSuffix("\n1\n"), "\(mended.errors)")
    }
  }

  /// A forced set of levels replaces the old set, and what is no level of it stays.
  @Test func aForcedSetReplacesTheOldOne() throws {
    try Self.inFolder { folder in
      let generate = "playtest generate islands --out g --quiet"
      let made = try Program.shell(
        "\(generate) --count 5 && echo mine > g/notes.txt && cp good.json g/good.json", in: folder)
      #expect(made.code == 0, "\(made.errors)")
      // A folder where the new set should be made keeps the old one as it is.
      try Program.Failure(
        73, "touch .g.new; \(generate) --count 2 --seed 5 --force", ""
      ).check(in: folder)
      #expect(try Program.files(in: folder.appending(path: "g")).count == 7)
      let again = try Program.shell(
        "rm .g.new; \(generate) --count 2 --seed 5 --force && ls g", in: folder)
      #expect(again.code == 0, "\(again.errors)")
      #expect(
        again.output.hasSuffix("good.json\nislands-001.json\nislands-002.json\nnotes.txt\n"),
        "\(again.output)")
    }
  }

  /// The run of one who stands in its folder is not replaced under them.
  @Test func theCurrentFolderIsNotReplaced() throws {
    try Self.inFolder { folder in
      let run = "playtest run good.json --agents random --games 2 --quiet --out r"
      #expect(try Program.shell(run, in: folder).code == 0)
      try Program.Failure(
        73,
        "cd r; playtest run ../good.json --scripts ../scripts --games 2 --quiet --out . --force",
        ".: cannot write: --force cannot replace the current folder"
      ).check(in: folder)
    }
  }
}
