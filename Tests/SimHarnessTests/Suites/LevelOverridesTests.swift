import TestSupport
import Testing

@testable import BubblePopGame
@testable import Catalogue
@testable import Lab
@testable import PeggleGame
@testable import SimHarness
@testable import TextFormats

/// What a suite's `with` sets in every level.
@Suite struct LevelOverridesTests {
  private static func overrides(_ with: String) throws(FileIssues) -> LevelOverrides {
    let text = "name: s\nlevels: [a]\nwith: \(with)\n"
    return try Suite(reading: Array(text.utf8), file: "s.yml") { _ in .bundled }.overrides
  }

  @Test func fieldsAreReadByNameAndByPath() throws {
    let overrides = try Self.overrides(
      "{mode: streak, spawn: {weights: {red: 3, blue: 0}}, params.streak.pegs: 2, rules: {aims: 90}}"
    )
    #expect(
      overrides.fields == [
        LevelEdit("mode", to: "streak"), LevelEdit("spawn.weights.red", to: 3),
        LevelEdit("spawn.weights.blue", to: 0), LevelEdit("params.streak.pegs", to: 2),
      ])
    #expect(overrides.rules == ["aims": 90])
    #expect(overrides.parameters.isEmpty)
  }

  @Test(arguments: [
    ("{moed: streak}", "3: $.with.moed: unknown field 'moed'; did you mean 'mode'? known: area, "),
    ("{name: x}", "3: $.with.name: a suite cannot set the name of its levels; remove it"),
    ("{id: x}", "3: $.with.id: a suite cannot set the id of its levels; remove it"),
    ("{rules: {aims: many}}", "3: $.with.rules.aims: expected a number, found"),
    ("[1]", "3: $.with: expected an object, found an array"),
  ])
  func wrongOnesAreNamed(with: String, complaint: String) throws {
    let issues = #expect(throws: FileIssues.self) { try Self.overrides(with) }
    #expect(
      issues?.issues.first?.description.hasPrefix(complaint) == true, "\(issues?.lines ?? [])")
  }

  private static func overridden(
    _ argument: String, _ with: String
  ) throws -> LevelFile {
    let sources = try LevelLibrary(
      folder: ProjectFolder.path("levels"), catalog: Bubbles.library
    ).levels(for: [argument])
    return try #require(sources.first)
      .overridden(by: overrides(with), catalog: Bubbles.library)
  }

  @Test func choosesModeMasterAndIntegrator() throws {
    let file = try Self.overridden(
      "builtin:peggle/06-drumroll", "{mode: classic, master: rick, integrator: msk}")
    guard let level = file.content as? PeggleLevelFile else {
      Issue.record("another game")
      return
    }
    #expect(level.mode == "classic")
    #expect(level.master == "rick")
    #expect(level.rules.integrator == .msk)
  }

  @Test func choosesSpawnerAndProbabilities() throws {
    let file = try Self.overridden(
      "builtin:bubble-pop/classic",
      "{spawner: streaks, bubbles: [{colour: red, points: 1, probability: 1}], goal: {score: 9}}")
    guard let level = file.content as? PopLevelFile else {
      Issue.record("another game")
      return
    }
    #expect(level.spawner == "streaks")
    #expect(level.rules.goal == 9)
    let blast = try Self.overridden(
      "builtin:bubble-blast/01-first-steps", "{spawn: {weights: {red: 3}}, spawner: bag}")
    #expect(blast.tree.value(at: [.key("spawn"), .key("weights"), .key("red")])?.number == 3)
    #expect(blast.tree.value(at: [.key("spawner")]) == "bag")
  }

  /// The message names the field, also where it is one of another game.
  @Test func aLevelThatCannotTakeAFieldSaysSo() throws {
    let error = #expect(throws: LevelError.self) {
      try Self.overridden("builtin:bubble-blast/01-first-steps", "{mode: streak}")
    }
    #expect(error?.description.hasPrefix("`with` of the suite: mode: unknown field") == true)
    #expect(throws: LevelError.self) {
      try Self.overridden("builtin:peggle/06-drumroll", "{mode: none_such}")
    }
  }
}
