import Foundation
import GRDB
import TestSupport
import Testing

@testable import Catalogue
@testable import Lab
@testable import Reporting
@testable import SimHarness
@testable import TextFormats

/// Stores made to mislead: tables that are no tables, values that no run writes.
@Suite struct HostileStoreTests {
  private static let endless = """
    CREATE VIEW games AS WITH RECURSIVE c(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM c) \
    SELECT n AS id, 'won' AS end, 1 AS score, 1 AS moves, 1 AS hash, NULL AS reason, \
    NULL AS fault, x'' AS record, 1 AS digest FROM c
    """

  /// Whatever else the schema holds is refused before a row is read, and never hangs; a resume ends
  /// with the run's own rows.
  @Test(arguments: [
    ["DROP VIEW results", "ALTER TABLE games RENAME TO old", endless],
    ["DROP TABLE levels", "CREATE VIEW levels AS SELECT 0 AS position, 'x' AS name"],
    ["DROP VIEW results", "CREATE VIEW results AS SELECT 1"],
    ["DROP VIEW results"],
    ["CREATE TABLE more (x)"],
    ["CREATE INDEX i ON games (score)"],
    ["CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM games; END"],
    ["ALTER TABLE games ADD COLUMN x INTEGER"],
    ["ALTER TABLE games ADD COLUMN x INTEGER AS (score + 1)"],
    ["CREATE VIRTUAL TABLE f USING fts5(x)"],
    ["DROP VIEW results", "ALTER TABLE games RENAME COLUMN hash TO hush"],
    [
      "DROP VIEW results", "DROP TABLE seal", "CREATE TABLE seal (digest INTEGER NOT NULL)",
    ],
  ])
  func anotherSchemaIsRefused(statements: [String]) async throws {
    try await SmallRuns.inOwnFolder { root in
      let path = "\(root)/r"
      try await SmallRuns.record(SmallRuns.plan(), in: path)
      let whole = try SmallRuns.result(in: path)
      let isOld = statements.contains { $0.contains("TABLE seal (digest") }
      try await SmallRuns.sql("\(path)/results.sqlite", statements)
      #expect {
        try SmallRuns.store(in: path)
      } throws: { error in
        guard case StorageError.damaged(_, let reason) = error else { return false }
        return reason.hasPrefix(
          isOld ? "it was written by an earlier build" : "its tables differ from those")
      }
      if isOld {
        await #expect(throws: StorageError.self) {
          try await SmallRuns.record(SmallRuns.plan(), in: path, resuming: true)
        }
      } else {
        try await SmallRuns.record(SmallRuns.plan(), in: path, resuming: true)
        #expect(try SmallRuns.result(in: path) == whole)
      }
    }
  }

  /// A store that `--resume` repairs says so.
  @Test(arguments: [("", "it is empty; play its"), ("-journal", "a program that was stopped left")])
  func whatResumingRepairsIsSaid(suffix: String, reason: String) async throws {
    try await SmallRuns.inOwnFolder { root in
      let path = "\(root)/r"
      try await SmallRuns.record(SmallRuns.plan(), in: path)
      let whole = try SmallRuns.result(in: path)
      let damaged = Data(suffix.isEmpty ? [] : [UInt8](repeating: 0xA5, count: 4096))
      try damaged.write(to: URL(filePath: "\(path)/results.sqlite\(suffix)"))
      #expect {
        try SmallRuns.recorded(RunFolder(path: path))
      } throws: { error in
        "\(error)".contains(reason) && "\(error)".contains("again with --resume")
      }
      try await SmallRuns.record(SmallRuns.plan(), in: path, resuming: true)
      #expect(try SmallRuns.result(in: path) == whole)
    }
  }

  /// A game that was taken out of a complete run is missed by whoever reads the games.
  @Test(arguments: ["DELETE FROM games", "DELETE FROM games WHERE id = 3"])
  func aMissingGameIsNamed(sql: String) async throws {
    try await SmallRuns.inOwnFolder { root in
      let folder = RunFolder(path: "\(root)/r")
      try await SmallRuns.record(SmallRuns.plan(), in: folder.path)
      let whole = try SmallRuns.recorded(folder)
      try await SmallRuns.sql("\(root)/r/results.sqlite", sql)
      let run = try SmallRuns.recorded(folder)
      let game = sql.hasSuffix("3") ? 3 : 0
      let expected = StorageError.damaged(
        "\(root)/r/results.sqlite",
        "game \(game) of random on Small is missing; run again with --resume to play it again")
      let readers: [(String, () throws -> Void)] = [
        ("summary", { _ = try run.summary() }),
        ("compare", { _ = try RunComparison(run, run) }),
        ("calibrate", { _ = try HumanResults(of: run) }),
        ("games", { try GameExport(run).write(.csv, to: "\(root)/games.csv") }),
      ]
      for (name, read) in readers {
        let error = #expect(throws: StorageError.self, "\(name)") { try read() }
        #expect(error == expected, "\(name)")
      }
      withExtendedLifetime(whole) {}
    }
  }

  /// A run's folder may come from an untrusted source: a pipe in a store's place is not waited for, and
  /// a link is not written through.
  @Test(arguments: ["", "-wal", "-shm", "-journal"])
  func onlyPlainFilesAreStores(ending: String) async throws {
    try await SmallRuns.inOwnFolder { root in
      let path = "\(root)/r"
      try await SmallRuns.record(SmallRuns.plan(), in: path)
      let store = "\(path)/results.sqlite"
      let other = "\(root)/other"
      try FileManager.default.copyItem(atPath: store, toPath: other)
      let before = FileManager.default.contents(atPath: other)
      try? FileManager.default.removeItem(atPath: store + ending)
      try FileManager.default.createSymbolicLink(
        atPath: store + ending, withDestinationPath: other)
      let link = StorageError.damaged(
        store + ending, "this is a link to another file; put a copy of that file in its place")
      await #expect(throws: link) {
        try await SmallRuns.record(SmallRuns.plan(), in: path, resuming: true)
      }
      if ending.isEmpty {
        // Reading changes nothing.
        #expect(try SmallRuns.result(in: path).count == 4)
      } else {
        #expect(throws: link) { try SmallRuns.store(in: path) }
      }
      #expect(FileManager.default.contents(atPath: other) == before)
      unlink(store + ending)
      #expect(mkfifo(store + ending, 0o600) == 0)
      #expect(
        throws: StorageError.damaged(
          store + ending, "this is not a plain file; restore the run's own")
      ) { try SmallRuns.store(in: path) }
    }
  }

  /// What a command writes in a run's folder takes the place of a link, and leaves what it names.
  @Test func nothingIsWrittenThroughALink() throws {
    try SmallRuns.inFolder { root in
      let victim = "\(root)/victim"
      try "precious".write(toFile: victim, atomically: false, encoding: .utf8)
      let folder = RunFolder(path: "\(root)/r")
      try folder.create(replacing: false)
      func link(_ name: String, to target: String = victim) throws {
        try? FileManager.default.removeItem(atPath: "\(root)/r/\(name)")
        try FileManager.default.createSymbolicLink(
          atPath: "\(root)/r/\(name)", withDestinationPath: target)
      }
      for file in RunFolder.File.allCases {
        try link(file.rawValue)
        try folder.write("new", to: file)
        #expect(try String(decoding: folder.read(file), as: UTF8.self) == "new")
      }
      try link("games.csv")
      let table = try StreamedFile("\(root)/r/games.csv")
      try table.write(Array("new".utf8))
      try table.close()
      #expect(try String(decoding: folder.read(.gamesCSV), as: UTF8.self) == "new")
      try link(".games.csv.\(ProcessInfo.processInfo.processIdentifier).part")
      #expect(throws: FileWriteError.self) { try StreamedFile("\(root)/r/games.csv") }
      try link("study.log")
      #expect(throws: FileWriteError.self) {
        try SealedLines(path: "\(root)/r/study.log", digest: "x").append("more")
      }
      // Not even a file that is not there yet.
      try link(".lock", to: "\(root)/made")
      #expect(throws: RunFolderError.self) { try folder.lock() }
      #expect(!FileManager.default.fileExists(atPath: "\(root)/made"))
      #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious")
    }
  }

  /// A value that no run writes is named, whatever SQLite would make of it.
  @Test(arguments: [
    "score = 'many'", "score = 1.5", "score = 9e999", "score = -9e999", "moves = -1",
    "moves = 21", "moves = 9223372036854775807", "end = 'drawn'", "end = x'00'", "hash = 'x'",
    "record = 'text'", "record = zeroblob(70000000)", "reason = x'00'", "fault = 5.0",
    "m_popped = 'x'", "m_popped = 1.25", "digest = 'x'", "digest = digest + 1",
    "score = score + 1",
  ])
  func aValueThatNoRunWritesIsNamed(change: String) async throws {
    try await SmallRuns.inOwnFolder { root in
      let path = "\(root)/r"
      try await SmallRuns.record(SmallRuns.plan(), in: path)
      let whole = try SmallRuns.result(in: path)
      try await SmallRuns.sql("\(path)/results.sqlite", "UPDATE games SET \(change) WHERE id = 2")
      #expect {
        try RunFolder(path: path).summary(games: .bundled)
      } throws: { error in
        guard case StorageError.damaged(_, let reason) = error else { return false }
        return reason.hasPrefix("game 2 of random on Small is damaged")
          || reason.contains("too big")
      }
      try await SmallRuns.record(SmallRuns.plan(), in: path, resuming: true)
      #expect(try SmallRuns.result(in: path) == whole)
    }
  }

  /// A manifest's own hash is no secret; numbers that no run has are refused, so that no product of
  /// them overflows.
  @Test func impossibleNumbersOfGamesAreNamed() throws {
    for number in [-1, RunPlan.maxGames + 1, Int.max] {
      var manifest = RunManifest(try SmallRuns.plan(), isPartial: false)
      manifest.games = number
      #expect(throws: FileIssues.self) {
        try RunManifest(reading: Array(manifest.text.utf8), file: "run.json")
      }
      manifest.games = 6
      manifest.cellGames = [number]
      #expect(throws: FileIssues.self) {
        try RunManifest(reading: Array(manifest.text.utf8), file: "run.json")
      }
    }
  }

  /// What lies in the place of a run's file is named, is not waited for, and is not read beyond its
  /// limit.
  @Test(arguments: ["run.json", "study.json", "explanations.json"])
  func aPathThatIsNotAFileIsReported(name: String) async throws {
    try await SmallRuns.inOwnFolder { root in
      let path = "\(root)/r"
      try await SmallRuns.record(SmallRuns.plan(), in: path)
      let file = "\(path)/\(name)"
      let advice = [
        "run.json": "restore the run's own, or play the run again with --force",
        "study.json": "remove it, or run `playtest study` again",
        "explanations.json": "remove it, or run `playtest explain` again",
      ]
      let cases: [(reason: String, make: (String) throws -> Void)] = [
        ("this is a pipe, not a file", { try OddFiles.pipe(at: $0) }),
        ("this is a device, not a file", { try OddFiles.link(at: $0, to: "/dev/zero") }),
        (
          "this is a folder, not a file",
          { try FileManager.default.createDirectory(atPath: $0, withIntermediateDirectories: true) }
        ),
        (
          "the file has 3221225472 bytes, more than the maximum of 67108864",
          { try OddFiles.sparse(at: $0) }
        ),
        ("the file is empty", { try OddFiles.sparse(at: $0, size: 0) }),
        ("the file is empty", { try " \n".write(toFile: $0, atomically: true, encoding: .utf8) }),
      ]
      for (reason, make) in cases {
        try? FileManager.default.removeItem(atPath: file)
        try make(file)
        try Program.Failure(
          65, "playtest report r", "r/\(name): \(reason); \(try #require(advice[name]))"
        ).check(in: URL(filePath: root))
      }
    }
  }

  /// Rows beyond those of the run are no part of it.
  @Test(arguments: [
    (-1, "row -1 is not from a game of this run"),
    (RowNumber.of(0, cell: 2), "row 2199023255552 is not from a game of this run"),
    (Int64.min, "row -9223372036854775808 is not from a game of this run"),
    (RowNumber.of(6, cell: 0), "game 6 of random on Small"),
  ])
  func aRowOfNoGameIsNamed(number: Int64, words: String) async throws {
    try await SmallRuns.inOwnFolder { root in
      let path = "\(root)/r"
      try await SmallRuns.record(SmallRuns.plan(), in: path)
      try await SmallRuns.sql(
        "\(path)/results.sqlite", "CREATE TEMP TABLE t AS SELECT * FROM games WHERE id = 0",
        "UPDATE t SET id = \(number)", "INSERT INTO games SELECT * FROM t")
      #expect {
        try RunFolder(path: path).summary(games: .bundled)
      } throws: { error in
        guard case StorageError.damaged(_, let reason) = error else { return false }
        return reason.hasPrefix(words)
      }
    }
  }

  /// A cell of a level that the run does not have is named by all that look levels up.
  @Test func aCellOfNoLevelIsNamed() async throws {
    try await SmallRuns.inOwnFolder { root in
      let path = "\(root)/r"
      let plan = try SmallRuns.plan()
      try await SmallRuns.record(plan, in: path)
      try FileManager.default.removeItem(atPath: "\(path)/results.sqlite")
      var header = RunStore.Header(plan)
      header.cells.append(RunCell(level: 9, agent: "random"))
      try RunStore.create(at: "\(path)/results.sqlite", header: header).close()
      let folder = RunFolder(path: path)
      let expected = StorageError.damaged(
        "\(path)/results.sqlite", "a cell has a level that run.json does not have")
      #expect(throws: expected) {
        try RecordedRun(folder: folder, games: .bundled)
      }
      #expect(throws: expected) {
        try RunStudy(of: SmallRuns.recorded(folder), effort: .init(), jobs: 1)
      }
      #expect(
        throws: StorageError.damaged(
          "results.sqlite", "cell 2 has a level that run.json does not have")
      ) { try SmallRuns.recorded(folder).summary() }
    }
  }

  /// Numbers at the limits of what a game counts: every figure and report is made.
  @Test(arguments: [Saturating.limit, -Saturating.limit, -1])
  func extremeNumbersTrapNothing(value: Int) async throws {
    try await Self.inFolder(scoring: value) { folder in
      let summary = try folder.summary(games: .bundled)
      let run = try RecordedRun(folder: folder, games: .bundled)
      for format in ReportFormat.allCases { _ = try folder.write(format, of: summary, run: run) }
      let comparison = try RunComparison(run, run, tolerance: 0)
      #expect(comparison.moved.isEmpty && !comparison.markdown.isEmpty && !comparison.json.isEmpty)
    }
  }

  /// Metrics are sums of a game's own, so they are not held to its bounds.
  @Test(arguments: [Int64.max, .min, 1 << 53])
  func extremeMetricsTrapNothing(value: Int64) async throws {
    try await Self.inFolder(scoring: 1, metric: value) { folder in
      let summary = try folder.summary(games: .bundled)
      let run = try RecordedRun(folder: folder, games: .bundled)
      for format in ReportFormat.allCases { _ = try folder.write(format, of: summary, run: run) }
      _ = try RunComparison(run, run, tolerance: 0).json
    }
  }

  /// Numbers that no game counts, with the hashes of a run.
  @Test(arguments: [Int.max, .min, Saturating.limit + 1, -Saturating.limit - 1])
  func impossibleNumbersAreNamed(value: Int) async throws {
    try await Self.inFolder(scoring: value) { folder in
      #expect {
        try folder.summary(games: .bundled)
      } throws: { error in
        guard case StorageError.damaged(_, let reason) = error else { return false }
        return reason.hasPrefix("game 1 of random on Small is damaged")
      }
    }
  }

  /// A run two thirds of whose games have a score, and metrics, of a value.
  private static func inFolder(
    scoring value: Int, metric: Int64? = nil, _ body: (RunFolder) throws -> Void
  ) async throws {
    try await SmallRuns.inOwnFolder { root in
      let path = "\(root)/r"
      let plan = try SmallRuns.plan(games: 40)
      try await SmallRuns.record(plan, in: path)
      try FileManager.default.removeItem(atPath: "\(path)/results.sqlite")
      let store = try RunStore.create(
        at: "\(path)/results.sqlite", header: RunStore.Header(plan))
      for cell in plan.cells.indices {
        let rows = (0..<40).map { index in
          let score = index % 3 == 0 ? index : value
          return GameRow(
            result: GameResult(
              index: index, end: index % 2 == 0 ? .won : .lost, score: score, moves: index % 21,
              hash: .max),
            metrics: plan.game.metrics.map { _ in metric ?? Int64(score) }, record: [])
        }
        try store.add(rows, cell: cell)
      }
      try store.close()
      try body(RunFolder(path: path))
    }
  }
}
