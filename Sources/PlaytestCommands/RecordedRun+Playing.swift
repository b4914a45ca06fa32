import Lab
import SimHarness

/// The levels and players of a run, ready to be played on or again.
extension RecordedRun {
  /// Opens a run to play its games on or again.
  ///
  /// - Throws: What is wrong with the run's folder, or what `check` throws, which is called before
  ///   the store is opened.
  init(
    playing folder: RunFolder, check: (RunManifest) throws -> Void = { _ in }
  ) throws {
    try self.init(opening: folder, games: Playtest.games) { manifest in
      try Self.needMoves(manifest, folder)
      try check(manifest)
    }
  }

  /// Refuses imported results, whose games cannot be played on or again.
  static func needMoves(_ manifest: RunManifest, _ folder: RunFolder) throws(CommandFailure) {
    guard let results = manifest.imported else { return }
    throw CommandFailure(
      .badInput, "\(SafeText.escaped(folder.path, limit: 1000)): \(results.noReplay)")
  }

  /// The players that can play on; people cannot.
  var players: [String] { manifest.agents.filter { !$0.isPerson }.map(\.name) }

  /// A level as the manifest tells of it; nil if the run does not know it.
  func summary(of level: String) -> LevelSummary? {
    manifest.levels.first { $0.name == level }
  }

  /// A level as the run played it, to turn levers of.
  func variants(of level: String) throws -> LevelVariants {
    let names = storedLevels.map(\.name)
    guard let place = names.firstIndex(of: level) else {
      throw CommandFailure.unknown("level", level, among: names, in: path)
    }
    return LevelVariants(of: try levelFile(place), entry: game, library: library)
  }

  /// A level to play a recorded game on.
  func playableLevel(_ place: Int) throws -> PlayableLevel {
    do {
      return try level(place)
    } catch let error as LevelError {
      throw CommandFailure(
        .badInput, "\(SafeText.escaped(path, limit: 1000)): \(error.description)")
    }
  }

  /// The run's players, or some of them.
  func pool(_ names: [String], jobs: Int?) throws -> GamePool {
    GamePool(
      game: game,
      players: try names.map { try Workspace.player($0, game: game, library: library) },
      maxMoves: manifest.maxMoves, jobs: try Machine.workers(jobs), modules: try library.modules())
  }
}
