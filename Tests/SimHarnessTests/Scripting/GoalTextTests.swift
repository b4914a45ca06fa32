import Testing

@testable import PeggleGame
@testable import SimHarness

/// The goal that players read, with the numbers of the level.
@Suite struct GoalTextTests {
  @Test func fillsInNumbers() {
    let goal = GoalText(text: "Reach {share}% of {total} in {s} s {")
    #expect(goal.names == ["share", "total", "s"])
    #expect(
      goal.filled(with: ["share": 90, "total": 12_345, "s": 2.5])
        == "Reach 90% of 12,345 in 2.5 s {")
    #expect(goal.filled(with: [:]) == "Reach {share}% of {total} in {s} s {")
    #expect(GoalText(text: "Plain").filled(with: [:]) == "Plain")
  }

  @Test func aNounFollowsItsNumber() {
    let goal = GoalText(text: "Light {n blue peg} in {s second}, {}, { }")
    #expect(goal.names == ["n", "s", "", ""])
    #expect(
      goal.filled(with: ["n": 1, "s": 0.5]) == "Light 1 blue peg in 0.5 seconds, {}, {}")
    #expect(
      goal.filled(with: ["n": 2000, "s": 1]) == "Light 2,000 blue pegs in 1 second, {}, {}")
    #expect(goal.filled(with: [:]) == "Light {n blue peg} in {s second}, {}, {}")
  }

  private static func goal(_ game: String, _ fields: String) throws -> String {
    let text = #"{"format":"playtest-level","version":1,"game":"\#(game)","name":"A",\#(fields)}"#
    let file = try LevelFile.read(Array(text.utf8), file: "a.json", catalog: Tuning.library)
    let entry = try #require(GameRegistry.bundled.game(named: game))
    return try entry.ready(file, Tuning.library, .none).goal
  }

  @Test(arguments: [
    ("bubble-blast", #""columns":2,"grid":["RB"]"#, "Clear all bubbles."),
    (
      "bubble-blast", #""columns":3,"grid":["RB#"],"shots":1,"descent":{"every":9}"#,
      "Clear all bubbles except indestructible with 1 shot. The ceiling comes down after every 9"
        + " shots."
    ),
    (
      "bubble-blast", #""columns":2,"grid":["RB"],"shots":30,"goal":{"score":12000}"#,
      "Reach a score of 12,000 with 30 shots."
    ),
    ("bubble-pop", #""duration":30"#, "Score as much as you can in 30 seconds."),
    (
      "bubble-pop", #""goal":{"score":250}"#, "Reach a score of 250 in 60 seconds."
    ),
    ("set", #""deal":12"#, "Score as much as you can with matches of 3 cards."),
    (
      "playing-cards", #""goal":"clear","match":3"#, "Clear the table with matches of 3 cards."
    ),
    (
      "cards", #""script":"tens","goal":{"score":9}"#, "Reach a score of 9 with matches of 2 cards."
    ),
  ])
  func everyGameSaysIt(_ game: String, _ fields: String, _ goal: String) throws {
    #expect(try Self.goal(game, fields) == goal)
  }

  private static let pegs =
    #""objects":[{"kind":"peg","colour":"orange","x":200,"y":300},"#
    + #"{"kind":"peg","colour":"blue","x":400,"y":300}],"#

  @Test(arguments: [
    (#""balls":7"#, "Clear 1 orange peg with 7 balls."),
    (
      #""mode":"score","params":{"score":{"share":50}}"#,
      "Reach 50% of 110 points, in 2 s for every peg (2)."
    ),
    (
      #""mode":"streak","balls":1,"params":{"streak":{"shots":1,"pegs":1}}"#,
      "Light at least 1 peg a shot, in 1 shot in a row, with 1 ball."
    ),
    (
      #""mode":"dodge","balls":1"#,
      "Use up 1 ball; lighting a peg costs a chance (chances: 90% of the balls)."
    ),
    (
      #""mode":"streak","params":{"streak":{"shots":6}}"#,
      "Light at least 3 pegs a shot, in 6 shots in a row, with 10 balls."
    ),
  ])
  func aModeSaysItInItsOwnWords(_ fields: String, _ goal: String) throws {
    #expect(try Self.goal("peggle", Self.pegs + fields) == goal)
  }

  private static func mode(_ goal: String) throws -> PeggleScript {
    try ScriptedPeggle.script(
      .mode,
      from: ScriptSource(
        name: "modes/m.lua",
        text: """
          return { name = "m", summary = "Sum.", params = { pegs = { 3, 1, 9 } }, \(goal)
            is_won = function(state) return false end }
          """))
  }

  @Test func aGoalNamesWhatIsThere() throws {
    #expect(
      try Self.mode(#"goal = "Light {pegs} of {pegs_total} pegs.","#).goal
        == "Light {pegs} of {pegs_total} pegs.")
    #expect(try Self.mode("").goal == nil)
    for (goal, message) in [
      (
        #"goal = "Light {peg} pegs.","#,
        "modes/m.lua:1: `goal`: unknown number 'peg'; did you mean 'pegs'?"
      ),
      ("goal = 7,", "modes/m.lua:1: `goal` must be"),
    ] {
      do {
        _ = try Self.mode(goal)
        Issue.record("the script was read")
      } catch let fault as ScriptFault {
        #expect(fault.message.hasPrefix(message), "\(fault.message)")
      }
    }
  }
}
