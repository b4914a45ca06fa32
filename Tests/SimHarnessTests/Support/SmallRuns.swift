import Foundation
import GRDB
import Testing

@testable import BubbleBlastGame
@testable import Catalogue
@testable import PlaytestCommands
@testable import SimHarness
@testable import TextFormats

/// Runs of a few short games in folders of their own, for tests of stores and folders.
enum SmallRuns {
  /// A level without scripts that games end soon on.
  static let level = """
    {"format":"playtest-level","version":1,"game":"bubble-blast","name":"Small","shots":3,\
    "grid":["RRBB........"]}
    """

  static func plan(
    games: Int = 6, agents: [String] = ["random", "novice"], seed: UInt64 = 5
  ) throws -> RunPlan {
    let library = ScriptLibrary(folder: nil)
    let file = try LevelFile.read(Array(level.utf8), file: "small.json", catalog: library)
    let entry = BubbleBlast.entry
    return RunPlan(
      title: "small", game: entry, levels: [try entry.ready(file, library, .none)],
      players: try agents.map { try Roster.player($0, game: entry, library: library) },
      games: games, seed: seed, maxMoves: 20)
  }

  /// Calls `body` with the path of a folder that is removed afterwards; in memory where possible,
  /// as these tests write many small files.
  static func inFolder<Value>(_ body: (String) throws -> Value) throws -> Value {
    let path = newFolder()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(path)
  }

  /// Does the same for work that waits.
  static func inOwnFolder<Value>(_ body: (String) async throws -> Value) async throws -> Value {
    let path = newFolder()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try await body(path)
  }

  private static func newFolder() -> String {
    let memory = "/dev/shm"
    let root =
      FileManager.default.isWritableFile(atPath: memory)
      ? memory : FileManager.default.temporaryDirectory.path
    return "\(root)/playtest-\(UUID().uuidString)"
  }

  /// Plays the plan and writes the reports, as `playtest run` does.
  @discardableResult
  static func record(
    _ plan: RunPlan, in path: String, resuming: Bool = false, through gate: DiskGate = .open,
    jobs: Int = 1, notice: @escaping @Sendable (String) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) async throws -> Bool {
    let folder = RunFolder(path: path, gate: gate)
    if !resuming { try folder.create(replacing: false) }
    var recorder = RunRecorder(plan: plan, folder: folder, jobs: jobs)
    recorder.isResuming = resuming
    recorder.notice = notice
    return try await recorder.record(
      isCancelled: isCancelled, log: { _ in }, progress: { _ in },
      finish: { figures in
        guard plan.shard == nil else { return }
        let run = try recorded(folder)
        try RunOutput.write(try run.summary(figures: figures), of: run)
      })
  }

  /// All that a run leaves which must not depend on how it was played: the reports, with the
  /// folder's own path taken out, and the rows.
  static func result(in path: String) throws -> [String] {
    let folder = RunFolder(path: path)
    let reports = try [RunFolder.File.summary, .html, .markdown].map { file in
      String(decoding: try folder.read(file), as: UTF8.self)
        .replacingOccurrences(of: path, with: "RUN")
    }
    return reports + [try rows(of: store(in: path))]
  }

  /// The run in a folder.
  static func recorded(_ folder: RunFolder) throws -> RecordedRun {
    try RecordedRun(whole: folder, games: .bundled)
  }

  /// The store of a run's folder.
  static func store(in path: String) throws -> RunStore {
    try RecordedRun(opening: RunFolder(path: path), games: .bundled).store
  }

  /// Changes a store as any program can that speaks SQL.
  static func sql(_ path: String, _ statements: String...) async throws {
    try await sql(path, statements)
  }

  static func sql(_ path: String, _ statements: [String]) async throws {
    let queue = try DatabaseQueue(path: path)
    try await queue.writeWithoutTransaction { db in
      for statement in statements { try db.execute(sql: statement) }
    }
    try queue.close()
  }

  /// The same without waiting, for tests that do not.
  static func change(_ path: String, _ statements: [String]) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { db in
      for statement in statements { try db.execute(sql: statement) }
    }
    try queue.close()
  }

  /// A store's rows as text.
  static func rows(of store: RunStore) throws -> String {
    var text = ""
    for cell in store.header.cells.indices {
      try store.forEachGame(ofCell: cell, records: true) { text += "\(cell) \($0)\n" }
    }
    return text
  }
}
