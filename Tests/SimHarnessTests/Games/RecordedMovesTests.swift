import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Catalogue
@testable import SimHarness
@testable import TextFormats

/// Moves of real games, written as records write them and read again.
@Suite struct RecordedMovesTests {
  /// The first bundled level of a game with a row of random play.
  private func played(
    _ game: GameEntry, _ name: String
  ) async throws -> (level: PlayableLevel, rows: [GameRow]) {
    let library = Bubbles.library
    let source = try #require(
      try LevelLibrary(folder: Oracle.root.appending(path: "levels").path, catalog: library)
        .levels(for: ["builtin:\(game.name)/\(name)"]).first)
    let plan = RunPlan(
      title: "records", game: game, levels: [try game.ready(source, library, .none)],
      players: [try Roster.player("random", game: game, library: library)], games: 4, seed: 3,
      maxMoves: 400)
    let rows = Mutex<[GameRow]>([])
    try await RunEngine(plan: plan, jobs: 1).run(
      isCancelled: { false }, log: { _ in },
      rows: { _, chunk in rows.withLock { $0 += chunk } })
    return (plan.levels[0], rows.withLock { $0 })
  }

  @Test(arguments: GameRegistry.bundled.games.map(\.name))
  func movesAreReadAsTheyWereWritten(_ name: String) async throws {
    let game = try #require(GameRegistry.bundled.game(named: name))
    let folder = Oracle.root.appending(path: "levels/\(name)").path
    let first = try #require(
      try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
        .min())
    let (level, rows) = try await played(game, String(first.dropLast(5)))
    #expect(rows.count == 4)
    for row in rows {
      #expect(!row.record.isEmpty)
      let trees = try #require(game.encodeMoves(level, row.record))
      let text = JSONWriter.compact(.array(trees))
      let read = try JSONReader.read(Array(text.utf8), file: "moves.json") {
        game.decodeMoves(level, $0)
      }
      #expect(read == row.record, "\(text.prefix(200))")
    }
    #expect(game.encodeMoves(level, [255, 255, 255]) == nil)
  }

  /// What is not a move is reported, with its place.
  @Test(arguments: GameRegistry.bundled.games.map(\.name))
  func invalidMovesAreRefused(_ name: String) async throws {
    let game = try #require(GameRegistry.bundled.game(named: name))
    let level = try #require(game.signatureLevels().first)
    for text in ["[{\"nothing\": 1}]", "[7]", "{}"] {
      #expect(throws: FileIssues.self, "\(text)") {
        _ = try JSONReader.read(Array(text.utf8), file: "moves.json") {
          game.decodeMoves(level, $0)
        }
      }
    }
  }
}
