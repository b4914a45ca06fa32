import Testing

@testable import BubbleBlastGame
@testable import BubblePopGame
@testable import CardsGame
@testable import SimHarness

@Suite struct RuleNumberTests {
  @Test func setsWhatFits() {
    var rules = BubbleRules()
    let hasSet = [
      rules.set("columns", to: 64), rules.set("contact", to: 0.5), rules.set("shots", to: 7),
    ]
    #expect(hasSet == [true, true, true])
    #expect((rules.columns, rules.contact, rules.shots) == (64, 0.5, 7))
    #expect(rules.value(of: "shots") == 7)
    rules.set("shots", to: nil)
    #expect(rules.shots == nil && rules.value(of: "shots") == nil)
  }

  @Test(
    arguments: [
      ("columns", 65), ("columns", 8.5), ("columns", nil), ("contact", 0), ("contact", nil),
      ("contact", .nan), ("shots", 0.5), ("shots", 0), ("colums", 8),
    ] as [(String, Double?)])
  func leavesWhatDoesNotFit(_ name: String, _ value: Double?) {
    var rules = BubbleRules()
    let hasSet = rules.set(name, to: value)
    #expect(!hasSet)
    #expect(rules == BubbleRules())
  }

  @Test func knowsWhereFilesKeepNumbers() {
    #expect(CardsRules.fieldless.map(\.name) == ["draw"])
    #expect(
      CardsRules.parameters(in: "scoring").map(\.name)
        == ["matched", "mismatched", "dealt", "chosen"])
    #expect(PopRules.parameters(in: "area").map(\.name) == ["width", "height"])
  }
}
