extension HTMLReport {
  /// What would help a level: the changes of one lever that bring it into the band, and what one
  /// step of the foremost levers does.
  struct Help {
    var goal: String
    var hasEdits: Bool
    var edits: [Edit]
    /// Said where there is no edit.
    var instead: String
    var levers: [Lever]
    /// How it was found, and what it cost.
    var method: String

    struct Edit {
      var change: String
      var cost: String
      var rate: String
      var interval: String
    }

    struct Lever {
      var change: String
      var effect: String
      var interval: String
      /// Steps into the band, or empty.
      var reach: String
    }
  }
}

extension HTMLReport.Help {
  /// Levers that are listed.
  private static let mostLevers = 5

  init(_ explanation: LevelExplanation) {
    let player = SafeText.escaped(explanation.players[explanation.player])
    let band =
      "\(Self.bare(explanation.band.lowerBound)) to"
      + " \(ReportNumber.percent(explanation.band.upperBound))"
    goal = "To bring \(player) to \(band)"
    edits = explanation.edits.map { edit in
      Edit(
        change: edit.change, cost: ReportNumber.trimmed(ReportNumber.short(edit.cost)),
        rate: ReportNumber.percent(edit.verified.value),
        interval: ReportNumber.rateBounds(edit.verified))
    }
    hasEdits = !edits.isEmpty
    instead =
      explanation.isWithin
      ? "\(player) passes within \(band) already; what one step of each lever does:"
      : "No lever alone is known to bring \(player) to \(band); turn several. The foremost:"
    levers = explanation.rows.prefix(Self.mostLevers).map { row in
      let effect = row.effects[explanation.player]
      return Lever(
        change: row.change, effect: effect.map { Self.signed($0.value) } ?? ReportNumber.missing,
        interval: effect.map { "\(Self.signed($0.low)) to \(Self.signed($0.high))" } ?? "",
        reach: row.reach.flatMap(Self.words) ?? ReportNumber.missing)
    }
    method =
      "One step in points of the pass rate, on the same \(ReportNumber.games(explanation.games));"
      + (explanation.edits.isEmpty
        ? ""
        : " each edit on \(ReportNumber.count(explanation.verifyGames)) fresh games of its own;")
      + " 95% intervals, not corrected for their number;"
      + " \(ReportNumber.games(explanation.gamesPlayed)) in all. A tenth of a number costs 1."
  }

  /// Steps that reach the band; nil where it is not reached this way.
  private static func words(_ reach: LevelExplanation.Reach) -> String? {
    reach.isWithin
      ? "\(reach.change), cost \(ReportNumber.trimmed(ReportNumber.short(reach.cost)))" : nil
  }

  private static func bare(_ share: Double) -> String {
    String(ReportNumber.percent(share).dropLast())
  }

  private static func signed(_ share: Double) -> String {
    (share > 0 ? "+" : "") + ReportNumber.fixed(share * 100, decimals: 1)
  }
}
