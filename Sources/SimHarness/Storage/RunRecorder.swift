import Synchronization

/// Plays a plan into a run folder: rows as they come, manifest, summary and reports at the end.
public struct RunRecorder: Sendable {
  public let plan: RunPlan
  public let folder: RunFolder
  public let jobs: Int

  public init(plan: RunPlan, folder: RunFolder, jobs: Int) {
    self.plan = plan
    self.folder = folder
    self.jobs = jobs
  }

  /// Plays until done or cancelled, and tells whether every game was played.
  ///
  /// `progress` is called with the number of games played so far, from any worker.
  public func record(
    isCancelled: @escaping @Sendable () -> Bool, log: @escaping @Sendable (String) -> Void,
    progress: @escaping @Sendable (Int) -> Void
  ) async throws -> Bool {
    let store = try RunStore.create(
      at: folder.path(of: .store),
      header: RunStore.Header(
        cells: plan.cells, levels: plan.levels.map(Self.stored), scripts: plan.scripts,
        metrics: plan.game.metrics))
    // Written first as partial, so that a killed run is readable and marked.
    try folder.write(RunManifest(plan, isPartial: true).text, to: .manifest)
    let engine = RunEngine(plan: plan, jobs: jobs)
    let count = PlayedGames()
    try await engine.run(isCancelled: isCancelled, log: log) { cell, rows in
      try store.add(rows, cell: cell)
      progress(count.add(rows.count))
    }
    try store.close()
    let isComplete = count.total == plan.totalGames
    if isComplete { try folder.write(RunManifest(plan, isPartial: false).text, to: .manifest) }
    return isComplete
  }

  private static func stored(_ level: PlayableLevel) -> StoredLevel {
    StoredLevel(
      name: level.name, id: level.id, hash: level.hash, json: JSONWriter.compact(level.tree))
  }
}

/// How many games the workers have played together.
private final class PlayedGames: Sendable {
  private let value = Atomic<Int>(0)

  var total: Int { value.load(ordering: .relaxed) }

  /// - Returns: the new total.
  func add(_ games: Int) -> Int { value.wrappingAdd(games, ordering: .relaxed).newValue }
}

extension RunFolder {
  /// The figures of the run in this folder.
  public func summary(game find: (String) -> GameEntry?) throws -> RunSummary {
    let manifest = try RunManifest(reading: try read(.manifest), file: path(of: .manifest))
    guard let game = find(manifest.game) else {
      throw StorageError.damaged(path(of: .manifest), "there is no game '\(manifest.game)'")
    }
    let store = try RunStore.open(at: path(of: .store))
    var summary = try RunSummary(manifest: manifest, store: store, metrics: game.metrics)
    try summary.addSceneStudies(of: game, store: store)
    return summary
  }
}
