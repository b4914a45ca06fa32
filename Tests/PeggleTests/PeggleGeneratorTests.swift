import TestSupport
import Testing

@testable import PeggleGame
@testable import SimHarness
@testable import TextFormats

/// The generators of Peggle levels.
@Suite struct PeggleGeneratorTests {
  private func bundled(_ name: String) throws -> GeneratorScript {
    let source = try #require(try Bubbles.library.source(of: .generator, named: name))
    return try GeneratorScript(
      from: source, libraries: try Bubbles.library.libraries(for: source),
      knownGames: GameRegistry.bundled.games.map(\.name))
  }

  private func level(_ tree: JSONTree) throws -> PeggleLevelFile {
    let file = try LevelFile.read(
      Array(JSONWriter.compact(tree).utf8), file: "level", catalog: Bubbles.library)
    guard let level = file.content as? PeggleLevelFile else {
      throw LevelError.invalid("no level of peggle")
    }
    return level
  }

  /// Every combination of minima and maxima, and many seeds: a valid level that can be won.
  @Test(arguments: ["rings", "honeycomb"])
  func everyCornerIsAValidLevel(_ name: String) throws {
    let generator = try bundled(name)
    let defaults = generator.parameters.map(\.defaultValue)
    let tasks =
      ScriptCheck.corners(of: generator.parameters).map { (UInt64(7), $0) }
      + (1...40).map { (UInt64($0), defaults) }
    for (seed, values) in tasks {
      let named = Dictionary(
        uniqueKeysWithValues: zip(generator.parameters.map(\.name), values))
      let file = try level(try generator.generate(seed: seed, values: named))
      #expect(file.layoutProblems.isEmpty, "\(values)")
      #expect(named["balls"] == Double(file.rules.balls))
      #expect(try PeggleLevel(file, catalog: Bubbles.library).setup.orangeCount >= 1)
    }
  }

  @Test(arguments: ["rings", "honeycomb"])
  func theSameSeedGivesTheSameLevelAndItPlays(_ name: String) throws {
    let generator = try bundled(name)
    let tree = try generator.generate(seed: 5)
    #expect(tree == (try generator.generate(seed: 5)))
    #expect(tree != (try generator.generate(seed: 6)))
    var game = try PegglePlay(try PeggleLevel(try level(tree), catalog: Bubbles.library))
    var hits = 0
    for aim in [9, 32, 50] where game.state.outcome == nil {
      try game.shoot(game.state.legalMove(at: aim))
      hits += game.hits.count
    }
    #expect(hits > 0)
  }

  /// As many ellipses as asked for, the outermost with as many pegs.
  @Test func ringsAreRings() throws {
    let file = try level(
      try bundled("rings").generate(
        seed: 2, values: ["rings": 2, "pegs": 12, "orange": 50, "green": 1, "heart": 1]))
    // 12, then 12 * 160 / 210 = 9 of the ring within, and the heart.
    #expect(file.objects.count == 12 + 9 + 1)
    let heights = file.objects.prefix(21).map { object in
      let (x, y) = ((object.x - 400) / 1.6, object.y - 330)
      return (x * x + y * y).squareRoot().rounded()
    }
    #expect(heights == Array(repeating: 210, count: 12) + Array(repeating: 160, count: 9))
    #expect(file.objects.count { $0.colour == "orange" } == 10)
    #expect(file.objects.count { $0.colour == "green" } == 1)
    #expect(file.objects.last?.colour == "purple")
  }

  /// What stands on the left stands on the right.
  @Test func combsAreSymmetric() throws {
    for seed in 1...20 {
      let objects = try level(try bundled("honeycomb").generate(seed: UInt64(seed))).objects
      let places = Set(objects.map { "\($0.x) \($0.y) \($0.colour ?? "")" })
      for object in objects {
        #expect(places.contains("\(800 - object.x) \(object.y) \(object.colour ?? "")"))
      }
    }
  }
}
