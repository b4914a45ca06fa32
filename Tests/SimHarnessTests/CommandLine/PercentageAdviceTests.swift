import Testing

@testable import PlaytestCommands

/// Percentages where options take shares: the share to write is named.
@Suite struct PercentageAdviceTests {
  @Test(arguments: [
    Program.Failure(
      64, "playtest explain r --level A --band 60...70",
      "--band must be two rates, the lower first, such as 0.4...0.6; write 0.6...0.7 for 60...70%"),
    Program.Failure(
      64, "playtest run a.json --precision 2",
      "--precision must be 0.0005 to 0.5, such as 0.02; write 0.02 for 2%"),
    Program.Failure(
      64, "playtest compare a b --tolerance 5",
      "--tolerance must be at least 0 and below 1; write 0.05 for 5%"),
    Program.Failure(
      64, "playtest generate --like a.json --change 30",
      "--change must be 0.01 to 1; write 0.3 for 30%"),
    Program.Failure(
      64, "playtest population r --giving-up 12.5",
      "--giving-up must be 0 to 0.5; write 0.125 for 12.5%"),
    Program.Failure(
      64, "playtest population r --boredom 1", "--boredom must be 0 to 0.5; write 0.01 for 1%"),
  ])
  func optionsSayWhatToWrite(_ failure: Program.Failure) throws {
    try Program.inFolder { try failure.check(in: $0) }
  }

  /// Values that are no percentages of shares in the range.
  @Test(arguments: [[-2.0], [200], [0.7], [0.6, 0.4], [90], [.nan], []])
  func otherValuesGetNoAdvice(_ values: [Double]) {
    #expect(PercentageAdvice.text(values, in: 0...0.5) == "")
  }
}
