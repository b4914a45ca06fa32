import TestSupport
import Testing

@testable import BubblePopGame
@testable import Catalogue
@testable import Lab
@testable import SimHarness
@testable import TextFormats

/// The generators of games whose levels are numbers and tables, not layouts.
@Suite struct TableGeneratorTests {
  private static let names = ["froth", "memory", "quota", "tens_table"]

  private static func script(_ name: String) throws -> GeneratorScript {
    try Generating.script(name)
  }

  private static func ready(_ tree: JSONTree, _ game: GameEntry) throws -> PlayableLevel {
    let file = try LevelFile.read(
      Array(JSONWriter.compact(tree).utf8), file: "level", catalog: Bubbles.library)
    try file.checkPlayable(catalog: Bubbles.library)
    return try game.ready(file, Bubbles.library, .none)
  }

  @Test func everyGameHasAGenerator() throws {
    let games = try ScriptListing(library: Bubbles.library).scripts(of: .generator)
      .flatMap { try $0.content.get().games }
    #expect(Set(games) == Set(GameRegistry.bundled.games.map(\.name)))
  }

  /// Games in Lua that make their own levels are listed as their generators.
  @Test func gamesThatMakeLevelsAreListed() throws {
    let listing = ScriptListing(library: Bubbles.library)
    let names = try listing.generators.map { try $0.content.get().name }
    #expect(
      names.suffix(5) == ["crates", "match-three", "patience", "pishti", "tiles"]
        && names.count == listing.scripts(of: .generator).count + 5)
  }

  /// Every combination of minima and maxima, and many seeds.
  @Test(arguments: names)
  func everyCornerIsAValidLevel(_ name: String) throws {
    let script = try Self.script(name)
    let game = try #require(GameRegistry.bundled.game(named: script.game))
    let defaults = script.parameters.map(\.defaultValue)
    let tasks =
      ScriptCheck.corners(of: script.parameters).map { (UInt64(7), $0) }
      + (1...40).map { (UInt64($0), defaults) }
    for (seed, values) in tasks {
      let named = Dictionary(uniqueKeysWithValues: zip(script.parameters.map(\.name), values))
      let tree = try script.generate(seed: seed, values: named)
      let level = try Self.ready(tree, game)
      let isOpen = script.game == BubblePop.name && named["pace"] == 0
      #expect(level.hasGoal == !isOpen, "\(values)")
    }
  }

  @Test(arguments: names)
  func theSameSeedGivesTheSameLevel(_ name: String) throws {
    let script = try Self.script(name)
    #expect(try script.generate(seed: 5) == script.generate(seed: 5))
    let levels = try (1...20).map { try JSONWriter.compact(script.generate(seed: $0)) }
    #expect(Set(levels).count > 1)
  }

  /// The rarer colours are worth more, and the probabilities are a whole.
  @Test func frothIsWorthWhatItIsRare() throws {
    let script = try Self.script("froth")
    for seed in 1...20 as ClosedRange<UInt64> {
      let tree = try script.generate(seed: seed, values: ["rarity": 40])
      let file = try LevelFile.read(
        Array(JSONWriter.compact(tree).utf8), file: "level", catalog: Bubbles.library)
      guard let level = file.content as? PopLevelFile else {
        throw LevelError.invalid("another game")
      }
      #expect(level.colours.map(\.points) == level.colours.map(\.points).sorted())
      let shares = level.colours.map(\.probability)
      #expect(shares == shares.sorted(by: >))
      #expect(abs(shares.reduce(0, +) - 1) < 1e-9)
    }
  }

  /// Levels of all generators and their extreme parameters have no warnings of numbers without
  /// effect, which would fail a strict check.
  @Test func frothWithoutMovementHasNoSpeed() throws {
    let script = try Self.script("froth")
    for speed in [0.0, 60] {
      let tree = try script.generate(seed: 1, values: ["speed": speed])
      let file = try LevelFile.read(
        generated: tree, by: ScriptSource(name: "froth", text: ""), catalog: Bubbles.library)
      #expect(LevelReview.findings(of: file, library: Bubbles.library) == [])
      let level = try #require(file.content as? PopLevelFile)
      #expect(level.rules.moves == (speed > 0))
    }
  }

  /// `generate` finds levels of each game that its players pass as often as wanted.
  @Test(arguments: names)
  func levelsInABandAreFound(_ name: String) async throws {
    let plan = try Generating.plan(
      try Self.script(name), keep: ["pass_rate(casual) in 0.2...0.8"], count: 2, tries: 400)
    let set = try await LevelGeneration(plan, jobs: 2).levels()
    #expect(set.levels.count == 2)
    #expect(Set(set.levels.map(\.file.layout)).count == 2)
  }
}
