import Foundation
import Synchronization
import Testing

@testable import SimHarness
@testable import TextFormats

/// A disk that fails at the n-th operation of a run, for every n: what was written before is kept,
/// and a resume ends with the bytes of an undisturbed run.
@Suite struct FailingDiskTests {
  /// Fails from an operation on, or at it alone.
  private final class Fault: Sendable {
    private let place: Int
    private let lasts: Bool
    private let count = Mutex(0)

    init(at place: Int, lasts: Bool) {
      self.place = place
      self.lasts = lasts
    }

    var gate: DiskGate {
      DiskGate { [self] _, _ in
        let number = count.withLock { count in
          count += 1
          return count - 1
        }
        return number == place || lasts && number > place ? ENOSPC : nil
      }
    }

    /// Whether the work got as far as the failure.
    var came: Bool { count.withLock { $0 > place } }
  }

  private func isExpected(_ error: any Error) -> Bool {
    switch error {
    case RunFolderError.failed, RunFolderError.notBegun, StorageError.failed: true
    default: false
    }
  }

  @Test(arguments: [false, true])
  func everyFailureOfARunIsSurvived(lasts: Bool) async throws {
    let plan = try SmallRuns.plan()
    let whole = try await SmallRuns.inOwnFolder { root in
      try await SmallRuns.record(plan, in: "\(root)/r")
      return try SmallRuns.result(in: "\(root)/r")
    }
    var place = 0
    while true {
      let fault = Fault(at: place, lasts: lasts)
      try await SmallRuns.inOwnFolder { root in
        let path = "\(root)/r"
        do {
          try await SmallRuns.record(plan, in: path, through: fault.gate)
          #expect(!fault.came, "operation \(place): the failure was swallowed")
        } catch {
          #expect(isExpected(error), "operation \(place): \(error)")
        }
        try await SmallRuns.record(plan, in: path, resuming: true)
        let result = try SmallRuns.result(in: path)
        #expect(result == whole, "operation \(place)")
        let left = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        #expect(
          left == ["report.html", "report.md", "results.sqlite", "run.json", "summary.json"])
      }
      if !fault.came { break }
      place += 1
    }
    #expect(place > 30, "the run passes the gate often")
  }

  /// The resume of a damaged run fails at every operation in turn, and is resumed itself.
  @Test func everyFailureOfAResumeIsSurvived() async throws {
    let plan = try SmallRuns.plan()
    let (bytes, manifest, whole) = try await SmallRuns.inOwnFolder { root in
      try await SmallRuns.record(plan, in: "\(root)/r")
      let folder = RunFolder(path: "\(root)/r")
      return (
        try folder.read(.store), try folder.read(.manifest), try SmallRuns.result(in: "\(root)/r")
      )
    }
    // Half of the last page is another page's.
    var damaged = bytes
    damaged.replaceSubrange((bytes.count - 2048)..., with: bytes[1024..<3072])
    var place = 0
    while true {
      let fault = Fault(at: place, lasts: true)
      try await SmallRuns.inOwnFolder { root in
        let path = "\(root)/r"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data(damaged).write(to: URL(filePath: "\(path)/results.sqlite"))
        try Data(manifest).write(to: URL(filePath: "\(path)/run.json"))
        do {
          try await SmallRuns.record(plan, in: path, resuming: true, through: fault.gate)
          #expect(!fault.came, "operation \(place)")
        } catch {
          #expect(isExpected(error), "operation \(place): \(error)")
        }
        try await SmallRuns.record(plan, in: path, resuming: true)
        let result = try SmallRuns.result(in: path)
        #expect(result == whole, "operation \(place)")
      }
      if !fault.came { break }
      place += 1
    }
    #expect(place > 20)
  }

  /// Two writers: the second is refused, and the lock goes with its holder.
  @Test func aFolderHasOneWriter() async throws {
    let plan = try SmallRuns.plan()
    try await SmallRuns.inOwnFolder { root in
      let path = "\(root)/r"
      try await SmallRuns.record(plan, in: path)
      let folder = RunFolder(path: path)
      do {
        let held = try folder.lock()
        await #expect(throws: RunFolderError.busy(path)) {
          try await SmallRuns.record(plan, in: path, resuming: true)
        }
        #expect(throws: RunFolderError.busy(path)) { try folder.create(replacing: true) }
        withExtendedLifetime(held) {}
      }
      try await SmallRuns.record(plan, in: path, resuming: true)
      #expect(!FileManager.default.fileExists(atPath: "\(path)/.lock"))
    }
  }
}
