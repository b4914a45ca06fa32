import Testing

@testable import PlaytestCommands

@Suite struct ProgramArgumentsTests {
  /// Where there is a `/proc`, both ways give the same; `tools/dist-test.sh` runs without one.
  @Test func theyAreThoseThatSwiftFinds() {
    #expect(ProgramArguments.all == CommandLine.arguments)
    #expect(!ProgramArguments.all.isEmpty)
  }
}
