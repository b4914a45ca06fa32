import Testing

@testable import BubbleBlastGame
@testable import BubblePopGame
@testable import SimHarness

@Suite struct LevelLeverTests {
  private static let paths = [
    "levels/bubble-blast/07-crate-yard.json", "levels/bubble-blast/11-tick-tock.json",
    "levels/peggle/01-garden-gate.json", "levels/peggle/02-quarry.json",
    "levels/bubble-pop/demolition.json", "levels/bubble-pop/drift.json",
  ]

  @Test(arguments: paths)
  func everyStepMakesALevelThatMeetsTheSameGames(_ path: String) throws {
    let variants = try Tuning.variants(at: path)
    let base = try variants.unchanged().level
    let levers = try variants.levers()
    #expect(levers.count > 5)
    #expect(Set(levers.map(\.name)).count == levers.count)
    for lever in levers {
      var count = 0
      for steps in [-2, -1, 1, 2] where lever.steps.contains(steps) {
        guard let variant = variants.turned(lever, by: steps) else { continue }
        count += 1
        #expect(variant.level.id == base.id)
        #expect(variant.level.hash != base.hash, "\(lever.words(steps))")
        #expect(!lever.words(steps).isEmpty)
      }
      #expect(count > 0, "\(lever.name) does nothing")
    }
  }

  /// Up far enough, and down to what is still a game.
  @Test(arguments: [(2, 0, 40), (9, -4, 40), (30, -20, 60)])
  func shotsReachFarEnough(_ shots: Int, _ fewer: Int, _ more: Int) throws {
    let variants = try Tuning.variants(
      Tuning.bubbles.replacing("\"shots\":9", with: "\"shots\":\(shots)"))
    let lever = try #require(try variants.levers().first { $0.name == "shots" })
    #expect(lever.steps == fewer...more)
  }

  @Test func oneColourFewerRemovesTheRarest() throws {
    let variants = try Tuning.variants(Tuning.bubbles)
    guard let level = variants.file.content as? BubbleLevelFile else { return }
    let fewer = level.withFewerColours(1)
    #expect(fewer.colours == [.blue, .red])
    #expect(fewer.bubbles.count == level.bubbles.count)
    #expect(fewer.spawn.weights == [1, 1, 0, 0, 0, 0, 0, 0])
  }

  @Test func anObstacleLeavesAHoleAndASpecialABubble() throws {
    let variants = try Tuning.variants(Tuning.bubbles)
    guard let level = variants.file.content as? BubbleLevelFile else { return }
    #expect(level.without(kind: "indestructible", leavingHoles: true).bubbles.count == 15)
    let plain = level.without(kind: "crate", leavingHoles: false)
    #expect(plain.bubbles.count == 16)
    #expect(plain[Cell(row: 1, column: 5)] == .colour(.green))
    #expect(plain.kindNames == ["indestructible"])
  }

  @Test func aProbabilityTakesFromTheOthersInProportion() throws {
    let level = PopLevelFile(name: "P")
    let changed = try #require(level.withProbability(0.44, of: 0))
    let sum = changed.colours.map(\.probability).reduce(0, +)
    #expect(abs(sum - 1) <= SpawnTable.tolerance)
    #expect(changed.colours[0].probability == 0.44)
    #expect(abs(changed.colours[1].probability / changed.colours[3].probability - 3) < 1e-4)
    #expect(level.withProbability(1, of: 0) == nil)
  }

  @Test func aStepIsATenth() {
    #expect([-300, 4, 99, 160, 1000].map(LevelLever.wholeStep) == [30, 1, 1, 16, 100])
    #expect(abs(LevelLever.factor(2) - 1.21) < 1e-12 && LevelLever.factor(-1) == 0.9)
    #expect(LevelLever.percentage(1) == "+10%" && LevelLever.percentage(2) == "+21%")
    #expect(LevelLever.percentage(-1) == "-10%" && LevelLever.percentage(-2) == "-19%")
  }
}
