import TestSupport
import Testing

@testable import BubbleBlastGame
@testable import Catalogue
@testable import PeggleGame
@testable import SimHarness

/// Every level of the project is read, so that none can be forgotten.
@Suite struct BuiltInLevelsTests {
  private func levels() throws -> [LevelFile] {
    let scripts = ScriptLibrary(folder: ProjectFolder.path("scripts"))
    let library = LevelLibrary(folder: ProjectFolder.path("levels"), catalog: scripts)
    return try library.levels(for: [ProjectFolder.path("levels")])
  }

  @Test func everyLevelCanBePlayed() throws {
    let scripts = ScriptLibrary(folder: ProjectFolder.path("scripts"))
    let sources = try levels()
    #expect(sources.count >= 15)
    for source in sources {
      #expect(LevelReview.findings(of: source, library: scripts) == [], "\(source.path)")
      guard let file = source.content as? BubbleLevelFile else { continue }
      let level = try file.level(catalog: scripts)
      #expect(!level.grid.isEmpty)
      #expect(try BubbleLevelFile.reading(file.text, catalog: scripts) == file)
      // Nothing falls before the first shot.
      var board = BubbleBoard<LargeMask>()
      for (cell, _) in level.grid { board.place(.blue, at: cell) }
      #expect(board.held.loose.isEmpty, "\(source.path)")
    }
  }

  /// One preloaded level a mode, at least.
  @Test func everyModeOfPeggleHasALevel() throws {
    var modes: Set<String> = []
    for source in try levels() {
      if let file = source.content as? PeggleLevelFile { modes.insert(file.mode) }
    }
    #expect(modes.isSuperset(of: ["classic", "score", "dodge"]))
  }

  @Test func theLevelsAreWrittenAsTheDesignerWritesThem() throws {
    for source in try levels() {
      let bytes = try LevelFileReader.bytes(
        at: source.path, shownAs: source.path, limit: LevelFile.maxBytes)
      #expect(String(decoding: bytes, as: UTF8.self) == source.text, "\(source.path)")
    }
  }
}
