import Foundation
import Testing

@testable import SimHarness

/// A run's folder that is opened for reading: what is looked at in which order, and its levels.
@Suite struct RecordedRunTests {
  private struct Refusal: Error {}

  @Test func theManifestIsReadBeforeTheStore() async throws {
    try await SmallRuns.inOwnFolder { root in
      let path = "\(root)/r"
      let folder = RunFolder(path: path)
      #expect(throws: RunFolderError.missing(path, "run.json")) { try SmallRuns.recorded(folder) }
      var plan = try SmallRuns.plan()
      let shard = try #require(RunShard("1/2"))
      plan.shard = shard
      try await SmallRuns.record(plan, in: path)
      let store = "\(path)/results.sqlite"
      try FileManager.default.removeItem(atPath: store)
      #expect(
        throws: StorageError.damaged("\(path)/run.json", "unknown game 'bubble-blast'")
      ) { try RecordedRun(whole: folder, games: .none) }
      #expect(throws: RunFolderError.part(path, shard)) {
        try SmallRuns.recorded(folder)
      }
      #expect(throws: Refusal.self) {
        try RecordedRun(
          opening: folder, games: .bundled, check: { _ in throw Refusal() })
      }
      #expect(throws: StorageError.missing(store)) {
        try RecordedRun(opening: folder, games: .bundled)
      }
    }
  }

  @Test func itsLevelsAreThoseThatWerePlayed() async throws {
    try await SmallRuns.inOwnFolder { root in
      let plan = try SmallRuns.plan()
      try await SmallRuns.record(plan, in: "\(root)/r")
      let run = try SmallRuns.recorded(RunFolder(path: "\(root)/r"))
      #expect(run.cells == plan.cells && run.storedLevels.map(\.name) == ["Small"])
      #expect(run.cell(level: 0, agent: "novice") == 1 && run.cell(level: 1, agent: "x") == nil)
      let level = try run.level(0)
      #expect(level.hash == plan.levels[0].hash && level.id == plan.levels[0].id)
    }
  }

  /// A level that this version refuses is named with its field: its text is in no file that one
  /// could open.
  @Test func aLevelThatCannotBeReadIsNamed() async throws {
    try await SmallRuns.inOwnFolder { root in
      let path = "\(root)/r"
      let plan = try SmallRuns.plan()
      try await SmallRuns.record(plan, in: path)
      try FileManager.default.removeItem(atPath: "\(path)/results.sqlite")
      let whole = RunStore.Header(plan)
      for (json, words) in [
        ("{}", "the field 'format' is missing; add it; and 2 more"),
        (
          whole.levels[0].json.replacingOccurrences(of: "\"shots\":", with: "\"shotz\":"),
          "shotz: unknown field 'shotz'; did you mean 'shots'? known: format, version, game,"
            + " name, id, ruleset, columns, rows, shots, preview, swap, maxBounces, contact, descent,"
            + " queue, spawn, spawner, scoring, goal, stars, rules, params, legend, grid"
        ),
      ] {
        var header = whole
        let level = whole.levels[0]
        header.levels[0] = StoredLevel(
          name: level.name, id: level.id, hash: level.hash, json: json)
        try RunStore.create(at: "\(path)/results.sqlite", header: header).close()
        let run = try SmallRuns.recorded(RunFolder(path: path))
        let error = StorageError.damaged(
          "\(path)/results.sqlite", "the level 'Small': \(words)")
        #expect(throws: error) { try run.level(0) }
        try FileManager.default.removeItem(atPath: "\(path)/results.sqlite")
      }
    }
  }

  /// A run with other metrics than the game's can be played again, but not be summed up.
  @Test func otherMetricsAreRefusedWhereTheyAreRead() async throws {
    try await SmallRuns.inOwnFolder { root in
      let path = "\(root)/r"
      let plan = try SmallRuns.plan()
      try await SmallRuns.record(plan, in: path)
      try FileManager.default.removeItem(atPath: "\(path)/results.sqlite")
      var header = RunStore.Header(plan)
      header.metrics.removeLast()
      try RunStore.create(at: "\(path)/results.sqlite", header: header).close()
      let folder = RunFolder(path: path)
      let reason =
        "its metrics differ from those of the game; it was written by another build of playtest"
      #expect(throws: StorageError.damaged("\(path)/results.sqlite", reason)) {
        try RecordedRun(folder: folder, games: .bundled)
      }
      let run = try SmallRuns.recorded(folder)
      #expect(try run.level(0).name == "Small")
      #expect(throws: StorageError.damaged("results.sqlite", reason)) { try run.summary() }
    }
  }
}
