import Foundation
import TestSupport
import Testing

@testable import Catalogue
@testable import SimHarness

/// Small runs of one of our own levels of each game, for tests that go over all games.
enum BundledRuns {
  /// A level of each game and players who are quick on it.
  private static let levels: [String: (file: String, agents: [String], games: Int)] = [
    "bubble-blast": ("bubble-blast/07-crate-yard.json", ["random", "casual"], 40),
    "peggle": ("peggle/04-two-moons.json", ["random"], 6),
    "bubble-pop": ("bubble-pop/demolition.json", ["random", "casual"], 6),
    "set": ("set/02-assignment.json", ["random", "casual:skilled"], 6),
    "playing-cards": ("playing-cards/01-pairs.json", ["random", "casual"], 6),
    "cards": ("cards/01-tens.json", ["random", "casual"], 12),
  ]

  static func plan(of game: GameEntry, seed: UInt64 = 11) throws -> RunPlan {
    guard let (name, agents, games) = levels[game.name] else {
      throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: game.name])
    }
    let library = ScriptLibrary(folder: Oracle.root.appending(path: "scripts").path)
    let file = Oracle.root.appending(path: "levels/\(name)")
    let level = try LevelFile.read(
      [UInt8](Data(contentsOf: file)), file: file.path, catalog: library)
    var plan = RunPlan(
      title: game.name, game: game, levels: [try game.ready(level, library, .none)],
      players: try agents.map { try Roster.player($0, game: game, library: library) },
      games: games, seed: seed, maxMoves: game.defaultMaxMoves)
    plan.modules = try library.modules()
    return plan
  }

  /// Calls `body` with a recorded run of a game and its folder.
  static func recorded(
    _ game: GameEntry, _ body: (RunFolder, RunPlan) throws -> Void
  ) async throws {
    let plan = try plan(of: game)
    try await SmallRuns.inOwnFolder { root in
      let path = "\(root)/run"
      try await SmallRuns.record(plan, in: path, jobs: 2)
      try body(RunFolder(path: path), plan)
    }
  }
}

extension GameEntry: CustomTestStringConvertible {
  public var testDescription: String { name }
}
