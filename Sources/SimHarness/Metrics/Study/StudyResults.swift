/// The results of `playtest study`, as stored beside a run: integers, game by game.
public struct StudyResults: Sendable, Equatable {
  static let format = "playtest-study"
  static let version = 2

  /// How much was played.
  public struct Effort: Sendable, Equatable {
    /// Games of each level and player that are looked at, those of the smallest indices.
    public var games = 4
    /// Turns of each that are looked at, evenly over the game.
    public var turns = 12
    /// Games played on from each turn and outcome.
    public var rollouts = 12
    /// Games of each level and player that are repeated with reseeded streams.
    public var luckGames = 100
    /// How often each of these is played.
    public var luckRepetitions = 4
    /// Games of each level and player that are played with something forbidden.
    public var restrictedGames = 200

    public init() {}

    /// The default amounts for a game: at most about a minute for a dozen levels.
    public static func standard(for game: GameEntry?) -> Effort {
      var effort = Effort()
      if let amounts = game?.studyEffort {
        (effort.games, effort.turns, effort.rollouts) = amounts
      }
      return effort
    }

    static let names = [
      "games", "turns", "rollouts", "luckGames", "luckTakes", "restrictedGames",
    ]

    /// The numbers in the order of `names`.
    var numbers: [Int] {
      get { [games, turns, rollouts, luckGames, luckRepetitions, restrictedGames] }
      set {
        guard newValue.count == Self.names.count else { return }
        games = newValue[0]
        turns = newValue[1]
        rollouts = newValue[2]
        luckGames = newValue[3]
        luckRepetitions = newValue[4]
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
    /// The scores of each index, one per repetition; empty if nothing was repeated.
    public var repetitions: [[Int]] = []
    public var restricted: [Restricted] = []

    public init(level: String, agent: String) {
      self.level = level
      self.agent = agent
    }
  }

  /// The identity of the run that was studied, as `RunIdentity.text`.
  public var run: String
  public var effort: Effort
  public var cells: [Cell]

  public init(run: String = "", effort: Effort, cells: [Cell]) {
    self.run = run
    self.effort = effort
    self.cells = cells
  }

  /// Games played on in all.
  public var rollouts: Int { cells.reduce(0) { Saturating.sum($0, $1.rollouts) } }
  /// Pieces of the study that are complete: games looked at, games played again and restrictions.
  public var pieces: Int {
    cells.reduce(0) { $0 + $1.games.count + $1.repetitions.count + $1.restricted.count }
  }
  /// Games played again in all.
  public var replayed: Int {
    cells.reduce(0) { sum, cell in
      sum + cell.repetitions.reduce(0) { $0 + $1.count }
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
    // The first games of the cell, so that those of a pair on one deal follow each other.
    let hasPairs = cell.map { TableNames.names(in: $0.agent).count == 2 } ?? false
    var samples = StudyMetrics.ofGames.map { _ in FigureSample(hasPairs: hasPairs) }
    for (index, game) in (cell?.games ?? []).enumerated() {
      for (place, value) in game.enumerated() where place < samples.count {
        if let value { samples[place].add(value, game: index) }
      }
    }
    var figures = zip(StudyMetrics.ofGames, samples).map { metric, sample in
      var summary = MetricSummary(metric.definition, of: sample)
      if summary.value == nil { summary.reason = undefined(isStudied: cell != nil) }
      return summary
    }
    let luck = cell.flatMap { LuckShare.estimate(scores: $0.repetitions) }
    var share = figure(
      LuckShare.definition, luck?.interval, count: luck?.count ?? 0, isStudied: cell != nil)
    if let luck {
      share.reason = luck.reason
    } else if cell?.repetitions.isEmpty == false {
      share.reason = "the repetitions of each deal have the same score"
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

  private static func figure(
    _ definition: MetricDefinition, _ value: Interval?, count: Int, isStudied: Bool
  ) -> MetricSummary {
    var summary = MetricSummary(definition, value: value)
    summary.count = count
    if value == nil { summary.reason = undefined(isStudied: isStudied) }
    return summary
  }

  private static func undefined(isStudied: Bool) -> String {
    isStudied ? "too few games define it" : "playtest study RUN calculates it"
  }
}
