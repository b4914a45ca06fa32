import Testing

@testable import SimHarness

/// Flags about rates keep their error over all levels.
@Suite struct FlagEvidenceTests {
  /// Runs of 12 levels whose players all lie exactly at a threshold: at most 1 in 20 of 2,000 runs
  /// shows the flag on any level (standard error 0.005).
  @Test(arguments: [
    (LevelFlag.Kind.trivial, "beginner", 0.95), (.tooHard, "casual", 0.2),
    (.tooEasy, "casual", 0.95),
  ])
  func ratesAtTheThresholdAreSeldomFlagged(kind: LevelFlag.Kind, agent: String, rate: Double) {
    var random = SeededRandom(key: StreamKey(rawValue: 11))
    var flagged = 0
    for _ in 0..<2000 {
      let cells = (0..<12).map { level -> CellSummary in
        let wins = (0..<200).reduce(0) { sum, _ in random.uniform() < rate ? sum + 1 : sum }
        return ReportFixture.cell("\(level)", agent, wins: wins, of: 200)
      }
      let flags = LevelFlags.flags(of: ReportFixture.run(cells))
      if flags.contains(where: { $0.contains { $0.kind == kind } }) { flagged += 1 }
    }
    #expect(flagged <= 110, "\(flagged)")
  }

  /// The same for games that hit the move limit, of three players on each of four levels.
  @Test func moveLimitRatesAtTheThresholdAreRarelyFlagged() {
    var random = SeededRandom(key: StreamKey(rawValue: 12))
    var flagged = 0
    for _ in 0..<2000 {
      let cells = (0..<12).map { number -> CellSummary in
        var cell = ReportFixture.cell("\(number / 3)", "player \(number % 3)", wins: 100, of: 200)
        cell.capped = (0..<200).reduce(0) { sum, _ in random.uniform() < 0.01 ? sum + 1 : sum }
        cell.losses -= cell.capped
        return cell
      }
      let flags = LevelFlags.flags(of: ReportFixture.run(cells))
      if flags.contains(where: { $0.contains { $0.kind == .stuck } }) { flagged += 1 }
    }
    #expect(flagged <= 110, "\(flagged)")
  }

  /// Far beyond a threshold every level is named.
  @Test func clearCasesAreFlagged() {
    let cells = (0..<12).map { ReportFixture.cell("\($0)", "casual", wins: 10, of: 200) }
    let flags = LevelFlags.flags(of: ReportFixture.run(cells))
    #expect(flags.allSatisfy { $0.map(\.kind) == [.tooHard] })
  }
}
