import Testing

@testable import Lab
@testable import SimHarness
@testable import TextFormats

@Suite struct GateTests {
  private static func suite(_ gates: String) throws(FileIssues) -> Suite {
    let text = "name: s\nlevels: [a]\ngates:\n\(gates)\n"
    return try Suite(reading: Array(text.utf8), file: "s.yml") { _ in .bundled }
  }

  @Test func isReadFromASuite() throws {
    let suite = try Self.suite(
      """
        - {levels: "First*", require: "pass_rate(casual) in 0.45...0.60"}
        - require: score_p50(skilled:aim=2) >= 100
      """)
    #expect(
      suite.gates == [
        Gate(
          levels: "First*",
          condition: Condition(
            metric: "pass_rate", agent: "casual", bound: .within(0.45...0.6)), line: 4),
        Gate(
          levels: "*",
          condition: Condition(
            metric: "score_p50", agent: "skilled:aim=2", bound: .atLeast(100)), line: 5),
      ])
  }

  @Test(arguments: [
    (
      #"  - {levels: "*", require: "pass_rate(casual) in 0.4..0.6"}"#,
      "4: $.gates[0].require: column 25 of the condition: expected '...'"
    ),
    (#"  - {require: "pass_rate(casual)"}"#, "4: $.gates[0].require: column 18"),
    (#"  - {level: "*", require: "a(b) >= 1"}"#, "4: $.gates[0].level: unknown field 'level'"),
    (#"  - {levels: "*"}"#, "4: $.gates[0]: the field 'require' is missing; add it"),
  ])
  func wrongOnesAreNamed(gates: String, complaint: String) throws {
    let issues = #expect(throws: FileIssues.self) { try Self.suite(gates) }
    #expect(
      issues?.issues.first?.description.hasPrefix(complaint) == true, "\(issues?.lines ?? [])")
  }

  @Test(arguments: [
    ("*", "", true), ("*", "Any", true), ("A?c", "Abc", true), ("A?c", "Abbc", false),
    ("a*b*c", "aXXbYYbc", true), ("a*b*c", "aXXbYYb", false), ("", "", true), ("", "x", false),
    ("[a]", "[a]", true), ("[a]", "a", false), ("*É", "café É", true),
    ("Level 1*", "Level 2", false),
    (String(repeating: "*a", count: 40), String(repeating: "a", count: 1000) + "b", false),
  ])
  func matchesNames(pattern: String, name: String, matches: Bool) {
    let condition = Condition(metric: "pass_rate", agent: "a", bound: .atLeast(0))
    #expect(Gate(levels: pattern, condition: condition).matches(name) == matches)
  }

  /// Two demands on one figure of one level that leave nothing between them.
  @Test(arguments: [
    ("*", "pass_rate(a) >= 0.6", "One", "pass_rate(a) <= 0.4", true),
    ("One", "pass_rate(a) in 0.1...0.2", "O*", "pass_rate(a) in 0.3...0.4", true),
    ("*", "pass_rate(a) >= 0.4", "*", "pass_rate(a) <= 0.4", false),
    ("One", "pass_rate(a) >= 0.6", "Two", "pass_rate(a) <= 0.4", false),
    ("*", "pass_rate(a) >= 0.6", "*", "pass_rate(b) <= 0.4", false),
    ("*", "score_p25(a) >= 9", "*", "score_p50(a) <= 4", false),
    ("*", "score(a) >= 9", "*", "score_mean(a) <= 4", true),
  ])
  func gatesThatCannotBothHoldAreNamed(
    _ first: String, _ one: String, _ second: String, _ two: String, conflict: Bool
  ) throws {
    let gate = Gate(levels: first, condition: try Condition(parsing: one), line: 4)
    let other = Gate(levels: second, condition: try Condition(parsing: two), line: 5)
    let words =
      "\(two) and the gate of line 4, \(one), cannot both be met on the level \"One\"; change one of them"
    #expect(
      other.conflict(with: gate, levels: ["One", "Two"]) == (conflict ? words : nil))
    #expect((gate.conflict(with: other, levels: ["One", "Two"]) != nil) == conflict)
  }

  /// A level's name that is nearly right is suggested.
  @Test(arguments: [
    ("First Stps", "no level's name matches \"First Stps\"; did you mean 'First Steps'? known: "),
    ("X*", "no level's name matches \"X*\"; known: "),
  ])
  func aLevelThatIsNotThereIsNamed(_ levels: String, _ words: String) throws {
    let game = try #require(GameRegistry.bundled.game(named: "bubble-blast"))
    let gate = Gate(levels: levels, condition: try Condition(parsing: "pass_rate(a) >= 0.1"))
    #expect(
      gate.problem(game: game, levels: [("First Steps", true), ("Arches", true)])
        == words + "First Steps, Arches")
  }

  // MARK: Evidence

  private static func bound(_ low: Double?, _ high: Double?) -> Condition.Bound {
    switch (low, high) {
    case (let low?, let high?): .within(low...high)
    case (let low?, nil): .atLeast(low)
    case (_, let high): .atMost(high ?? 0)
    }
  }

  /// `scipy.stats.binomtest(40, 100, p, alternative)`, 1.17.1.
  @Test func rates() {
    let evidence = FigureEvidence.rate(successes: 40, trials: 100)
    #expect(isClose(evidence.pValue(.atLeast(0.5)), 0.028443966820490392, 1e-11))
    #expect(isClose(evidence.pValue(.atMost(0.3)), 0.020988576003924706, 1e-11))
    #expect(isClose(evidence.pValue(.within(0.5...0.6)), 2 * 0.028443966820490392, 1e-11))
    #expect(evidence.pValue(.within(0.1...0.3)) == 2 * evidence.pValue(.atMost(0.3)))
    #expect(evidence.pValue(.within(0.2...0.7)) == 1)
    #expect(evidence.pValue(.atLeast(0)) == 1 && evidence.pValue(.atMost(1)) == 1)
    #expect(evidence.pValue(.atLeast(1.5)) == 0 && evidence.pValue(.atMost(-1)) == 0)
  }

  /// Values of 0 and 1 are a share, and one game more at an end makes the test a binomial one.
  @Test func meansOfTwoValuesAreTestedAsRates() {
    let evidence = FigureEvidence.mean(MeanEvidence([(0, 60), (1, 40)] as [(Double, Int)]))
    // The game more lies a quarter of the range beyond the values, which costs a little.
    let below = evidence.pValue(.atLeast(0.5))
    let exact = Statistics.binomialCDF(40, trials: 100, probability: 0.5)
    #expect(below > exact && below < 1.4 * exact, "\(below) \(exact)")
    #expect(evidence.pValue(.atLeast(0.4)) == 1 && evidence.pValue(.atMost(0.4)) == 1)
    #expect(evidence.pValue(.within(0.5...0.6)) == 2 * below)
  }

  /// Games that are all alike say little of a bound that is near, and much of one that is far.
  @Test func nearlyConstantFiguresFailOnlyFarFromTheirBound() {
    let same = FigureEvidence.mean(MeanEvidence([(37, 200)] as [(value: Int, count: Int)]))
    #expect(same.pValue(.atMost(36.98)) > 0.8)
    // A game at 0 in place of one at 37: (35/37)^200.
    #expect(isClose(same.pValue(.atMost(35)), 1.490e-5, 0.05))
    #expect(same.pValue(.atMost(30)) < 1e-15 && same.pValue(.atLeast(80)) < 1e-15)
    #expect(same.pValue(.atLeast(37)) == 1 && same.interval?.isKnown == false)
  }

  /// A sign test: 14 of 20 games below the demanded median have probability 0.0577 or less.
  @Test func quantiles() {
    let evidence = FigureEvidence.quantile(0.5, histogram: [(1, 14), (9, 6)])
    #expect(isClose(evidence.pValue(.atLeast(5)), 0.057659149169921875, 1e-12))
    #expect(evidence.pValue(.atLeast(1)) == 1)
    #expect(isClose(evidence.pValue(.atMost(0)), 0x1p-20, 1e-12))
    #expect(evidence.interval?.value == 1)
  }

  @Test func metricsOfAGame() throws {
    var cell = ReportFixture.cell("One", "a", wins: 5, of: 10)
    func summary(_ name: String, _ kind: MetricDefinition.Kind, _ values: [Int64]) -> MetricSummary
    {
      var sample = FigureSample()
      for value in values { sample.add(value) }
      return MetricSummary(
        MetricDefinition(name, unit: "bubbles", kind: kind, summary: ""), of: sample)
    }
    cell.metrics = [
      summary("near_miss", .rate, [1, 1, 0, 0, 0]), summary("popped", .count, [1, 2, 3, 4]),
    ]
    let share = try #require(
      FigureEvidence(try Condition(parsing: "near_miss(a) >= 0.9"), in: cell))
    #expect(share.pValue(.atLeast(0.9)) == Statistics.binomialCDF(2, trials: 5, probability: 0.9))
    let popped = try #require(FigureEvidence(try Condition(parsing: "popped(a) <= 2"), in: cell))
    #expect(popped.pValue(.atMost(2)) > 0.2 && popped.interval == .unknown(2.5))
    #expect(FigureEvidence(try Condition(parsing: "fallen(a) <= 2"), in: cell) == nil)
    #expect(FigureEvidence(try Condition(parsing: "score_p50(a) <= 2"), in: cell) == nil)
  }

  // MARK: Errors kept

  /// 2,000 suites of 12 gates whose figures lie exactly at a bound: at most 1 in 20 has an alarm
  /// (standard error 0.005).
  @Test func falseAlarmsAreRare() throws {
    var random = ReportFixture.Random(state: 3)
    let gates = [
      Gate(condition: try Condition(parsing: "pass_rate(a) >= 0.5")),
      Gate(condition: try Condition(parsing: "pass_rate(a) <= 0.5")),
      Gate(condition: try Condition(parsing: "pass_rate(a) in 0.5...0.55")),
    ]
    var alarms = 0
    for _ in 0..<2000 {
      let cells = (0..<4).map { level -> CellSummary in
        let wins = (0..<200).reduce(0) { sum, _ in random.unit() < 0.5 ? sum + 1 : sum }
        return ReportFixture.cell("\(level)", "a", wins: wins, of: 200)
      }
      let report = GateReport(title: "s", seed: 1, gates: gates, cells: cells, gamesAsked: 800)
      if !report.failed.isEmpty { alarms += 1 }
    }
    #expect(alarms <= 110 && alarms > 10, "\(alarms)")
  }

  /// At the rate it names, one gate finds the deviation in 80% of 4,000 cases (standard error
  /// 0.006; a binomial's steps make it no less than 0.8).
  @Test(arguments: ["pass_rate(a) >= 0.5", "pass_rate(a) <= 0.3", "pass_rate(a) in 0.4...0.6"])
  func powerIsWhatItSays(text: String) throws {
    let condition = try Condition(parsing: text)
    let sample = ReportFixture.cell("One", "a", wins: 100, of: 200)
    let evidence = try #require(FigureEvidence(condition, in: sample))
    let power = GatePower(evidence, condition.bound, error: 0.05)
    var random = ReportFixture.Random(state: 9)
    for rate in [power.low, power.high].compactMap({ $0 }) {
      var found = 0
      for _ in 0..<4000 {
        let wins = (0..<200).reduce(0) { sum, _ in random.unit() < rate ? sum + 1 : sum }
        if FigureEvidence.rate(successes: wins, trials: 200).pValue(condition.bound) < 0.05 {
          found += 1
        }
      }
      #expect((0.775...0.825).contains(Double(found) / 4000), "\(rate) \(found)")
    }
    #expect((power.low == nil) == (condition.bound.low == nil))
    #expect((power.high == nil) == (condition.bound.high == nil))
  }

  /// What is detected of means, by the test itself: constant and nearly constant samples of few
  /// games, moved to the figure, give evidence in most of their resamples (80% where the mean is
  /// nearly normal), and nowhere else in the figure's range is anything found where nothing is said
  /// to be.
  @Test(arguments: [1, 2, 3, 5, 6, 10, 20, 60])
  func powerOfMeansIsThatOfTheTest(games: Int) throws {
    var random = ReportFixture.Random(state: 5)
    let samples: [[(value: Double, count: Int)]] = [
      [(8, games)], [(7, 1), (8, games - 1)], [(8, games - 1), (11, 1)],
      [(0, games)], [(-4, games)], [(-4, 1), (3, games - 1)],
    ].map { sample in sample.filter { $0.count > 0 } }
    for (sample, text) in samples.flatMap({ sample in
      ["m(a) >= 9", "m(a) <= 5", "m(a) in 6...9", "m(a) >= -2", "m(a) <= 0"].map { (sample, $0) }
    }) {
      let bound = try Condition(parsing: text).bound
      let mean = sample.reduce(0) { $0 + $1.value * Double($1.count) } / Double(games)
      func p(at figure: Double, resampled: Bool = false) -> Double {
        var moved = sample.map { (value: $0.value + figure - mean, count: $0.count) }
        if resampled {
          let values = moved.flatMap { Array(repeating: $0.value, count: $0.count) }
          let drawn = values.map { _ in values[Int(random.unit() * Double(games))] }
          moved = Set(drawn).sorted().map { value in (value, drawn.count { $0 == value }) }
        }
        return FigureEvidence.mean(MeanEvidence(moved)).pValue(bound)
      }
      let power = GatePower(.mean(MeanEvidence(sample)), bound, error: 0.025)
      let floor = sample[0].value < 0 ? -1e6 : 0
      for (figure, isLow) in [(power.low, true), (power.high, false)] {
        guard let end = isLow ? bound.low : bound.high else {
          #expect(figure == nil)
          continue
        }
        if let figure {
          #expect(isLow ? figure >= floor && figure < end : figure > end, "\(text) \(sample)")
          #expect(p(at: figure) < 0.025, "\(text) \(sample): \(figure)")
          let found = (0..<400).count { _ in p(at: figure, resampled: true) < 0.025 }
          #expect(found >= 220, "\(text) \(sample): \(figure) in \(found) of 400")
          // At once, where no game can have 0 if the mean is 0 at most.
          if sample.count == 1, abs(figure - end) > 1e-6 {
            #expect(p(at: figure + (end - figure) * 1e-5) >= 0.025)
          }
        } else if sample.count == 1, isLow {
          #expect(p(at: max(floor, -10)) >= 0.025 || end <= floor, "\(text) \(sample)")
        }
      }
    }
  }

  /// 20 games that all gave 8 do not detect 8.9 below 9, and 3 games detect nothing.
  @Test func constantGamesDetectWhatTheyCan() throws {
    let bound = try Condition(parsing: "moves_mean(a) >= 9").bound
    let power = GatePower(.mean(MeanEvidence([(8.0, 20)])), bound, error: 0.025)
    #expect(abs((power.low ?? 0) - 5.97) < 0.1, "\(power)")
    #expect(GatePower(.mean(MeanEvidence([(8.0, 3)])), bound, error: 0.025).isNone)
    let gate = Gate(condition: try Condition(parsing: "moves_mean(a) >= 9"))
    var cell = ReportFixture.cell("One", "a", wins: 3, of: 3)
    cell.moves = Distribution(of: [8, 8, 8])
    let report = GateReport(title: "s", seed: 1, gates: [gate], cells: [cell], gamesAsked: 3)
    #expect(report.results[0].finds == "nothing: too few games")
    #expect(report.json.contains("\"wouldFind\": null"))
  }

  /// Figures that `list metrics` has, and no player; and those that no gate can be about.
  @Test func aNameThatIsNoFigureOfAPlayerIsExplained() throws {
    let game = try #require(GameRegistry.bundled.game(named: "bubble-blast"))
    func problem(_ metric: String) throws -> String? {
      try Gate(condition: Condition(parsing: "\(metric)(a) >= 0.5"))
        .problem(game: game, levels: [(name: "One", hasGoal: true)])
    }
    for metric in ["difficulty", "skill_gap"] {
      #expect(
        try problem(metric)
          == "\(metric) is a figure of a level, not of a player; name one of a player, such as"
          + " pass_rate")
    }
    #expect(
      try problem("hazard")
        == "hazard is no single figure of a player; name one of a player, such as pass_rate")
    let unknown = try #require(try problem("xyzzy"))
    #expect(unknown.hasPrefix("unknown metric 'xyzzy'; known: pass_rate, score_mean, score_p5,"))
    #expect(!unknown.contains("_sd") && !unknown.contains("_min") && !unknown.contains("_max"))
  }

  @Test func tooFewGamesFindNothing() throws {
    let condition = try Condition(parsing: "pass_rate(a) >= 0.1")
    let cell = ReportFixture.cell("One", "a", wins: 0, of: 4)
    let evidence = try #require(FigureEvidence(condition, in: cell))
    #expect(GatePower(evidence, condition.bound, error: 0.05).low == nil)
    let report = GateReport(
      title: "s", seed: 1, gates: [Gate(condition: condition)], cells: [cell], gamesAsked: 4)
    #expect(report.results[0].finds == "nothing: too few games")
    let range = try Condition(parsing: "pass_rate(a) in 0.5...0.9999")
    let wide = GateReport(
      title: "s", seed: 1, gates: [Gate(condition: range)],
      cells: [ReportFixture.cell("One", "a", wins: 20, of: 40)], gamesAsked: 40)
    #expect(wide.results[0].finds.hasSuffix(", nothing above"))
    // What a failed gate would not find elsewhere is not said beside what it found.
    let low = GateReport(
      title: "s", seed: 1, gates: [Gate(condition: range)],
      cells: [ReportFixture.cell("One", "a", wins: 0, of: 40)], gamesAsked: 40)
    #expect(low.results[0].hasFailed)
    #expect(low.results[0].finds == "< 0.278")
    #expect(report.failed.isEmpty)
  }
}
