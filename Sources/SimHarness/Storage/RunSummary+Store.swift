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
    for (number, builder) in builders.enumerated() {
      var builder = builder
      try store.forEachGame(ofCell: number, of: manifest) { row in
        if row.result.index % 1024 == 0 && isCancelled() {
          throw StorageError.outOfTime("results.sqlite")
        }
        builder.add(row)
      }
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
    folders = manifest.folders
    imported = manifest.imported
    if imported != nil {
      // No game can be played again.
      for place in self.cells.indices { self.cells[place].examples = [] }
    }
    withdrawPassRates()
    addStudy(study)
    addFlags(thresholds)
    addRatings()
    addTable()
    addLevelMetrics()
  }

  /// Takes the pass rates from levels that cannot be won or lost, also where a player's games all
  /// stopped at the move limit and do not say so.
  private mutating func withdrawPassRates() {
    for level in levels {
      let places = cells.indices.filter { cells[$0].level == level.name }
      // Runs of earlier versions do not name levels without a goal, but their games say so.
      guard
        !level.hasGoal
          || places.contains(where: { cells[$0].ended > 0 })
            && places.allSatisfy({ cells[$0].wins + cells[$0].losses == 0 })
      else { continue }
      for place in places {
        cells[place].hasGoal = false
        cells[place].passRate = nil
        cells[place].marks = OutcomeMarks()
      }
    }
  }
}
