import Lab
import SimHarness

/// The changes between another run, the base, and a page's own run.
public struct BaseComparison: Sendable {
  /// A level's added and removed flags.
  public struct FlagChange: Sendable, Equatable {
    public var level: String
    public var came: [LevelFlag.Kind]
    public var went: [LevelFlag.Kind]
  }

  /// The base's pass rate where a player of this run played a level.
  public struct Rate: Sendable, Equatable {
    public var level: String
    public var agent: String
    public var rate: Double
  }

  public var baseTitle: String
  /// All games of the base.
  public var baseGames: Int
  /// The figures, the same ones as `playtest compare` gives.
  public var runs: RunComparison
  public var flagChanges: [FlagChange] = []
  /// Over all games of the base, not only those that both runs played.
  public var baseRates: [Rate] = []

  /// Compares two runs of one game, each as it was recorded and with its summary.
  public init(
    _ base: RecordedRun, _ baseSummary: RunSummary, _ new: RecordedRun, _ newSummary: RunSummary
  ) throws(StorageError) {
    let facts = ReportFacts(baseSummary)
    (baseTitle, baseGames) = (facts.title, facts.games)
    runs = try RunComparison(base, new)
    let matches = RunComparison.matches(base.manifest, new.manifest)
    let before = CellTable(baseSummary.cells)
    for (place, level) in newSummary.levels.enumerated() {
      guard let match = matches[place] else { continue }
      let baseLevel = baseSummary.levels[match]
      note(level.flags.map(\.kind), against: baseLevel.flags.map(\.kind), of: level.name)
      for agent in newSummary.agents {
        guard let rate = before[baseLevel, agent]?.passRate else { continue }
        baseRates.append(Rate(level: level.name, agent: agent.name, rate: rate.value))
      }
    }
  }

  private mutating func note(
    _ flags: [LevelFlag.Kind], against earlier: [LevelFlag.Kind], of level: String
  ) {
    let came = flags.filter { !earlier.contains($0) }
    let went = earlier.filter { !flags.contains($0) }
    if !came.isEmpty || !went.isEmpty {
      flagChanges.append(FlagChange(level: level, came: came, went: went))
    }
  }
}
