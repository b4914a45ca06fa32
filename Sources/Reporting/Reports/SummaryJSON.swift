import SimHarness

/// `summary.json`: the run's figures for other programs, one cell per line.
enum SummaryJSON {
  static let format = "playtest-summary"
  static let version = 1

  static func render(_ summary: RunSummary) -> String {
    var head = """
      {"format":"\(format)","version":\(version),"seed":\(summary.seed)
      """
    if let results = summary.imported {
      let tree: JSONTree = ["file": .string(results.file), "rows": .int(results.rows)]
      head += ",\"imported\":" + JSONWriter.compact(tree)
    }
    if summary.isPartial { head += ",\"partial\":true" }
    return head + ",\"cells\":" + lines(summary.cells.map(cell)) + ",\"levels\":"
      + lines(summary.levels.map(level)) + ",\"players\":" + lines(summary.players.map(player))
      + (summary.table.map { ",\"table\":" + JSONWriter.compact(table($0)) } ?? "") + "}\n"
  }

  private static func lines(_ trees: [JSONTree]) -> String {
    guard !trees.isEmpty else { return "[]" }
    return "[\n" + trees.map(JSONWriter.compact).joined(separator: ",\n") + "\n]"
  }

  private static func cell(_ cell: CellSummary) -> JSONTree {
    [
      "level": .string(cell.level),
      "levelHash": .string(cell.levelHash),
      "agent": .string(cell.agent),
      "games": .int(cell.games),
      "wins": .int(cell.wins),
      "losses": .int(cell.losses),
      "ended": .int(cell.ended),
      "capped": .int(cell.capped),
      "faults": .int(cell.faults),
      "inconclusive": .int(cell.inconclusive),
      "passRate": interval(cell.passRate),
      "score": distribution(cell.score),
      "moves": distribution(cell.moves),
      "hazard": .array(Hazard(of: cell).steps.map(step)),
      "metrics": metrics(cell.metrics, undefined: cell.reasonUndefined),
    ]
  }

  private static func step(_ step: Hazard.Step) -> JSONTree {
    [
      "from": .int(step.moves.lowerBound), "to": .int(step.moves.upperBound),
      "games": .int(step.games), "lost": .int(step.lost), "won": .int(step.won),
      "value": number(step.rate.value), "low": number(step.rate.low),
      "high": number(step.rate.high),
    ]
  }

  private static func level(_ level: LevelSummary) -> JSONTree {
    [
      "level": .string(level.name),
      "difficulty": interval(level.difficulty),
      "flags": .array(level.flags.map { .string($0.kind.rawValue) }),
      "notes": .array(level.notes.map { .string($0) }),
      "metrics": metrics(level.metrics),
    ]
  }

  private static func player(_ player: PlayerRating) -> JSONTree {
    [
      "agent": .string(player.agent), "ability": interval(player.ability),
      "orderAgreement": player.orderAgreement.map(number) ?? .null,
    ]
  }

  private static func table(_ table: TableSummary) -> JSONTree {
    [
      "ratings": .array(
        table.players.map {
          [
            "player": .string($0.name), "pairs": .int($0.pairs), "rating": interval($0.rating),
          ]
        }),
      "firstSeat": interval(table.firstSeat),
      "matches": .array(
        table.matches.map {
          [
            "level": .string($0.level), "agent": .string($0.agent), "pairs": .int($0.pairs),
            "points": interval($0.points),
          ]
        }),
      "seats": .array(
        table.seats.map {
          [
            "level": .string($0.level), "pairs": .int($0.pairs), "points": interval($0.points),
          ]
        }),
    ]
  }

  private static func interval(_ interval: Interval?) -> JSONTree {
    guard let interval else { return .null }
    return [
      "value": number(interval.value), "low": number(interval.low), "high": number(interval.high),
    ]
  }

  private static func distribution(_ distribution: Distribution?) -> JSONTree {
    guard let distribution else { return .null }
    let quantiles = distribution.quantiles
    let reasons = quantiles.compactMap { quantile in
      quantile.reason.map { (key: quantile.name, value: JSONTree.string($0)) }
    }
    return .members([
      "mean": number(distribution.mean),
      "low": distribution.meanInterval.map { number($0.low) } ?? .null,
      "high": distribution.meanInterval.map { number($0.high) } ?? .null,
      "reason": distribution.meanReason.map { .string($0) },
      "sd": distribution.sd.map(number) ?? .null,
      "min": .int(distribution.minimum),
      "p5": .int(distribution.p5),
      "p25": .int(distribution.p25),
      "p50": .int(distribution.p50),
      "p75": .int(distribution.p75),
      "p95": .int(distribution.p95),
      "max": .int(distribution.maximum),
      "intervals": .object(
        quantiles.map { quantile in
          let (low, high) = (quantile.interval.low, quantile.interval.high)
          return (key: quantile.name, value: .array([number(low), number(high)]))
        }),
      "reasons": .present(.object(reasons), if: !reasons.isEmpty),
    ])
  }

  /// By name; of two with one name the first, as a JSON object's keys are unique.
  ///
  /// `undefined` gives the reason for a metric that has no value and none of its own.
  private static func metrics(
    _ metrics: [MetricSummary], undefined: (String) -> String? = { _ in nil }
  ) -> JSONTree {
    .object(
      metrics.uniqued(on: \.name).map { metric in
        let value = metric.value
        let reason = metric.reason ?? (value == nil ? undefined(metric.name) : nil)
        let fields: JSONTree = .members([
          "value": value.map { number($0.value) } ?? .null,
          "low": value.map { number($0.low) } ?? .null,
          "high": value.map { number($0.high) } ?? .null, "unit": .string(metric.unit),
          "reason": value?.isKnown == true ? .none : reason.map { .string($0) },
        ])
        return (key: metric.name, value: fields)
      })
  }

  /// An undefined figure is null, never NaN.
  private static func number(_ value: Double) -> JSONTree {
    value.isFinite ? .double(value) : .null
  }
}
