import SimHarness

extension GateReport {
  /// The report for other programs: format `playtest-gates`, version 1.
  ///
  /// Undefined figures, unknown ends of intervals and figures that no number of games detects are
  /// null.
  public var json: String {
    JSONWriter.pretty([
      "format": "playtest-gates", "version": 1, "suite": .string(title), "seed": .unsigned(seed),
      "gamesAsked": .int(gamesAsked), "gamesPlayed": .int(gamesPlayed), "faults": .int(faults),
      "failure": failureTree, "failed": .int(failed.count), "unmeasured": .int(unmeasured.count),
      "gates": .array(results.map(Self.tree(of:))),
    ])
  }

  /// What failed in games; null if nothing did.
  private var failureTree: JSONTree {
    let games = failedGames
    guard games.count > 0 else { return .null }
    return [
      "kind": .string(games.culprit), "failed": .int(games.failed),
      "notPlayed": .int(games.unplayed),
      "message": games.example.map { .string($0.message) } ?? .null,
      "level": games.example.map { .string($0.game.level) } ?? .null,
      "agent": games.example.map { .string($0.game.agent) } ?? .null,
      "game": games.example.map { .int($0.game.index) } ?? .null,
    ]
  }

  private static func tree(of result: Result) -> JSONTree {
    func number(_ value: Double?) -> JSONTree { value.map { .double($0) } ?? .null }
    let power: JSONTree =
      result.power.flatMap {
        $0.isNone
          ? nil
          : [
            "low": number($0.low), "high": number($0.high),
            "unit": $0.isShareBeyond ? "share of games beyond the bound" : "figure",
          ]
      } ?? .null
    return [
      "level": .string(result.level), "require": .string(result.condition.description),
      "metric": .string(result.condition.metric), "agent": .string(result.condition.agent),
      "figure": result.value?.tree ?? .null, "games": .int(result.games), "p": number(result.p),
      "correctedP": number(result.correctedP), "wouldFind": power,
      "failed": .bool(result.hasFailed),
      "unmeasured": result.unmeasured.map { .string($0) } ?? .null,
      "stoppedEarly": .bool(result.wasStopped),
      "example": result.example.map { .int($0.index) } ?? .null,
    ]
  }
}
