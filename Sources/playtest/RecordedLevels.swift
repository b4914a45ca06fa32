import FoundationEssentials
import SimHarness

/// The levels and players of a run, ready to be played on: what `explain` turns levers of.
struct RecordedLevels {
  private let source: String
  private let manifest: RunManifest
  private let entry: GameEntry
  private let library: ScriptLibrary
  private let stored: [(name: String, json: String)]

  /// - Throws: What is wrong with the run's folder.
  init(_ folder: RunFolder) throws {
    source = folder.path
    manifest = try RunManifest(
      reading: try folder.read(.manifest), file: folder.path(of: .manifest))
    guard let entry = GameRegistry.game(named: manifest.game) else {
      throw CommandFailure(.badInput, "\(source): unknown game '\(manifest.game)'")
    }
    self.entry = entry
    let store = try RunStore.open(at: folder.path(of: .store), for: manifest)
    library = ScriptLibrary(kept: try store.scripts())
    stored = try store.levels().map { (name: $0.name, json: $0.json) }
  }

  var seed: UInt64 { manifest.seed }

  /// The players that can play on; people cannot.
  var players: [String] { manifest.agents.filter { !$0.isPerson }.map(\.name) }

  /// The argument that named a level; nil where the run does not know it.
  func source(of level: String) -> String? {
    manifest.levels.first { $0.name == level }?.source
  }

  /// A level as the run played it.
  func variants(of level: String) throws -> LevelVariants {
    guard let found = stored.first(where: { $0.name == level }) else {
      throw CommandFailure(
        .usage,
        "\(source): "
          + NearestName.complaint(about: level, called: "level", known: stored.map(\.name)))
    }
    let file = try LevelFile.read(
      Array(found.json.utf8), file: "\(source), level \(found.name)", catalog: library)
    return LevelVariants(of: file, entry: entry, library: library)
  }

  /// The run's players, or some of them.
  func pool(_ names: [String], jobs: Int?) throws -> GamePool {
    GamePool(
      game: entry,
      players: try names.map { try Workspace.player($0, game: entry, library: library) },
      maxMoves: manifest.maxMoves,
      jobs: try Machine.workers(jobs),
      modules: try library.modules())
  }
}
