import Testing

@testable import BubbleBlastGame
@testable import SimHarness

/// docs/rules.md, "Cannon": the inverse distribution over the spawn weights.
@Suite struct BubbleSpawnTests {
  private func setup(weights: [Double], onlyPresent: Bool) -> BubbleSetup {
    BubbleLevel(
      name: "spawn", rules: BubbleRules(), kinds: [], grid: [],
      spawn: BubbleSpawn(weights: weights, onlyPresent: onlyPresent)
    ).setup
  }

  /// Colours that weigh alike are drawn without a walk over the weights; twice the weights walk,
  /// and twice each number of the walk is exact.
  @Test(arguments: [UInt8](arrayLiteral: 0xFF, 0x0F, 0x55, 0x01, 0x80, 0x7E), [false, true])
  func equalWeightsAreDrawnAsTheWalkDrawsThem(_ weighted: UInt8, _ onlyPresent: Bool) {
    let ones = (0..<8).map { weighted &>> UInt8($0) & 1 != 0 ? 1.0 : 0.0 }
    let even = setup(weights: ones, onlyPresent: onlyPresent)
    let walked = setup(weights: ones.map { 2 * $0 }, onlyPresent: onlyPresent)
    #expect(!even.evenChoices.isEmpty && walked.evenChoices.isEmpty)
    var uniforms = [0, 1 - 0x1p-53]
    for among in 2...8 {
      for part in 1..<among {
        let edge = Double(part) / Double(among)
        uniforms += [edge.nextDown, edge, edge.nextUp]
      }
    }
    var random = SeededRandom(key: StreamKey(rawValue: 3))
    for _ in 0..<50 { uniforms.append(random.uniform()) }
    for present in 0...UInt8.max {
      for uniform in uniforms {
        let colour = even.colour(at: uniform, present: present)
        #expect(colour == walked.colour(at: uniform, present: present))
        let there = onlyPresent && present & weighted != 0 ? present & weighted : weighted
        #expect(there &>> colour.rawValue & 1 != 0)
      }
    }
  }
}
