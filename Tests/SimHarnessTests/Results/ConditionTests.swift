import Testing

@testable import BubbleBlastGame
@testable import SimHarness

@Suite struct ConditionTests {
  @Test(
    arguments: [
      ("pass_rate(casual) in 0.45...0.60", "pass_rate", "casual", .within(0.45...0.6)),
      ("  pass_rate ( casual )in 0...1 ", "pass_rate", "casual", .within(0...1)),
      (
        "score_p50(casual:aim=2.5,share=0.5) >= 1200", "score_p50", "casual:aim=2.5,share=0.5",
        .atLeast(1200)
      ),
      ("moves_mean(greedy@shaky) <= 3e1", "moves_mean", "greedy@shaky", .atMost(30)),
      ("near_miss(scripts/agents/a (2).lua) <= .5", "", "", .atMost(0)),
      ("popped(x(1).lua) in -2 ... -1.5", "popped", "x(1).lua", .within(-2 ... -1.5)),
      ("a(b) in 1...1", "a", "b", .within(1...1)),
    ] as [(String, String, String, Condition.Bound)])
  func reads(text: String, metric: String, agent: String, bound: Condition.Bound) throws {
    guard !metric.isEmpty else {
      #expect(throws: ConditionError.self) { try Condition(parsing: text) }
      return
    }
    let condition = try Condition(parsing: text)
    #expect(condition == Condition(metric: metric, agent: agent, bound: bound))
    // What it prints reads back as the same.
    #expect(try Condition(parsing: condition.description) == condition)
  }

  @Test(arguments: [
    ("", 1, "expected the name of a metric"),
    ("pass_rate", 10, "expected '(' and an agent"),
    ("pass_rate(casual in 0.4...0.6", 30, "expected ')' after the agent"),
    ("pass_rate( ) >= 1", 12, "expected an agent"),
    ("pass_rate(casual) = 0.4", 19, "expected 'in A...B', '>= X' or '<= X'"),
    ("pass_rate(casual) > 0.4", 19, "expected 'in A...B', '>= X' or '<= X'"),
    ("pass_rate(casual) in 0.4..0.6", 25, "expected '...'"),
    ("pass_rate(casual) in 0.6...0.4", 28, "the first number of the range is larger"),
    ("pass_rate(casual) >= high", 22, "expected a number"),
    ("pass_rate(casual) >= 0.4 0.5", 26, "expected the end of the condition"),
    ("pass_rate(casual) >= 1e999", 22, "expected a number"),
    ("pass_rate(casual) > 0.4", 19, "expected 'in A...B', '>= X' or '<= X'; write >= for >"),
    ("pass_rate(casual) < 0.4", 19, "expected 'in A...B', '>= X' or '<= X'; write <= for <"),
    ("pass_rate(casual) >= 45%", 22, "write a number without '%', such as 0.45"),
    ("pass_rate(casual) in 40%...60%", 22, "write a number without '%', such as 0.4"),
    ("pass_rate(casual) in 0,4...0,6", 23, "write the number with a decimal point: 0.4"),
    ("score_mean(casual) <= 1,5e3", 24, "write the number with a decimal point: 1.5"),
    ("pass_rate(casual) >= 1e", 23, "expected the end of the condition"),
  ])
  func pointsAtWhatIsWrong(text: String, column: Int, message: String) throws {
    let error = #expect(throws: ConditionError.self) { try Condition(parsing: text) }
    #expect(error?.column == column)
    #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
  }

  @Test func saysWhereInOneLine() {
    let error = ConditionError(text: "a\u{1B}(", column: 2, message: "expected ')'")
    #expect(error.description == #"condition "a\u{1B}(", column 2: expected ')'"#)
  }

  @Test func knowsEveryNameOfACell() throws {
    for game in GameRegistry.bundled.games {
      let names = Condition.metricNames(of: game)
      #expect(Set(names).count == names.count)
      for name in names { try Condition(parsing: "\(name)(a) >= 0").check(knownMetrics: names) }
      let error = #expect(throws: ConditionError.self) {
        try Condition(parsing: "pass_rat(a) >= 0").check(knownMetrics: names)
      }
      #expect(error?.message.contains("did you mean 'pass_rate'?") == true)
    }
  }

  /// Percents where a share is asked for.
  @Test(arguments: [
    ("pass_rate(casual) in 40...60", "pass_rate is a share from 0 to 1; write in 0.4...0.6", 19),
    ("fallen_share(a:aim=2) >= 45", "fallen_share is a share from 0 to 1; write >= 0.45", 23),
    ("capped_rate(casual) <= 2.5", "capped_rate is a share from 0 to 1; write <= 0.025", 21),
    ("pass_rate(casual) >= -1", "pass_rate is a share from 0 to 1", 19),
    ("pass_rate(casual) <= 200", "pass_rate is a share from 0 to 1", 19),
  ])
  func sharesAreNoPercents(text: String, message: String, column: Int) throws {
    let condition = try Condition(parsing: text)
    let error = #expect(throws: ConditionError.self) {
      try condition.check(for: BubbleBlast.entry)
    }
    #expect(error?.message == message)
    #expect(error?.column == column)
    #expect(throws: Never.self) {
      try Condition(parsing: "pass_rate(casual) in 0...1").check(for: BubbleBlast.entry)
      try Condition(parsing: "moves_on_losses(casual) in 40...60").check(for: BubbleBlast.entry)
    }
  }

  @Test func isMeasuredOnACell() throws {
    var cell = ReportFixture.cell("One", "casual", wins: 4, of: 10, capped: 1)
    cell.score = ReportFixture.distribution([10, 20, 30, 40])
    cell.metrics = [
      MetricSummary(
        name: "popped", unit: "bubbles", summary: "",
        value: Interval(value: 3.5, low: 3, high: 4)),
      MetricSummary(name: "luck_share", unit: "share", summary: "", value: nil),
    ]
    func value(_ metric: String) throws -> Double? {
      try Condition(parsing: "\(metric)(casual) >= 0").value(in: cell)
    }
    #expect(try value("pass_rate") == 0.4)
    #expect(try value("capped_rate") == 0.1)
    #expect(try value("score_mean") == 25)
    #expect(try value("score_p5") == 10)
    #expect(try value("score_p50") == 20)
    #expect(try value("score_max") == 40)
    #expect(try value("score_sd") == (500.0 / 3).squareRoot())
    #expect(try value("moves_mean") == nil)
    #expect(try value("popped") == 3.5)
    #expect(try value("luck_share") == nil)
    #expect(try value("score_p51") == nil)

    let summary = ReportFixture.run([cell])
    let holding = try Condition(parsing: "pass_rate(casual) in 0.4...0.6")
    #expect(holding.holds(in: summary, level: "One") == true)
    #expect(holding.holds(in: summary, level: "Two") == nil)
    #expect(try Condition(parsing: "popped(casual) >= 3.6").holds(in: cell) == false)
    #expect(try Condition(parsing: "popped(casual) <= 3.5").holds(in: cell) == true)
    #expect(try Condition(parsing: "luck_share(casual) <= 3.5").holds(in: cell) == nil)
  }
}
