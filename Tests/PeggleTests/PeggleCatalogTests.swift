import TestSupport
import Testing

@testable import PeggleGame
@testable import SimHarness

@Suite struct PeggleCatalogTests {
  /// A scripts folder says which pegs, modes and masters there are and what may be set.
  @Test func aFolderIsACatalog() throws {
    let folder = try ScratchFolder()
    try folder.write(
      #"return { name = "orange", glyph = "o", points = 100, on_hit = function() end }"#,
      to: "pegs/orange.lua")
    try folder.write(
      #"return { name = "amber", glyph = "a", colour = "orange", params = { heat = { 2, 1, 9 } } }"#,
      to: "pegs/other.lua")
    try folder.write("return {", to: "pegs/broken.lua")
    try folder.write(
      #"return { name = "classic", is_won = function() end }"#, to: "modes/classic.lua")
    let library = ScriptLibrary(folder: folder.path)
    #expect(
      try library.peggleScript(.peg, named: "orange")
        == PeggleScriptFacts(name: "orange", glyph: "o"))
    let heat = ScriptParameter(name: "heat", defaultValue: 2, minimum: 1, maximum: 9)
    #expect(
      try library.peggleScript(.peg, named: "amber")
        == PeggleScriptFacts(name: "amber", glyph: "a", colour: "orange", parameters: [heat]))
    #expect(try library.peggleScript(.mode, named: "classic") != nil)
    #expect(try library.peggleScript(.master, named: "classic") == nil)
    #expect(try library.peggleScript(.peg, named: "../modes/classic") == nil)
    #expect(library.peggleScriptNames(of: .peg) == ["broken", "orange", "other"])
    #expect(library.peggleScriptNames(of: .master) == [])
    #expect(throws: ScriptFault.self) { try library.peggleScript(.peg, named: "broken") }
    let kept = ScriptLibrary(kept: [
      ScriptSource(
        name: "masters/rick.lua", text: #"return { name = "rick", power = function() end }"#)
    ])
    #expect(try kept.peggleScript(.master, named: "rick")?.name == "rick")
    #expect(kept.peggleScriptNames(of: .master) == ["rick"])
  }
}
