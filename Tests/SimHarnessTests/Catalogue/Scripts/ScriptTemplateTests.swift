import Foundation
import TestSupport
import Testing

@testable import BubbleBlastGame
@testable import CardsGame
@testable import Catalogue
@testable import SimHarness

/// What `playtest new` writes works as it is.
@Suite struct ScriptTemplateTests {
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

  /// The template of each game.
  @Test(arguments: Choice.all)
  func templatesOfEachGame(_ choice: Choice) throws {
    let template = ScriptTemplate.text(of: choice.kind, game: choice.game)
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
  }

  /// The templates for games of one's own, with a game that has hidden fields and one for two.
  @Test(arguments: [ScriptKind.agent, .generator], ["patience", "pishti"])
  func templatesOfOwnGames(_ kind: ScriptKind, _ game: String) throws {
    let template = try #require(ScriptTemplate.text(of: kind, ownGame: game))
    #expect(!template.contains("tiles"))
    let source = ScriptSource(
      name: "\(kind.folder)/mine.lua",
      text: ScriptTemplate.filled(template, name: "mine", glyph: "m"))
    let report = ScriptCheck(library: Bubbles.library).report(source)
    #expect(report.problems == [])
    #expect(report.name == "mine" && report.kind == kind)
    #expect(kind == .generator || !report.work.hasPrefix("0 games"), "\(report.work)")
    #expect(try ScriptListing(library: Bubbles.library).entry(of: kind, source).games == [game])
  }

  /// A game whose template has no file has that of another game in a few words.
  @Test(arguments: [CardsKind.set, .playingCards].map(\.rawValue))
  func aCardGamesTemplateIsThatOfCards(_ game: String) {
    let agent = changes(.agent, from: "cards", to: game)
    #expect(
      agent.removed == [
        "-- Let it play: playtest run cards --agents casual,FILE --games 50",
        "  games = { \"cards\" },",
      ])
    #expect(
      agent.inserted == [
        "-- Let it play: playtest run \(game) --agents casual,FILE --games 50",
        "  games = { \"\(game)\" },",
      ])
    let generator = changes(.generator, from: "cards", to: game)
    #expect(
      generator.removed == [
        "-- A generator of levels of cards. Say here what its levels look like.",
        "  game = \"cards\",", "    game = \"cards\",",
        "    script = \"tens\", -- a file of scripts/cards/",
      ])
    #expect(
      generator.inserted == [
        "-- A generator of levels of \(game). Say here what its levels look like.",
        "  game = \"\(game)\",", "    game = \"\(game)\",",
      ])
  }

  @Test(arguments: ScriptTemplate.games(of: .spawner))
  func aSpawnersTemplateNamesItsGame(_ game: String) {
    let spawner = changes(.spawner, from: nil, to: game)
    #expect(
      spawner.removed == [
        "  -- The games it is for; both if this is left out.",
        "  -- games = { \"bubble-blast\" },",
      ])
    #expect(spawner.inserted == ["  games = { \"\(game)\" }, -- the games it is for"])
  }

  /// The lines in which the templates of two games differ.
  private func changes(
    _ kind: ScriptKind, from first: String?, to second: String
  ) -> (removed: [String], inserted: [String]) {
    func lines(_ game: String?) -> [String] {
      ScriptTemplate.text(of: kind, game: game)
        .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    let difference = lines(second).difference(from: lines(first))
    func text(_ change: CollectionDifference<String>.Change) -> String {
      switch change {
      case .insert(_, let line, _), .remove(_, let line, _): line
      }
    }
    return (difference.removals.map(text), difference.insertions.map(text))
  }

  /// Files of templates are for one template each.
  @Test func noTwoTemplatesShareAFile() {
    let files = Choice.all.map { choice in
      "\(choice.kind.folder)/\(ScriptTemplate.fileName(of: choice.kind, game: choice.game))"
    }
    #expect(Set(files).count == files.count)
    // Agents and generators of each game, and eight of the other kinds.
    #expect(files.count == 2 * ScriptTemplate.games(of: .agent).count + 8)
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

  @Test func theTemplateFilesPassTheCheckThemselves() throws {
    for (path, file) in try ResourceTests.files() where path.contains("/_template") {
      let report = ScriptCheck(library: Bubbles.library).report(path: file.path)
      #expect(report.problems == [], "\(path)")
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
