import TestSupport
import Testing

@testable import Catalogue
@testable import SimHarness

/// Figures in examples of the pages are those that the program calculates from the games they name.
@Suite struct DocumentedFiguresTests {
  /// The ends of an interval in points; those of a change have a sign.
  private static func bounds(_ interval: Interval?, isChange: Bool = false) throws -> String {
    let interval = try #require(interval)
    let ends = [interval.low, interval.high].map {
      (isChange && $0 > 0 ? "+" : "") + ReportNumber.fixed(100 * $0, decimals: 1)
    }
    return "[\(ends[0]), \(ends[1])]"
  }

  @Test func theLinesOfWatchHaveTheirIntervals() throws {
    let page = try Program.text(of: "docs/generating.md", in: Oracle.root)
    for (games, ending) in [(20, "(20 of 40 games)"), (40, "(40 games)")] {
      let rate = try Self.bounds(Statistics.rate(successes: games, trials: games))
      #expect(page.contains("\nFirst Steps: 100.0% \(rate) \(ending)\n"), "\(rate)")
      #expect(page.contains("\nFirst Steps: 100.0% \(rate), 0.0 ["), "\(rate)")
    }
  }

  @Test func theExplainedLevelHasItsIntervals() throws {
    let page = try Program.text(of: "docs/tuning.md", in: Oracle.root)
    for (change, gained) in [("no indestructible", 36), ("1 fewer colour", 4), ("1 more shot", 0)] {
      var outcomes = PairedOutcomes()
      for game in 0..<60 { outcomes.add(before: false, after: game < gained) }
      let effect = try Self.bounds(
        Statistics.pairedRateDifference(outcomes), isChange: true)
      let row = page.split(separator: "\n").first { $0.hasPrefix(change + " ") }
      #expect(row?.contains(effect) == true, "\(change): \(effect)")
    }
    let edit = try Self.bounds(Statistics.rate(successes: 552, trials: 1000))
    #expect(page.contains("passes 55.2% \(edit)"), "\(edit)")
  }

  @Test func theReadmeQuotesTheReport() throws {
    let page = try Program.text(of: "README.md", in: Oracle.root)
    let rate = ReportNumber.rate(Statistics.rate(successes: 5, trials: 200))
    #expect(page.contains("casual passed \(rate) of 200 games"), "\(rate)")
  }

  @Test func theMoveLimitsAreThoseOfTheGames() throws {
    let page = try Program.text(of: "docs/formats.md", in: Oracle.root)
    let games = GameRegistry.bundled
    for (names, text) in [
      (["bubble-blast"], "bubble-blast 500"), (["peggle"], "peggle 200"),
      (["bubble-pop"], "bubble-pop 20,000"),
      (["set", "playing-cards", "cards"], "set, playing-cards and cards 2,000"),
    ] {
      #expect(page.contains(text))
      let limit = Int(text.split(separator: " ").last?.replacing(",", with: "") ?? "")
      for name in names { #expect(games.game(named: name)?.defaultMaxMoves == limit, "\(name)") }
    }
  }
}
