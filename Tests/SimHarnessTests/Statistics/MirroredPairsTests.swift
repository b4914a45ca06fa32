import Testing

@testable import SimHarness

/// The points of two players over pairs of games, most of which often end alike.
@Suite struct MirroredPairsTests {
  /// Nine pairs are shared and one is won twice: the one does not prove that a player is better.
  @Test func oneWonPairOfTenProvesNothing() throws {
    var pairs = MirroredPairs()
    for game in 0..<20 { pairs.add(game: game, halves: game < 18 ? 2 * (game & 1) : 2) }
    let points = try #require(pairs.points)
    #expect(points.value == 0.55)
    #expect(points.low < 0.45 && points.high > 0.7 && points.high <= 1)
  }

  /// Shares of the pairs by the points of the player named first, in quarters, and the lowest
  /// coverage to be expected of 95% intervals over 2,000 samples of each size.
  static let mixes: [(shares: [Double], note: String)] = [
    ([0.00, 0.00, 0.90, 0.00, 0.10], "most shared, some won"),
    ([0.02, 0.05, 0.83, 0.07, 0.03], "most shared, the rest either way"),
    ([0.00, 0.00, 0.97, 0.00, 0.03], "nearly all shared"),
    ([0.25, 0.00, 0.50, 0.00, 0.25], "independent games"),
    ([0.00, 0.10, 0.30, 0.30, 0.30], "one player better"),
    ([0.01, 0.00, 0.04, 0.05, 0.90], "one player much better"),
  ]

  /// An interval that is given holds the true share in at least 93% of the samples: 2,000 samples
  /// have a standard error of 0.5 points.
  @Test(arguments: mixes.indices, [10, 20, 50, 100])
  func intervalsHoldTheTrueShare(mix: Int, count: Int) {
    let shares = Self.mixes[mix].shares
    let truth = shares.enumerated().reduce(0.0) { $0 + Double($1.offset) / 4 * $1.element }
    var random = SeededRandom(key: StreamKey(rawValue: UInt64(100 * mix + count)))
    var missed = 0
    for _ in 0..<2000 {
      var pairs = MirroredPairs()
      for pair in 0..<count {
        var left = random.uniform()
        let quarters = shares.firstIndex { share in
          left -= share
          return left < 0
        }
        let halves = quarters ?? 4
        pairs.add(game: 2 * pair, halves: halves / 2)
        pairs.add(game: 2 * pair + 1, halves: halves - halves / 2)
      }
      if let points = pairs.points, points.isKnown, points.low > truth || points.high < truth {
        missed += 1
      }
    }
    #expect(missed <= 140, "\(Self.mixes[mix].note): \(missed) of 2000")
  }

  /// Players who never met, even by way of others, are in different groups.
  @Test func groupsAreThoseWhoMet() {
    func groups(_ agents: [String]) -> [[String]] {
      let point = Interval(value: 0.5, low: 0, high: 1)
      let names = agents.flatMap { TableNames.names(in: $0) }
      let players = names.enumerated().filter { !names[..<$0].contains($1) }.map {
        TableSummary.Player(name: $0.element, rating: point, pairs: 1)
      }
      return TableSummary(
        players: players, firstSeat: point, seats: [],
        matches: agents.map {
          TableSummary.Match(level: "l", agent: $0, pairs: 1, points: point)
        }
      ).groups
    }
    #expect(groups(["a:b", "c:d"]) == [["a", "b"], ["c", "d"]])
    #expect(groups(["a:b", "c:d", "d:a"]) == [["a", "b", "c", "d"]])
    #expect(groups(["a:b", "c:d", "e:f", "f:b"]) == [["a", "b", "e", "f"], ["c", "d"]])
    #expect(groups(["a:b", "b:c"]) == [["a", "b", "c"]])
  }
}
