import Charts
import SimHarness

/// `report.md`: the run in a page of text, for a terminal, a review or a CI summary.
struct MarkdownReport {
  private let summary: RunSummary
  private let runPath: String
  private let table: CellTable

  static func render(_ summary: RunSummary, runPath: String) -> String {
    MarkdownReport(summary, runPath: runPath).text()
  }

  private init(_ summary: RunSummary, runPath: String) {
    self.summary = summary
    self.runPath = runPath
    table = CellTable(summary.cells)
  }

  private func text() -> String {
    [head(), problems(), levels(), against(), levelNotes(), faults(), replays(), notes()]
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func head() -> String {
    let facts = ReportFacts(summary)
    var text = "# " + MarkdownText.escaped(facts.title) + "\n\n"
    text += "\(MarkdownText.escaped(facts.sentence))\n"
    if let warning = facts.partialWarning { text += "\n> **Partial run.** \(warning)\n" }
    if !summary.agents.isEmpty {
      text += "\nPlayers:\n\n"
      for agent in summary.agents {
        text += "- **\(MarkdownText.escaped(agent.name))**"
        if !agent.summary.isEmpty { text += " – \(MarkdownText.escaped(agent.summary))" }
        text += "\n"
      }
    }
    return text
  }

  private func problems() -> String {
    let problems = ReportProblem.worst(of: summary)
    var text = "## Worst problems\n\n"
    if problems.isEmpty {
      return text + "\(ReportFacts(summary).praise)\n"
    }
    for (index, problem) in problems.enumerated() {
      let level = summary.levels[problem.level]
      text += "\(index + 1). **\(MarkdownText.escaped(level.name))** "
      text += "\(problem.flag.kind.headline). \(MarkdownText.escaped(problem.flag.reason))"
      if !problem.others.isEmpty {
        let names = problem.others.prefix(6).map {
          MarkdownText.escaped(Chart.shortened(summary.levels[$0].name, to: 60))
        }
        let rest = problem.others.count - names.count
        text += " Also \(problem.flag.kind.label): "
        text += names.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "") + "."
      }
      text += "\n"
    }
    let steps = problems.flatMap { $0.steps(summary, runPath: runPath).prefix(1) }
    if !steps.isEmpty {
      text += "\nWhat to do next:\n\n" + MarkdownText.code(steps.map(\.command))
    }
    return text
  }

  private func levels() -> String {
    guard !summary.levels.isEmpty else { return "" }
    let agents = summary.agents.map { MarkdownText.escaped($0.name) }
    let isScored = summary.cells.contains { $0.scoreWithoutGoal != nil }
    var text = "## Levels\n\nPass rate with 95% interval"
    text +=
      isScored ? "; for levels without a goal, the mean score with its interval.\n\n" : ".\n\n"
    text += "| # | Level | " + agents.map { $0 + " | " }.joined() + "Flags |\n"
    text += "| ---: | :--- | " + agents.map { _ in "---: | " }.joined() + ":--- |\n"
    for (index, level) in summary.levels.enumerated() {
      text += "| \(index + 1) | \(MarkdownText.escaped(level.name)) | "
      for agent in summary.agents {
        let cell = table[level, agent]
        let score = cell?.scoreWithoutGoal.map { ReportNumber.interval($0) }
        text += (score ?? ReportNumber.rate(cell?.passRate)) + (cell?.winWords ?? "") + " | "
      }
      text += level.flags.map(\.kind.label).joined(separator: ", ") + " |\n"
    }
    return text
  }

  private func against() -> String {
    guard let table = summary.table else { return "" }
    var text = "## Players against each other\n\n\(TableWords.ratings(of: table))\n\n"
    text += "| Player | Rating | Pairs |\n| :--- | ---: | ---: |\n"
    for player in table.players {
      text += "| \(MarkdownText.escaped(player.name)) | \(TableWords.rating(player.rating)) | "
      text += "\(ReportNumber.count(player.pairs)) |\n"
    }
    text += "| The first seat | \(TableWords.rating(table.firstSeat)) | |\n"
    text += "\n\(TableWords.points)\n\n| Level | Players | Pairs | Points |\n"
    text += "| :--- | :--- | ---: | ---: |\n"
    let rows =
      table.matches.map { ($0.level, MarkdownText.escaped($0.agent), $0.pairs, $0.points) }
      + table.seats.map { ($0.level, "the first seat (either player)", $0.pairs, $0.points) }
    for (level, players, pairs, points) in rows {
      text += "| \(MarkdownText.escaped(level)) | \(players) | \(ReportNumber.count(pairs)) | "
      text += "\(TableWords.share(points)) |\n"
    }
    return text
  }

  private func levelNotes() -> String {
    var text = ""
    for level in summary.levels {
      for flag in level.flags where flag.kind == .order {
        text += "- **\(MarkdownText.escaped(level.name))**: "
        text += "\(MarkdownText.escaped(flag.reason))\n"
      }
      for note in level.notes {
        text += "- **\(MarkdownText.escaped(level.name))**: \(MarkdownText.escaped(note))\n"
      }
    }
    return text.isEmpty ? "" : "## Notes\n\n" + text
  }

  private func faults() -> String {
    var text = ""
    for cell in summary.cells where cell.uncounted > 0 {
      text += "- **\(MarkdownText.escaped(cell.level))**, \(MarkdownText.escaped(cell.agent)): "
      text += "\(ReportNumber.count(cell.faults)) faulted, "
      text += "\(ReportNumber.count(cell.inconclusive)) inconclusive, "
      text += "of \(ReportNumber.games(cell.games))\n"
      for fault in cell.faultMessages {
        text += "  - \(ReportNumber.count(fault.count)) × \(MarkdownText.escaped(fault.message))\n"
      }
    }
    return text.isEmpty ? "" : "## Faults\n\n" + text
  }

  private func replays() -> String {
    guard !summary.cells.isEmpty, summary.imported == nil else { return "" }
    var commands = ReportProblem.worst(of: summary).compactMap {
      $0.flag.replay(runPath: runPath, in: summary.folders)
    }
    let purpose = commands.isEmpty ? "For example:" : "Games that show the problems above:"
    if commands.isEmpty, let cell = summary.cells.first {
      let game = cell.example("median", "best", "worst")
      commands.append(
        ReplayCommand.text(
          runPath: runPath,
          game ?? GameReference(level: cell.level, agent: cell.agent, index: 0)))
    }
    return "## Replay\n\nEvery game can be replayed, step by step. \(purpose)\n\n"
      + MarkdownText.code(commands)
  }

  private func notes() -> String {
    let players =
      summary.imported == nil
      ? """
      The players are simulated: use them to compare levels and versions, not to predict pass rates \
      of people.
      """
      : "The games were not played here but imported."
    let others =
      summary.cells.contains(where: \.isForTwo)
      ? "losses); draws are not counted" : "losses + games stopped at the move limit)"
    return """
      ## Reading the figures

      `43% [40, 46]` is a pass rate with its 95% interval: wins / (wins + \(others). Faulted and inconclusive games are not counted. \(players)

      """
  }
}
