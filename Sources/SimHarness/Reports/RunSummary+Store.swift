extension RunSummary {
  /// The figures of a run, from its manifest and its games' rows alone.
  public init(
    manifest: RunManifest, store: RunStore, metrics: [MetricDefinition],
    thresholds: FlagThresholds = .standard
  ) throws(StorageError) {
    var cells: [CellSummary] = []
    for (number, cell) in try store.cells().enumerated() {
      guard manifest.levels.indices.contains(cell.level) else {
        throw .damaged("results.sqlite", "cell \(number) has a level that run.json does not have")
      }
      let level = manifest.levels[cell.level]
      var builder = CellSummaryBuilder(
        level: level.name, levelHash: level.hash, agent: cell.agent, metrics: metrics)
      try store.forEachGame(ofCell: number) { builder.add($0) }
      cells.append(builder.build())
    }
    self.init(
      title: manifest.title, game: manifest.game, seed: manifest.seed,
      gamesPerCell: manifest.games, isPartial: manifest.isPartial, agents: manifest.agents,
      levels: manifest.levels.map {
        LevelSummary(name: $0.name, id: $0.id, hash: $0.hash, picture: $0.picture, facts: $0.facts)
      }, cells: cells)
    addFlags(thresholds)
    addRatings()
  }
}
