import Lab
import Reporting
import SimHarness

/// What `generate` says.
enum GenerateOutput {
  /// A kept level, in one line.
  static func line(
    _ level: GeneratedLevel, _ place: Int, of total: Int?, _ plan: GeneratePlan
  ) -> String {
    var parts = ["kept \(place)" + (total.map { " of \($0)" } ?? "")]
    parts[0] += ": " + SafeText.escaped(level.file.header.name, limit: 60)
    for figure in level.figures {
      let freshText = figure.fresh.map { ", fresh games \(text($0))" } ?? ""
      parts.append(
        "\(figure.metric)(\(SafeText.escaped(figure.agent, limit: 40)))"
          + " \(text(figure.chosen))\(freshText)")
    }
    if let game = level.solvedIn, let solver = plan.solver {
      parts.append("\(solver.agent) won game \(game) of at most \(solver.games)")
    }
    return parts.joined(separator: "; ") + "\n"
  }

  static func text(
    _ set: GeneratedSet, _ plan: GeneratePlan, folder: String, in folders: NamedFolders
  ) -> String {
    var text = table(set, plan)
    if let archive = set.archive { text += "\n" + picture(archive) }
    let count = set.levels.count
    text +=
      "\n"
      + (count > 0 ? "\(ReportNumber.plain(count, "level")) in \(folder), of" : "no level, of")
      + " \(ReportNumber.plain(set.candidates, "candidate"))"
    text +=
      set.gamesPlayed > 0 ? " and \(ReportNumber.plain(set.gamesPlayed, "game"))\n" : "\n"
    var dropped = GeneratedSet.Drop.allCases.compactMap { drop in
      set.drops[drop].map { "\($0) \(words(drop))" }
    }
    // Candidates come in batches, and the last one may have more good ones than are wanted.
    let spare = set.candidates - count - set.drops.values.reduce(0, +)
    if spare > 0, set.archive == nil, !set.isInterrupted { dropped.append("\(spare) not needed") }
    if !dropped.isEmpty { text += TextTable.wrapped("dropped: " + dropped.joined(separator: ", ")) }
    // With too few levels, the error says it.
    if let problem = set.firstProblem, set.archive != nil || count >= plan.count ?? 1 {
      text += TextTable.wrapped("first problem: \(problem)")
    }
    let judged = set.levels.compactMap(\.holdsOnFreshGames)
    if !judged.isEmpty {
      text += TextTable.wrapped(
        "fresh games (\(plan.games) each, seed \(plan.freshSeed)): \(judged.count { $0 }) of"
          + " \(ReportNumber.plain(judged.count, "level")) \(judged.count == 1 ? "meets" : "meet")"
          + " all conditions")
    }
    return count > 0 && !set.isInterrupted ? text + next(folder, in: folders) : text
  }

  /// The commands that show the kept levels and play them.
  private static func next(_ folder: String, in folders: NamedFolders) -> String {
    let path = ShellText.path(folder)
    let options = folders.options
    return NextStep.text([
      NextStep(
        purpose: "see all of them on a page",
        command: "playtest level sheet \(path) --out sheet.html\(options)"),
      NextStep(
        purpose: "measure them with simulated players", command: "playtest run \(path)\(options)"),
    ])
  }

  /// The figures of the candidate that came nearest to the conditions; empty without one.
  static func nearest(_ set: GeneratedSet) -> String {
    guard let nearest = set.nearest, set.levels.isEmpty else { return "" }
    let figures = nearest.figures.map { figure in
      "\(figure.metric)(\(SafeText.escaped(figure.agent, limit: 40))) \(text(figure.chosen))"
    }
    return "; the nearest had " + figures.joined(separator: ", ")
  }

  private static func words(_ drop: GeneratedSet.Drop) -> String {
    switch drop {
    case .invalid: "invalid"
    case .duplicate: "same as another"
    case .faulted: "with a failing script"
    case .condition: "did not meet a condition"
    case .unmeasured: "without a figure that a condition needs"
    case .unsolved: "not won"
    case .surpassed: "no better than another"
    }
  }

  private static func table(_ set: GeneratedSet, _ plan: GeneratePlan) -> String {
    guard let first = set.levels.first else { return "" }
    var head = ["level"]
    for figure in first.figures {
      head += ["\(figure.metric)(\(SafeText.escaped(figure.agent, limit: 24)))", "fresh games"]
    }
    if plan.solver != nil { head.append("won in") }
    let rows = set.levels.map { level in
      var row = [SafeText.escaped(level.file.header.name, limit: 32)]
      for figure in level.figures {
        let mark = figure.holdsOnFreshGames == false ? " OUT" : ""
        row += [text(figure.chosen), (figure.fresh.map(Self.text) ?? "-") + mark]
      }
      if plan.solver != nil { row.append(level.solvedIn.map { "\($0)" } ?? "-") }
      return row
    }
    return TextTable.fitting([head] + rows, width: Console.tableWidth)
  }

  /// The cells that hold a level by its fresh figures, the second figure upwards.
  private static func picture(_ archive: GeneratedSet.Archive) -> String {
    let (across, upward) = (archive.features[0], archive.features[1])
    var text = "up: \(upward.name) \(range(upward)); across: \(across.name) \(range(across))\n"
    for row in (0..<upward.bins).reversed() {
      let cells = archive.freshCells[(row * across.bins)..<((row + 1) * across.bins)]
      text += "  " + cells.map { $0 ? "#" : "." }.joined() + "\n"
    }
    text += "archive: \(archive.filled) of \(archive.cells) cells, QD-score"
    text += " \(number(archive.score)); on fresh games"
    text += " \(ReportNumber.plain(archive.freshFilled, "cell")), QD-score"
    return text + " \(number(archive.freshScore))\n"
  }

  private static func range(_ feature: LevelFeature) -> String {
    "\(JSONWriter.number(feature.range.lowerBound))...\(JSONWriter.number(feature.range.upperBound))"
  }

  private static func text(_ interval: Interval) -> String {
    guard interval.isKnown else { return number(interval.value) }
    return "\(number(interval.value)) [\(number(interval.low)), \(number(interval.high))]"
  }

  /// Three decimals of a share, fewer of larger numbers.
  private static func number(_ value: Double) -> String {
    let scale = value.magnitude < 10 ? 1000.0 : 10
    let text = JSONWriter.number((value * scale).rounded() / scale)
    return text
  }
}
