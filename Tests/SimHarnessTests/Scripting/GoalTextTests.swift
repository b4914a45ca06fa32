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
    (#""balls":7"#, "Clear all 1 orange pegs with 7 balls."),
    (
      #""mode":"score","params":{"score":{"share":50}}"#,
      "Reach 50% of 110 points, in 2 s for each of 2 pegs."
    ),
    (
      #""mode":"streak","params":{"streak":{"shots":6}}"#,
      "Light at least 3 pegs in each of 6 shots in a row, with 10 balls."
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
