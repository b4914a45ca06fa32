import SimHarness

/// A figure whose tolerance the games of the verification cannot decide: their 95% interval
/// reaches farther from the aim than the tolerance does.
public struct TuneShortfall: Sendable, Equatable {
  public var figure: TuneFigure
  /// Half the width of the interval that `verify.games` give.
  public var halfWidth: Double
  /// The games of each level and player that the tolerance needs.
  public var gamesNeeded: Int

  /// One line: what is too few, and how many would do; `setting` says what sets the number.
  public func text(verifyGames: Int, setting: String = "set verify.games to") -> String {
    let points = figure.isShare ? " points" : ""
    let games = ReportNumber.plain(verifyGames, "game")
    let name = SafeText.escaped(figure.name, limit: 60)
    return "\(games) \(verifyGames == 1 ? "measures" : "measure") \(name) to ±"
      + "\(TuneText.size(halfWidth, of: figure))\(points), too imprecise for its tolerance of ±"
      + "\(TuneText.size(figure.tolerance, of: figure)); \(setting) \(gamesNeeded) or more"
  }
}

extension TuneFigure {
  /// Half the width of Wilson's 95% interval of a rate that so many games measure.
  private static func halfWidth(rate: Double, games: Double) -> Double {
    let z = Statistics.twoSidedNormal(0.95)
    let spread = rate * (1 - rate) / games + z * z / (4 * games * games)
    return z * spread.squareRoot() / (1 + z * z / games)
  }

  /// The shortfall of a verification with this number of games; nil if it decides the tolerance.
  ///
  /// A pass rate's interval follows from its aim alone. That of any other figure is taken from
  /// games played before, `pilot`, by the square root of their numbers; nil without.
  func shortfall(verifyGames: Int, pilot: (estimate: FigureEstimate, games: Int)?) -> TuneShortfall?
  {
    func half(_ games: Int) -> Double? {
      if kind == .passRate {
        return Self.halfWidth(rate: min(max(aim, 0), 1), games: Double(games))
      }
      return pilot.map {
        $0.estimate.halfWidth * (Double($0.games) / Double(games)).squareRoot()
      }
    }
    guard let short = half(verifyGames), short > tolerance else { return nil }
    var (few, enough) = (verifyGames, TuneFile.maxGames)
    while enough - few > 1 {
      let middle = (few + enough) / 2
      if let width = half(middle), width > tolerance { few = middle } else { enough = middle }
    }
    return TuneShortfall(figure: self, halfWidth: short, gamesNeeded: enough)
  }
}

extension TuneRun {
  /// The figures that the verification is too small for, reported before the search begins.
  ///
  /// Figures other than pass rates need games to estimate their spread: those that the search plays
  /// first, so nothing is played twice.
  public func shortfalls() async throws -> [TuneShortfall] {
    var pilot: TuneSearch.Candidate?
    if plan.figures.contains(where: { $0.kind != .passRate }) {
      let search = TuneSearch(plan, archive: archive)
      if try await search.play([plan.space.start], games: search.firstGames) {
        pilot = search.candidates.first
      }
    }
    return plan.figures.enumerated().compactMap { place, figure in
      figure.shortfall(
        verifyGames: plan.verifyGames,
        pilot: pilot.map { ($0.estimates[place], $0.games) })
    }
  }
}
