import Foundation
import GRDB
import Synchronization
import Testing

@testable import SimHarness

/// A run whose files another program changes while it plays says so, and never ends as whole.
@Suite struct DisturbedRunTests {
  /// Plays 300 games and disturbs the run once, when some games are stored.
  private static func record(
    in path: String, disturb: @escaping @Sendable () throws -> Void
  ) async throws -> Bool {
    let folder = RunFolder(path: path)
    try folder.create(replacing: false)
    let isDone = Atomic<Bool>(false)
    let failure = Mutex<(any Error)?>(nil)
    let recorder = RunRecorder(plan: try SmallRuns.plan(games: 300), folder: folder, jobs: 1)
    let isWhole = try await recorder.record(
      isCancelled: { false }, log: { _ in },
      progress: { games in
        guard games > 100, !isDone.exchange(true, ordering: .relaxed) else { return }
        do { try disturb() } catch { failure.withLock { $0 = error } }
      })
    if let error = failure.withLock({ $0 }) { throw error }
    return isWhole
  }

  @Test(arguments: [
    ("DELETE FROM games WHERE id = 3", "game 3 of random on Small is missing"),
    ("DELETE FROM games", "game 0 of random on Small is missing"),
    ("UPDATE games SET score = score + 1 WHERE id = 5", "game 5 of random on Small is damaged"),
    ("UPDATE levels SET name = 'x'", "its header is damaged"),
    ("CREATE TABLE x (y)", "its tables differ from those that this playtest writes"),
  ])
  func aChangeByAnotherProgramIsNamed(sql: String, reason: String) async throws {
    try await SmallRuns.inOwnFolder { root in
      let store = "\(root)/r/results.sqlite"
      await #expect(throws: StorageError.disturbed(store, reason)) {
        try await Self.record(in: "\(root)/r") {
          let queue = try DatabaseQueue(path: store)
          try queue.write { try $0.execute(sql: sql) }
          try queue.close()
        }
      }
      let text = String(decoding: try RunFolder(path: "\(root)/r").read(.manifest), as: UTF8.self)
      #expect(text.contains("\"partial\": true"))
      // What is there is mended.
      let plan = try SmallRuns.plan(games: 300)
      #expect(try await SmallRuns.record(plan, in: "\(root)/r", resuming: true))
    }
  }

  /// A reader, and a writer that changes nothing, disturb nobody.
  @Test func lookingOnIsAllowed() async throws {
    try await SmallRuns.inOwnFolder { root in
      let isWhole = try await Self.record(in: "\(root)/r") {
        let queue = try DatabaseQueue(path: "\(root)/r/results.sqlite")
        try queue.write { db in
          _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM games")
          try db.execute(sql: "UPDATE games SET score = score WHERE id = 1")
        }
        try queue.close()
      }
      #expect(isWhole)
    }
  }

  /// Two writers after the lock was removed by hand: the one that finds the other's rows stops.
  @Test func twoWritersAreDistinguished() async throws {
    try await SmallRuns.inOwnFolder { root in
      let path = "\(root)/r"
      await #expect {
        try await Self.record(in: path) {
          unlink("\(path)/.lock")
          let folder = RunFolder(path: path)
          let lock = try folder.lock()
          defer { withExtendedLifetime(lock) {} }
          let plan = try SmallRuns.plan(games: 300)
          let (store, _) = try RunStore.resume(
            at: folder.path(of: .store), header: RunStore.Header(plan), range: 0..<300)
          let row = GameRow(
            result: GameResult(index: 299, end: .won, score: 1, moves: 1, hash: 1),
            metrics: plan.game.metrics.map { _ in nil })
          try store.add([row], cell: 1)
        }
      } throws: { error in
        guard case StorageError.disturbed(_, let reason) = error else { return false }
        return reason == "game 299 of novice on Small is not from this run"
      }
    }
  }

  /// A store that was removed, or another file in its place, is noticed at the end.
  @Test(arguments: [false, true])
  func aStoreThatIsGoneIsNoticed(isReplaced: Bool) async throws {
    try await SmallRuns.inOwnFolder { root in
      let store = "\(root)/r/results.sqlite"
      await #expect {
        try await Self.record(in: "\(root)/r") {
          try FileManager.default.removeItem(atPath: store)
          if isReplaced { try Data([1]).write(to: URL(filePath: store)) }
        }
      } throws: { error in
        guard case StorageError.disturbed(_, let reason) = error else { return false }
        return reason == "it was removed or replaced by another file"
      }
    }
  }
}
