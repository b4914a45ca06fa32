import SimHarness

extension HTMLReport {
  /// How players of a two-player game did against each other.
  struct TableSection {
    struct Player {
      var name: String
      var rating: String
      var pairs: String
    }

    struct Match {
      var level: String
      var agent: String
      var pairs: String
      var points: String
    }

    struct Seat {
      var level: String
      var pairs: String
      var points: String
    }

    var players: [Player]
    var firstSeat: String
    var matches: [Match]
    var seats: [Seat]
    var ratingWords: String
    var pointsWords = TableWords.points
  }
}

extension HTMLReport.TableSection {
  init(_ table: TableSummary) {
    players = table.players.map {
      Player(
        name: $0.name, rating: TableWords.rating($0.rating), pairs: ReportNumber.count($0.pairs))
    }
    firstSeat = TableWords.rating(table.firstSeat)
    ratingWords = TableWords.ratings(of: table)
    matches = table.matches.map {
      Match(
        level: $0.level, agent: $0.agent, pairs: ReportNumber.count($0.pairs),
        points: TableWords.share($0.points))
    }
    seats = table.seats.map {
      Seat(
        level: $0.level, pairs: ReportNumber.count($0.pairs), points: TableWords.share($0.points))
    }
  }
}

/// How players against each other are put into words, in every report.
package enum TableWords {
  private static let ratings =
    "Elo points with their 95% intervals; the mean of the players is 0. Of two players who are 100"
    + " points apart, the better one gets 64% of the points. The rating of the first seat is what"
    + " it adds to its player's rating. Model: Bradley and Terry with a term for the seat; both"
    + " games on a deal count as one observation."
  static func ratings(of table: TableSummary) -> String {
    strangers(in: table).map { "\(ratings) \($0)" } ?? ratings
  }

  /// Which players' ratings cannot be compared, in a sentence; nil if all can.
  package static func strangers(in table: TableSummary) -> String? {
    let groups = table.groups
    guard groups.count > 1 else { return nil }
    let names = groups.map { group in
      group.map { SafeText.escaped($0, limit: 40) }.joined(separator: ", ")
    }
    return "Compare ratings only within each of these groups, between which nobody played: "
      + "\(names.joined(separator: "; "))."
  }

  static let points =
    "A win is 1 point, a draw or a game stopped at the move limit 1/2. Points are those of the player"
    + " named first, who plays each deal from both seats. Intervals are over the pairs of games."

  /// `+52 [+40, +64]`.
  package static func rating(_ rating: Interval) -> String {
    func signed(_ value: Double) -> String {
      let whole = Int(saturating: value.rounded())
      return whole > 0 ? "+\(whole)" : "\(whole)"
    }
    guard rating.isKnown else { return signed(rating.value) }
    return "\(signed(rating.value)) [\(signed(rating.low)), \(signed(rating.high))]"
  }

  /// `64% [61, 67]`.
  package static func share(_ share: Interval) -> String {
    share.isKnown ? ReportNumber.rate(share) : ReportNumber.percent(share.value)
  }
}
