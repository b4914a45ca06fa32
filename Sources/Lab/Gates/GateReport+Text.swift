import SimHarness

extension GateReport {
  /// What failed first, then what could not be measured.
  public var ordered: [Result] {
    failed + unmeasured + results.filter { !$0.hasFailed && $0.unmeasured == nil }
  }

  /// The first failed gate of which there is a game to look at.
  public var example: (gate: Result, game: GameReference)? {
    failed.lazy.compactMap { gate in gate.example.map { (gate, $0) } }.first
  }

  /// One line per gate and level under their titles.
  public var rows: [[String]] {
    [["level", "gate", "measured", "p", "detects", ""]]
      + ordered.map { result in
        [
          SafeText.escaped(result.level, limit: 18), SafeText.escaped(result.condition.description),
          result.measured, result.probability, result.finds, result.verdict,
        ]
      }
  }

  /// The results and their certainty, one sentence each.
  public var sentences: [String] {
    var sentences: [String] = []
    func say(_ count: Int, _ what: String) {
      sentences.append(
        "\(ReportNumber.count(count)) of \(ReportNumber.plural(results.count, "gate")) \(what).")
    }
    if hasPassed {
      sentences.append(
        results.count == 1 ? "The gate passed." : "All \(results.count) gates passed.")
    }
    if !failed.isEmpty { say(failed.count, "failed") }
    if !unmeasured.isEmpty {
      say(
        unmeasured.count,
        "could not be measured, so nothing is known of \(unmeasured.count == 1 ? "it" : "them")")
    }
    if faults > 0 {
      let games = failedGames
      sentences.append(
        "\(games.words), such as \(games.shownExample); none of them is counted.")
    }
    if isSequential {
      let saved = gamesAsked - gamesPlayed
      let share = gamesAsked > 0 ? Double(saved) / Double(gamesAsked) : 0
      sentences.append(
        "\(ReportNumber.games(gamesPlayed)) played; deciding early saved "
          + "\(ReportNumber.count(saved)) of \(ReportNumber.count(gamesAsked)) "
          + "(\(ReportNumber.percent(share))).")
    } else if let imported {
      let ofGates =
        gamesPlayed == imported.rows
        ? "" : ", of which gates are about \(ReportNumber.count(gamesPlayed))"
      sentences.append(
        "\(ReportNumber.games(imported.rows)) imported from"
          + " \(SafeText.quoted(imported.file))\(ofGates).")
    } else {
      sentences.append("\(ReportNumber.games(gamesPlayed)) played, seed \(seed).")
    }
    return sentences
  }

  /// How to read `rows`.
  public var legend: String {
    "measured: with its 95% interval; a gate fails only on evidence: if all levels meet their "
      + "gates, at most 1 suite in 20 fails; detects: the figures beyond the bound that this number"
      + " of games detects with a probability of 80%; more games detect smaller deviations"
      + (finalError.map { _ in
        "; p: not corrected, because games were tested on the way; a gate that they did not decide"
          + " fails if p is below 0.05 / \(2 * max(tests, 1))"
      } ?? "")
  }

  /// The report for a pull request or a CI summary.
  public var markdown: String {
    var text = "## Gates of \(MarkdownText.escaped(title))\n\n"
    for sentence in sentences { text += MarkdownText.escaped(sentence) + "\n" }
    text += "\n| | Level | Gate | Measured | Games | p | Detects |\n"
    text += "| :--- | :--- | :--- | ---: | ---: | ---: | :--- |\n"
    for result in ordered {
      let verdict = result.hasFailed ? "**failed**" : MarkdownText.escaped(result.verdict)
      let cells = [
        result.level, result.condition.description, result.measured,
        ReportNumber.count(result.games), result.probability, result.finds,
      ].map(MarkdownText.escaped)
      text += "| \(verdict) | " + cells.joined(separator: " | ") + " |\n"
    }
    return text + "\n_" + MarkdownText.escaped(legend) + "._\n"
  }

  /// The report as JUnit XML.
  public var junit: String {
    var tests = results.map { result -> JUnitDocument.Test in
      let outcome: JUnitDocument.Outcome
      if result.hasFailed {
        let example = result.example.map { game in
          ["see game \(game.index) of \(game.agent)" + (commands == nil ? "" : ":")]
            + (commands?.text(game) ?? [])
        }
        outcome = .failed(
          "measured \(result.measured), required \(result.condition)",
          details: [
            "measured \(result.measured) in \(ReportNumber.games(result.games))",
            "p \(result.probability)", "detects \(result.finds)",
          ] + (example ?? []))
      } else if let reason = result.unmeasured {
        outcome = .error("could not be measured: \(reason)")
      } else {
        outcome = .passed
      }
      return JUnitDocument.Test(
        group: result.level, name: result.condition.description, outcome: outcome)
    }
    for cell in cells where cell.uncounted > 0 {
      let games = FailedGames([cell], engine: engine)
      tests.append(
        JUnitDocument.Test(
          group: cell.level, name: "\(cell.agent) plays without faults",
          outcome: .error("\(games.shortWords), such as \(games.shortExample)")))
    }
    return JUnitDocument(name: title, tests: tests).render()
  }
}

extension GateReport.Result {
  private var isRate: Bool {
    ["pass_rate", "capped_rate", "fault_rate"].contains(condition.metric)
  }

  /// A figure in the unit of the condition.
  private func figure(_ value: Double) -> String {
    isRate
      ? ReportNumber.fixed(value, decimals: 3)
      : (value < 0 ? "-" : "") + ReportNumber.short(value.magnitude)
  }

  var measured: String {
    guard let value else { return ReportNumber.missing }
    guard value.isKnown else { return figure(value.value) }
    return "\(figure(value.value)) [\(figure(value.low)), \(figure(value.high))]"
  }

  /// The corrected p-value where there is one, else the plain one.
  var probability: String { ComparisonText.probability(correctedP ?? p) }

  /// What would be found: `< 0.371 or > 0.684`.
  var finds: String {
    guard let power else { return ReportNumber.missing }
    var parts: [String] = []
    if power.isShareBeyond {
      if let low = power.low { parts.append("\(ReportNumber.percent(low)) of games below") }
      if let high = power.high { parts.append("\(ReportNumber.percent(high)) of games above") }
    } else {
      if let low = power.low { parts.append("< \(figure(low))") }
      if let high = power.high { parts.append("> \(figure(high))") }
    }
    guard !parts.isEmpty else {
      let isShareOfAny =
        isRate && (condition.bound.low ?? 0) <= 0 && (condition.bound.high ?? 1) >= 1
      if isShareOfAny { return "nothing: no share is beyond the bound" }
      return hasFailed ? "nothing" : "nothing: too few games"
    }
    // A gate that failed did find something: among several it needs less evidence than is promised.
    if hasFailed { return parts.joined(separator: ", ") }
    if condition.bound.low != nil, power.low == nil { parts.append("nothing below") }
    if condition.bound.high != nil, power.high == nil { parts.append("nothing above") }
    return parts.joined(separator: ", ")
  }

  var verdict: String {
    if hasFailed { return "failed" }
    return unmeasured.map { "not measured: \($0)" } ?? ""
  }
}
