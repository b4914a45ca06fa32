import TestSupport
import Testing

@testable import Agents
@testable import BubbleBlastGame
@testable import Catalogue
@testable import Lab
@testable import PeggleGame
@testable import SimHarness

/// Sessions of the designer for tests.
enum Designing {
  static func session(_ file: LevelFile, folder: String = "/nowhere", path: String? = nil) throws
    -> any DesignSession
  {
    let game = try #require(GameRegistry.bundled.game(named: file.header.game))
    return try game.design(
      file, path: path, store: LevelStore(folder: folder, catalog: Bubbles.library),
      library: Bubbles.library)
  }

  /// A level of the project, by its path.
  static func session(at path: String) throws -> any DesignSession {
    try session(try Tuning.variants(at: path).file)
  }

  /// A board of three bubbles in the first row: red, red, bomb.
  static let bubbles: BubbleLevelFile = {
    var level = BubbleLevelFile(name: "Three")
    level[Cell(row: 0, column: 0)] = .colour(.red)
    level[Cell(row: 0, column: 1)] = .colour(.red)
    level.place(.kind("bomb"), at: Cell(row: 0, column: 2), preferring: "*")
    return level
  }()

  static let pegs: PeggleLevelFile = {
    var level = PeggleLevelFile(name: "Three")
    level.objects = [
      Pegs.peg("orange", 200, 200), Pegs.peg("blue", 300, 200),
      Pegs.block(400, 300, width: 60, height: 20, rotation: 0.5),
    ]
    return level
  }()

  /// What an operation is refused with.
  static func refusal(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return "\(error)"
    }
  }
}
