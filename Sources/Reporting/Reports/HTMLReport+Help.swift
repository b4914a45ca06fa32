import Lab
import SimHarness

extension HTMLReport {
  /// What would help a level: the changes of one lever that bring it into the band, and what one
  /// step of the most effective levers does.
  struct Help {
    var goal: String
    var edits: [Edit]
    /// The text if there is no edit.
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
  private static let maxLevers = 5

  init(_ explanation: LevelExplanation) {
    let player = SafeText.escaped(explanation.players[explanation.player])
    goal = "To bring \(player)'s pass rate to \(explanation.bandWords)"
    edits = explanation.edits.map { edit in
      Edit(
        change: edit.change, cost: ReportNumber.trimmed(ReportNumber.short(edit.cost)),
        rate: ReportNumber.percent(edit.verified.value),
        interval: ReportNumber.rateBounds(edit.verified))
    }
    instead =
      explanation.verdict
      + (explanation.isWithin ? " The effect of one step of each lever:" : " The strongest:")
    levers = explanation.rows.prefix(Self.maxLevers).map { row in
      let effect = row.effects[explanation.player]
      return Lever(
        change: row.change,
        effect: effect.map { Self.signed($0.value) }
          ?? (row.failure == nil ? ReportNumber.missing : "failed"),
        interval: effect.map { "[\(Self.signed($0.low)), \(Self.signed($0.high))]" } ?? "",
        reach: row.reach.flatMap(Self.words) ?? ReportNumber.missing)
    }
    method =
      "Effect of one step in points of the pass rate, on the same"
      + " \(ReportNumber.games(explanation.games));"
      + (explanation.edits.isEmpty
        ? ""
        : " each edit was verified on its own \(ReportNumber.count(explanation.verifyGames)) fresh"
          + " games;")
      + " 95% intervals, not corrected for the number of comparisons;"
      + " \(ReportNumber.games(explanation.gamesPlayed)) in all. Changing a number by a tenth costs"
      + " 1."
  }

  /// Steps that reach the band; nil if it is not reached this way.
  private static func words(_ reach: LevelExplanation.Reach) -> String? {
    reach.isWithin
      ? "\(reach.change), cost \(ReportNumber.trimmed(ReportNumber.short(reach.cost)))" : nil
  }

  private static func signed(_ share: Double) -> String {
    (share > 0 ? "+" : "") + ReportNumber.fixed(share * 100, decimals: 1)
  }
}
