import Testing

@testable import BubbleBlastGame
@testable import BubblePopGame
@testable import SimHarness

@Suite struct LevelVariantsTests {
  private static let pop = """
    {"format":"playtest-level","version":1,"game":"bubble-pop","name":"Pop"}
    """

  @Test(arguments: [
    ("shots", "$.shots", 12.0), ("spawn.weights.red", "$.spawn", 2.5),
    ("rules.contact", "$.contact", 0.8), ("contact", "$.contact", 0.8), ("aims", "$.rules", 30),
    ("params.crate.hits", "$.params", 3),
  ])
  func setsAField(_ path: String, _ place: String, _ value: Double) throws {
    let variants = try Tuning.variants(Tuning.bubbles)
    let variant = try variants.variant([LevelEdit(path, to: .double(value))])
    let field = try LevelFieldPath(path, rules: variants.entry.rules)
    #expect(variant.file.tree.value(at: field.steps[...])?.number == value)
    #expect(variant.file.tree.value(at: [.key(String(place.dropFirst(2)))]) != nil)
    #expect(variant.level.id == "Small", "a variant meets the same games")
    #expect(try variant.level.hash != variants.unchanged().level.hash)
  }

  @Test func aWeightThatIsSetKeepsTheOthers() throws {
    let variants = try Tuning.variants(Tuning.bubbles)
    let variant = try variants.variant([LevelEdit("spawn.weights.red", to: .double(2))])
    guard let file = variant.file.content as? BubbleLevelFile else { return }
    #expect(file.spawn.weights == [1, 2, 0, 1, 0, 0, 0, 0])
  }

  @Test func aTableIsSetAsAWhole() throws {
    let variants = try Tuning.variants(Self.pop)
    let edits = [
      LevelEdit("bubbles[red].probability", to: .double(0.3)),
      LevelEdit("bubbles[4].probability", to: .double(0.15)),
    ]
    guard let file = try variants.variant(edits).file.content as? PopLevelFile else { return }
    #expect(file.colours.map(\.probability) == [0.3, 0.3, 0.15, 0.1, 0.15])
    #expect(throws: LevelFieldProblem.self) { try variants.variant([edits[0]]) }
  }

  @Test(arguments: [
    ("shots", 0.0, "shots: expected a whole number from 1 to 100000"),
    ("rules.contact", 2, "rules.contact: expected a number from 0.001 to 1"),
    ("rules.contakt", 1, "rules.contakt: unknown rule 'contakt'; did you mean 'contact'?"),
    ("shotz", 1, "shotz: unknown field 'shotz'; did you mean 'shots'?"),
    ("params.crate.hitz", 1, "params.crate.hitz: unknown parameter 'hitz' of 'crate'"),
    ("grid[99]", 1, "grid[99]: the list has no such element"),
    ("shots..x", 1, "shots..x: this is not a path"),
  ])
  func saysWhatIsWrong(_ path: String, _ value: Double, _ message: String) throws {
    let variants = try Tuning.variants(Tuning.bubbles)
    do throws(LevelFieldProblem) {
      _ = try variants.variant([LevelEdit(path, to: .double(value))])
      Issue.record("the edit was taken")
    } catch {
      #expect(error.description.hasPrefix(message), "\(error)")
    }
  }

  @Test func defaultsAreFoundWhereTheFileSaysNothing() throws {
    let variants = try Tuning.variants(Tuning.bubbles)
    func number(_ path: String) throws -> Double? {
      try variants.number(at: LevelFieldPath(path, rules: variants.entry.rules))
    }
    #expect(try number("shots") == 9)
    #expect(try number("rules.contact") == 0.86)
    #expect(try number("params.crate.hits") == 1)
    #expect(try number("spawn.weights.green") == 1)
    #expect(throws: LevelFieldProblem.self) { try number("params.nothing.hits") }
  }
}
