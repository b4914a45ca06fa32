import Testing

@testable import SimHarness

/// A game's figures.
@Suite struct PeggleTallyTests {
  private func values(
    _ level: PeggleLevel, _ taps: [(Double, Double)]
  ) throws -> [String: Int64?] {
    var tally = PeggleTally()
    var game = try PeggleGame(level)
    tally.gameDidStart(game.state, index: 0)
    for event in game.events { tally.eventDidOccur(event) }
    for (x, y) in taps {
      try game.tap(x, y)
      for event in game.events { tally.eventDidOccur(event) }
    }
    tally.gameDidEnd(game.state, end: .capped, moves: taps.count)
    var values: [Int64?] = []
    tally.appendValues(to: &values)
    #expect(values.count == PeggleTally.metrics.count)
    return Dictionary(uniqueKeysWithValues: zip(PeggleTally.metrics.map(\.name), values))
  }

  @Test func countsWhatHappened() throws {
    let objects = [
      Pegs.peg("orange", 400, 300), Pegs.peg("orange", 40, 560), Pegs.peg("red", 100, 300),
    ]
    let got = try values(
      Pegs.level(objects) { $0.bucket = false }, [(400, 500), (700, 300)])
    #expect(got["hits_per_shot"] == MetricDefinition.fixed(0.5))
    #expect(got["orange_left"] == 1)
    #expect(got["stuck_balls"] == 1)
    #expect(got["bucket_catches"] == 0)
    #expect(got["highest_multiplier"] == 10)
    #expect(got["progress"] == MetricDefinition.fixed(0.5))
    #expect(got["near_miss"] == 0)
    #expect(got["balls_left"] == Int64?.none)
    #expect(got["board_turns"] == 0)
  }

  /// Two planted builds: one with a bucket as wide as the board, one without.
  @Test func tellsTheBucketApart() throws {
    let objects = [Pegs.peg("blue", 40, 400)]
    let wide = try Pegs.level(objects) {
      $0.bucketWidth = 799
      $0.bucketSpeed = 0
    }
    let none = try Pegs.level(objects) { $0.bucket = false }
    #expect(try values(wide, [(600, 300), (400, 300)])["bucket_catches"] == 2)
    #expect(try values(none, [(600, 300), (400, 300)])["bucket_catches"] == 0)
    #expect(try values(none, [])["hits_per_shot"] == Int64?.none)
    #expect(try values(none, [])["orange_left"] == Int64?.none)
  }

  @Test func namesOtherToolsReadAreThere() {
    let names = PeggleTally.metrics.map(\.name)
    for name in ["hits_per_shot", "bucket_catches", "orange_left", "stuck_balls"] {
      #expect(names.contains(name))
    }
  }
}
