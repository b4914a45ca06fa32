import TestSupport
import Testing

@testable import PeggleGame
@testable import SimHarness

@Suite struct PeggleScoringTests {
  @Test func theThresholdsOfMultipliersAreRules() throws {
    var scoring = PeggleScoring()
    func multipliers() -> [Int] { [20, 15, 10, 6, 3, 1, 0].map(scoring.multiplier(orangeLeft:)) }
    #expect(multipliers() == [1, 2, 3, 5, 10, 10, 100])
    scoring.left15 = 20
    scoring.left3 = 1
    #expect(multipliers() == [2, 2, 3, 5, 5, 10, 100])
  }

  @Test func aLevelSetsThem() throws {
    let text = """
      {"format":"playtest-level","version":1,"game":"peggle","name":"A",
      "scoring":{"left15":30,"multiplier15":4},"objects":[]}
      """
    var file = try LevelFile.read(Array(text.utf8), file: "a.json", catalog: Bubbles.library)
    try file.set("left10", to: 25, catalog: Bubbles.library)
    guard let peggle = file.content as? PeggleLevelFile else { return }
    let scoring = peggle.rules.scoring
    #expect([31, 30, 26, 25, 7].map(scoring.multiplier(orangeLeft:)) == [1, 4, 4, 3, 3])
    #expect(file.text.contains(#""left15": 30"#) && file.text.contains(#""left10": 25"#))
    #expect(!file.text.contains("left6"))
  }
}
