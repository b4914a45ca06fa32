import Foundation
import Testing

@testable import Agents
@testable import Catalogue
@testable import Lab
@testable import SimHarness

/// Player files that name player files: refused at once, whatever they name.
@Suite struct NestedMixTests {
  private func mix(_ agents: [String]) -> String {
    PlayerFile(
      game: "bubble-blast", summary: "",
      mix: agents.map { PlayerFile.Part(agent: $0, weight: 1) }
    ).text
  }

  /// What the roster says of the player `a` among these files.
  private func refusal(_ files: [String: [String]]) throws -> String {
    let library = ScriptLibrary(
      kept: files.sorted { $0.key < $1.key }.map {
        ScriptSource(name: "players/\($0.key).yml", text: mix($0.value))
      })
    let game = try #require(GameRegistry.bundled.game(named: "bubble-blast"))
    let error = #expect(throws: RosterError.self) {
      try Roster.player("a", game: game, library: library)
    }
    guard case .script(let fault)? = error else { return "\(error as Any)" }
    return fault.message
  }

  @Test(
    arguments: [
      (["a": ["a"]], "a -> a"),
      (["a": ["greedy", "b"], "b": ["a"]], "a -> b -> a"),
      (["a": ["b"], "b": ["c", "a"], "c": ["b"]], "a -> b -> c -> b"),
      (["a": ["b"], "b": ["random"]], "a -> b"),
    ] as [([String: [String]], String)])
  func isRefusedByItsChain(files: [String: [String]], chain: String) throws {
    #expect(
      try refusal(files)
        == "players/a.yml:1: a mix cannot contain another mix: \(chain); name presets or STRATEGY@EXECUTION"
    )
  }

  /// A chain of many files, and a nest each of whose files names the next one many times, cost no
  /// more than the few files that the message names.
  @Test func longChainsAndWideNestsEndAtOnce() throws {
    var files: [String: [String]] = ["a": Array(repeating: "m1", count: 200)]
    for place in 1...3000 {
      files["m\(place)"] = Array(repeating: "m\(place + 1)", count: 10)
    }
    #expect(
      try refusal(files).contains("a -> m1 -> m2 -> m3 -> m4 -> m5 -> m6 -> m7; name presets"))
  }

  /// A file with the name of a preset is no mix in a mix: the preset is found before it.
  @Test func presetsAreFoundFirst() throws {
    let library = ScriptLibrary(kept: [
      ScriptSource(name: "players/a.yml", text: mix(["casual"])),
      ScriptSource(name: "players/casual.yml", text: mix(["a"])),
    ])
    let game = try #require(GameRegistry.bundled.game(named: "bubble-blast"))
    #expect(try Roster.player("a", game: game, library: library).name == "a")
  }

  /// A script in a mix is refused without being run, however slow it is.
  @Test func scriptsAreRefusedWithoutBeingRun() throws {
    let library = ScriptLibrary(kept: [
      ScriptSource(name: "players/a.yml", text: mix(["slow"])),
      ScriptSource(name: "agents/slow.lua", text: "while true do end"),
    ])
    let game = try #require(GameRegistry.bundled.game(named: "bubble-blast"))
    let error = #expect(throws: RosterError.self) {
      try Roster.player("a", game: game, library: library)
    }
    #expect(error?.description.contains("'slow' cannot be mixed") == true)
  }

  /// More parameters than any agent has are refused before they are compared with each other.
  @Test func parametersAreCounted() {
    let text = "greedy:" + (0..<50_000).map { "p\($0)=1" }.joined(separator: ",")
    let error = #expect(throws: AgentNameError.self) { try AgentName(parsing: text) }
    #expect(error?.description == "agent \"greedy\": 50000 parameters, more than any agent has")
  }
}
