import TestSupport
import Testing

@testable import Catalogue
@testable import SimHarness

/// What `explain` turns and `generate --like` varies in levels of games in Lua.
@Suite struct OpenLeversTests {
  private static func variants(_ fields: String) throws -> LevelVariants {
    let game = try game(fields)
    let entry = GameEntry(game, like: OpenGames.entry)
    return LevelVariants(
      of: LevelFile(OpenLevelFile(of: game, name: "A")), entry: entry,
      library: ScriptLibrary(folder: nil, games: GameRegistry([entry])))
  }

  private static func content(_ path: String) throws -> OpenLevelFile {
    try #require(try Tuning.variants(at: path).file.content as? OpenLevelFile)
  }

  /// A game whose levels have numbers of all kinds, and a grid.
  private static let sized = """
    { name = "size", kind = "whole", min = 1, max = 40, default = 8 },
    { name = "points", kind = "whole", min = 0, max = 5000, default = 950 },
    { name = "share", kind = "number", min = 0.25, max = 4, default = 0.5 },
    { name = "pace", kind = "number", min = -1, max = 1, default = 0, step = 0.25 },
    { name = "fixed", kind = "whole", min = 0, max = 9, lever = false },
    { name = "loud", kind = "flag" },
    """
  private static let grid = """
    { name = "map", kind = "grid", letters = ".ab", rows = { 2, 3 }, columns = { 2, 4 },
      default = { "....", "abab" } },
    """

  private static func game(_ fields: String) throws -> OpenGame {
    try Open.game("small", text: Open.small(fields: "fields = { \(fields) },"))
  }

  // MARK: Levers

  /// A whole number goes by 1, a large one by a tenth, a fraction without a step by a tenth of its
  /// value; a flag and what is no lever stay.
  @Test func everyNumberIsALever() throws {
    let levers = try Self.variants(Self.sized).levers()
    #expect(levers.map(\.name) == ["size", "points", "share", "pace"])
    #expect(levers.map(\.steps) == [-7...32, -10...42, -12...12, -4...4])
    #expect(levers[0].words(-7) == "size 1 instead of 8")
    #expect(levers[1].words(2) == "points 1140 instead of 950")
    #expect(levers[2].words(-2) == "share -19%")
    #expect(levers[3].words(3) == "pace 0.75 instead of 0")
  }

  /// Every step that a lever offers makes a level with that number, within the field's range.
  @Test func everyStepMakesALevel() throws {
    let variants = try Self.variants(Self.sized)
    for lever in try variants.levers() {
      let place = try #require(
        (variants.file.content as? OpenLevelFile)?.game.spec.fields.firstIndex {
          $0.name == lever.name
        })
      var numbers: [Double] = []
      for steps in lever.steps where steps != 0 {
        let changed = variants.turned(lever, by: steps)?.file.content as? OpenLevelFile
        if lever.name != "share" { #expect(changed != nil, "\(lever.words(steps))") }
        if let number = changed?.values[place].number { numbers.append(number) }
      }
      #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count)
      let ends = [numbers.first, numbers.last]
      switch lever.name {
      case "size": #expect(ends == [1, 40])
      case "points": #expect(ends == [0, 4940])
      // 0.5 times 0.9^6 and 1.1^12, of four decimal places.
      case "share": #expect(ends == [0.2657, 1.5692])
      default: #expect(ends == [-1, 1])
      }
    }
  }

  // MARK: Mutation

  @Test(arguments: [
    ("levels/crates/04-corner-room.json", true), ("levels/crates/04-corner-room.json", false),
    ("levels/match-three/08-the-hole.json", true),
    ("levels/match-three/08-the-hole.json", false),
  ])
  func aVariedLevelDiffersInAFewCells(_ path: String, _ keepsLimits: Bool) throws {
    let base = try Self.content(path)
    let grid = try #require(base.values.firstIndex { $0.rows != nil })
    let cells = try #require(base.values[grid].rows).joined().count
    var random = SeededRandom(key: StreamKey(rawValue: 11))
    var made = 0
    var withNumber = 0
    for _ in 0..<500 {
      guard let level = base.mutated(keepingLimits: keepsLimits, using: &random) else { continue }
      made += 1
      let rows = try #require(level.values[grid].rows)
      let own = try #require(base.values[grid].rows)
      #expect(rows.map(\.count) == own.map(\.count))
      let different = zip(rows.joined(), own.joined()).count { $0 != $1 }
      #expect(different <= LevelMutation.maxEdits)
      #expect(level.difference(from: base) == Double(different) / Double(cells))
      #expect(base.difference(from: level) == level.difference(from: base))
      let others = base.values.indices.count { $0 != grid && level.values[$0] != base.values[$0] }
      #expect(others <= (keepsLimits ? 0 : 1))
      withNumber += others
      _ = try level.level()
    }
    // Many a change leaves no level: a second player, a crate without a mark.
    #expect(made > 100, "\(made)")
    #expect(keepsLimits ? withNumber == 0 : withNumber > made / 10, "\(withNumber) of \(made)")
  }

  /// A board of another size has nothing in common with the level's cells.
  @Test func aBoardOfAnotherSizeIsAltogetherDifferent() throws {
    let game = try Self.game(Self.sized + Self.grid)
    let base = OpenLevelFile(of: game, name: "A")
    var other = base
    let place = try #require(base.values.firstIndex { $0.rows != nil })
    other.values[place] = .grid(["..", "ab"])
    #expect(other.difference(from: base) == 1)
    #expect(base.difference(from: other) == 1)
    #expect(base.difference(from: base) == 0)
    #expect(base.reasonNotToVary == nil)
  }

  /// Without a grid, numbers count by their share of their range, anything else as a whole.
  @Test func withoutAGridTheNumbersSayHowFarLevelsAreApart() throws {
    let base = OpenLevelFile(of: try Self.game(Self.sized), name: "A")
    #expect(
      base.reasonNotToVary
        == "a level of small has no grid to vary; use a generator, or playtest tune to change its"
        + " numbers")
    var other = base
    other.values[0] = .whole(28)
    #expect(abs(other.difference(from: base) - 20.0 / 39 / 6) < 1e-12)
    other.values[5] = .flag(true)
    #expect(abs(other.difference(from: base) - (20.0 / 39 + 1) / 6) < 1e-12)
    #expect(base.difference(from: other) == other.difference(from: base))
    // One number is moved each time, and stays in its range.
    var random = SeededRandom(key: StreamKey(rawValue: 12))
    var moved: Set<Int> = []
    for _ in 0..<1000 {
      guard let level = base.mutated(keepingLimits: true, using: &random) else { continue }
      let changed = base.values.indices.filter { level.values[$0] != base.values[$0] }
      #expect(changed.count == 1 && changed.allSatisfy { $0 < 4 })
      moved.formUnion(changed)
      _ = try level.level()
    }
    #expect(moved == [0, 1, 2, 3])
  }
}

extension OpenValue {
  /// The rows of a grid.
  fileprivate var rows: [String]? { if case .grid(let rows) = self { rows } else { nil } }
}
