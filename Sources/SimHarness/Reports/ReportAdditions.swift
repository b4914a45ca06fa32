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
