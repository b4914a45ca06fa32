import Foundation
import Testing

@testable import SimHarness

@Suite struct BaseComparisonTests {
  private static func games(both: Int, gained: Int, lost: Int, neither: Int) -> PairedGames {
    var games = PairedGames()
    func add(_ count: Int, _ before: GameEnd, _ after: GameEnd) {
      for index in 0..<count {
        games.add(
          before: GameResult(index: index, end: before, score: 1, moves: 1, hash: 0, fault: nil),
          after: GameResult(index: index, end: after, score: 3, moves: 1, hash: 0, fault: nil))
      }
    }
    add(both, .won, .won)
    add(gained, .lost, .won)
    add(lost, .won, .lost)
    add(neither, .lost, .capped)
    add(2, .faulted, .won)
    return games
  }

  @Test func pairsAreCounted() throws {
    let games = Self.games(both: 5, gained: 4, lost: 1, neither: 10)
    #expect(games.pairs == 20 && games.gained == 4 && games.lost == 1)
    let difference = try #require(games.difference)
    #expect(difference.value == 0.15)
    // By hand: (5 - 2) / 22 and 1.959964 * sqrt((7 / 22 - (3 / 22)^2) / 22).
    #expect(abs(difference.low - (3.0 / 22 - 0.228_786)) < 1e-4)
    #expect(abs(difference.high - (3.0 / 22 + 0.228_786)) < 1e-4)
    #expect(games.score?.value == 2)
    #expect(PairedGames().difference == nil)
  }

  @Test func agreementIsNoCertainty() throws {
    let difference = try #require(Self.games(both: 30, gained: 0, lost: 0, neither: 0).difference)
    #expect(difference.value == 0 && difference.low < 0 && difference.high > 0)
  }

  /// The exact coverage over all outcomes of 40 pairs, for chances of gaining and losing.
  @Test(arguments: [(0.1, 0.1), (0.3, 0.1), (0.05, 0.02), (0.4, 0.4), (0.6, 0.1)])
  func theIntervalHoldsTheTruth(gain: Double, loss: Double) {
    let n = 40
    var covered = 0.0
    for gained in 0...n {
      for lost in 0...(n - gained) {
        let rest = n - gained - lost
        var chance = 1.0
        for k in 0..<gained { chance *= Double(n - k) / Double(k + 1) * gain }
        for k in 0..<lost { chance *= Double(n - gained - k) / Double(k + 1) * loss }
        for _ in 0..<rest { chance *= 1 - gain - loss }
        let games = Self.games(both: rest, gained: gained, lost: lost, neither: 0)
        if let interval = games.difference, interval.low <= gain - loss,
          gain - loss <= interval.high
        {
          covered += chance
        }
      }
    }
    #expect(covered > 0.935 && covered < 0.999, "\(covered)")
  }

  /// Newcombe's own example: 56/70 less 48/80.
  @Test func unpairedIsTheScoreInterval() throws {
    let after = try #require(Statistics.wilson(successes: 56, trials: 70))
    let before = try #require(Statistics.wilson(successes: 48, trials: 80))
    let difference = BaseComparison.unpaired(before: before, after: after)
    #expect(abs(difference.value - 0.2) < 1e-12)
    #expect(abs(difference.low - 0.0524) < 5e-5 && abs(difference.high - 0.3339) < 5e-5)
  }

  @Test func aReportComparesTwoRuns() throws {
    try Program.inFolder { folder in
      let level = Oracle.root.appending(path: "levels/bubble-blast/06-honeycomb.json").path
      func run(_ name: String, _ options: String...) throws {
        let result = try Program.run(
          ["run", level, "--games", "20", "--out", name, "--quiet"] + options, in: folder)
        try #require(result.code == 0, "\(result.errors)")
      }
      try run("before")
      try run("after", "--agents", "casual,skilled")
      try run("other", "--seed", "5")
      func page(_ base: String) throws -> String {
        let result = try Program.run(
          ["report", "after", "--base", base, "--format", "html"], in: folder)
        try #require(result.code == 0, "\(result.errors)")
        return try Program.text(of: "after/report.html", in: folder)
      }
      let same = try page("before")
      #expect(same.contains("40 games were dealt the same in both runs"))
      #expect(same.contains("The flags are the same."))
      #expect(same.contains("class=\"base-line\""))
      #expect(MarkupScanner(same).findings == [])
      #expect(try page("before") == same)
      #expect(try page("other").contains("The runs share no game"))
      let missing = try Program.run(["report", "after", "--base", "none"], in: folder)
      #expect(missing.code == 66 && missing.errors.contains("none"))
    }
  }
}
