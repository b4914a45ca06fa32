import TestSupport
import Testing

@testable import Catalogue
@testable import SimHarness

/// What `script check` says of how games end.
@Suite struct OpenGameEndsTests {
  private static func report(_ text: String) -> ScriptCheck.Report {
    ScriptCheck(library: Bubbles.library)
      .report(ScriptSource(name: "games/small.lua", text: text))
  }

  private static func work(_ text: String) -> String? { report(text).work }

  private static func problems(_ body: String) -> [String] { report(Open.small(body)).problems }

  /// Ten steps of 1 to 3 end `Open.small`; 3 moves never do, 5 sometimes.
  @Test func gamesThatTheLimitEndsAreNoted() {
    #expect(
      Self.work(Open.small(fields: "max_moves = 3,"))
        == "200 random games, 600 moves; no random game reached an outcome: `max_moves` ended all after"
        + " 3 moves; make it larger if a game may need more")
    let some = Self.work(Open.small(fields: "max_moves = 4,")) ?? ""
    #expect(
      some.contains("; `max_moves` ended ")
        && some.hasSuffix(
          " of the 200 random games after 4 moves; make it larger if a game may need more"),
      "\(some)")
    #expect(Self.work(Open.small())?.contains("outcome") == false)
    #expect(
      Self.work(Open.small("function game.outcome(s) end"))?
        .contains("; no random game reached an outcome within 400 moves") == true)
  }

  @Test func aGameThatIsOverAtOnceIsReported() {
    #expect(
      Self.problems(#"function game.outcome(s) return "won" end"#) == [
        "games/small.lua:12: every game is over before its first move (the level with every field at"
          + " its default)"
      ])
  }

  @Test(arguments: ["won", "lost"]) func aGameWithoutAGoalIsNeitherWonNorLost(_ outcome: String) {
    #expect(
      Self.problems(
        """
        game.goal = false
        function game.outcome(s) if s.place > 9 then return "\(outcome)" end end
        """) == [
          "games/small.lua:12: outcome returns \"\(outcome)\", and `goal = false` says that no game is"
            + " won or lost; return \"ended\", or remove `goal = false`"
        ])
  }
}
