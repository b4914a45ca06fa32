import TestSupport
import Testing

@testable import Catalogue
@testable import SimHarness

/// What `list` says of scripts, of every kind.
@Suite struct ScriptListingTests {
  /// Our own scripts are listed without a fault, for games that there are.
  @Test(arguments: ScriptKind.allCases)
  func ourScriptsAreListed(_ kind: ScriptKind) throws {
    let games = Set(Bubbles.library.games.all.map(\.name))
    let scripts = ScriptListing(library: Bubbles.library).scripts(of: kind)
    #expect(!scripts.isEmpty)
    for script in scripts {
      let entry = try script.content.get()
      #expect(!entry.name.isEmpty && !entry.summary.isEmpty, "\(script.path)")
      #expect(!entry.games.isEmpty && games.isSuperset(of: entry.games), "\(script.path)")
    }
  }

  @Test func aListedScriptTellsItsParameters() throws {
    let pops = ScriptListing(library: Bubbles.library).scripts(of: .pop)
    let clock = try #require(try pops.map { try $0.content.get() }.first { $0.name == "clock" })
    #expect(clock.summary == "Adds five seconds when it is popped.")
    #expect(clock.games == ["bubble-pop"] && clock.glyph == nil)
    #expect(clock.parameters.map(\.name) == ["seconds"])
    #expect(clock.parameters.map(\.defaultValue) == [5])
  }

  /// A fault is reported with file and line, and of two scripts of a name the second is one.
  @Test(arguments: [
    (ScriptKind.pop, "pops", "clock"), (.spawner, "spawners", "bag"), (.cards, "cards", "tens"),
    (.peg, "pegs", "ghost"), (.mode, "modes", "dodge"), (.master, "masters", "twin"),
    (.agent, "agents", "marksman"), (.generator, "generators", "honeycomb"),
  ])
  func faultsAndTwinsAreReported(_ kind: ScriptKind, _ folder: String, _ name: String) throws {
    let scratch = try ScratchFolder()
    let source = try #require(try Bubbles.library.source(of: kind, named: name))
    try scratch.write(source.text, to: "\(folder)/a.lua")
    try scratch.write("return {", to: "\(folder)/b.lua")
    try scratch.write(source.text, to: "\(folder)/c.lua")
    let lines = ScriptListing(library: ScriptLibrary(folder: scratch.path)).scripts(of: kind).map {
      switch $0.content {
      case .success(let entry): entry.name
      case .failure(let fault): fault.message.replacing(scratch.path, with: "")
      }
    }
    #expect(lines.count == 3 && lines[0] == name, "\(lines)")
    #expect(lines[1].hasPrefix("/\(folder)/b.lua:1: "), "\(lines)")
    #expect(
      lines[2].hasSuffix("/\(folder)/a.lua is already called '\(name)'; choose another name"),
      "\(lines)")
  }
}
