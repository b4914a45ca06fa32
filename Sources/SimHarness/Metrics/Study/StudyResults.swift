/// What `playtest study` found, as it is kept beside a run: whole numbers, game by game.
public struct StudyResults: Sendable, Equatable {
  static let format = "playtest-study"
  static let version = 2

  /// How much was played.
  public struct Effort: Sendable, Equatable {
    /// Games of each level and player that are looked at, those of the smallest indices.
    public var games = 10
    /// Turns of each that are looked at, evenly over the game.
    public var turns = 20
    /// Games played on from each turn and outcome.
    public var rollouts = 16
    /// Games of each level and player that are played again with fresh streams.
    public var luckGames = 100
    /// How often each of these is played.
    public var luckTakes = 4
    /// Games of each level and player that are played with something forbidden.
    public var restrictedGames = 200

    public init() {}

    static let names = [
      "games", "turns", "rollouts", "luckGames", "luckTakes", "restrictedGames",
    ]

    /// The numbers in the order of `names`.
    var numbers: [Int] {
      get { [games, turns, rollouts, luckGames, luckTakes, restrictedGames] }
      set {
        guard newValue.count == Self.names.count else { return }
        games = newValue[0]
        turns = newValue[1]
        rollouts = newValue[2]
        luckGames = newValue[3]
        luckTakes = newValue[4]
        restrictedGames = newValue[5]
      }
    }
  }

  /// Games with something forbidden beside the same games without.
  public struct Restricted: Sendable, Equatable {
    /// What was forbidden: `swap`, `walls` or a special.
    public var name: String
    /// Before: with it forbidden; after: as in the run.
    public var outcomes: PairedOutcomes

    public init(name: String, outcomes: PairedOutcomes) {
      self.name = name
      self.outcomes = outcomes
    }
  }

  /// A level and player.
  public struct Cell: Sendable, Equatable {
    public var level: String
    public var agent: String
    /// Games that were played on.
    public var rollouts = 0
    /// The figures of the studied games, as `StudyMetrics.ofGames` has them.
    public var games: [[Int64?]] = []
    /// The scores of each index, a take each; empty where nothing was played again.
    public var takes: [[Int]] = []
    public var restricted: [Restricted] = []

    public init(level: String, agent: String) {
      self.level = level
      self.agent = agent
    }
  }

  public var effort: Effort
  public var cells: [Cell]

  public init(effort: Effort, cells: [Cell]) {
    self.effort = effort
    self.cells = cells
  }

  /// Games played on in all.
  public var rollouts: Int { cells.reduce(0) { $0 + $1.rollouts } }
  /// Games played again in all.
  public var replayed: Int {
    cells.reduce(0) { sum, cell in
      sum + cell.takes.reduce(0) { $0 + $1.count }
        + cell.restricted.reduce(0) { $0 + $1.outcomes.games }
    }
  }
}

// MARK: Figures

extension RunSummary {
  /// Adds the study's figures to the cells, undefined ones where there was no study.
  mutating func addStudy(_ study: StudyResults?) {
    for index in cells.indices {
      let cell = study?.cells.first {
        $0.level == cells[index].level && $0.agent == cells[index].agent
      }
      cells[index].metrics += StudyResults.figures(of: cell)
    }
  }
}

extension StudyResults {
  static func figures(of cell: Cell?) -> [MetricSummary] {
    var sums = StudyMetrics.ofGames.map { _ in FigureSum() }
    for game in cell?.games ?? [] {
      for (place, value) in game.enumerated() where place < sums.count {
        if let value { sums[place].add(value) }
      }
    }
    var figures = zip(StudyMetrics.ofGames, sums).map { metric, sum in
      let definition = metric.definition
      return figure(
        definition,
        definition.kind == .rate
          ? CellSummaryBuilder.value(of: sum, kind: .rate)
          : DerivedEstimate(mean: sum, scale: 0x1p-32).map { within($0.interval, definition) },
        count: sum.count, isStudied: cell != nil)
    }
    let luck = cell.flatMap { LuckShare.estimate(scores: $0.takes) }
    var share = figure(
      LuckShare.definition, luck?.interval, count: luck?.count ?? 0, isStudied: cell != nil)
    if luck == nil, cell?.takes.isEmpty == false {
      share.reason = "the player has no noise of its own"
    }
    figures.append(share)
    for restricted in cell?.restricted ?? [] {
      figures.append(
        figure(
          RestrictedPlay.cost(restricted.name),
          Statistics.pairedRateDifference(restricted.outcomes), count: restricted.outcomes.games,
          isStudied: true))
    }
    return figures
  }

  /// The interval without what no figure can be: a t interval of few games goes beyond.
  private static func within(_ interval: Interval, _ definition: MetricDefinition) -> Interval {
    let most = ["share", "value"].contains(definition.unit) ? 1 : interval.high
    return Interval(
      value: interval.value, low: max(0, interval.low),
      high: max(interval.value, min(most, interval.high)))
  }

  private static func figure(
    _ definition: MetricDefinition, _ value: Interval?, count: Int, isStudied: Bool
  ) -> MetricSummary {
    var summary = MetricSummary(definition, value: value)
    summary.count = count
    if value == nil {
      summary.reason = isStudied ? "too few games define it" : "playtest study RUN works it out"
    }
    return summary
  }
}
