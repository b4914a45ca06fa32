import Testing

@testable import SimHarness

/// Players rated against each other.
@Suite struct SeatRatingTests {
  /// Pairs of games by the chances of the player named first, drawn one by one.
  private static func pairs(
    _ lead: Double, seat: Double, _ count: Int, _ random: inout SeededRandom
  ) -> MirroredPairs {
    var pairs = MirroredPairs()
    for pair in 0..<count {
      for (game, logit) in [(0, lead + seat), (1, lead - seat)] {
        let won = random.uniform() < RaschRating.logistic(logit)
        pairs.add(game: 2 * pair + game, halves: won ? 2 : 0)
      }
    }
    return pairs
  }

  /// With two players, an even seat and a weak prior, the rating is the logit of the points.
  @Test func twoPlayersHaveTheLogitOfThePoints() {
    var pairs = MirroredPairs()
    for pair in 0..<400 {
      pairs.add(game: 2 * pair, halves: pair % 4 == 0 ? 0 : 2)
      pairs.add(game: 2 * pair + 1, halves: pair % 4 == 1 ? 0 : 2)
    }
    let rating = SeatRating([SeatRating.Contest(first: 0, second: 1, pairs: pairs)], players: 2)
    // Three of four points: odds of 3.
    let logit = DeterministicMath.log(3)
    #expect(abs(rating.strengths[0].value - logit / 2) < 0.005)
    #expect(rating.strengths[0].value == -rating.strengths[1].value)
    #expect(abs(rating.firstSeat.value) < 1e-9)
    // The binomial error of 800 games: 1 / sqrt(800 * 3/16), and half of it for each player.
    #expect(abs(rating.strengths[0].error - 0.5 / 150.0.squareRoot()) < 0.002)
  }

  @Test func ratingsAreFoundAgain() {
    let truth = [1.2, 0.3, -1.5]
    var misses = 0
    for attempt in 0..<20 {
      var random = SeededRandom(key: StreamKey(rawValue: 7).derived(UInt64(attempt)))
      let contests = [(0, 1), (1, 2), (0, 2)].map { first, second in
        SeatRating.Contest(
          first: first, second: second,
          pairs: Self.pairs(truth[first] - truth[second], seat: 0.25, 200, &random))
      }
      let rating = SeatRating(contests, players: 3)
      #expect(abs(rating.strengths.reduce(0) { $0 + $1.value }) < 1e-9)
      for (estimate, truth) in zip(rating.strengths + [rating.firstSeat], truth + [0.25])
      where abs(estimate.value - truth) > 1.96 * estimate.error {
        misses += 1
      }
    }
    // Of 80 intervals of 95%, 4 are expected to miss; more than 10 are not (p = 0.003).
    #expect(misses <= 10, "\(misses)")
  }

  @Test func whoAlwaysWinsHasAFiniteRating() {
    var pairs = MirroredPairs()
    for game in 0..<1000 { pairs.add(game: game, halves: 2) }
    let rating = SeatRating([SeatRating.Contest(first: 0, second: 1, pairs: pairs)], players: 2)
    let strength = rating.strengths[0]
    #expect(strength.value > 2 && strength.value < 6 && strength.error > 0.3)
  }

  /// Two games on one deal are one observation: where the deal decides both, the seat's interval is
  /// as wide as that of half the games.
  @Test func dealsCountOnce() throws {
    var pairs = MirroredPairs()
    var random = SeededRandom(key: StreamKey(rawValue: 5))
    for pair in 0..<400 {
      let firstSeatWins = random.uniform() < 0.5
      pairs.add(game: 2 * pair + 1, halves: firstSeatWins ? 0 : 2)
      pairs.add(game: 2 * pair, halves: firstSeatWins ? 2 : 0)
    }
    #expect(pairs.count == 400)
    let seat = try #require(pairs.firstSeatPoints)
    #expect(abs((seat.high - seat.low) / 2 - 1.96 * 0.5 / 20) < 0.003)
    let points = try #require(pairs.points)
    #expect(points.value == 0.5 && !points.isKnown)
    let rating = SeatRating([SeatRating.Contest(first: 0, second: 1, pairs: pairs)], players: 2)
    #expect(rating.firstSeat.error > 1.3 * 2 / 800.0.squareRoot())
  }

  @Test func pairsNeedBothGames() {
    var pairs = MirroredPairs()
    pairs.add(game: 3, halves: 2)
    pairs.add(game: 0, halves: 1)
    #expect(pairs.count == 0 && pairs.points == nil)
    pairs.add(game: 2, halves: 0)
    #expect(pairs.counts[2] == 1 && pairs.count == 1)
  }
}
