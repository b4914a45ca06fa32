import BubbleBlastGame
import BubblePopGame
import CardsGame
import FoundationEssentials
import PeggleGame
import SimHarness
import TextFormats

/// Where the tests find the project's own files.
package enum ProjectFolder {
  /// The path of a file or folder below the project's folder.
  package static func path(_ relative: String) -> String {
    let steps = #filePath.split(separator: "/").dropLast(3)
    return "/" + steps.joined(separator: "/") + "/" + relative
  }
}

/// A folder of a test's own that is deleted with the value.
package final class ScratchFolder {
  package let path: String

  package init() throws {
    let unique = UUID().uuidString
    path = FileManager.default.temporaryDirectory.appending(path: "playtest-\(unique)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    let file = "\(path)/\(name)"
    let folder = String(file.split(separator: "/").dropLast().joined(separator: "/"))
    try FileManager.default.createDirectory(
      atPath: "/" + folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: file))
    return file
  }

  package func text(of name: String) -> String? {
    FileManager.default.contents(atPath: "\(path)/\(name)").map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  package var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}

/// The scripts of the tests, in memory.
package struct TestKinds: LevelCatalog, BubbleKindCatalog, PeggleCatalog, PopCatalog, CardsCatalog {
  package static let all = TestKinds()

  package let games = GameRegistry.bundled

  package let peggle = PeggleScriptList(
    pegs: [
      PeggleScriptFacts(name: "blue", glyph: "b"), PeggleScriptFacts(name: "orange", glyph: "o"),
      PeggleScriptFacts(name: "green", glyph: "g"), PeggleScriptFacts(name: "red", glyph: "r"),
      PeggleScriptFacts(name: "purple", glyph: "p"),
      PeggleScriptFacts(name: "spooky", glyph: "s"),
      PeggleScriptFacts(name: "kaboom", glyph: "k", parameters: [Self.parameter("radius", 75)]),
      PeggleScriptFacts(name: "ghost", glyph: "G"),
      PeggleScriptFacts(name: "amber", glyph: "o", colour: "orange"),
    ],
    modes: [
      PeggleScriptFacts(name: "classic"), PeggleScriptFacts(name: "dodge"),
      PeggleScriptFacts(name: "score", parameters: [Self.parameter("share", 0.9)]),
    ], masters: [PeggleScriptFacts(name: "morty"), PeggleScriptFacts(name: "rick")])

  private static func parameter(_ name: String, _ defaultValue: Double) -> ScriptParameter {
    ScriptParameter(name: name, defaultValue: defaultValue, minimum: 0, maximum: 100)
  }

  package func peggleScript(
    _ kind: PeggleScriptKind, named name: String
  ) throws(ScriptFault) -> PeggleScriptFacts? {
    if name == "cracked" {
      throw ScriptFault(kind: .error, message: "\(kind.folder)/cracked.lua:2: unexpected symbol")
    }
    return try peggle.peggleScript(kind, named: name)
  }

  package func popKind(named name: String) throws(ScriptFault) -> PopKind? {
    try Bubbles.library.popKind(named: name)
  }

  package func colourSpawner(named name: String) throws(ScriptFault) -> ColourSpawner? {
    try Bubbles.library.colourSpawner(named: name)
  }

  package var popKindNames: [String] { Bubbles.library.popKindNames }

  package var colourSpawnerNames: [String] { Bubbles.library.colourSpawnerNames }

  package func cardGame(named name: String) throws(ScriptFault) -> CardGame? {
    try Bubbles.library.cardGame(named: name)
  }

  package func matches(of game: CardGame, hand: Int) throws(ScriptFault) -> MatchTable {
    try Bubbles.library.matches(of: game, hand: hand)
  }

  package var cardGameNames: [String] { Bubbles.library.cardGameNames }

  package func peggleScriptNames(of kind: PeggleScriptKind) -> [String] {
    peggle.peggleScriptNames(of: kind)
  }

  package let list = BubbleKindList([
    kind("bomb", "*"), kind("lightning", "="), kind("star", "$"), kind("indestructible", "#"),
    kind("rainbow", "~"), kind("chameleon", "&"),
    kind("crate", "x", parameters: [("hits", 1, 1, 9)]),
    kind("timer_bomb", "@", parameters: [("fuse", 8, 1, 99)], uses: ["indestructible"]),
    kind("lonely", "l", uses: ["indestructable"]),
  ])

  package var bubbleKindNames: [String] { (list.bubbleKindNames + ["broken"]).sorted() }

  package func bubbleKind(named name: String) throws(ScriptFault) -> BubbleKind? {
    if name == "broken" {
      throw ScriptFault(kind: .error, message: "bubbles/broken.lua:3: '=' expected near 'x'")
    }
    return try list.bubbleKind(named: name)
  }

  package static func kind(
    _ name: String, _ glyph: Character, parameters: [(String, Double, Double, Double)] = [],
    uses: [String] = []
  ) -> BubbleKind {
    BubbleKind(
      name: name, glyph: glyph, summary: "",
      parameters: parameters.map {
        ScriptParameter(name: $0.0, defaultValue: $0.1, minimum: $0.2, maximum: $0.3)
      },
      uses: uses, source: ScriptSource(name: "bubbles/\(name).lua", text: "return {}"))
  }
}

extension LevelContent {
  /// Reads a level of a game, its header included.
  package static func decode(_ root: JSONCursor, of game: String, catalog: Scripts) -> Self? {
    guard LevelHeader.game(of: root, among: .bundled)?.name == game else { return nil }
    return decode(root, game: game, catalog: catalog)
  }
}

extension BubbleLevelFile {
  package static func decode(_ root: JSONCursor, catalog: any BubbleKindCatalog) -> BubbleLevelFile?
  {
    decode(root, of: BubbleBlast.name, catalog: catalog)
  }
}

extension PeggleLevelFile {
  package static func decode(_ root: JSONCursor, catalog: any PeggleCatalog) -> PeggleLevelFile? {
    decode(root, of: Peggle.name, catalog: catalog)
  }
}

extension PopLevelFile {
  package static func decode(_ root: JSONCursor, catalog: any PopCatalog) -> PopLevelFile? {
    decode(root, of: BubblePop.name, catalog: catalog)
  }
}

extension BubbleLevelFile {
  /// The level of a text, with the tests' kinds.
  package static func reading(
    _ text: String, catalog: any BubbleKindCatalog = TestKinds.all
  ) throws(FileIssues) -> BubbleLevelFile {
    try JSONReader.read(Array(text.utf8), file: "a.json") { decode($0, catalog: catalog) }
  }
}

/// What is thrown, in words; nil: nothing.
package func message(_ body: () throws -> Void) -> String? {
  do {
    try body()
    return nil
  } catch {
    return "\(error)"
  }
}
