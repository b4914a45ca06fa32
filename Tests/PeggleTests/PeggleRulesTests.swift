import PegglePhysics
import Testing

@testable import PeggleGame
@testable import SimHarness

@Suite struct PeggleRulesTests {
  @Test func numbersAreThoseOfTheRules() {
    let defaults: [String: Double] = [
      "width": 800, "height": 600, "balls": 10, "aims": 64, "gravity": 300, "step": 1.0 / 120,
      "substeps": 1, "restitution": 0.8, "friction": 0, "impactLimit": 12, "ballRadius": 20,
      "ballSpeed": 600,
      "cannonY": 50, "bucketRise": 50, "bucketWidth": 200, "bucketHeight": 100,
      "bucketSpeed": 120, "stuckSpeed": 5, "stuckTime": 2, "releaseTime": 5, "shotTime": 30,
      "kaboomRadius": 75, "throwRadius": 100, "chainRadius": 100, "chainDelay": 1, "blue": 10,
      "orange": 100, "purple": 500, "green": 10, "others": 10, "multiplier15": 2,
      "multiplier10": 3, "multiplier6": 5, "multiplier3": 10, "multiplier0": 100, "timesHits": 1,
      "left15": 15, "left10": 10, "left6": 6, "left3": 3,
      "freeBall1": 25_000, "freeBall2": 75_000, "freeBall3": 125_000,
    ]
    #expect(Set(PeggleRules.parameters.map(\.name)) == Set(defaults.keys))
    #expect(PeggleRules.parameters.count == defaults.count)
    for parameter in PeggleRules.parameters {
      #expect(parameter.defaultValue == defaults[parameter.name], "\(parameter.name)")
      #expect(PeggleRules().value(of: parameter.name) == parameter.defaultValue)
      #expect(parameter.range.contains(parameter.defaultValue ?? .nan))
    }
    #expect(PeggleRules().cannon == PegglePoint(x: 400, y: 50))
  }

  /// A level without rules is a world with the defaults of the physics.
  @Test func defaultsAreThoseOfThePhysics() {
    #expect(PeggleRules().physics == PhysicsParameters())
    var msk = PeggleRules.msk
    msk.bucket = false
    #expect(msk.physics == .msk)
  }

  /// Ten px in each half of a frame, which the engine's traces show.
  @Test func theOldEngineLaunchesTenPixelsASubstep() {
    let rules = PeggleRules.msk
    #expect(rules.ballSpeed * (rules.step / Double(rules.substeps)) == 10)
  }

  /// A tap of any finite place below the cannon is a direction, however far or near.
  @Test(arguments: [
    (400, 1e155, 0, 1), (1e200, 1e200, 0.707, 0.707), (-1.7e308, 60, -1, 0),
    (400, 50.000_000_000_000_01, 0, 1), (400, 350, 0, 1), (700, 450, 0.6, 0.8),
  ])
  func aTapIsADirection(_ x: Double, _ y: Double, _ right: Double, _ down: Double) throws {
    let direction = try PeggleMove(tapX: x, y: y).direction(rules: PeggleRules())
    #expect(abs(direction.x - right) < 0.001 && abs(direction.y - down) < 0.001, "\(direction)")
    #expect(abs(direction.length - 1) < 1e-12)
  }

  @Test func aTapBesideTheCannonIsNone() {
    for y in [50.0, 0, -1e300] {
      #expect(
        throws: MoveError.illegal("the tap must be below the cannon, at y above 50")
      ) { try PeggleMove(tapX: 1e200, y: y).direction(rules: PeggleRules()) }
    }
    var rules = PeggleRules()
    rules.cannonY = 0
    let tiny = try? PeggleMove(tapX: 400, y: 1e-200).direction(rules: rules)
    #expect(tiny == Vector(0, 1))
  }

  @Test func everyNumberCanBeSetWithinItsRange() {
    /// What setting a number gives, and whether it was set.
    func setting(_ name: String, to value: Double) -> (isSet: Bool, rules: PeggleRules) {
      var rules = PeggleRules()
      let isSet = rules.set(name, to: value)
      return (isSet, rules)
    }
    for parameter in PeggleRules.parameters {
      let most = setting(parameter.name, to: parameter.maximum)
      #expect(most.isSet)
      #expect(most.rules.value(of: parameter.name) == parameter.maximum)
      var refused = [parameter.minimum - 1, .nan, .infinity]
      if parameter.isWhole { refused.append(parameter.minimum + 0.5) }
      for value in refused {
        let result = setting(parameter.name, to: value)
        #expect(!result.isSet)
        #expect(result.rules == PeggleRules())
      }
    }
    #expect(!setting("gravitas", to: 1).isSet)
    #expect(PeggleRules().value(of: "gravitas") == nil)
  }

  @Test func scoresAreThoseOfTheTables() {
    let peggle = PeggleScoring.peggle
    let left = [16, 15, 11, 10, 7, 6, 4, 3, 1, 0]
    #expect(
      left.map { peggle.multiplier(orangeLeft: $0) } == [1, 2, 2, 3, 3, 5, 5, 10, 10, 100])
    #expect(
      ["blue", "orange", "purple", "green", "red", "ghost"].map { peggle.points(ofColour: $0) }
        == [10, 100, 500, 10, 10, 10])
    let msk = PeggleScoring.msk
    #expect(left.allSatisfy { msk.multiplier(orangeLeft: $0) == 1 })
    #expect(
      ["blue", "orange", "purple", "green", "red"].map { msk.points(ofColour: $0) }
        == [100, 500, 10, 10, 10])
    #expect([msk.timesHits, msk.freeBall1, msk.freeBall2, msk.freeBall3] == [0, 0, 0, 0])
  }
}
