import Testing

@testable import CardsGame
@testable import Catalogue
@testable import Lab
@testable import SimHarness
@testable import TextFormats

@Suite struct CalibrationTests {
  // MARK: Results

  @Test func resultsAreReadFromAnyOrderOfColumns() throws {
    let text = "Passes, level ,x,attempts\r\n3,\"A, \"\"B\"\"\",,10\r\n\r\n0, C ,1,5"
    let results = try HumanResults(reading: Array(text.utf8), file: "h.csv")
    #expect(
      results.entries == [
        .init(level: "A, \"B\"", attempts: 10, passes: 3, line: 2),
        .init(level: "C", attempts: 5, passes: 0, line: 4),
      ])
  }

  /// Spreadsheets end lines with separators that belong to no column.
  @Test func emptyFieldsBehindTheLastColumnDoNotCount() throws {
    let text = "level,attempts,passes\nA,9,3,,\n"
    let results = try HumanResults(reading: Array(text.utf8), file: "h.csv")
    #expect(results.entries == [.init(level: "A", attempts: 9, passes: 3, line: 2)])
  }

  @Test(arguments: [
    ("", "h.csv:1: the file is empty; write the header line level,attempts,passes"),
    (
      "level,passed\n",
      "h.csv:1: the column 'player' is missing; write the header line player,level,passed"
    ),
    ("{\"level\":1}\n", "h.csv:1: the file is JSON; export it as CSV"),
    ("level,attempts,passes\nA,\u{0},1\n", "h.csv:2: the file has a zero byte"),
    ("level,attempts\n", "h.csv:1: the column 'passes' is missing; write the header line"),
    ("level,attempts,passes\n", "h.csv:1: there are no results"),
    ("level,attempts,passes\nA,5\n", "h.csv:2: 2 columns, and the header line has 3; add the"),
    (
      "level,attempts,passes\nA,1,000,970\n",
      "h.csv:2: 4 columns, and the header line has 3; put texts that hold separators in quotes"
    ),
    (
      "level,attempts,Attempts,passes\nA,9,9,1\n",
      "h.csv:1: column 'Attempts': columns 2 and 3 have the same name; rename or remove one of them"
    ),
    (
      "level,attempts,passes\nA,0,0\n",
      "h.csv:2: attempts: expected a whole number from 1 to 1,000,000,000, found \"0\""
    ),
    (
      "level,attempts,passes\nA,4000000000000000000,1\n",
      "h.csv:2: attempts: expected a whole number from 1 to 1,000,000,000, found \"400000000000000000"
    ),
    (
      "level,players,passed,attempts\nA,5,1,3\n",
      "h.csv:2: attempts: expected a whole number from 5, the number of players, to 1,000,000,000,"
    ),
    ("level,attempts,passes\n\"  \",5,1\n", "h.csv:2: the level is empty"),
    ("player,level,passed\n\" \",A,1\n", "h.csv:2: the player is empty"),
    ("level,attempts,passes\n\nA,5,6\n", "h.csv:3: passes: expected a whole number from 0"),
    ("level,attempts,passes\nA,5,1\nA,5,1\n", "h.csv:3: \"A\" is already on line 2"),
    ("level,attempts,passes\n\"A,5,1\n", "h.csv:2: the quote that opens on this line"),
    ("level,attempts,passes\n,5,1\n", "h.csv:2: the level is empty"),
  ])
  func errorsHaveTheirLine(_ text: String, _ expected: String) {
    let issues = #expect(throws: FileIssues.self) {
      try HumanResults(reading: Array(text.utf8), file: "h.csv")
    }
    let line = issues?.lines.first ?? ""
    #expect(line.hasPrefix(expected), "\(line)")
  }

  // MARK: Fit

  /// Few levels in the right order are in it in every resample, which is no certainty.
  @Test func resamplesThatAllAgreeGiveNoInterval() {
    let rates = [0.9, 0.8, 0.6, 0.5, 0.3, 0.2]
    let levels = rates.enumerated().map { place, rate in
      Calibration.Level(
        name: "L\(place)",
        result: .init(attempts: 100, passes: Int(100 * rate) - place), rates: [rate, rate * 0.9])
    }
    let calibration = Calibration(levels)
    #expect(calibration.correlation == .unknown(1))
    #expect(calibration.error.isKnown && calibration.error.low < calibration.error.high)
    // One player is the whole mix in every resample.
    #expect(!calibration.mean(of: [1, 1]).isKnown)
  }

  /// Levels on which players of skills 0, 1, 2 pass with the odds of a Rasch model.
  private static let rates: [[Double]] = (0..<24).map { level in
    (0..<3).map { player in
      let logit = 1.5 * Double(player) - Double(level % 8) * 0.5
      return 1 / (1 + DeterministicMath.exp(-logit))
    }
  }

  private static func people(_ hidden: [Double], attempts: Int, seed: UInt64) -> [Calibration.Level]
  {
    var random = SeededRandom(key: StreamKey(rawValue: seed))
    return rates.enumerated().map { index, rates in
      let rate = zip(hidden, rates).reduce(0) { $0 + $1.0 * $1.1 }
      let passes = (0..<attempts).count { _ in random.uniform() < rate }
      return Calibration.Level(
        name: "\(index)", result: .init(attempts: attempts, passes: passes), rates: rates)
    }
  }

  /// 20 hidden mixes: what is predicted of levels held out is within 4 points, and the mean skill
  /// lies within its interval in at least 16.
  @Test func aHiddenMixIsRecovered() {
    var held = 0
    var random = SeededRandom(key: StreamKey(rawValue: 3))
    for seed in 0..<20 {
      let parts = (0..<3).map { _ in random.uniform() + 0.05 }
      let hidden = parts.map { $0 / parts.reduce(0, +) }
      let calibration = Calibration(Self.people(hidden, attempts: 400, seed: UInt64(seed) + 100))
      #expect(calibration.error.value < 0.04)
      #expect((calibration.correlation?.value ?? 0) > 0.9)
      let skill = calibration.mean(of: [0, 1, 2])
      let truth = hidden[1] + 2 * hidden[2]
      if skill.low <= truth && truth <= skill.high { held += 1 }
    }
    #expect(held >= 16, "\(held) of 20")
  }

  @Test func aPureMixIsFound() {
    let calibration = Calibration(Self.people([0, 1, 0], attempts: 5000, seed: 5))
    #expect(calibration.mixture.mean(of: [0, 1, 2]) > 0.9)
    #expect(calibration.mixture.mean(of: [0, 1, 2]) < 1.1)
  }

  // MARK: Players

  @Test func thePlayerOfAFileMixesItsPlayers() throws {
    let file = PlayerFile(
      game: "bubble-blast", summary: "a \"mix\"",
      mix: [
        .init(agent: "random", weight: 0.25), .init(agent: "greedy@steady:aim=2", weight: 0.75),
      ])
    #expect(try PlayerFile(reading: Array(file.text.utf8), file: "mine.yml") == file)
    let kept = ScriptLibrary(
      kept: [ScriptSource(name: "players/mine.yml", text: file.text)])
    let plan = try SmallRuns.plan()
    let mine = try Roster.player("mine", game: plan.game, library: kept)
    #expect(mine.summary == "a \"mix\"")
    #expect(mine.scripts.map(\.name) == ["players/mine.yml"])
    let wrong = ScriptLibrary(
      kept: [
        ScriptSource(name: "players/mine.yml", text: file.text.replacing("random", with: "combo"))
      ])
    #expect(throws: RosterError.self) {
      try Roster.player("mine", game: plan.game, library: wrong)
    }
    #expect(throws: RosterError.self) {
      try Roster.player("mine:aim=2", game: plan.game, library: kept)
    }
    #expect(throws: RosterError.self) {
      try Roster.player("mine", game: SetGame.entry, library: kept)
    }
  }

  /// The grid's players can be named, in every game.
  @Test func theGridsPlayersExist() throws {
    for game in GameRegistry.bundled.games {
      for point in CalibrationGrid(of: game).points {
        _ = try Roster.player(point.agent, game: game, library: ScriptLibrary(folder: nil))
      }
    }
  }
}
