import SimHarness

/// `tune.json`: a tune's result for other programs.
public enum TuneJSON {
  static let format = "playtest-tune"
  static let version = 2

  public static func render(_ outcome: TuneOutcome) -> String {
    let plan = outcome.plan
    return JSONWriter.pretty([
      "format": .string(format), "version": .int(version), "seed": .unsigned(plan.seed),
      "reached": .bool(outcome.isReached), "stop": .string(outcome.stop.rawValue),
      "games": .int(outcome.gamesSpent), "budget": .int(plan.budget),
      "verify": [
        "games": .int(plan.verifyGames), "seed": .unsigned(outcome.verifySeed),
        "missedBefore": .int(outcome.missedVerifications),
      ],
      "levels": .array(
        outcome.levels.map {
          ["level": .string($0.level.name), "hash": .string($0.level.hash)]
        }),
      "parameters": .array(
        outcome.changes.map {
          ["name": .string($0.name), "start": $0.before, "value": $0.after]
        }),
      "figures": .array(outcome.reached.map(figure)),
      "sensitivity": .array(outcome.sensitivities.map { sensitivity($0, plan) }),
      "pareto": .array(outcome.points.filter(\.isUndominated).map { point($0) }),
      "points": .int(outcome.points.count),
    ])
  }

  private static func figure(_ reached: TuneOutcome.Reached) -> JSONTree {
    [
      "name": .string(reached.figure.name), "aim": .double(reached.figure.aim),
      "tolerance": .double(reached.figure.tolerance), "start": reached.start.tree,
      "modelEstimate": .double(reached.modelEstimate), "verified": reached.verified.tree,
      "within": .bool(reached.isWithin),
    ]
  }

  private static func sensitivity(
    _ sensitivity: TuneOutcome.Sensitivity, _ plan: TunePlan
  ) -> JSONTree {
    [
      "parameter": .string(sensitivity.name), "step": .string(sensitivity.step),
      "games": .int(sensitivity.games),
      "effects": .object(
        zip(plan.figures, sensitivity.effects).map { figure, effect in
          (figure.name, effect.map(\.tree) ?? .null)
        }),
    ]
  }

  private static func point(_ point: TuneOutcome.Point) -> JSONTree {
    [
      "values": .array(point.values), "games": .int(point.games),
      "misses": .array(point.misses.map { .double($0) }),
    ]
  }
}
