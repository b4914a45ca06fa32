import SimHarnessTesting
import Testing

@testable import PeggleGame
@testable import SimHarness

/// Extremes as what scripts give back: results of functions, fields of their tables.
@Suite struct ExtremeAnswersTests {
  private static let before = CallSweep(interfaces: []).prelude()

  /// Every function of every kind of script answers with every extreme.
  @Test(arguments: CallSite.all)
  func everyExtremeAsAResult(_ site: CallSite) {
    var trial = CallTrial(site)
    trial.players =
      ["value", "progress"].contains(site.function) ? ["greedy"] : ["random"]
    for extreme in CallSweep.answers {
      let end = trial.run("return \(extreme), \(extreme)", before: Self.before)
      #expect(end.rows.allSatisfy { $0.result.isPossible }, "\(site) returns \(extreme)")
    }
  }

  /// The fields of a kind's table that are no functions.
  private static func fields(of kind: ScriptKind) -> [String] {
    switch kind {
    case .bubble:
      ["name", "glyph", "summary", "colour", "obstacle", "immune", "priority", "params", "uses"]
    case .peg: ScriptedPeggle.fields(of: .peg)
    case .mode: ScriptedPeggle.fields(of: .mode)
    case .master: ScriptedPeggle.fields(of: .master)
    case .pop: ["name", "summary", "params"]
    case .spawner: ["name", "summary", "games", "params"]
    case .cards:
      [
        "name", "summary", "features", "hand", "hands", "faces", "deal", "draw", "refill",
        "scores", "goal",
      ]
    case .agent: ["name", "summary", "games", "params"]
    case .generator: ["name", "game", "summary", "params"]
    case .game: []
    }
  }

  /// Every field of a script's table is every extreme, alone, in a list and by name.
  ///
  /// Games have `BrokenGamesTests`.
  @Test(arguments: ScriptKind.allCases.filter { $0 != .game })
  func everyExtremeAsAField(_ kind: ScriptKind) throws {
    let site = try #require(CallSite.all.first { $0.kind == kind })
    var trial = CallTrial(site)
    trial.players = ["random"]
    for field in Self.fields(of: site.kind) {
      for extreme in CallSweep.answers {
        let values =
          switch field {
          case "params":
            [
              "{ x = { \(extreme), \(extreme), \(extreme) } }", "{ x = { 0, \(extreme), 1 / 0 } }",
              "{ x = { 0, -1 / 0, \(extreme) } }",
            ]
          case "scores": ["{ matched = \(extreme) }"]
          default: [extreme, "{ \(extreme) }"]
          }
        for value in values {
          let text = site.script("", before: Self.before).text
            .replacing("return s\n", with: "s.\(field) = \(value)\nreturn s\n")
          let source = ScriptSource(name: "\(site.kind.folder)/hostile.lua", text: text)
          let end = trial.run(source)
          #expect(end.refusal != "", "\(site): \(field) = \(value)")
        }
      }
    }
  }
}
