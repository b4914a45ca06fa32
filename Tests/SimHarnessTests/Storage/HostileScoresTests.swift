import Foundation
import GRDB
import TestSupport
import Testing

@testable import SimHarness

/// Files of high scores made to mislead: a workspace may bring one along.
@Suite struct HostileScoresTests {
  private static let endless =
    "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n"

  /// A file with one score, changed by these statements.
  private static func file(
    in folder: ScratchFolder, _ statements: [String]
  ) throws -> String {
    let path = "\(folder.path)/scores.sqlite"
    try HighScores(path: path).record(player: "Ann", game: "crates", level: "One", score: 5)
    try SmallRuns.change(path, statements)
    return path
  }

  private static func isDamaged(_ error: any Error) -> Bool {
    if case HighScoreError.damaged = error { true } else { false }
  }

  /// Other tables, views and triggers are refused before anything in them is used, also by a game
  /// that ends.
  @Test(arguments: [
    ["DROP TABLE scores", "CREATE VIEW scores AS \(endless) AS number, 'a' AS player FROM c"],
    ["CREATE TRIGGER t BEFORE INSERT ON scores BEGIN \(endless) FROM c; END"],
    ["CREATE TRIGGER t AFTER INSERT ON scores BEGIN DELETE FROM scores; END"],
    ["CREATE TABLE more (x)"], ["CREATE INDEX i ON scores (score)"],
    ["CREATE VIEW v AS SELECT 1"], ["CREATE VIRTUAL TABLE f USING fts5(x)"],
    ["ALTER TABLE scores ADD COLUMN x INTEGER AS (score + 1)"],
    ["ALTER TABLE scores RENAME COLUMN score TO points"],
    ["DROP TABLE scores", "CREATE TABLE scores (setting TEXT)"],
    ["DROP TABLE scores", "CREATE TABLE other (x)"],
    ["DROP TABLE scores"],
  ])
  func otherTablesAreRefused(statements: [String]) throws {
    let folder = try ScratchFolder()
    let path = try Self.file(in: folder, statements)
    let before = try Data(contentsOf: URL(filePath: path))
    #expect(
      throws: HighScoreError.damaged(
        path, "its tables differ from those that this playtest writes")
    ) { try HighScores(path: path) }
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
  }

  /// SQLite keeps any value in any column.
  @Test(arguments: [
    "score = 'abc'", "score = 1.5", "score = 1e300", "score = x'00'", "score = NULL",
    "score = 9223372036854775807", "score = -9223372036854775808", "player = x'ff00fe'",
    "player = NULL", "level = x'00'", "setting = NULL", "game = x''",
    "setting = CAST(zeroblob(70000000) AS TEXT)",
  ])
  func otherValuesAreRefused(change: String) throws {
    let folder = try ScratchFolder()
    // The table of an untrusted source may have let NULL in before it was given these words.
    let path = try Self.file(
      in: folder,
      [
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', '/* any */') WHERE name = 'scores'",
        "PRAGMA writable_schema = RESET", "UPDATE scores SET \(change)",
        "PRAGMA writable_schema = ON",
        """
        UPDATE sqlite_master SET sql = replace(sql, '/* any */', 'NOT NULL') WHERE name = 'scores'
        """,
        "PRAGMA writable_schema = RESET",
      ])
    let scores = try HighScores(path: path)
    #expect { try scores.entries() } throws: { Self.isDamaged($0) }
    if !["game", "level", "setting"].contains(where: { change.hasPrefix($0) }) {
      #expect {
        try scores.record(player: "Ann", game: "crates", level: "One", score: 9)
      } throws: { Self.isDamaged($0) }
    }
  }

  /// Whatever makes SQLite work without end, its steps are counted.
  @Test func endlessWorkIsCutOff() throws {
    let folder = try ScratchFolder()
    let path = "\(folder.path)/scores.sqlite"
    let scores = try HighScores(path: path)
    for score in 0..<200 {
      try scores.record(player: "P\(score)", game: "g", level: "l", score: score)
    }
    // What is read again and again does not add up.
    let short = try HighScores(path: path, maxSteps: 20_000)
    for _ in 0..<20 { #expect(try short.entries().count == 200) }
    #expect(throws: HighScoreError.damaged(path, "reading it takes too long")) {
      try HighScores(path: path, maxSteps: 500).entries()
    }
  }

  @Test(arguments: ["-wal", "-shm", "-journal"])
  func nothingIsWrittenThroughALink(ending: String) throws {
    let folder = try ScratchFolder()
    let path = try Self.file(in: folder, [])
    let victim = try folder.write("precious", to: "victim")
    try OddFiles.link(at: path + ending, to: victim)
    #expect(throws: HighScoreError.damaged(path + ending, "this is a link to another file")) {
      try HighScores(path: path)
    }
    #expect(folder.text(of: "victim") == "precious")
    try FileManager.default.removeItem(atPath: path)
    try OddFiles.pipe(at: path)
    #expect(throws: HighScoreError.damaged(path, "this is not a plain file")) {
      try HighScores(path: path)
    }
  }

  @Test func theCommandSaysSoInOneLine() throws {
    let folder = try ScratchFolder()
    let path = try Self.file(in: folder, ["UPDATE scores SET score = 'abc'"])
    let view = "\(folder.path)/view.sqlite"
    try SmallRuns.change(view, ["CREATE VIEW scores AS \(Self.endless) AS score FROM c"])
    for (file, reason) in [
      (path, "a score in it is no score of a game"),
      (view, "its tables differ from those that this playtest writes"),
    ] {
      try Program.Failure(
        65, "playtest scores --store \(file)",
        "\(file): cannot read the high scores: \(reason); move the file away, or pass"
      ).check(in: URL(filePath: folder.path))
    }
  }
}
