import Testing

@testable import PlaytestCommands

@Suite struct ProgressTests {
  @Test(arguments: [
    (50, 100, 12_345.0, "50 of 100 games (50%), 12k games/s, 1 s left"),
    (426, 1061, 84.6, "426 of 1061 games (40%), 85 games/s, 8 s left"),
    (10, 57, 1.44, "10 of 57 games (17%), 1.4 games/s, 33 s left"),
    (1, 20, 0.0512, "1 of 20 games (5%), 0.05 games/s, 6 min 12 s left"),
    // Nothing has been done yet.
    (0, 20, 0, "0 of 20 games (0%)"),
    // The estimate of the total was too low, or there is none.
    (21, 20, 3, "21 games, 3.0 games/s"),
    (7, nil, 9.96, "7 games, 10.0 games/s"),
  ])
  func aLineSaysWhatIsKnown(_ done: Int, _ total: Int?, _ rate: Double, _ line: String) {
    #expect(Progress.text(done, of: total, unit: "games", rate: rate) == line)
  }

  /// A line that a terminal breaks could not be overwritten.
  @Test(arguments: [
    (49, "10 of 57 games (17%), 1.4 games/s, 33 s left"),
    (44, "10 of 57 games (17%), 1.4 games/s, 33 s left"),
    (43, "10 of 57 games (17%), 33 s left"),
    (31, "10 of 57 games (17%), 33 s left"),
    (30, "10 of 57 games (17%)"),
    (20, "10 of 57 games (17%)"),
    (9, "10 of 57 "),
    (1, "1"),
  ])
  func aLineIsNoLongerThanTheTerminal(_ width: Int, _ line: String) {
    #expect(Progress.text(10, of: 57, unit: "games", rate: 1.44, width: width) == line)
  }
}
