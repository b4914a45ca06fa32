import Foundation
import TestSupport
import Testing

@testable import Catalogue
@testable import Lab
@testable import SimHarness

/// Levels and players for tests of tuning.
enum Tuning {
  static let library = ScriptLibrary(folder: Oracle.root.appending(path: "scripts").path)

  /// A board of four short rows, cleared in a few shots.
  static let bubbles = """
    {"format":"playtest-level","version":1,"game":"bubble-blast","name":"Small","shots":9,\
    "legend":{"x":"crate"},"grid":["RRBBGG......","RRBBGx.....","#RBB........"]}
    """

  static func variants(_ json: String) throws -> LevelVariants {
    let file = try LevelFile.read(Array(json.utf8), file: "level.json", catalog: library)
    let entry = try #require(library.games.game(named: file.header.game))
    return LevelVariants(of: file, entry: entry, library: library)
  }

  /// A level of the project, or a fixture.
  static func variants(at path: String) throws -> LevelVariants {
    let file = Oracle.root.appending(path: path)
    return try variants(String(contentsOf: file, encoding: .utf8))
  }

  static func player(_ name: String, _ variants: LevelVariants) throws -> RunPlayer {
    try Roster.player(name, game: variants.entry, library: library)
  }

  static func pool(_ names: [String], _ variants: LevelVariants, jobs: Int = 2) throws -> GamePool {
    GamePool(
      game: variants.entry, players: try names.map { try player($0, variants) },
      maxMoves: variants.entry.defaultMaxMoves, jobs: jobs, modules: [])
  }

  static func plan(_ yaml: String, _ levels: [LevelVariants], jobs: Int = 2) throws -> TunePlan {
    let tune = try TuneFile(reading: Array(yaml.utf8), file: "tune.yml")
    return try TunePlan(
      tune, name: "tune.yml", levels: levels,
      players: try tune.agents.map { try player($0, levels[0]) }, modules: [], jobs: jobs)
  }

  /// Games with these marks.
  static func games(passed: [Bool]) -> [TrialGame] {
    passed.map { TrialGame(end: $0 ? .won : .lost, score: 0, moves: 0, metrics: []) }
  }
}
