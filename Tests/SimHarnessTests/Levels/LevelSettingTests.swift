import Testing

@testable import BubbleBlastGame
@testable import BubblePopGame
@testable import SimHarness
@testable import TextFormats

/// `level edit FILE set PATH=VALUE` takes every path that `tune` takes.
@Suite struct LevelSettingTests {
  /// A level of each game.
  private static let levels = [
    "levels/bubble-blast/07-crate-yard.json", "levels/bubble-blast/11-tick-tock.json",
    "levels/peggle/03-between-the-drops.json", "levels/bubble-pop/demolition.json",
    "levels/bubble-pop/drift.json", "levels/set/01-official.json",
    "levels/playing-cards/01-pairs.json", "levels/cards/01-tens.json",
  ]

  @Test func everyGameIsTried() throws {
    let games = try Set(Self.levels.map { try Tuning.variants(at: $0).entry.name })
    #expect(games == Set(GameRegistry.bundled.games.map(\.name)))
  }

  /// A path is followed step by step, so one of thousands would need more stack than there is.
  @Test(arguments: [".a", "[0]"]) func aPathIsNoLongerThanALevelIsDeep(_ step: String) {
    let path = "params" + String(repeating: step, count: 60_000)
    let problem = #expect(throws: LevelFieldProblem.self) {
      try LevelFieldPath(path, rules: [])
    }
    #expect(problem?.message.hasPrefix("the path has 60001 steps, more than") == true)
  }

  /// A list has no fields by name: its elements are set, or all of it.
  @Test func aFieldOfAListIsNotAskedFor() throws {
    let tree: JSONTree = ["map": .array([.string("##")])]
    let path = try LevelFieldPath("map.rows", rules: [])
    let problem = #expect(throws: LevelFieldProblem.self) {
      try tree.replacing(at: path.steps[...], with: .int(9), path: path.text)
    }
    #expect(
      problem?.message
        == "'map' is a list, which has no 'rows'; set all of it, or an element such as map[0]")
  }

  /// An element of what was set is named once, as `level edit` takes it.
  @Test(arguments: [
    ("extra", "[2, 0]", "extra[1]: expected a whole number from 1 to 3, found 0"),
    ("extra[0]", "7", "extra[0]: expected a whole number from 1 to 3, found 7"),
    ("extra", "7", "extra: expected an array of numbers, found a number"),
    ("map", "[\"x\", \"o\"]", "map[1]: the character 'o' is not one of '.x'"),
  ])
  func anElementThatIsWrongIsNamedOnce(_ path: String, _ value: String, _ message: String) throws {
    let game = try Open.game(
      "small",
      text: Open.small(
        fields: "fields = { { name = 'extra', kind = 'list', min = 1, max = 3, default = { 1 } },"
          + " { name = 'map', kind = 'grid', letters = '.x', rows = { 1, 3 }, columns = { 1, 3 } } }"
      ))
    var level = OpenLevelFile(of: game, name: "test")
    let tree = JSONTree(try #require(JSONParser.parse(Array(value.utf8)).value))
    let problem = #expect(throws: LevelFieldProblem.self) {
      try level.set(path, to: tree, catalog: Tuning.library)
    }
    #expect(problem?.description == message)
  }

  /// A number of the rules by its name, under `rules` and by its field.
  @Test(arguments: levels) func setsEveryNumberOfTheRules(_ path: String) throws {
    let variants = try Tuning.variants(at: path)
    #expect(!variants.entry.rules.isEmpty)
    // Numbers that the rest of the level settles.
    var fixed: Set<String> = []
    for rule in variants.entry.rules {
      let now = try variants.number(
        at: LevelFieldPath(rule.name, rules: variants.entry.rules))
      guard let value = Self.another(than: now, for: rule, in: variants) else {
        fixed.insert(rule.name)
        continue
      }
      for name in [rule.name, "rules.\(rule.name)", rule.field ?? "rules.\(rule.name)"] {
        var file = variants.file
        try file.set(name, to: value, catalog: Tuning.library)
        #expect(file != variants.file, "\(name) does nothing")
        let changed = LevelVariants(
          of: file, entry: variants.entry, library: Tuning.library)
        #expect(
          try changed.number(at: LevelFieldPath(name, rules: variants.entry.rules))
            == value.number, "\(name)")
      }
    }
    #expect(fixed.isSubset(of: ["columns", "match"]))
  }

  /// A value near the one that is there which makes a level too.
  private static func another(
    than now: Double?, for rule: RuleParameter, in variants: LevelVariants
  ) -> JSONTree? {
    let usual = now ?? (rule.minimum + min(rule.maximum, rule.minimum + 20)) / 2
    let step = rule.isWhole ? 1 : max(abs(usual) / 100, 1e-3)
    return [usual - step, usual + step].lazy.map { JSONTree.double($0).normalised }.first { value in
      guard rule.range.contains(value.number ?? .nan) else { return false }
      return (try? variants.variant([LevelEdit(rule.name, to: value)])) != nil
    }
  }

  /// Every field that a lever turns comes to the same level.
  @Test(arguments: levels) func setsEveryFieldOfTheLevers(_ path: String) throws {
    let variants = try Tuning.variants(at: path)
    var count = 0
    for lever in try variants.levers() {
      for steps in [-1, 1] where lever.steps.contains(steps) {
        guard case .edits(let edits)? = lever.change(steps), edits.count == 1,
          let wanted = variants.turned(lever, by: steps)
        else { continue }
        // Written out like the level that the lever starts from.
        var file = try variants.variant([]).file
        try file.set(edits[0].path, to: edits[0].value, catalog: Tuning.library)
        #expect(file.contentHash == wanted.file.contentHash, "\(lever.words(steps))")
        count += 1
      }
    }
    #expect(count > 1)
  }

  /// The components of a simplex, which only make a level together.
  @Test func setsTheElementsOfAList() throws {
    var pop = try Tuning.variants(at: "levels/bubble-pop/classic.json").file
    try pop.set(
      "bubbles[*].probability", to: [0.2, 0.2, 0.2, 0.2, 0.2], catalog: Tuning.library)
    try pop.set("bubbles[*].points", to: 7, catalog: Tuning.library)
    try pop.set("bubbles[pink].points", to: 3, catalog: Tuning.library)
    try pop.set("bubbles[4].points", to: 9, catalog: Tuning.library)
    guard let file = pop.content as? PopLevelFile else { return }
    #expect(file.colours.map(\.probability) == [0.2, 0.2, 0.2, 0.2, 0.2])
    #expect(file.colours.map(\.points) == [7, 3, 7, 7, 9])
    var bubbles = try Tuning.variants(Tuning.bubbles).file
    try bubbles.set("spawn.weights", to: ["red": 3, "blue": 1], catalog: Tuning.library)
    guard let blast = bubbles.content as? BubbleLevelFile else { return }
    #expect(blast.spawn.weights == [1, 3, 0, 0, 0, 0, 0, 0])
  }

  @Test(arguments: [
    (
      "bubbles[*].probability", JSONTree.array([0.5, 0.5]),
      "bubbles[*].probability: the list has 5 elements, not 2; give one value for all, or one per"
        + " element"
    ),
    (
      "bubbles[9].points", 1,
      "bubbles[9].points: the list has no such element; it has red, pink, green, blue, black, or 0"
        + " to 4"
    ),
    (
      "bubbles[mauve].points", 1,
      "bubbles[mauve].points: the list has no such element; it has red, pink, green, blue, black, or"
        + " 0 to 4"
    ),
    (
      "bubbles.points", 1,
      "bubbles.points: 'bubbles' is a list, which has no 'points'; set all of it"
    ),
    ("duration[0]", 1, "duration[0]: the level has no list there; check the path"),
    ("rules.radiu", 1, "rules.radiu: unknown rule 'radiu'; did you mean 'radius'?"),
    ("game", "peggle", "game: this cannot be set; create a new level instead"),
    ("", 1, ": this is not a path"),
  ])
  func saysWhatIsWrong(_ path: String, _ value: JSONTree, _ message: String) throws {
    let classic = try Tuning.variants(at: "levels/bubble-pop/classic.json").file
    var file = classic
    do throws(LevelFieldProblem) {
      try file.set(path, to: value, catalog: Tuning.library)
      Issue.record("the field was set")
    } catch {
      #expect(error.description.hasPrefix(message), "\(error)")
    }
    #expect(file == classic)
  }
}
