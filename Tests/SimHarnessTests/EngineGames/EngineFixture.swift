import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Catalogue
@testable import EngineGames
@testable import PlaytestCommands
@testable import SimHarness

/// Projects with an engine, for tests.
enum EngineFixture {
  static let folder =
    Oracle.root.appending(path: "Tests/SimHarnessTests/Fixtures/Engines").path

  /// The text of an engine's file that starts the fixture with a fault.
  static func file(_ name: String, fault: String = "none", _ more: String = "") -> String {
    """
    {"format": "playtest-engine", "version": 1, "name": "\(name)",
     "command": ["python3", "\(folder)/engine.py", "\(fault)"]\(more)}
    """
  }

  /// Calls `body` with a folder that has `engines/steps.json`, and ends its engines afterwards.
  static func project<Value>(
    fault: String = "none", _ more: String = "", text: String? = nil,
    _ body: (EngineFolder, String) async throws -> Value
  ) async throws -> Value {
    try await SmallRuns.inOwnFolder { path in
      try FileManager.default.createDirectory(
        atPath: "\(path)/engines", withIntermediateDirectories: true)
      try (text ?? file("steps", fault: fault, more)).write(
        toFile: "\(path)/engines/steps.json", atomically: false, encoding: .utf8)
      let engines = engines(path)
      defer { engines.close() }
      return try await body(engines, path)
    }
  }

  static func engines(_ path: String) -> EngineFolder {
    EngineFolder(
      entry: { GameEntry($0, like: OpenGames.entry) }, at: { "\(path)/engines" })
  }

  static func library(_ engines: EngineFolder) -> ScriptLibrary {
    ScriptLibrary(folder: nil, games: GameRegistry.bundled.finding(engines: engines))
  }

  /// A plan of games on the engine's level with every field at its default.
  static func plan(
    _ engines: EngineFolder, games: Int, agents: [String] = ["random"], level: String = ""
  ) throws -> RunPlan {
    let library = library(engines)
    let text = """
      {"format": "playtest-level", "version": 1, "game": "steps", "name": "L"\(level)}
      """
    let file = try LevelFile.read(Array(text.utf8), file: "l.json", catalog: library)
    let game = try #require(try library.games.entry(named: "steps"))
    return RunPlan(
      title: "steps", game: game, levels: [try game.ready(file, library, .none)],
      players: try agents.map { try Roster.player($0, game: game, library: library) },
      games: games, seed: 1, maxMoves: 100)
  }

  /// Plays a plan, and gives the rows of its first cell in order.
  static func rows(_ plan: RunPlan, jobs: Int = 1) async throws -> [GameRow] {
    let found = Rows()
    try await RunEngine(plan: plan, jobs: jobs).run(
      isCancelled: { false }, log: { _ in }, rows: { _, rows in found.add(rows) })
    return found.sorted
  }

  private final class Rows: Sendable {
    private let rows = Mutex<[GameRow]>([])
    func add(_ more: [GameRow]) { rows.withLock { $0 += more } }
    var sorted: [GameRow] {
      rows.withLock(\.self).sorted { $0.result.index < $1.result.index }
    }
  }

  /// The processes whose command line has a text.
  static func processes(_ text: String) -> [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.filter { name in
      guard Int(name) != nil,
        let line = FileManager.default.contents(atPath: "/proc/\(name)/cmdline")
      else { return false }
      return String(decoding: line, as: UTF8.self).contains(text)
    }
  }

  /// Whether no process has a text in its command line before long: a process that was killed is
  /// listed until the kernel has taken its memory back.
  static func isGone(_ text: String) -> Bool { waits { processes(text).isEmpty } }

  /// Whether something becomes true before long.
  static func waits(_ condition: () -> Bool) -> Bool {
    for _ in 0..<2000 {
      if condition() { return true }
      usleep(10_000)
    }
    return false
  }
}
