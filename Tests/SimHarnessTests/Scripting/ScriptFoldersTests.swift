import TestSupport
import Testing

@testable import BubbleBlastGame
@testable import Catalogue
@testable import PeggleGame
@testable import SimHarness

/// One's own scripts folder before the built-in one: what is found where, and what hides what.
@Suite struct ScriptFoldersTests {
  private static func bubble(_ name: String, glyph: String, summary: String) -> String {
    "return { name = '\(name)', glyph = '\(glyph)', summary = '\(summary)' }"
  }

  /// Two folders of bubbles and their library.
  private struct Folders {
    let own: ScratchFolder
    let builtIn: ScratchFolder
    var library: ScriptLibrary {
      ScriptLibrary(own: own.path, builtIn: builtIn.path, games: .bundled)
    }

    init() throws {
      own = try ScratchFolder()
      builtIn = try ScratchFolder()
      for (name, glyph) in [("bomb", "*"), ("crate", "o"), ("star", "$")] {
        try builtIn.write(
          ScriptFoldersTests.bubble(name, glyph: glyph, summary: "built in"),
          to: "bubbles/\(name).lua")
      }
    }
  }

  @Test func aFileThatIsNotAScriptIsReported() throws {
    let folder = try ScratchFolder()
    try OddFiles.pipe(at: "\(folder.path)/pipe.lua")
    try OddFiles.sparse(at: "\(folder.path)/huge.lua")
    let library = ScriptLibrary(folder: folder.path, games: .bundled)
    for (name, reason) in [
      ("pipe", "this is a pipe, not a file"),
      ("none", "cannot read the file: there is no such file"),
      ("huge", "a script can have at most 65536 bytes; this one has 3221225472"),
    ] {
      let fault = #expect(throws: ScriptFault.self) {
        try library.source(at: "\(folder.path)/\(name).lua", shownAs: name)
      }
      #expect(fault?.message == "\(name):1: \(reason)")
    }
  }

  @Test func aByteOrderMarkIsNamed() throws {
    let folder = try ScratchFolder()
    try folder.write("\u{FEFF}return {}", to: "bubbles/ice.lua")
    let library = ScriptLibrary(folder: folder.path, games: .bundled)
    let fault = #expect(throws: ScriptFault.self) {
      try library.source(at: "\(folder.path)/bubbles/ice.lua", shownAs: "bubbles/ice.lua")
    }
    #expect(
      fault?.message
        == "bubbles/ice.lua:1: the file begins with a byte order mark; save it as UTF-8 without one"
    )
  }

  /// Only the ending is left out: what prints and what filters call a script the same.
  @Test func theStemOfAFileIsItsNameWithoutTheEnding() {
    #expect(ScriptName.stem(of: "scripts/agents/my.agent.lua") == "my.agent")
    #expect(ScriptName.stem(of: "bomb") == "bomb")
    #expect(ScriptName.stem(of: "").isEmpty)
  }

  @Test func ownScriptsAddToTheBuiltInOnes() throws {
    let folders = try Folders()
    try folders.own.write(
      Self.bubble("ice", glyph: "i", summary: "mine"), to: "bubbles/ice.lua")
    let library = folders.library
    #expect(library.bubbleKindNames == ["bomb", "crate", "ice", "star"])
    #expect(try library.bubbleKind(named: "ice")?.summary == "mine")
    #expect(try library.bubbleKind(named: "bomb")?.summary == "built in")
    let list = ScriptListing(library: library).scripts(of: .bubble)
    #expect(list.map(\.isBuiltIn) == [true, true, false, true])
    #expect(list.compactMap(\.replaced) == [])
  }

  /// The file of a name hides the built-in one, and so does another file that has its name.
  @Test func ofTwoScriptsWithOneNameTheOwnOneIsUsed() throws {
    let folders = try Folders()
    try folders.own.write(
      Self.bubble("bomb", glyph: "*", summary: "mine"), to: "bubbles/bomb.lua")
    try folders.own.write(
      Self.bubble("crate", glyph: "o", summary: "mine too"), to: "bubbles/a_box.lua")
    let library = folders.library
    #expect(try library.bubbleKind(named: "bomb")?.summary == "mine")
    #expect(try library.bubbleKind(named: "crate")?.summary == "mine too")
    #expect(try library.source(of: .bubble, named: "bomb")?.text.contains("mine") == true)
    let list = ScriptListing(library: library).scripts(of: .bubble)
    #expect(list.map { try? $0.content.get().name } == ["crate", "bomb", "star"])
    #expect(
      list.map(\.replaced) == [
        "\(folders.builtIn.path)/bubbles/crate.lua", "\(folders.builtIn.path)/bubbles/bomb.lua",
        nil,
      ])
  }

  /// A file of one's own that does not load is a fault of whoever asks for its name; for other
  /// names it does not count.
  @Test func aBrokenOwnFileIsReported() throws {
    let folders = try Folders()
    try folders.own.write("return {", to: "bubbles/bomb.lua")
    let fault = #expect(throws: ScriptFault.self) {
      try folders.library.bubbleKind(named: "bomb")
    }
    #expect(fault?.message.hasPrefix("bubbles/bomb.lua:1: ") == true)
    #expect(try folders.library.bubbleKind(named: "star")?.summary == "built in")
  }

  @Test func modulesOfBothFoldersAreFoundOwnOnesFirst() throws {
    let folders = try Folders()
    try folders.builtIn.write("return { from = 'built in' }", to: "lib/list.lua")
    try folders.builtIn.write("return { from = 'built in' }", to: "lib/grid.lua")
    try folders.own.write("return { from = 'mine' }", to: "lib/list.lua")
    try folders.own.write(
      """
      return { name = 'ice', glyph = 'i',
        summary = require("list").from .. ', ' .. require("grid").from }
      """, to: "bubbles/ice.lua")
    #expect(try folders.library.modules().map(\.name) == ["lib/grid.lua", "lib/list.lua"])
    #expect(try folders.library.bubbleKind(named: "ice")?.summary == "mine, built in")
  }

  /// Agents, generators, pegs and the rest are found in the same order.
  @Test func everyKindIsFoundInBothFolders() throws {
    let own = try ScratchFolder()
    for (kind, name) in [
      (ScriptKind.agent, "marksman"), (.generator, "rings"), (.peg, "ghost"), (.mode, "dodge"),
      (.master, "twin"), (.pop, "clock"), (.spawner, "bag"), (.cards, "tens"),
    ] {
      let source = try #require(try Bubbles.library.source(of: kind, named: name))
      let text = source.text.replacing("summary = \"", with: "summary = \"Mine: ")
      try own.write(text, to: "\(kind.folder)/\(name).lua")
      let library = ScriptLibrary(
        own: own.path, builtIn: ProjectFolder.path("scripts"), games: .bundled)
      let list = ScriptListing(library: library).scripts(of: kind)
      let names = ScriptListing(library: Bubbles.library).scripts(of: kind).map(\.path.stem)
      #expect(list.map(\.path.stem) == names)
      let mine = list.filter { $0.replaced != nil }
      #expect(mine.map(\.path) == ["\(own.path)/\(kind.folder)/\(name).lua"])
      #expect(try mine.first?.content.get().summary.hasPrefix("Mine: ") == true, "\(kind)")
    }
    let library = ScriptLibrary(
      own: own.path, builtIn: ProjectFolder.path("scripts"), games: .bundled)
    #expect(try library.popKind(named: "clock")?.summary.hasPrefix("Mine: ") == true)
    #expect(try library.colourSpawner(named: "bag")?.summary.hasPrefix("Mine: ") == true)
    #expect(try library.cardGame(named: "tens")?.summary.hasPrefix("Mine: ") == true)
    for (kind, name) in [(PeggleScriptKind.peg, "ghost"), (.mode, "dodge"), (.master, "twin")] {
      let script = try library.peggleDefinition(of: kind, named: name)
      #expect(script?.summary.hasPrefix("Mine: ") == true)
    }
    #expect(try library.popKind(named: "pop_bomb") != nil)
  }

  /// A link to the built-in folder is the built-in folder.
  @Test func theSameFolderIsSearchedOnce() throws {
    let folders = try Folders()
    let library = ScriptLibrary(
      own: folders.builtIn.path + "/.", builtIn: folders.builtIn.path, games: .bundled)
    #expect(library.folders == [folders.builtIn.path + "/."])
    let list = ScriptListing(library: library).scripts(of: .bubble)
    #expect(list.count == 3 && list.filter(\.isBuiltIn).count == 3)
  }

  /// Two kinds of one folder must differ in name and glyph; one's own may have a built-in one's.
  @Test func theCheckComparesWithinAFolder() throws {
    let folders = try Folders()
    try folders.own.write(
      Self.bubble("ice", glyph: "o", summary: "the glyph of the built-in crate"),
      to: "bubbles/ice.lua")
    try folders.own.write(
      Self.bubble("bomb", glyph: "!", summary: "the name of a built-in one"),
      to: "bubbles/bang.lua")
    let check = ScriptCheck(library: folders.library)
    for file in ["ice", "bang"] {
      #expect(check.report(path: "\(folders.own.path)/bubbles/\(file).lua").problems == [])
    }
    try folders.own.write(
      Self.bubble("bomb", glyph: "?", summary: "a name of our own"), to: "bubbles/boom.lua")
    let duplicate = ScriptCheck(library: folders.library)
      .report(path: "\(folders.own.path)/bubbles/boom.lua")
    #expect(
      duplicate.problems == [
        "\(folders.own.path)/bubbles/boom.lua:1: \(folders.own.path)/bubbles/bang.lua is already"
          + " called 'bomb'; choose another name"
      ])
  }

  // MARK: Unknown names

  /// Every error about an unknown script says where it was looked for.
  @Test func unknownNamesSayWhichFoldersWereSearched() throws {
    let folders = try Folders()
    try folders.own.write("", to: "pops/_template.lua")
    let library = folders.library
    func searched(_ kind: ScriptKind, _ name: String) -> String {
      library.complaint(about: name, called: kind.rawValue, known: [], of: [kind])
    }
    let (own, builtIn) = (folders.own.path, folders.builtIn.path)
    #expect(
      searched(.bubble, "bom")
        == "unknown bubble 'bom'; known: none; searched: \(own)/bubbles (not found),"
        + " \(builtIn)/bubbles")
    #expect(
      searched(.pop, "x")
        == "unknown pop 'x'; known: none; searched: \(own)/pops, \(builtIn)/pops (not found)")
    #expect(
      ScriptLibrary(kept: []).complaint(about: "x", called: "peg", known: [], of: [.peg])
        == "unknown peg 'x'; known: none; searched: the scripts stored with the run")
    #expect(
      ScriptLibrary(folder: nil).searched(for: [.cards])
        == "; searched: nothing, because there is no scripts folder here or beside the program; pass"
        + " one with --scripts")
    #expect(BubbleKindList([]).searched(for: [.bubble]) == "")
  }
}

extension String {
  /// The file's name of a path, without `.lua`.
  fileprivate var stem: String {
    String((split(separator: "/").last ?? "").prefix { $0 != "." })
  }
}
