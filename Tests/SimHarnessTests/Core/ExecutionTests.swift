import Testing

@testable import SimHarness

/// The numbers of hands, eyes and memories.
@Suite struct ExecutionTests {
  /// docs/players.md, "Executions", number by number: perfect, steady, shaky.
  @Test(
    arguments: [
      ("aim", [0, 1, 4]), ("time", [0.5, 1.5, 2.5]), ("reaction", [0.1, 0.35, 0.6]),
      ("spread", [0, 0.25, 0.25]), ("touch", [0, 0.2, 0.4]), ("memory", [128, 7, 3]),
      ("search", [2, 6, 12]), ("giveUp", [20, 40, 60]), ("slips", [0, 0.02, 0.08]),
    ] as [(String, [Double])])
  func theNumbersAreThoseOfTheTable(_ name: String, _ values: [Double]) throws {
    let number = try #require(Execution.numbers.first { $0.name == name })
    #expect(Execution.named.map { $0.execution[keyPath: number.place] } == values)
    #expect(values.allSatisfy { $0 <= number.maximum })
  }

  /// Setting a number sets that one alone.
  @Test func everyNumberHasAPlaceOfItsOwn() {
    #expect(Execution.named.map(\.name) == ["perfect", "steady", "shaky"])
    #expect(Execution.numbers.count == 9)
    for set in Execution.numbers.indices {
      var execution = Execution.steady
      execution[keyPath: Execution.numbers[set].place] = 99
      for (index, number) in Execution.numbers.enumerated() {
        let value = execution[keyPath: number.place]
        #expect((value == 99) == (index == set), "\(number.name)")
      }
    }
  }
}
