import Testing

@testable import Lab
@testable import SimHarness
@testable import TextFormats

/// People who play until they pass, of whom some give up.
@Suite struct PeopleCalibrationTests {
  /// Of levels 0 to 2 on which players of skills 0, 1 and 2 pass by Rasch's model.
  private static let made = MadeUpPeople(rates: MadeUpPeople.rasch, shares: [0.5, 0.3, 0.2])
  /// The mean skill of those who begin.
  private static let truth = 0.7

  private static var learning: MadeUpPeople {
    var people = made
    people.rate = { level, player, failures in
      let rate = made.rates[level][player]
      let odds = rate / (1 - rate) * DeterministicMath.exp(0.7 * Double(min(failures, 5)))
      return odds / (1 + odds)
    }
    return people
  }

  private static var exchanged: MadeUpPeople {
    var people = made
    people.rate = { level, player, _ in made.rates[(level * 7 + 3) % 12][player] }
    return people
  }

  /// One in ten failures is somebody's last: levels held out are predicted to four points.
  ///
  /// The mix is that of the people who began, though a fifth of them is left on the last level. A
  /// fit to the attempts alone takes those who are left for all.
  @Test(arguments: 0..<4) func peopleWhoQuitArePredicted(_ seed: Int) {
    let trials = Self.made.trials(seed: UInt64(seed))
    let levels = Self.made.levels(trials)
    let calibration = Calibration(levels, people: trials)
    #expect(calibration.error.value <= 0.04, "\(calibration.error)")
    #expect(calibration.check.warning == nil)
    let skill = calibration.mixture.mean(of: [0, 1, 2])
    #expect(abs(skill - Self.truth) < 0.08, "\(skill)")
    let groups = Self.made.groups(trials)
    #expect(Double(groups[11].players) < 0.25 * Double(groups[0].players))
    let sums = Calibration(levels, groups: groups)
    #expect(sums.error.value <= 0.05, "\(sums.error)")
    #expect(abs(sums.mixture.mean(of: [0, 1, 2]) - Self.truth) < 0.1)
    let plain = Calibration(levels)
    #expect(plain.error.value > 0.08, "\(plain.error)")
  }

  @Test func theMeanHasAnIntervalThatHoldsIt() {
    var made = Self.made
    made.people = 250
    let held = (0..<5).count { seed in
      let skill = made.calibration(seed: UInt64(seed) + 50).mean(of: [0, 1, 2], resamples: 40)
      return skill.low <= Self.truth && Self.truth <= skill.high
    }
    #expect(held >= 4, "\(held) of 5")
  }

  // MARK: The warning

  @Test(arguments: 0..<5) func aMixThatIsWrongIsWarnedOf(_ seed: Int) throws {
    let exchanged = Self.exchanged.calibration(seed: UInt64(seed))
    let words = try #require(exchanged.check.warning)
    #expect(words.hasPrefix("on the held-out levels, the mix misses people's pass rates by "))
    let learning = Self.learning.calibration(seed: UInt64(seed))
    #expect(learning.check.warning != nil, "\(learning.check)")
  }

  @Test(arguments: 0..<10) func aCorrectMixIsNotWarnedOf(_ seed: Int) {
    let made = MadeUpPeople(
      rates: MadeUpPeople.rasch,
      shares: [0.1 + 0.08 * Double(seed), 0.2, 0.7 - 0.08 * Double(seed)])
    var small = made
    small.people = 150
    #expect(small.calibration(seed: UInt64(seed) + 20).check.warning == nil)
  }

  @Test func theQuantileIsThatOfChiSquared() {
    for (freedom, quantile) in [(1, 6.6349), (2, 9.2103), (6, 16.8119), (12, 26.217)] {
      #expect(abs(CalibrationCheck.chiSquared99(freedom) / quantile - 1) < 0.01)
    }
  }

  // MARK: The likelihood

  /// Two players and one record each of a pass at once and of three failures: by Bayes' rule the
  /// weights of the fixed point are those at which they equal the mean of the posteriors.
  @Test func weightsAreTheMeanOfThePosteriors() {
    let rates = [[0.2, 0.8], [0.3, 0.6], [0.5, 0.5], [0.1, 0.9]]
    let people: [[PersonTrial]] = [
      [.init(level: 0, attempts: 1, isPassed: true), .init(level: 1, attempts: 2, isPassed: true)],
      [.init(level: 0, attempts: 3, isPassed: false)],
      [
        .init(level: 0, attempts: 4, isPassed: true), .init(level: 3, attempts: 1, isPassed: false),
      ],
    ]
    let model = PeopleModel(rates: rates, people: people)
    let weights = model.mixture(fittedTo: [0, 1, 2, 3]).weights
    let likelihoods = [
      [0.2 * 0.3 * 0.7, 0.8 * 0.6 * 0.4], [0.8 * 0.8 * 0.8, 0.2 * 0.2 * 0.2],
      [0.8 * 0.8 * 0.8 * 0.2 * 0.9, 0.2 * 0.2 * 0.2 * 0.8 * 0.1],
    ]
    var mean = 0.0
    for own in likelihoods {
      mean += weights[0] * own[0] / (weights[0] * own[0] + weights[1] * own[1]) / 3
    }
    #expect(abs(weights[0] - mean) < 0.005)
    #expect(weights[0] > 0.5)
  }

  /// Attempts until the pass or the stop, by summing the course attempt by attempt.
  @Test(arguments: [0.02, 0.5, 0.95]) func attemptsFollowTheCourse(_ rate: Double) {
    let rule = StoppingRule(chances: [0.3, 0.2, 0.1, 0.05, 0.02])
    var (alive, attempts) = (1.0, 0.0)
    for failure in 1...5000 {
      attempts += alive
      let band = [1, 2, 3, 5, 9].lastIndex { $0 <= failure } ?? 0
      alive *= (1 - rate) * (1 - rule.chances[band])
    }
    #expect(abs(rule.attempts(rate: rate) - attempts) < 1e-9)
    #expect(abs(StoppingRule.never.attempts(rate: rate) - 1 / rate) < 1e-9)
  }

  @Test func stopsAreCountedByFailures() {
    var counts = StoppingCounts()
    counts.add(PersonTrial(level: 0, attempts: 4, isPassed: true))
    counts.add(PersonTrial(level: 0, attempts: 2, isPassed: false, hasQuit: true))
    counts.add(PersonTrial(level: 0, attempts: 12, isPassed: false, hasQuit: false))
    #expect(counts.failures == [3, 3, 3, 4, 4] && counts.stops == [0, 1, 0, 0, 1])
    // 17 failures after which it is known whether the person went on; one gave up.
    #expect(counts.decided == 16 && counts.quits == 1)
    var sums = StoppingCounts()
    sums.add(PeopleCount(players: 10, passed: 6, quit: 3), attempts: 30)
    #expect(sums.decided == 23 && sums.quits == 3)
  }

  // MARK: The file

  @Test func columnsChooseTheLikelihood() throws {
    func read(_ text: String) throws -> HumanResults {
      try HumanResults(reading: Array(text.utf8), file: "h.csv")
    }
    let people = try read(
      "passed,Player,level,attempts,quit\n1,ann,A,3,0\n0,bo,A,2,1\ntrue,ann,B,1,0")
    #expect(people.kind == .people)
    #expect(people.entries.map(\.attempts) == [5, 1] && people.entries.map(\.passes) == [1, 1])
    #expect(
      people.people == [
        [
          .init(level: 0, attempts: 3, isPassed: true),
          .init(level: 1, attempts: 1, isPassed: true),
        ],
        [.init(level: 0, attempts: 2, isPassed: false, hasQuit: true)],
      ])
    let groups = try read("level,players,passed,attempts\nA,10,6,30\n")
    #expect(groups.kind == .groups && groups.entries[0].group == .init(players: 10, passed: 6))
    #expect(try read("level,attempts,passes\nA,10,6\n").kind == .attempts)
  }

  /// The same file for `import` and `calibrate`: its separators, names and marks.
  @Test(arguments: [
    "player,level,passed\nann,A,0\nann,A,1\nbo,A,0\n",
    "agent,level,passed,score\nann,A,lost,3\nann,A,won,4\nbo,A,fail,1\n",
    "\u{FEFF}Agent;Level;Passed\r\nann;A;no\r\nann;A;yes\r\nbo;A;FALSE\r\n",
    "level\tplayer\tpassed\nA\tann\tlose\nA\tann\twin\nA\tbo\t0.0\n",
  ]) func whatImportReads(text: String) throws {
    let results = try HumanResults(reading: Array(text.utf8), file: "h.csv")
    #expect(results.kind == .people)
    #expect(
      results.people == [
        [.init(level: 0, attempts: 2, isPassed: true)],
        [.init(level: 0, attempts: 1, isPassed: false)],
      ])
    let rows = try ImportedRowsTests.rows(text)
    #expect(rows.end == [.lost, .won, .lost])
  }

  @Test(arguments: [
    (
      "player,level,attempts\n",
      "h.csv:1: the column 'passed' is missing; write the header line player,"
    ),
    ("player,level,attempts,passed\na,A,1,2\n", "h.csv:2: passed: expected 1 or 0, true"),
    ("player,level,attempts,passed\n,A,1,1\n", "h.csv:2: the player is empty"),
    (
      "player,level,attempts,passed\na,A,1,0\na,A,2,1\n",
      "h.csv:3: this player and level are already on line 2; combine the two lines into one"
    ),
    ("player,level,attempts,passed,quit\na,A,1,1,1\n", "h.csv:2: passed and quit are both 1"),
    ("level,players,passed,attempts\nA,10,11,30\n", "h.csv:2: passed: expected a whole number"),
    ("level,players,passed,attempts\nA,10,6,9\n", "h.csv:2: attempts: expected a whole number"),
    (
      "level,players,passed,attempts,quit\nA,10,6,30,5\n",
      "h.csv:2: quit: expected a whole number from 0 to the number of players who did not pass"
    ),
  ])
  func errorsHaveTheirLine(_ text: String, _ expected: String) {
    let issues = #expect(throws: FileIssues.self) {
      try HumanResults(reading: Array(text.utf8), file: "h.csv")
    }
    let line = issues?.lines.first ?? ""
    #expect(line.hasPrefix(expected), "\(line)")
  }
}
