import TestSupport
import Testing

@testable import PeggleGame
@testable import SimHarness

/// A game's figures.
@Suite struct PeggleTallyTests {
  private func values(
    _ level: PeggleLevel, _ taps: [(Double, Double)]
  ) throws -> [String: Int64?] {
    var tally = PeggleTally()
    var game = try PegglePlay(level)
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

  /// A shot calculated by hand: the ball comes straight down on the orange peg first.
  ///
  /// With two orange pegs left after it, every peg's points count ten times; those of the shot
  /// count once for each peg hit in it.
  @Test func pointsBySourceAddUpToTheScore() throws {
    let objects = [
      Pegs.peg("orange", 400, 300), Pegs.peg("blue", 400, 500), Pegs.peg("orange", 40, 560),
      Pegs.peg("orange", 760, 560),
    ]
    let level = try Pegs.level(objects) { $0.bucket = false }
    var game = try PegglePlay(level)
    try game.tap(400, 500)
    let hits = game.hits
    try #require(hits.contains(0))
    let got = try values(level, [(400, 500)])
    let orange = hits.count { $0 != 1 }
    #expect(orange == 1)
    #expect(got["points_orange"] == Int64(100 * 10 * hits.count))
    #expect(got["points_blue"] == Int64((hits.count - 1) * 10 * 10 * hits.count))
    #expect(got["points_mode"] == 0)
    #expect(got["points_green"] == 0)
    #expect(got["points_purple"] == 0)
    #expect(got["points_others"] == 0)
  }

  /// The bucket's points of the mode `score` are the mode's.
  @Test func theModesPointsAreApart() throws {
    // Three pegs are worth 30, so that two catches do not reach the goal of 27.
    let pegs = [300.0, 350, 400].map { Pegs.peg("blue", 40, $0) }
    let level = try Pegs.level(pegs, mode: "score") {
      $0.bucketWidth = 799
      $0.bucketSpeed = 0
    }
    let got = try values(level, [(600, 300), (400, 300)])
    #expect(got["points_mode"] == 20)
    #expect(got["points_blue"] == 0)
  }

  /// In every game of every level of the project.
  @Test func theSourcesAddUpToTheScoreEverywhere() throws {
    let names = PeggleTally.metrics.map(\.name)
    let sources = names.indices.filter { names[$0].hasPrefix("points_") }
    #expect(sources.count == 6)
    for name in ["01-garden-gate", "02-quarry", "09-crown-jewels", "11-powder-keg"] {
      let level = try Pegs.builtIn(name)
      for index in 0..<4 {
        var game = try PegglePlay(level, index: index)
        var tally = PeggleTally()
        tally.gameDidStart(game.state, index: index)
        var moves = 0
        while game.state.outcome == nil && moves < 8 {
          try game.shoot(game.state.legalMove(at: (moves * 17 + index * 5 + 9) % 64))
          for event in game.events { tally.eventDidOccur(event) }
          moves += 1
        }
        tally.gameDidEnd(game.state, end: .capped, moves: moves)
        var values: [Int64?] = []
        tally.appendValues(to: &values)
        #expect(sources.reduce(0) { $0 + (values[$1] ?? 0) } == Int64(game.state.score))
        #expect((values[names.firstIndex(of: "points_mode") ?? 0] ?? 0) >= 0)
      }
    }
  }

  /// A won game does not report orange pegs left, a lost one does.
  @Test func orangeLeftIsAboutGamesNotWon() throws {
    let won = try Pegs.level([Pegs.peg("orange", 400, 300)], mode: "classic")
    #expect(try values(won, [(400, 500)])["orange_left"] == Int64?.none)
    let lost = try Pegs.level(
      [Pegs.peg("orange", 400, 300), Pegs.peg("orange", 40, 560)], mode: "classic", balls: 1
    ) { $0.bucket = false }
    #expect(try values(lost, [(400, 500)])["orange_left"] == 1)
  }

  @Test func namesOtherToolsReadAreThere() {
    let names = PeggleTally.metrics.map(\.name)
    for name in ["hits_per_shot", "bucket_catches", "orange_left", "stuck_balls"] {
      #expect(names.contains(name))
    }
  }
}
