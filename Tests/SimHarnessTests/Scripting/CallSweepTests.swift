import SimHarnessTesting
import Testing

@testable import SimHarness

/// Everything that a script can call, in every function of every kind of script, with extremes.
///
/// A trap ends the test process, so that the sweep went through is itself the test. Every name that
/// is registered with a game must have been called.
@Suite struct CallSweepTests {
  private func sweep(of site: CallSite) throws -> CallSweep {
    let entry = try #require(GameRegistry.game(named: site.game))
    let interfaces =
      site.kind == .generator ? [GeneratorScript.interface] : entry.interfaces
    return CallSweep(interfaces: interfaces)
  }

  /// What the function is to answer where it must answer at all.
  private func answer(_ site: CallSite) -> String {
    switch (site.kind, site.function) {
    case (.agent, "choose"): "return 1"
    case (.spawner, _): "return (...):colour(1)"
    case (.mode, "is_won"), (.mode, "is_lost"): "return false"
    case (.mode, "value"): "return 0"
    case (.cards, "deck"):
      "return { { 1, name = 'a' }, { 1, name = 'b' }, { 2, name = 'c' }, { 2, name = 'd' } }"
    case (.generator, _):
      "return \(CallSite.all.first { $0.kind == .agent && $0.game == site.game }.map { luaTable($0.level) } ?? "{}")"
    default: ""
    }
  }

  /// A level's JSON as a Lua table.
  private func luaTable(_ json: String) -> String {
    var text = ""
    for (place, part) in json.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
    {
      if place % 2 == 1 {
        text += "[ \"\(part)\" ]"
      } else {
        text += part.replacing(":", with: "=").replacing("[", with: "{").replacing("]", with: "}")
      }
    }
    // A text that is a value and no key stands without brackets.
    return text.replacing(#/\[ ("[^"]*") \](?!=)/#) { "\($0.output.1)" }
  }

  /// Every name that a game has registered is reached by some script of that game's.
  @Test(arguments: GameRegistry.games.map(\.name))
  func everyRegisteredNameIsSwept(_ game: String) throws {
    var called: Set<String> = []
    var registered: Set<String> = []
    let sites = CallSite.all.filter { $0.game == game }
    for (number, site) in sites.enumerated() {
      let sweep = try sweep(of: site)
      registered.formUnion(sweep.names)
      var trial = CallTrial(site)
      trial.players =
        ["value", "progress"].contains(site.function) ? ["greedy"] : ["random"]
      let end = trial.run(
        "sweep(...)\n\(answer(site))",
        before: sweep.prelude(part: number % 4, parts: 4))
      #expect(end.refusal == nil, "\(site)")
      called.formUnion(end.printed.filter { $0.hasPrefix("@") }.map { String($0.dropFirst()) })
      if site.kind != .cards { #expect(!end.printed.isEmpty, "\(site) was not called") }
    }
    #expect(registered.subtracting(called).sorted() == [])
  }
}

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
    }
  }

  /// Every field of a script's table is every extreme, alone, in a list and by name.
  @Test(arguments: ScriptKind.allCases)
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
