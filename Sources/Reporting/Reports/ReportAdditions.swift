import Lab
import SimHarness

/// What a page shows beside the run's figures.
public struct ReportAdditions: Sendable {
  /// Games that can be played in the page.
  public var films: [FilmedGame] = []
  /// What changed since another run.
  public var comparison: BaseComparison?
  /// What would help levels, by name.
  public var explanations: [LevelExplanation] = []

  public init() {}
}

extension RunSummary {
  /// What a page shows beside the figures: games to watch, a comparison.
  ///
  /// The figures carry it, so that every format is given one value, and do not know what it is.
  public var additions: ReportAdditions {
    get { attachment as? ReportAdditions ?? ReportAdditions() }
    set { attachment = newValue }
  }

  /// Adds what `playtest explain` found for levels of the run in a folder.
  /// - Throws: `StorageError.foreign` if that is kept of another run.
  public mutating func addExplanations(in folder: RunFolder) throws {
    additions.explanations = try folder.explanations()
  }
}
