import TestSupport
import Testing

@testable import BubbleBlastGame
@testable import SimHarness
@testable import TextFormats

@Suite struct BubbleLevelFileTests {
  // MARK: What a file says

  @Test func readsEveryField() throws {
    let file = try read(
      """
      {"format": "playtest-level", "version": 1, "game": "bubble-blast", "name": "All", "id": "x",
       "columns": 6, "rows": 10, "shots": 30, "preview": 2, "swap": true, "maxBounces": 5,
       "contact": 0.75, "descent": {"every": 4}, "queue": ["red", "white"],
       "spawn": {"weights": {"red": 1, "white": 0.5}, "onlyPresent": false},
       "scoring": {"matched": 1, "shotLeft": 0}, "goal": {"score": 500},
       "stars": [100, 200, 300], "rules": {"aims": 90, "aimMargin": 0.2, "matchSize": 4},
       "params": {"crate": {"hits": 2}}, "legend": {"x": "crate", "#": "red"},
       "grid": ["RBx *.", "#$=YP", "......"]}
      """)
    var rules = BubbleRules()
    rules.columns = 6
    rules.rows = 10
    rules.shots = 30
    rules.preview = 2
    rules.swap = true
    rules.maxBounces = 5
    rules.contact = 0.75
    rules.descentEvery = 4
    rules.scoring.matched = 1
    rules.scoring.shotLeft = 0
    rules.goal = .score(500)
    rules.aims = 90
    rules.aimMargin = 0.2
    rules.matchSize = 4
    #expect(file.rules == rules)
    #expect(file.name == "All")
    #expect(file.id == "x")
    #expect(file.queue == [.red, .white])
    #expect(file.spawn == BubbleSpawn(weights: [0, 1, 0, 0, 0, 0, 0, 0.5], onlyPresent: false))
    #expect(file.stars == [100, 200, 300])
    #expect(file.parameters == ["crate": ["hits": 2]])
    #expect(
      file.bubbles == [
        Cell(row: 0, column: 0): .colour(.red), Cell(row: 0, column: 1): .colour(.blue),
        Cell(row: 0, column: 2): .kind("crate"), Cell(row: 0, column: 4): .kind("bomb"),
        Cell(row: 1, column: 0): .colour(.red), Cell(row: 1, column: 1): .kind("star"),
        Cell(row: 1, column: 2): .kind("lightning"), Cell(row: 1, column: 3): .colour(.yellow),
        Cell(row: 1, column: 4): .colour(.purple),
      ])
    #expect(file.gridRows == ["#Bx.*.", "#$=YP"])
    #expect(file.colours == [.blue, .red, .yellow, .purple, .white])
    #expect(file.kindNames == ["bomb", "crate", "lightning", "star"])
  }

  @Test func writesOneStringOfTheGridALine() throws {
    let file = try read(
      """
      {"version": 1, "format": "playtest-level", "game": "bubble-blast", "name": "Q \\"1\\"",
       "shots": null, "rows": 12, "descent": null, "grid": ["R...........", "x.........."],
       "legend": {"x": "crate"}, "params": {"crate": {}}, "scoring": "saga", "goal": "clear",
       "columns": 12.0}
      """)
    #expect(
      file.text == """
        {
          "format": "playtest-level",
          "version": 1,
          "game": "bubble-blast",
          "name": "Q \\"1\\"",
          "legend": {
            "x": "crate"
          },
          "grid": [
            "R...........",
            "x.........."
          ]
        }

        """)
    #expect(BubbleLevelFile(name: "E").text.hasSuffix("\"name\": \"E\",\n  \"grid\": []\n}\n"))
  }

  @Test func frozenBubbleBringsItsDefaults() throws {
    let file = try read(frozen(""))
    #expect(file.rules == .frozenBubble)
    #expect(try read(frozen("\"descent\": null,")).rules.descentEvery == nil)
    var never = file
    never.rules.descentEvery = nil
    #expect(never.text.contains("\"descent\": null"))
    #expect(!file.text.contains("columns"))
  }

  // MARK: Round trips

  @Test func writingAndReadingGivesTheSameLevel() throws {
    var maker = BubbleLevelRandom(seed: 1)
    for _ in 0..<2_000 {
      let level = maker.level()
      let again = try BubbleLevelFile.reading(level.text)
      #expect(again == level)
      #expect(again.text == level.text)
      #expect(try BubbleLevelFile.reading(JSONWriter.compact(level.tree)) == level)
      #expect(again.contentHash == level.contentHash)
      _ = try level.level(catalog: TestKinds.all)
    }
  }

  @Test func mutatedFilesNeverTrap() throws {
    var maker = BubbleLevelRandom(seed: 2)
    var level = maker.level()
    level.rules.shots = 30
    let sources = [Array(sample.utf8), Array(level.text.utf8)]
    var readable = 0
    for round in 0..<5_000 {
      var bytes = sources[round % 2]
      for _ in 0...maker.random.below(3) {
        let place = maker.random.below(bytes.count)
        switch maker.random.below(4) {
        case 0: bytes[place] = UInt8(maker.random.below(256))
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(maker.element(Array("{}[],:\"0-.RB*x".utf8)), at: place)
        default: bytes.swapAt(place, maker.random.below(bytes.count))
        }
      }
      guard let file = try? LevelFile.read(bytes, file: "a", catalog: TestKinds.all),
        let level = file.content as? BubbleLevelFile
      else { continue }
      readable += 1
      _ = try level.level(catalog: TestKinds.all)
      _ = file.picture(catalog: TestKinds.all)
      #expect(try BubbleLevelFile.reading(level.text) == level)
    }
    #expect(readable > 100)
  }

  // MARK: The content hash

  @Test func theHashLeavesOutNameAndID() throws {
    var level = try read(sample)
    let hash = level.contentHash
    #expect(hash.count == 16)
    level.name = "Other"
    level.id = "id"
    #expect(level.contentHash == hash)
    level.rules.shots = 31
    #expect(level.contentHash != hash)
    level.rules.shots = 30
    #expect(level.contentHash == hash)
    level[Cell(row: 5, column: 0)] = .colour(.red)
    #expect(level.contentHash != hash)
  }

  // MARK: Playing

  @Test func compilesWithTheKindsItNeeds() throws {
    var file = BubbleLevelFile(name: "K")
    file[Cell(row: 1, column: 0)] = .kind("timer_bomb")
    file[Cell(row: 0, column: 3)] = .kind("crate")
    file[Cell(row: 0, column: 0)] = .colour(.red)
    file.parameters = ["crate": ["hits": 3], "bomb": [:]]
    file.id = "k"
    file.stars = [1, 2, 3]
    let level = try file.level(catalog: TestKinds.all)
    #expect(level.setup.kinds.map(\.name) == ["crate", "indestructible", "timer_bomb"])
    #expect(level.setup.parameterValues == [[3], [], [8]])
    #expect(level.grid.map(\.cell.row) == [0, 0, 1])
    #expect(level.grid.map(\.bubble) == [.colour(.red), .kind(0), .kind(2)])
    #expect(level.id == "k")
    #expect(level.stars == [1, 2, 3])
    #expect(level.setup.spawn.weights == [0, 1, 0, 0, 0, 0, 0, 0])
  }

  @Test(arguments: [
    ("crat", "unknown kind 'crat'; did you mean 'crate'? known: "),
    ("broken", "bubbles/broken.lua:3: '=' expected near 'x'"),
    (
      "lonely",
      "the kind 'lonely' uses another one: unknown kind 'indestructable'; "
        + "did you mean 'indestructible'? known: "
    ),
  ])
  func complainsAboutKindsThatAreNotThere(kind: String, message: String) throws {
    var file = BubbleLevelFile(name: "K")
    file[Cell(row: 0, column: 0)] = .kind(kind)
    let error = #expect(throws: LevelError.self) { try file.level(catalog: TestKinds.all) }
    #expect(error?.description.hasPrefix(message) == true)
  }

  @Test func needsAtMost250Kinds() throws {
    let kinds = (0..<251).map { TestKinds.kind("k\($0)", "x") }
    var file = BubbleLevelFile(name: "K")
    file.rules.columns = 64
    for (index, kind) in kinds.enumerated() {
      file[Cell(row: index / 60, column: index % 60)] = .kind(kind.name)
    }
    let catalog = BubbleKindList(kinds)
    let error = #expect(throws: LevelError.self) { try file.level(catalog: catalog) }
    #expect(
      error?.description
        == "the level needs more than 250 kinds of specials; use fewer")
    file[Cell(row: 0, column: 0)] = nil
    #expect(try file.level(catalog: catalog).setup.kinds.count == 250)
    #expect(try BubbleLevelFile.reading(file.text, catalog: catalog) == file)
  }

  // MARK: Steps

  private let sample = """
    {
      "format": "playtest-level", "version": 1, "game": "bubble-blast", "name": "S",
      "shots": 30, "rules": {"aims": 90}, "legend": {"x": "crate"},
      "spawn": {"weights": {"red": 1, "blue": 2}},
      "grid": ["RRGGBB*ORRGG", "RRGGBBxORRG", ".=$#........"]
    }
    """

  private func read(_ text: String) throws -> BubbleLevelFile {
    try BubbleLevelFile.reading(text)
  }

  private func frozen(_ fields: String) -> String {
    """
    {"format": "playtest-level", "version": 1, "game": "bubble-blast", "name": "F",
     "ruleset": "frozen-bubble", \(fields) "grid": ["RRRRRRRR", "CCCCCCC"]}
    """
  }
}
