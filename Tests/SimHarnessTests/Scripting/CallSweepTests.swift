import SimHarnessTesting
import Testing

@testable import SimHarness

/// Everything that a script can call, in every function of every kind of script, with extremes.
///
/// A trap ends the test process, so that the sweep went through is itself the test. Every name that
/// is registered with a game must have been called.
@Suite struct CallSweepTests {
  private func sweep(of site: CallSite) throws -> CallSweep {
    let entry = try #require(GameRegistry.bundled.game(named: site.game))
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
  @Test(arguments: GameRegistry.bundled.games.map(\.name))
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
