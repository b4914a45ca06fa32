import Foundation
import Testing

@testable import SimHarness

/// What `playtest new` writes works as it is.
@Suite struct ScriptTemplateTests {
  @Test(arguments: ScriptKind.allCases)
  func theCommittedFileIsThis(_ kind: ScriptKind) throws {
    try Golden.expect(
      ScriptTemplate.text(of: kind), at: "scripts/\(kind.folder)/\(ScriptTemplate.fileName)")
  }

  @Test(arguments: ScriptKind.allCases)
  func runsAsItIs(_ kind: ScriptKind) {
    let text = ScriptTemplate.filled(ScriptTemplate.text(of: kind), name: "mine", glyph: "m")
    let report = ScriptCheck(library: Bubbles.library).report(
      ScriptSource(name: "\(kind.folder)/mine.lua", text: text))
    #expect(report.problems == [])
    #expect(report.kind == kind)
    #expect(report.name == "mine")
    #expect(!report.work.contains("never ran"))
  }

  /// A kind of script and one of the games it has templates for.
  struct Choice: CustomTestStringConvertible {
    let kind: ScriptKind
    let game: String
    var testDescription: String { "\(kind.rawValue) for \(game)" }

    static let all = ScriptKind.allCases.flatMap { kind in
      ScriptTemplate.games(of: kind).map { Choice(kind: kind, game: $0) }
    }
  }

  /// The template of each game, in its file and under a name of its own.
  @Test(arguments: Choice.all)
  func templatesOfEachGame(_ choice: Choice) throws {
    let template = ScriptTemplate.text(of: choice.kind, game: choice.game)
    let file = ScriptTemplate.fileName(of: choice.kind, game: choice.game)
    try Golden.expect(template, at: "scripts/\(choice.kind.folder)/\(file)")
    let source = ScriptSource(
      name: "\(choice.kind.folder)/mine.lua",
      text: ScriptTemplate.filled(template, name: "mine", glyph: "m"))
    let report = ScriptCheck(library: Bubbles.library).report(source)
    #expect(report.problems == [])
    #expect(report.name == "mine" && report.kind == choice.kind)
    let scratch = try ScratchFolder()
    try scratch.write(source.text, to: source.name)
    let listed = ScriptListing(library: ScriptLibrary(folder: scratch.path))
      .scripts(of: choice.kind)
    let games = try #require(listed.first).content.get().games
    #expect(games.contains(choice.game) || choice.kind == .cards)
    let own = Oracle.root.appending(path: "scripts/\(choice.kind.folder)/\(file)").path
    #expect(ScriptCheck(library: Bubbles.library).report(path: own).problems == [])
  }

  /// Files of templates are for one template each.
  @Test func noTwoTemplatesShareAFile() {
    let files = Choice.all.map { choice in
      "\(choice.kind.folder)/\(ScriptTemplate.fileName(of: choice.kind, game: choice.game))"
    }
    #expect(Set(files).count == files.count)
    #expect(files.count == 20)
  }

  /// The hooks that are commented out run as well once their dashes are gone.
  @Test func everyHookRunsWhenUncommented() {
    let text = ScriptTemplate.filled(
      ScriptTemplate.text(of: .bubble), name: "mine", glyph: "m")
    var isHook = false
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      if line.hasPrefix("-- function special.") { isHook = true }
      guard isHook, line.hasPrefix("-- ") || line == "--" else {
        isHook = false
        return String(line)
      }
      return String(line.dropFirst(3))
    }.map { $0.replacingOccurrences(of: "-- colour = \"red\",", with: "colour = \"red\",") }
    let report = ScriptCheck(library: Bubbles.library).report(
      ScriptSource(name: "bubbles/mine.lua", text: lines.joined(separator: "\n")))
    #expect(report.problems == [])
    #expect(!report.work.contains("on_activate never ran"), "\(report.work)")
    for hook in BubbleKind.Hook.allCases {
      #expect(lines.contains { $0.hasPrefix("function special.\(hook.name)(") }, "\(hook.name)")
    }
  }

  @Test func theTemplateFilesPassTheCheckThemselves() {
    for kind in ScriptKind.allCases {
      let path = Oracle.root.appending(
        path: "scripts/\(kind.folder)/\(ScriptTemplate.fileName)"
      ).path
      #expect(ScriptCheck(library: Bubbles.library).report(path: path).problems == [])
    }
  }

  @Test func replacesWholeWordsOnly() {
    #expect(
      ScriptTemplate.filled("NAME RENAMED NAME_X \"GLYPH\" NAME", name: "a", glyph: "g")
        == "a RENAMED NAME_X \"g\" a")
    #expect(ScriptTemplate.filled("a FILE:b", name: "", glyph: "g", file: "x.lua") == "a x.lua:b")
  }

  @Test func choosesAFreeGlyph() {
    #expect(GlyphChooser.free(for: "paint_pot", taken: []) == "p")
    #expect(GlyphChooser.free(for: "paint_pot", taken: ["p", "a"]) == "i")
    #expect(GlyphChooser.free(for: "x", taken: ["x"]) == "!")
    let all = Set((33...126).map { Character(Unicode.Scalar($0)) })
    #expect(GlyphChooser.free(for: "x", taken: all) == nil)
  }
}
