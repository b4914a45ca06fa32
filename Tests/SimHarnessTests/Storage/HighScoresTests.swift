import Foundation
import GRDB
import Testing

@testable import SimHarness

/// High scores: the best of each player, kept.
@Suite struct HighScoresTests {
  /// A store in a folder of its own.
  private func inStore(_ body: (HighScores, String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "playtest-scores-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = "\(folder)/deep/scores.sqlite"
    try body(try HighScores(path: path), path)
  }

  @Test func theBestOfAPlayerIsKept() throws {
    try inStore { store, path in
      func record(_ player: String, _ score: Int) throws -> HighScores.Recorded {
        try store.record(player: player, game: "bubble-pop", level: "Classic", score: score)
      }
      let first = try record("Ann", 50)
      #expect(first == .init(isOwnBest: true, highestBefore: nil, passesHighest: false))
      #expect(try record("Ann", 40).isOwnBest == false)
      #expect(
        try record("Ann", 50) == .init(isOwnBest: false, highestBefore: 50, passesHighest: false))
      #expect(
        try record("Bob", 50) == .init(isOwnBest: true, highestBefore: 50, passesHighest: false))
      #expect(
        try record("Bob", 51) == .init(isOwnBest: true, highestBefore: 50, passesHighest: true))
      #expect(try record("Ann", 51).isOwnBest)
      let entries = try store.entries(game: "bubble-pop")
      #expect(entries.map(\.player) == ["Bob", "Ann"])
      #expect(entries.map(\.score) == [51, 51])
      #expect(try store.best(1, game: "bubble-pop", level: "Classic").first?.score == 51)
      // Another process, later.
      #expect(try HighScores(path: path).entries() == entries)
    }
  }

  /// Of equal scores the earlier stands first, whoever set another one since.
  @Test func tiesKeepTheEarlier() throws {
    try inStore { store, _ in
      for (player, score) in [("Ann", 10), ("Bob", 20), ("Cid", 20), ("Ann", 20), ("Bob", 20)] {
        try store.record(player: player, game: "g", level: "a", score: score)
      }
      #expect(try store.entries().map(\.player) == ["Bob", "Cid", "Ann"])
    }
  }

  @Test func gamesAndLevelsAreApart() throws {
    try inStore { store, _ in
      try store.record(player: "Ann", game: "b", level: "x", score: 1)
      try store.record(player: "Ann", game: "a", level: "y", score: 2)
      try store.record(player: "Ann", game: "a", level: "x", score: -3)
      #expect(try store.entries().map(\.score) == [-3, 2, 1])
      #expect(try store.entries(game: "a").count == 2)
      #expect(try store.best(1, game: "b", level: "y").isEmpty)
    }
  }

  @Test func settingsAreApart() throws {
    try inStore { store, _ in
      func record(_ setting: String, _ score: Int) throws -> HighScores.Recorded {
        try store.record(player: "Ann", game: "g", level: "x", setting: setting, score: score)
      }
      let first = try record("", 9)
      #expect(first.isOwnBest)
      #expect(
        try record("mode=streak", 5)
          == .init(isOwnBest: true, highestBefore: nil, passesHighest: false))
      #expect(try record("mode=streak", 6).passesHighest)
      #expect(try store.best(5, game: "g", level: "x").map(\.score) == [9])
      #expect(
        try store.best(5, game: "g", level: "x", setting: "mode=streak").map(\.score) == [6])
    }
  }

  /// A store that an earlier version made has no settings; its scores and their order stay.
  @Test func aStoreWithoutSettingsIsCarriedOver() throws {
    try inStore { _, path in
      let old = path + "-old"
      try DatabaseQueue(path: old).write { db in
        try db.execute(
          sql: """
            CREATE TABLE scores (number INTEGER PRIMARY KEY AUTOINCREMENT,
              player TEXT NOT NULL, game TEXT NOT NULL, level TEXT NOT NULL,
              score INTEGER NOT NULL, UNIQUE (player, game, level));
            INSERT INTO scores VALUES (7, 'Bob', 'g', 'x', 5), (3, 'Ann', 'g', 'x', 5)
            """)
      }
      let store = try HighScores(path: old)
      #expect(try store.entries().map(\.player) == ["Ann", "Bob"])
      #expect(try store.entries().map(\.order) == [3, 7])
      try store.record(player: "Ann", game: "g", level: "x", setting: "s", score: 1)
      #expect(try HighScores(path: old).entries().map(\.setting) == ["", "", "s"])
    }
  }

  @Test(arguments: ["", "  ", "\t\n", "a\u{7}b", String(repeating: "x", count: 101)])
  func badNamesAreRefused(_ name: String) throws {
    let usual = try HighScores.name(" Ann B ")
    #expect(usual == "Ann B")
    try inStore { store, _ in
      #expect(throws: HighScoreError.self) {
        try store.record(player: name, game: "g", level: "l", score: 1)
      }
      let left = try store.entries()
      #expect(left.isEmpty)
    }
  }

  @Test func aFileOtherThanAStoreIsReported() throws {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "playtest-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("no database, only some text that is long enough to be read".utf8).write(
      to: URL(filePath: path))
    #expect(throws: HighScoreError.self) { try HighScores(path: path) }
  }

  @Test func theUsualFileLiesInTheDataFolder() {
    #expect(
      HighScores.defaultPath(environment: ["HOME": "/h", "XDG_DATA_HOME": "/d"])
        == "/d/playtest/scores.sqlite")
    #expect(
      HighScores.defaultPath(environment: ["HOME": "/h", "XDG_DATA_HOME": "relative"])
        == "/h/.local/share/playtest/scores.sqlite")
  }

  @Test func theCommandListsThem() throws {
    try Program.inFolder { folder in
      let path = folder.appending(path: "s.sqlite").path
      let store = try HighScores(path: path)
      try store.record(player: "Ann", game: "bubble-pop", level: "Classic", score: 12)
      let table = try Program.run(["scores", "bubble-pop", "--store", path], in: folder)
      #expect(table.code == 0)
      #expect(table.output.contains("bubble-pop  Classic  Ann"), "\(table.output)")
      let json = try Program.run(["scores", "--json", "--store", path], in: folder)
      #expect(json.output.contains("\"player\": \"Ann\""))
      #expect(try Program.run(["scores", "--store", "none.sqlite"], in: folder).code == 66)
      #expect(try Program.run(["scores", "bubble-popp", "--store", path], in: folder).code == 64)
    }
  }
}
