import Foundation
import Synchronization
import Testing

@testable import SimHarness
@testable import TextFormats

/// A store that was cut off or flipped anywhere is mended or refused, and never miscounted.
///
/// With `PLAYTEST_FULL_SWEEP=1` every byte is tried, in SQLite's own page size too (`make
/// test-survival`); otherwise every fifth byte of a store of small pages.
@Suite struct DamagedStoreTests {
  private static let isFull = ProcessInfo.processInfo.environment["PLAYTEST_FULL_SWEEP"] == "1"
  private static let pageSizes = isFull ? [512, 4096] : [512]
  /// From one byte that is tried to the next; odd, so that all places of the pages get a turn.
  private static let step = isFull ? 1 : 5

  /// What became of the damaged stores of one sweep.
  private struct Tally: CustomStringConvertible {
    var stores = 0
    /// Resumes that had to play games again; the others lost none.
    var mended = 0
    /// Reports that were refused; the others had the original's counts.
    var refused = 0

    var description: String {
      "\(stores) damaged stores: all resumed to the original's rows, \(mended) by playing games"
        + " again; a report of \(refused) is refused, of \(stores - refused) it counts right"
    }
  }

  /// A store of a few games, closed: its bytes and what it holds.
  private struct Original {
    let plan: RunPlan
    let header: RunStore.Header
    let bytes: [UInt8]
    let rows: [[GameRow]]
    let text: String

    init(pageSize: Int) async throws {
      plan = try SmallRuns.plan(games: 4)
      header = RunStore.Header(plan)
      let played = Mutex<[Int: [GameRow]]>([:])
      try await RunEngine(plan: plan, jobs: 1).run(
        isCancelled: { false }, log: { _ in },
        rows: { cell, rows in played.withLock { $0[cell, default: []] += rows } })
      let rows = plan.cells.indices.map { cell in played.withLock { $0[cell] ?? [] } }
      self.rows = rows
      let kept = header
      (bytes, text) = try SmallRuns.inFolder { folder in
        let path = "\(folder)/s.sqlite"
        let store = try RunStore.create(
          at: path, header: kept, through: .open, pageSize: pageSize)
        for (cell, rows) in rows.enumerated() { try store.add(rows, cell: cell) }
        let text = try SmallRuns.rows(of: store)
        try store.close()
        return ([UInt8](try #require(FileManager.default.contents(atPath: path))), text)
      }
    }

    /// Resumes from these bytes, adds what is missing, and expects the original's rows; returns
    /// whether any were missing.
    func expectRepaired(_ bytes: [UInt8], in folder: String, _ label: String) throws -> Bool {
      let path = "\(folder)/s.sqlite"
      try Data(bytes).write(to: URL(filePath: path))
      let (store, survey) = try RunStore.resume(at: path, header: header, range: plan.range)
      for cell in rows.indices {
        for range in survey.held.missing(in: plan.range, cell: cell) {
          try store.add(Array(rows[cell][range]), cell: cell)
        }
      }
      let mended = try SmallRuns.rows(of: store)
      #expect(mended == text, "\(label)")
      try store.close()
      let isWhole = survey.held.count == plan.totalGames
      #expect(isWhole || bytes != self.bytes, "\(label): an undamaged store is whole")
      // A file of no bytes, or of one, is to SQLite a store that was never begun.
      #expect(
        isWhole || bytes.count < 2 || !survey.notices.isEmpty, "\(label): what is lost is told")
      return !isWhole
    }

    /// Reads these bytes as a report does: the original's counts, or an error; returns which.
    func expectNoMiscount(_ bytes: [UInt8], in folder: String, _ label: String) throws -> Bool {
      let path = "\(folder)/r.sqlite"
      try Data(bytes).write(to: URL(filePath: path))
      let manifest = RunManifest(plan, isPartial: false)
      do throws(StorageError) {
        let store = try RunStore.open(at: path, for: manifest)
        let summary = try RunSummary(
          manifest: manifest, store: store, metrics: plan.game.metrics)
        #expect(summary.cells.map(\.games) == rows.map(\.count), "\(label)")
        return false
      } catch {
        #expect(!error.description.contains("\n"), "\(label)")
        return true
      }
    }

    /// Does both for every offset of this worker's share.
    func sweep(worker: Int, of workers: Int, damage: (Int) -> [UInt8]) throws {
      var tally = Tally()
      try SmallRuns.inFolder { folder in
        for offset in stride(from: worker * step, to: bytes.count, by: workers * step) {
          let damaged = damage(offset)
          tally.stores += 1
          if try expectRepaired(damaged, in: folder, "offset \(offset)") { tally.mended += 1 }
          if try expectNoMiscount(damaged, in: folder, "offset \(offset)") { tally.refused += 1 }
        }
      }
      if isFull { print(tally) }
    }
  }

  /// Without damage nothing is missing and nothing is said, or the sweeps below would prove little.
  @Test(arguments: [512, 4096])
  func anUndamagedStoreIsWhole(pageSize: Int) async throws {
    let original = try await Original(pageSize: pageSize)
    try SmallRuns.inFolder { folder in
      let path = "\(folder)/s.sqlite"
      try Data(original.bytes).write(to: URL(filePath: path))
      let (_, survey) = try RunStore.resume(
        at: path, header: original.header, range: original.plan.range)
      #expect(survey.notices == [])
      #expect(survey.held.count == original.plan.totalGames)
    }
  }

  @Test(arguments: pageSizes, [0, 1])
  func aTruncatedStoreIsRepaired(pageSize: Int, worker: Int) async throws {
    let original = try await Original(pageSize: pageSize)
    try original.sweep(worker: worker, of: 2) { Array(original.bytes.prefix($0)) }
  }

  @Test(arguments: pageSizes, [0, 1])
  func aFlippedByteIsRepaired(pageSize: Int, worker: Int) async throws {
    let original = try await Original(pageSize: pageSize)
    try original.sweep(worker: worker, of: 2) { offset in
      var bytes = original.bytes
      // Another flip at every place, and all bits at some.
      bytes[offset] ^= offset % 9 == 8 ? 0xFF : 1 << (offset % 9)
      return bytes
    }
  }

  /// A kill in the moment when a store is being made loses nothing, so a resume says nothing.
  ///
  /// The files are copied as a kill would leave them: with the write-ahead log, before the tables
  /// are committed.
  @Test(arguments: [DiskGate.Operation.insert, .commit])
  func aStoreThatWasNeverBegunIsNoDamage(moment: DiskGate.Operation) async throws {
    let original = try await Original(pageSize: 4096)
    try SmallRuns.inFolder { folder in
      let left = "\(folder)/left"
      let gate = DiskGate { operation, path in
        if operation == moment {
          let folder = (path as NSString).deletingLastPathComponent
          try? FileManager.default.copyItem(atPath: folder, toPath: left)
        }
        return nil
      }
      let path = "\(folder)/made/s.sqlite"
      try FileManager.default.createDirectory(
        atPath: "\(folder)/made", withIntermediateDirectories: true)
      _ = try RunStore.create(at: path, header: original.header, through: gate)
      let size = try #require(FileManager.default.contents(atPath: "\(left)/s.sqlite")).count
      #expect(size == 4096, "SQLite has made the file, and no table")
      let (store, survey) = try RunStore.resume(
        at: "\(left)/s.sqlite", header: original.header, range: original.plan.range)
      #expect(survey.notices == [])
      #expect(survey.held.count == 0)
      for (cell, rows) in original.rows.enumerated() { try store.add(rows, cell: cell) }
      let rows = try SmallRuns.rows(of: store)
      #expect(rows == original.text)
      try store.close()
    }
  }

  /// A row that was changed in place is named and played again; the others stay.
  @Test func aFlippedRowIsNamed() async throws {
    let original = try await Original(pageSize: 4096)
    // For SQLite the store is in order; only the hash detects the change.
    let hash = original.rows[1][2].result.hash
    let pattern = withUnsafeBytes(of: hash.bigEndian) { Array($0) }
    let place = try #require(
      original.bytes.indices.dropLast(8).first { Array(original.bytes[$0..<($0 + 8)]) == pattern })
    var bytes = original.bytes
    bytes[place + 3] ^= 4
    try SmallRuns.inFolder { folder in
      let path = "\(folder)/s.sqlite"
      try Data(bytes).write(to: URL(filePath: path))
      #expect(throws: StorageError.self) {
        try RunStore.open(
          at: path, for: RunManifest(original.plan, isPartial: false)
        ).forEachGame(ofCell: 1) { _ in }
      }
      let (_, survey) = try RunStore.resume(
        at: path, header: original.header, range: original.plan.range)
      #expect(
        survey.notices == ["\(path): game 2 of novice on Small is damaged; it is played again"])
      #expect(survey.held.count == 7)
      #expect(survey.held.missing(in: 0..<4, cell: 1) == [2..<3])
    }
  }

  /// `run.json` with any byte flipped or cut off is refused, never taken for another run.
  @Test func aDamagedManifestIsRefused() throws {
    let bytes = Array(RunManifest(try SmallRuns.plan(), isPartial: false).text.utf8)
    _ = try RunManifest(reading: bytes, file: "run.json")
    for place in bytes.indices {
      var flipped = bytes
      flipped[place] ^= 1 << (place % 8)
      for damaged in [flipped, Array(bytes.prefix(place))] {
        #expect(throws: FileIssues.self, "offset \(place)") {
          try RunManifest(reading: damaged, file: "run.json")
        }
      }
    }
  }
}
