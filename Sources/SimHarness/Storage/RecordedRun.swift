/// A run's folder opened for reading: its manifest, its store, and its levels ready to be played
/// again.
public struct RecordedRun: Sendable {
  public let folder: RunFolder
  public let manifest: RunManifest
  public let store: RunStore
  public let game: GameEntry
  /// Finds the run's scripts.
  public let library: ScriptLibrary

  /// Opens a run, whatever its metrics: the manifest first, then the store, which must be of the
  /// same run.
  ///
  /// - Parameters:
  ///   - folder: The run's folder.
  ///   - games: The games of the program.
  ///   - check: Called with the manifest before the store is opened; may refuse the run.
  /// - Throws: What is wrong with the files, or what `check` throws.
  public init(
    opening folder: RunFolder, games: GameRegistry,
    check: (RunManifest) throws -> Void = { _ in }
  ) throws {
    manifest = try folder.readManifest()
    let unknown = StorageError.damaged(
      folder.path(of: .manifest), "unknown game '\(manifest.game)'")
    if !games.isRegistered(manifest.game) && !games.readsScripts && manifest.imported == nil {
      throw unknown
    }
    try check(manifest)
    store = try RunStore.open(at: folder.path(of: .store), for: manifest)
    library = ScriptLibrary(kept: store.header.scripts, games: games)
    // A game that is a script is in the store.
    let known = try library.games.entry(named: manifest.game)
    let game: GameEntry
    if manifest.imported != nil {
      // Its metrics are the columns of its table.
      game = GameEntry(
        ofResults: manifest.game, metrics: store.header.metricDefinitions, like: known)
    } else if let known {
      game = known
    } else {
      throw unknown
    }
    self.folder = folder
    self.game = game
  }

  /// Opens a run that is not a part of another.
  public init(whole folder: RunFolder, games: GameRegistry) throws {
    try self.init(opening: folder, games: games) { manifest in
      if let shard = manifest.shard { throw RunFolderError.part(folder.path, shard) }
    }
  }

  /// Opens a run or a part whose metrics are those of the game.
  public init(folder: RunFolder, games: GameRegistry) throws {
    try self.init(opening: folder, games: games)
    guard store.header.metricNames == game.metrics.map(\.name) else {
      throw StorageError.damaged(
        folder.path(of: .store),
        "its metrics differ from those of the game; it was written by another build of playtest")
    }
    try checkCells()
  }

  /// Makes sure that every cell is of one of the run's levels.
  package func checkCells() throws(StorageError) {
    guard cells.allSatisfy({ manifest.levels.indices.contains($0.level) }) else {
      throw .damaged(
        folder.path(of: .store), "a cell has a level that run.json does not have")
    }
  }

  public var path: String { folder.path }

  /// The cells by number.
  public var cells: [RunCell] { store.header.cells }

  /// The levels as they were kept, in the order of the run.
  public var storedLevels: [StoredLevel] { store.header.levels }

  /// The scripts that the run kept.
  public var scripts: [ScriptSource] { store.header.scripts }

  /// The number of a level's and agent's cell.
  public func cell(level: Int, agent: String) -> Int? {
    cells.firstIndex(of: RunCell(level: level, agent: agent))
  }

  // MARK: Levels

  /// The file of a level as the run kept it.
  ///
  /// - Throws: `damaged` where this version cannot read it: the level and the field by their names,
  ///   as the text lies in the store and has no lines that one could look up.
  public func levelFile(_ place: Int) throws(StorageError) -> LevelFile {
    let stored = storedLevels[place]
    do throws(FileIssues) {
      return try LevelFile.read(Array(stored.json.utf8), file: path, catalog: library)
    } catch {
      let words = error.issues.map { issue in
        let field = issue.path.drop { $0 == "$" || $0 == "." }
        return (field.isEmpty ? "" : "\(SafeText.escaped(String(field), limit: 200)): ")
          + SafeText.escaped(issue.messageInLine, limit: 600)
      }
      let more = words.count > 1 ? "; and \(words.count - 1) more" : ""
      throw .damaged(
        folder.path(of: .store),
        "the level \(SafeText.named(stored.name)): \(words.first ?? "it has no content")\(more)")
    }
  }

  /// A level as the run played it.
  ///
  /// - Throws: `StorageError` or `LevelError`, where this version cannot play the level.
  public func level(_ place: Int) throws -> PlayableLevel {
    try game.ready(try levelFile(place), library, .none)
  }
}
