/// A run folder opened for reading: what was played, and the rows of its games.
public struct RecordedRun: Sendable {
  public let path: String
  public let manifest: RunManifest
  public let store: RunStore
  public let game: GameEntry
  /// The cells by number.
  public let cells: [RunCell]

  /// Opens a run's folder.
  ///
  /// `find` gives the game of a name.
  public init(folder: RunFolder, game find: (String) -> GameEntry?) throws {
    let manifest = try RunManifest(
      reading: try folder.read(.manifest), file: folder.path(of: .manifest))
    guard let game = find(manifest.game) else {
      throw StorageError.damaged(
        folder.path(of: .manifest), "unknown game '\(manifest.game)'")
    }
    let store = try RunStore.open(at: folder.path(of: .store), for: manifest)
    let cells = try store.cells()
    guard store.header.metricNames == game.metrics.map(\.name) else {
      throw StorageError.damaged(
        folder.path(of: .store),
        "its metrics differ from those of the game; it was written by another build of playtest")
    }
    guard cells.allSatisfy({ manifest.levels.indices.contains($0.level) }) else {
      throw StorageError.damaged(
        folder.path(of: .store), "a cell has a level that run.json does not have")
    }
    path = folder.path
    self.manifest = manifest
    self.store = store
    self.game = game
    self.cells = cells
  }

  /// The number of a level's and agent's cell.
  func cell(level: Int, agent: String) -> Int? {
    cells.firstIndex { $0.level == level && $0.agent == agent }
  }
}
