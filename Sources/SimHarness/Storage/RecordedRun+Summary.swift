import FoundationEssentials

extension RecordedRun {
  /// The figures of a whole run.
  ///
  /// Worked out from the store's rows unless `figures` has added them up already. `isCancelled` is
  /// looked at from time to time.
  public func summary(
    figures: RunFigures? = nil, isCancelled: () -> Bool = { false }
  ) throws -> RunSummary {
    let study = try folder.study(of: manifest)
    var summary =
      if let figures {
        RunSummary(
          manifest: manifest, cells: figures.cells, study: study, thresholds: manifest.thresholds)
      } else {
        try RunSummary(
          manifest: manifest, store: store, metrics: game.metrics, study: study,
          thresholds: manifest.thresholds, isCancelled: isCancelled)
      }
    try summary.addSceneStudies(of: self)
    return summary
  }
}

extension RunFolder {
  /// The figures of the run in this folder, as `RecordedRun.summary` works them out.
  public func summary(
    games: GameRegistry, figures: RunFigures? = nil
  ) throws -> RunSummary {
    try RecordedRun(whole: self, games: games).summary(figures: figures)
  }

  /// What `playtest study` found in this run; nil where it was not asked.
  /// - Throws: `foreign` where the study is of another run.
  public func study(of manifest: RunManifest) throws -> StudyResults? {
    let file = path(of: .study)
    guard FileManager.default.fileExists(atPath: file) else { return nil }
    let study = try StudyResults(reading: try read(.study), file: file)
    guard study.run == manifest.identity.text else {
      throw StorageError.foreign(
        file,
        "this study belongs to another run than run.json; write it again with `playtest study`")
    }
    return study
  }

  /// Whether a study of the same run is kept that has more pieces.
  public func hasStudy(largerThan other: StudyResults) -> Bool {
    guard let bytes = try? read(.study),
      let study = try? StudyResults(reading: bytes, file: path(of: .study))
    else { return false }
    return study.run == other.run && study.pieces > other.pieces
  }
}
