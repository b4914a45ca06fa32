import Foundation
import Synchronization
import Testing

@testable import SimHarness
@testable import TextFormats

/// A forced run keeps the old one whole until the new one is complete.
@Suite struct FolderReplacementTests {
  private static func replace(
    in path: String, seed: UInt64 = 9, gate: DiskGate = .open, stopAfter: Int = .max
  ) async throws -> RunFolder {
    let plan = try SmallRuns.plan(seed: seed)
    let folder = try RunFolder(path: path, gate: gate).create(replacing: true)
    let games = Atomic<Int>(0)
    let isWhole = try await RunRecorder(plan: plan, folder: folder, jobs: 1).record(
      isCancelled: { games.load(ordering: .relaxed) >= stopAfter }, log: { _ in },
      progress: { games.store($0, ordering: .relaxed) })
    return isWhole ? try folder.takePlace() : folder
  }

  private static func seed(of path: String) throws -> UInt64 {
    let folder = RunFolder(path: path)
    _ = try folder.summary(games: .bundled)
    return try RunManifest(reading: try folder.read(.manifest), file: "run.json").seed
  }

  @Test func aWholeRunTakesThePlace() async throws {
    try await SmallRuns.inOwnFolder { root in
      let path = "\(root)/r"
      try await SmallRuns.record(SmallRuns.plan(), in: path)
      try Data("mine".utf8).write(to: URL(filePath: "\(path)/notes.txt"))
      let folder = try await Self.replace(in: path)
      #expect(!folder.isReplacement)
      #expect(try Self.seed(of: path) == 9)
      #expect(try FileManager.default.contentsOfDirectory(atPath: root) == ["r"])
      let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
      #expect(names == ["notes.txt", "results.sqlite", "run.json"], "what is no run's is kept")
    }
  }

  /// Interrupted: the old run is whole, the new one beside, and a resume puts it in its place.
  @Test func anInterruptedRunLeavesTheOldOne() async throws {
    try await SmallRuns.inOwnFolder { root in
      let path = "\(root)/r"
      try await SmallRuns.record(SmallRuns.plan(), in: path)
      let whole = try SmallRuns.result(in: path)
      let folder = try await Self.replace(in: path, stopAfter: 1)
      #expect(folder.location == "\(RealPath.of(root))/.r.new")
      #expect(try SmallRuns.result(in: path) == whole)
      let plan = try SmallRuns.plan(seed: 9)
      #expect(
        RunFolder(path: path).unfinishedReplacement(of: try SmallRuns.plan()) == nil,
        "it is of another plan")
      let found = try #require(RunFolder(path: path).unfinishedReplacement(of: plan))
      #expect(found.location == folder.location)
      var recorder = RunRecorder(plan: plan, folder: found, jobs: 1)
      recorder.isResuming = true
      let isWhole = try await recorder.record(
        isCancelled: { false }, log: { _ in }, progress: { _ in })
      #expect(isWhole)
      _ = try found.takePlace()
      #expect(try Self.seed(of: path) == 9)
      #expect(try FileManager.default.contentsOfDirectory(atPath: root) == ["r"])
    }
  }

  /// The n-th operation of a forced run fails, for every n: the old run or the new one is there.
  @Test func everyFailureLeavesAWholeRun() async throws {
    var place = 0
    while true {
      let count = Atomic<Int>(0)
      let fails = place
      let gate = DiskGate { _, _ in
        count.wrappingAdd(1, ordering: .relaxed).oldValue == fails ? ENOSPC : nil
      }
      let came = try await SmallRuns.inOwnFolder { root in
        let path = "\(root)/r"
        try await SmallRuns.record(SmallRuns.plan(), in: path)
        do {
          _ = try await Self.replace(in: path, gate: gate)
        } catch {
          #expect(try [5, 9].contains(Self.seed(of: path)), "operation \(fails)")
        }
        // Whatever the failure left is no obstacle.
        _ = try await Self.replace(in: path, seed: 11)
        #expect(try Self.seed(of: path) == 11)
        #expect(try FileManager.default.contentsOfDirectory(atPath: root) == ["r"])
        return count.load(ordering: .relaxed) > fails
      }
      if !came { break }
      place += 1
    }
    #expect(place > 15)
  }

  /// A process that was killed between the two steps of a system without exchange.
  @Test func aKillBetweenTheStepsIsRepaired() async throws {
    try await SmallRuns.inOwnFolder { root in
      let path = "\(root)/r"
      try await SmallRuns.record(SmallRuns.plan(), in: path)
      try FileManager.default.moveItem(atPath: path, toPath: "\(root)/.r.old")
      #expect(throws: RunFolderError.exists(path)) {
        try RunFolder(path: path).create(replacing: false)
      }
      #expect(try Self.seed(of: path) == 5)
    }
  }

  @Test func aBusyFolderIsNotReplaced() async throws {
    try await SmallRuns.inOwnFolder { root in
      let path = "\(root)/r"
      try await SmallRuns.record(SmallRuns.plan(), in: path)
      let held = try RunFolder(path: path).lock()
      #expect(throws: RunFolderError.busy(path)) {
        try RunFolder(path: path).create(replacing: true)
      }
      withExtendedLifetime(held) {}
    }
  }

  /// Paths that are, hold or lie in each other, through links too.
  @Test func overlapsAreFound() throws {
    try SmallRuns.inFolder { root in
      let files = FileManager.default
      try files.createDirectory(atPath: "\(root)/a/b", withIntermediateDirectories: true)
      try files.createDirectory(atPath: "\(root)/ab", withIntermediateDirectories: true)
      try files.createSymbolicLink(atPath: "\(root)/l", withDestinationPath: "a/b")
      for (one, other, overlaps) in [
        ("a", "a", true), ("a", "a/b", true), ("a/b/new", "a", true), ("l", "a", true),
        ("l/new/x", "a/b", true), ("a/../a", "a/.", true), ("a", "ab", false),
        ("a/new", "a/b", false), ("new", "a", false), ("new", "new", true),
      ] {
        #expect(RealPath.overlap("\(root)/\(one)", "\(root)/\(other)") == overlaps)
        #expect(RealPath.overlap("\(root)/\(other)", "\(root)/\(one)") == overlaps)
      }
    }
  }
}
