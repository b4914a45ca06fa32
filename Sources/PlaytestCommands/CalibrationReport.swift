import Catalogue
import Lab
import SimHarness

/// What a calibration says.
struct CalibrationReport {
  let calibration: Calibration
  let kind: HumanResults.Kind
  let stopping: StoppingCounts
  let player: PlayerFile
  let grid: CalibrationGrid
  let path: String

  var text: String {
    let parts = player.mix.sorted { $0.weight > $1.weight }
    var rows = [["weight", "player"]]
    for part in parts { rows.append([Self.percent(part.weight), part.agent]) }
    var text = TextTable.fitting(rows, width: Console.tableWidth) + "\n"
    text += "guided moves: \(Self.interval(means.share, Self.percent)) of all moves\n"
    text += "shakiness: \(Self.interval(means.shakiness, Self.decimal)) (1 steady, 2 shaky)\n\n"
    if kind != .attempts, let quit = stopping.quitShare {
      text += "players who quit after a failed attempt: \(Self.interval(quit, Self.percent))\n\n"
    }
    text += TextTable.fitting(levels, width: Console.tableWidth)
    text += "\nmean error, in points: \(Self.interval(calibration.error, Self.points))\n"
    text +=
      "order (Spearman): "
      + (calibration.correlation.map { Self.interval($0, Self.decimal) } ?? "-") + "\n"
    text +=
      "tested on \(ReportNumber.plain(calibration.heldOut.count, "level")), fitted on"
      + " \(ReportNumber.plain(calibration.fitted.count, "other"));"
      + " 95% intervals\n"
    return text + "player: \(path); use it with --agents \(ShellText.quoted(path))\n"
  }

  /// The levels held out: all attempts, and the first ones if the results identify people.
  private var levels: [[String]] {
    var rows = [["held-out level", "people", "mix"]]
    if kind == .people { rows[0] += ["first try: people", "mix"] }
    for (level, prediction) in zip(calibration.heldOut, calibration.predictions) {
      func cells(_ part: Calibration.Part?) -> [String] {
        part.map { [Self.percent($0.measured), Self.percent($0.predicted)] } ?? ["-", "-"]
      }
      rows.append(
        [SafeText.escaped(level.name, limit: 40)] + cells(prediction.whole)
          + (kind == .people ? cells(prediction.parts.first) : []))
    }
    return rows
  }

  private var means: (share: Interval, shakiness: Interval) {
    (
      calibration.mean(of: grid.points.map(\.share)),
      calibration.mean(of: grid.points.map(\.shakiness))
    )
  }

  var json: JSONTree {
    let means = means
    return [
      "likelihood": .string(kind.rawValue),
      "mix": .array(
        player.mix.map {
          ["agent": .string($0.agent), "weight": .double($0.weight)]
        }),
      "share": Self.tree(means.share), "shakiness": Self.tree(means.shakiness),
      "error": Self.tree(calibration.error),
      "spearman": calibration.correlation.map(Self.tree) ?? .null,
      "heldOut": .array(zip(calibration.heldOut, calibration.predictions).map(heldOut)),
      "check": check, "quit": kind == .attempts ? .null : quit, "player": .string(path),
    ]
  }

  private func heldOut(
    _ level: Calibration.Level, _ prediction: Calibration.Prediction
  ) -> JSONTree {
    func rates(_ part: Calibration.Part) -> [(key: String, value: JSONTree)] {
      [
        ("attempts", .int(part.attempts)), ("people", .double(part.measured)),
        ("mix", .double(part.predicted)),
      ]
    }
    var members = [(key: "level", value: JSONTree.string(level.name))] + rates(prediction.whole)
    if kind == .people {
      members += zip(["first", "later"], prediction.parts).map { ($0, .object(rates($1))) }
    }
    return .object(members)
  }

  private var check: JSONTree {
    let check = calibration.check
    return [
      "statistic": .double(check.statistic), "limit": .double(check.limit),
      "misfit": .double(check.misfit), "allowance": .double(CalibrationCheck.allowance),
      "trend": check.trend.map(\.tree) ?? .null,
      "warning": check.warning.map { .string($0) } ?? .null,
    ]
  }

  /// The share of failures after which people gave up, and how often they stopped by failures.
  private var quit: JSONTree {
    [
      "share": stopping.quitShare.map(\.tree) ?? .null,
      "byFailures": .array(
        kind == .groups
          ? []
          : StoppingRule.bands.indices.map { place in
            [
              "from": .int(StoppingRule.bands[place]), "failures": .int(stopping.failures[place]),
              "stops": .int(stopping.stops[place]),
            ]
          }),
    ]
  }

  private static func interval(_ interval: Interval, _ words: (Double) -> String) -> String {
    guard interval.isKnown else {
      return "\(words(interval.value)) (no interval: \(Calibration.reason))"
    }
    return "\(words(interval.value)) [\(words(interval.low)), \(words(interval.high))]"
  }

  /// A figure for other programs, with the reason where it has no interval.
  private static func tree(_ interval: Interval) -> JSONTree {
    .object(
      interval.members
        + (interval.isKnown ? [] : [(key: "reason", value: .string(Calibration.reason))]))
  }

  private static func percent(_ share: Double) -> String { points(share) + "%" }

  private static func points(_ share: Double) -> String { RunOutput.oneDecimal(share * 100) }

  private static func decimal(_ value: Double) -> String {
    let sign = value < 0 ? "-" : ""
    let hundredths = Int(saturating: (value.magnitude * 100).rounded())
    return "\(sign)\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }
}
