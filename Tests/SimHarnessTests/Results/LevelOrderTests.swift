import Testing

@testable import SimHarness

@Suite struct LevelOrderTests {
  /// Wins of 200 games of two players on three levels, the middle two much alike.
  private static var rated: RunSummary {
    var run = ReportFixture.run([
      ReportFixture.cell("Hard", "novice", wins: 10, of: 200),
      ReportFixture.cell("Hard", "casual", wins: 40, of: 200),
      ReportFixture.cell("Easy", "novice", wins: 150, of: 200),
      ReportFixture.cell("Easy", "casual", wins: 190, of: 200),
      ReportFixture.cell("Even", "novice", wins: 60, of: 200),
      ReportFixture.cell("Even", "casual", wins: 120, of: 200),
      ReportFixture.cell("Odd", "novice", wins: 58, of: 200),
      ReportFixture.cell("Odd", "casual", wins: 118, of: 200),
    ])
    run.addRatings()
    return run
  }

  @Test func goesFromTheEasiestToTheHardest() throws {
    let order = try #require(LevelOrder(Self.rated))
    #expect(order.scale == .rating)
    #expect(order.entries.map(\.name) == ["Easy", "Even", "Odd", "Hard"])
    #expect(order.entries.map(\.place) == [1, 2, 3, 0])
    let place = try #require(order.uncertainPlaces.first)
    #expect(order.uncertainPlaces.count == 1)
    #expect(place.name == "Even" && place.after == ["Odd"] && place.count == 1)
    #expect(place.difference.low < 0 && place.difference.high > 0)
    #expect(
      order.uncertainLines.first?.hasPrefix("order uncertain: 'Even' and 'Odd', difference 0.0")
        == true)
    #expect(order.rows[0] == ["", "level", "difficulty", "pass rate", "in the run"])
    #expect(order.rows[1].first == "1" && order.rows[1].last == "2")
    #expect(order.rows[4][3] == "20% [15, 26]")
    #expect(
      order.legend
        == "difficulty in logits over all players, with its 95% interval; 0 is the median level; "
        + "pass rate of casual")
  }

  /// The column of pass rates is theirs, although they are no reference player.
  @Test func thePassRatesOfPeopleAreTheirs() throws {
    var run = Self.rated
    for place in run.agents.indices { run.agents[place].isPerson = true }
    let order = try #require(LevelOrder(run))
    let reference = try #require(order.reference)
    #expect(order.rows[0][3] == "pass rate")
    #expect(order.legend.hasSuffix("; pass rate of \(reference)"))
  }

  @Test func onePlayerOrdersByWhatItDidNotPass() throws {
    let run = ReportFixture.run([
      ReportFixture.cell("B", "casual", wins: 100, of: 200),
      ReportFixture.cell("A", "casual", wins: 180, of: 200),
    ])
    let order = try #require(LevelOrder(run))
    #expect(order.scale == .failures(agent: "casual"))
    #expect(order.entries.map(\.name) == ["A", "B"])
    #expect(order.entries[0].difficulty.value == 1 - 0.9)
    #expect(order.uncertainPlaces.isEmpty)
    #expect(order.rows[0] == ["", "level", "not passed", "in the run"])
  }

  /// A level has one line, however many levels it may be harder than.
  @Test func ofManyUncertainLevelsTheFirstAreNamed() throws {
    let run = ReportFixture.run(
      (1...60).map { ReportFixture.cell("Level \($0)", "casual", wins: 100, of: 200) })
    let order = try #require(LevelOrder(run))
    #expect(order.uncertainPlaces.map(\.count) == (1...59).reversed())
    let lines = order.uncertainLines
    #expect(
      lines[0]
        == "order uncertain: 'Level 1' may be harder than 'Level 2', 'Level 3', 'Level 4' and 56"
        + " more")
    #expect(
      lines[56]
        == "order uncertain: 'Level 57' may be harder than 'Level 58', 'Level 59', 'Level 60'"
    )
    #expect(
      lines[58] == "order uncertain: 'Level 59' and 'Level 60', difference 0 points [-10, 10]")
  }

  @Test func levelsWithoutAGoalHaveNoOrder() {
    var cell = ReportFixture.cell("A", "casual", wins: 0, of: 0)
    cell.passRate = nil
    cell.ended = 200
    #expect(LevelOrder(ReportFixture.run([cell])) == nil)
  }

  @Test func makesThePackOfAFolder() throws {
    let order = try #require(LevelOrder(Self.rated))
    let made = order.pack(
      named: "Mine",
      files: [("Hard", "a.json"), ("New", "b.json"), ("Easy", "c.json"), ("Odd", "d.json")])
    #expect(
      made.pack == LevelPack(name: "Mine", levels: ["c.json", "d.json", "a.json", "b.json"]))
    #expect(made.unplayed == ["New"])
  }

  @Test func aDifferenceAddsTheSquaresOfItsParts() {
    let difference = LevelOrder.difference(
      Interval(value: 2, low: 1.7, high: 2.4), less: Interval(value: 1, low: 0.7, high: 1.4))
    #expect(difference.value == 1)
    #expect(abs(difference.low - 0.5) < 1e-12)
    #expect(abs(difference.high - 1.5) < 1e-12)
  }
}
