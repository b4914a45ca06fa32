import FoundationEssentials

extension RecordedRun {
  /// The figures of a whole run.
  ///
  /// Calculated from the store's rows unless `figures` has summed them already. `isCancelled` is
  /// checked periodically.
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
    summary.lossReasons = game.lossReasons
    try summary.addSceneStudies(of: self, isCancelled: isCancelled)
    return summary
  }
}

extension RunFolder {
  /// The figures of the run in this folder, calculated by `RecordedRun.summary`.
  public func summary(
    games: GameRegistry, figures: RunFigures? = nil
  ) throws -> RunSummary {
    try RecordedRun(whole: self, games: games).summary(figures: figures)
  }

  /// The results of `playtest study` for this run; nil if there are none.
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
