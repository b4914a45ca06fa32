import Foundation
import Testing

@testable import SimHarness

/// What `run` does with an earlier run in the folder that it has chosen itself.
@Suite struct RunPlaceTests {
  private static let run = "playtest run good.json --agents random --games 6"
  private static let place = "Reports/runs/good"

  private static func inFolder(_ body: (URL) throws -> Void) throws {
    try Program.inFolder { folder in
      try Program.write(Program.goodLevel, to: "good.json", in: folder)
      let first = try Program.shell(run, in: folder)
      #expect(first.code == 0 && first.errors.isEmpty, "\(first.errors)")
      try body(folder)
    }
  }

  @Test func aRunOfTheSameInputsIsShownAgain() throws {
    try Self.inFolder { folder in
      let summary = try Program.text(of: "\(Self.place)/summary.json", in: folder)
      let again = try Program.shell(Self.run, in: folder)
      #expect(again.code == 0)
      #expect(
        again.errors
          == "nothing has changed since the run in \(Self.place); showing its results\n")
      #expect(again.output.contains("6 games in"))
      #expect(try Program.text(of: "\(Self.place)/summary.json", in: folder) == summary)
      #expect(try Program.shell("\(Self.run) --quiet", in: folder).errors.isEmpty)
    }
  }

  @Test func anInterruptedRunIsContinued() throws {
    try Self.inFolder { folder in
      let line = Self.run.replacingOccurrences(of: "good.json", with: "other.json")
      let stopped = try Program.shell(
        "sed s/Good/Other/ good.json > other.json; timeout -s INT 1 \(Program.file.path)"
          + " run other.json --agents random --games 3000000 --quiet >/dev/null", in: folder)
      try #require(stopped.code == 130 || stopped.code == 124, "\(stopped)")
      let more = try Program.shell(
        "timeout -s INT 1 \(Program.file.path) run other.json --agents random --games 3000000"
          + " >/dev/null", in: folder)
      #expect(
        more.errors.hasPrefix("continuing the run in Reports/runs/other\n"), "\(more.errors)")
      // Other games are another run, which nobody asked to replace.
      try Program.Failure(
        73, line, "Reports/runs/other: the folder has another run: it has 3000000 games per level"
      ).check(in: folder)
    }
  }

  @Test func aRunOfChangedLevelsReplacesTheOldOne() throws {
    try Self.inFolder { folder in
      let edit = "playtest level edit good.json set shots=3 >/dev/null"
      let changed = try Program.shell("\(edit); \(Self.run)", in: folder)
      #expect(changed.code == 0)
      #expect(changed.errors == "replacing the run in \(Self.place): Good changed\n")
      let fresh = try Program.shell(
        "\(Self.run) --out fresh >/dev/null; cmp fresh/summary.json \(Self.place)/summary.json",
        in: folder)
      #expect(fresh.code == 0, "\(fresh.output)")
      #expect(try !Program.files(in: folder).contains { $0.contains(".good.new") })
      // A folder that was named is not the program's own.
      try Program.Failure(
        73, "\(Self.run) --out fresh", "fresh: the folder already has a run"
      ).check(in: folder)
    }
  }

  /// A folder without a run cannot be replaced, so no message says that it can.
  @Test func aFolderWithOtherFilesIsNotTakenForARun() throws {
    try Self.inFolder { folder in
      let message = "mine: the folder has files that do not belong to a run; choose another --out"
      for option in ["", "--force", "--resume"] {
        try Program.Failure(
          73, "mkdir -p mine; echo a > mine/a.txt; \(Self.run) --out mine \(option)", message
        ).check(in: folder)
      }
      #expect(try Program.text(of: "mine/a.txt", in: folder) == "a\n")
    }
  }

  @Test(arguments: [
    ("--seed 7", "the seed was 1, now it is 7; pass --seed 1; or replace it with --force"),
    ("--agents novice", "its agents are random, now novice; "),
    ("--games 7", "it has 6 games per level and player, now 7; "),
    ("--shard 1/2", "it is a whole run; "),
  ])
  func otherSettingsNeedForce(_ options: String, _ reason: String) throws {
    try Self.inFolder { folder in
      let old = try Program.text(of: "\(Self.place)/run.json", in: folder)
      let line = "playtest run good.json --agents random --games 6 \(options)"
      try Program.Failure(
        73, line, "\(Self.place): the folder has another run: \(reason)"
      ).check(in: folder)
      #expect(try Program.text(of: "\(Self.place)/run.json", in: folder) == old)
      #expect(try Program.shell("\(line) --force", in: folder).code == 0)
    }
  }

  /// A copy in another folder has the id of its original, and is another level all the same; one
  /// that was moved is not.
  @Test func levelsThatAreLeftOutNeedForce() throws {
    try Self.inFolder { folder in
      let copy = "mkdir copy; cp good.json copy; playtest level edit copy/good.json -q set shots=3"
      #expect(try Program.shell(copy, in: folder).code == 0)
      let line = "playtest run copy/good.json --agents random --games 6"
      try Program.Failure(
        73, line,
        "\(Self.place): the folder has another run: it played good.json, which this run does not; "
      ).check(in: folder)
      let moved = try Program.shell("rm good.json; \(line)", in: folder)
      #expect(moved.code == 0)
      #expect(moved.errors == "replacing the run in \(Self.place): Good changed\n")
    }
  }

  @Test func otherLevelsNeedForce() throws {
    try Self.inFolder { folder in
      let line = "mkdir b; sed s/Good/Other/ good.json > b/good.json; playtest run b/good.json"
      try Program.Failure(
        73, "\(line) --agents random --games 6",
        "\(Self.place): the folder has another run: it has other levels, such as Good; "
      ).check(in: folder)
      // Other settings would not help.
      try Program.Failure(
        73, "playtest run b/good.json --agents random --games 7 --seed 3",
        "\(Self.place): the folder has another run: it has other levels, such as Good; "
      ).check(in: folder)
    }
  }
}
