import Foundation
import TestSupport
import Testing

@testable import Catalogue
@testable import SimHarness

/// Open two-player games, for tests.
enum OpenTables {
  /// Scripts of `scripts/`, the fixtures' games, and the agents of `Fixtures/TwoPlayers`.
  static let library = Result {
    try ScriptLibrary(
      kept: [
        ScriptSource(
          name: "games/wythoff.lua",
          text: try Program.text(
            of: "Tests/SimHarnessTests/Fixtures/Games/wythoff.lua", in: Oracle.root)),
        pishti(),
      ])
  }

  static func pishti() throws -> ScriptSource {
    ScriptSource(
      name: "games/pishti.lua",
      text: try String(
        contentsOf: Oracle.root.appending(path: "scripts/games/pishti.lua"), encoding: .utf8))
  }

  static func agent(_ name: String) -> String {
    Oracle.root.appending(path: "Tests/SimHarnessTests/Fixtures/TwoPlayers/\(name).lua").path
  }

  static func entry(_ game: String) throws -> GameEntry {
    try #require(try library.get().games.game(named: game))
  }

  static func player(_ text: String, _ game: String) throws -> RunPlayer {
    try Roster.player(text, game: try entry(game), library: try library.get())
  }

  static func level(_ game: String, _ fields: String = "") throws -> PlayableLevel {
    let text = """
      {"format": "playtest-level", "version": 1, "game": "\(game)", "name": "test"\(fields)}
      """
    let file = try LevelFile.read(
      Array(text.utf8), file: "level.json", catalog: try library.get())
    return try entry(game).ready(file, try library.get(), .none)
  }

  /// The rows of games, in one batch.
  static func rows(
    _ agents: String, _ game: String, games: Int, fields: String = "", maxMoves: Int = 200
  ) throws -> [GameRow] {
    let player = try player(agents, game)
    let host = ScriptHost(interfaces: OpenGames.allInterfaces, log: { _ in })
    var rows: [GameRow] = []
    let request = BatchRequest(
      seed: 3, levelID: "test", games: 0..<games, maxMoves: maxMoves, checks: true)
    player.play(request, try level(game, fields), host, { false }, { rows.append($0) })
    return rows
  }

  static func figure(_ name: String, of row: GameRow, _ game: String) throws -> Int64? {
    let place = try #require(try entry(game).metrics.firstIndex { $0.name == name })
    return row.metrics[place]
  }
}
