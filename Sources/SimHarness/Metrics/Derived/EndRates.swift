/// The share of the games that hit the move limit.
enum CappedRate: DerivedMetric {
  static let definition = MetricDefinition.derived(
    "capped_rate", unit: "share", kind: .rate, "share of the games that hit the move limit")

  static func estimate(of games: CellGames) -> DerivedEstimate? {
    DerivedEstimate(rate: games.capped, of: games.counted)
  }
}

/// The share of the games that a script's fault or a time limit ended.
enum FaultRate: DerivedMetric {
  static let definition = MetricDefinition.derived(
    "fault_rate", unit: "share", kind: .rate,
    "share of all games that a script's fault or a time limit ended")

  static func estimate(of games: CellGames) -> DerivedEstimate? {
    DerivedEstimate(rate: games.faulted, of: games.games)
  }
}

/// The share of the games that were lost because the board overflowed.
enum OverflowRate: DerivedMetric {
  static let definition = MetricDefinition.derived(
    "overflow_rate", unit: "share", kind: .rate,
    "share of the games that were lost by crossing the line")

  static func estimate(of games: CellGames) -> DerivedEstimate? {
    DerivedEstimate(rate: games.lossReasons["line"] ?? 0, of: games.decided)
  }
}

/// The share of the games that were lost because nothing was left to shoot, or no time.
enum OutOfShotsRate: DerivedMetric {
  private static let reasons = ["shots", "balls", "time"]

  static let definition = MetricDefinition.derived(
    "out_of_shots_rate", unit: "share", kind: .rate,
    "share of the games that were lost because shots, balls or time ran out")

  static func estimate(of games: CellGames) -> DerivedEstimate? {
    let count = reasons.reduce(0) { $0 + (games.lossReasons[$1] ?? 0) }
    return DerivedEstimate(rate: count, of: games.decided)
  }
}
