import Foundation
import SimHarnessTesting
import TestSupport
import Testing

@testable import Agents
@testable import Catalogue
@testable import Lab
@testable import SimHarness

/// The contract of `DrawnLevel`, for every registered game that draws its levels.
@Suite struct DrawnLevelConformanceTests {
  static let games = GameRegistry.bundled.games.filter(\.isDrawn).map(\.name)

  private static func file(_ path: String) throws -> LevelFile {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return try LevelFile.read(Array(text.utf8), file: path, catalog: Bubbles.library)
  }

  private static func violations(
    _ file: LevelFile, samples: Int
  ) throws -> [String] {
    let game = try #require(GameRegistry.bundled.game(named: file.header.game))
    return DrawnLevelConformance(file, of: game, library: Bubbles.library, samples: samples)
      .violations()
  }

  /// The level of the game's golden playthrough.
  @Test(arguments: games) func smallLevelsKeepTheContract(_ game: String) throws {
    let file = try Self.file("\(Golden.folder)/Playthroughs/\(game).json")
    #expect(try Self.violations(file, samples: 12) == [])
  }

  @Test(arguments: games) func bundledLevelsKeepTheContract(_ game: String) throws {
    let levels = LevelFolder(ProjectFolder.path("levels/\(game)")).files
    #expect(levels.count > 3)
    for path in levels {
      #expect(try Self.violations(try Self.file(path), samples: 3) == [], "\(path)")
    }
  }

  @Test(arguments: games) func emptyLevelsKeepTheContract(_ name: String) throws {
    let game = try #require(GameRegistry.bundled.game(named: name))
    let file = LevelFile.empty(of: game, named: "Empty", catalog: Bubbles.library)
    #expect(try Self.violations(file, samples: 6) == [])
  }

  /// A game is drawn if its levels are; there is no list of them.
  @Test func gamesSayWhetherTheyAreDrawn() throws {
    #expect(Set(Self.games).isSuperset(of: ["bubble-blast", "peggle"]))
    for game in GameRegistry.bundled.games {
      #expect(game.isDrawn == (game.levels is any DrawnLevel.Type), "\(game.name)")
    }
    let file = try Self.file("\(Golden.folder)/Playthroughs/set.json")
    #expect(try Self.violations(file, samples: 1) == ["the game set does not draw its levels"])
  }
}
