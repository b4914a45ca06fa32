import Foundation
import TestSupport
import Testing

@testable import BubbleBlastGame
@testable import BubblePopGame
@testable import Catalogue
@testable import PeggleGame
@testable import Resources
@testable import SimHarness
@testable import TextFormats

/// The definitions that editors get about scripts match what scripts can do.
@Suite struct EditorSupportTests {
  private static let definitions = Resource.text("scripts/types/playtest.lua")

  /// They are compiled only: they define `grid`, which scripts may not.
  @Test func theDefinitionsAreLua() throws {
    let source = ScriptSource(
      name: "types", text: "local function definitions()\n\(Self.definitions)end\nreturn {}\n")
    let vm = try LuaVM.open(limits: .standard, interfaces: [])
    _ = try vm.load(source)
  }

  @Test func theSettingsAreJSON() {
    let settings = Resource.text("scripts/.luarc.json")
    #expect(JSONParser.parse(Array(settings.utf8)).issues.isEmpty)
  }

  @Test func everyColourStandsThereAndNoOther() {
    let colours = Self.definitions.split(separator: "\n").filter { $0.hasPrefix("---| ") }
    #expect(colours.map(String.init) == BubbleColour.allCases.map { "---| \"\($0.name)\"" })
  }

  /// The classes of the definitions, by the interface that they describe.
  private static let classes = [
    "board": "Board", "board.vars": "Vars", "cause": "Cause", "turn": "Turn",
    "copy": "ImaginedCopy", "random": "GeneratorRandom", "game": "Game",
    "game.vars": "GameVars", "view": "SpawnView", "world": "World",
    "world.rules": "PeggleRuleNumbers", "state": "PeggleState", "state.vars": "PeggleVars",
  ]

  private static var interfaces: [ScriptInterface] {
    GameRegistry.bundled.games.flatMap(\.interfaces) + [GeneratorScript.interface]
  }

  @Test func everyMemberStandsThereAndNoOther() throws {
    let definitions = LuaDefinitions(Self.definitions)
    #expect(Set(Self.interfaces.map(\.name)) == Set(Self.classes.keys))
    for (table, name) in Self.classes {
      // Several games may have a table of one name, such as a spawner's view; all is described.
      let described = try #require(definitions.classes[name])
      let own = Self.interfaces.filter { $0.name == table }
      let members = own.flatMap(\.members)
      let methods = Set(members.filter { !$0.isProperty }.map(\.name))
      #expect(Set(described.methods.keys) == methods, "\(name)")
      let isOpen = own.contains { $0.openGet != nil }
      let fields = members.filter(\.isProperty).map(\.name) + (isOpen ? ["[string]"] : [])
      #expect(Set(described.fields) == Set(fields), "\(name)")
    }
  }

  @Test func everyArgumentIsDescribed() {
    for (name, described) in LuaDefinitions(Self.definitions).classes {
      for (method, parts) in described.methods {
        #expect(parts.arguments == parts.parameters, "\(name):\(method)")
        #expect(parts.isExplained, "\(name):\(method)")
      }
    }
  }

  /// The tables that scripts return have exactly the fields that are read.
  @Test func theScriptsFieldsStandThere() throws {
    let definitions = LuaDefinitions(Self.definitions)
    let bubble = try #require(definitions.classes["BubbleScript"]).fields
    #expect(
      bubble.sorted()
        == ([
          "name", "glyph", "summary", "colour", "obstacle", "immune", "priority", "params", "uses",
        ]
        + BubbleKind.Hook.allCases.map(\.name)).sorted())
    let agent = try #require(definitions.classes["AgentScript"]).fields
    #expect(agent.sorted() == ["choose", "games", "name", "params", "start", "summary"])
    let generator = try #require(definitions.classes["GeneratorScript"]).fields
    #expect(generator.sorted() == ["game", "generate", "name", "params", "summary"])
    let pop = try #require(definitions.classes["PopScript"]).fields
    #expect(
      pop.sorted()
        == (["name", "summary", "params"] + PopKind.Hook.allCases.map(\.name)).sorted())
    let spawner = try #require(definitions.classes["SpawnerScript"]).fields
    #expect(spawner.sorted() == ["games", "name", "next", "params", "summary"])
    for (kind, name) in [
      (PeggleScriptKind.peg, "PegScript"), (.mode, "ModeScript"), (.master, "MasterScript"),
    ] {
      let fields = try #require(definitions.classes[name]).fields
      #expect(
        fields.sorted()
          == (ScriptedPeggle.fields(of: kind) + PeggleScript.Hook.hooks(of: kind).map(\.name))
          .sorted())
    }
    let level = try #require(definitions.classes["Level"]).fields
    #expect(level.sorted() == BubbleLevelFile.fields(of: BubbleBlast.name).sorted())
    let peggle = try #require(definitions.classes["PeggleLevel"]).fields
    #expect(peggle.sorted() == PeggleLevelFile.fields(of: Peggle.name).sorted())
    let object = try #require(definitions.classes["PeggleObject"]).fields
    let objectFields = ["peg", "block", "triangle", "polygon"]
      .flatMap { PeggleObjectDecoder.fields(of: $0) }
    #expect(Set(object) == Set(objectFields))
  }

  @Test func writesWhatIsMissingOrOutOfDate() throws {
    let folder = try ScratchFolder()
    var written: [String] = []
    try EditorSupport.write(to: folder.path) { written.append($0) }
    #expect(written.count == 2)
    written = []
    try EditorSupport.write(to: folder.path) { written.append($0) }
    #expect(written.isEmpty)
    try folder.write("-- old", to: "types/playtest.lua")
    try folder.write("{}", to: ".luarc.json")
    try EditorSupport.write(to: folder.path) { written.append($0) }
    #expect(written == ["\(folder.path)/types/playtest.lua"])
    #expect(folder.text(of: "types/playtest.lua") == Self.definitions)
    #expect(folder.text(of: ".luarc.json") == "{}")
  }
}

/// The classes of a file of LuaCATS definitions.
private struct LuaDefinitions {
  struct Method {
    var arguments: [String]
    /// The names of its `@param` lines.
    var parameters: [String]
    /// Whether a line in words comes before it.
    var isExplained: Bool
  }

  struct Class {
    var fields: [String] = []
    var methods: [String: Method] = [:]
  }

  private(set) var classes: [String: Class] = [:]

  init(_ text: String) {
    var current = ""
    var parameters: [String] = []
    var isExplained = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let words = line.split(separator: " ").map(String.init)
      if line.hasPrefix("---@class ") {
        current = words[1]
        classes[current] = Class()
      } else if line.hasPrefix("---@field ") {
        classes[current]?.fields.append(words[1].filter { $0 != "?" })
      } else if line.hasPrefix("---@param ") {
        parameters.append(words[1].filter { $0 != "?" })
      } else if line.hasPrefix("function "), let colon = line.firstIndex(of: ":"),
        let open = line.firstIndex(of: "("), let close = line.firstIndex(of: ")")
      {
        let owner = String(line[line.index(line.startIndex, offsetBy: 9)..<colon])
        let name = String(line[line.index(after: colon)..<open])
        let arguments = line[line.index(after: open)..<close].split(separator: ",").map {
          $0.trimmingCharacters(in: .whitespaces)
        }
        classes[owner]?.methods[name] = Method(
          arguments: arguments, parameters: parameters, isExplained: isExplained)
      } else if line.hasPrefix("---"), !line.hasPrefix("---@") {
        isExplained = true
      }
      if line.isEmpty {
        parameters = []
        isExplained = false
      }
    }
  }
}
