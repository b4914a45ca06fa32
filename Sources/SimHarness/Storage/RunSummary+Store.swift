extension RunSummary {
  /// The figures of a run, from its manifest and its games' rows alone.
  ///
  /// A game that is missing from a run that is not marked as partial is an error.
  public init(
    manifest: RunManifest, store: RunStore, metrics: [MetricDefinition],
    study: StudyResults? = nil, thresholds: FlagThresholds = .standard,
    isCancelled: () -> Bool = { false }
  ) throws(StorageError) {
    let builders = try CellSummaryBuilder.all(of: manifest, header: store.header, metrics: metrics)
    var cells: [CellSummary] = []
    for (number, cell) in store.header.cells.enumerated() {
      var builder = builders[number]
      let range = manifest.range(ofCell: number)
      let isWhole =
        !manifest.isPartial && !manifest.agents.contains { $0.name == cell.agent && $0.isPerson }
      var next = range.lowerBound
      try store.forEachGame(ofCell: number) { row in
        if next % 1024 == 0 && isCancelled() { throw StorageError.outOfTime("results.sqlite") }
        guard range.contains(row.result.index) else {
          throw StorageError.damaged(
            "results.sqlite", "game \(row.result.index) of cell \(number) is not from this run")
        }
        if isWhole && row.result.index != next { throw Self.gap(next, number) }
        next = row.result.index + 1
        builder.add(row)
      }
      if isWhole && next < range.upperBound { throw Self.gap(next, number) }
      cells.append(builder.build())
    }
    self.init(manifest: manifest, cells: cells, study: study, thresholds: thresholds)
  }

  /// The figures of a run whose games were added up while they were played.
  package init(
    manifest: RunManifest, cells: [CellSummary], study: StudyResults?,
    thresholds: FlagThresholds
  ) {
    self.init(
      title: manifest.title, game: manifest.game, seed: manifest.seed,
      gamesPerCell: manifest.games, precision: manifest.precision, isPartial: manifest.isPartial,
      agents: manifest.agents,
      levels: manifest.levels, cells: cells)
    imported = manifest.imported
    if imported != nil {
      // No game can be played again.
      for place in self.cells.indices { self.cells[place].examples = [] }
    }
    addStudy(study)
    addFlags(thresholds)
    addRatings()
    addTable()
    addLevelMetrics()
  }

  /// A game of a whole run that is not in its store.
  package static func gap(_ game: Int, _ cell: Int) -> StorageError {
    .damaged(
      "results.sqlite",
      "game \(game) of cell \(cell) is missing; run again with --resume to play it again")
  }
}
