import PegglePhysics
import TestSupport
import Testing

@testable import Charts
@testable import PeggleGame
@testable import SimHarness
@testable import TextFormats

@Suite struct PeggleLevelFileTests {
  // MARK: What a file says

  static let sample = """
    {"format": "playtest-level", "version": 1, "game": "peggle", "name": "All", "id": "x",
     "integrator": "msk", "width": 900, "height": 700.5, "balls": 3, "bucket": false,
     "mode": "score", "master": "rick", "scoring": {"blue": 7, "freeBall1": 0}, "overlaps": true,
     "rules": {"gravity": 250.5, "aims": 90}, "params": {"score": {"share": 0.8}, "kaboom": {}},
     "objects": [
       {"kind": "peg", "colour": "orange", "x": 100, "y": 200},
       {"kind": "peg", "colour": "ghost", "x": 100, "y": 300, "radius": 30, "rotation": -1.5},
       {"kind": "block", "x": 300, "y": 300.25, "width": 60},
       {"kind": "triangle", "x": 400, "y": 300, "width": 60, "height": 50, "rotation": 0.5},
       {"kind": "polygon", "x": 500, "y": 300, "vertices": [[0, -20], [20, 10], [-20, 10]]}
     ]}
    """

  @Test func readsEveryField() throws {
    let file = try PeggleLevelFile.reading(Self.sample)
    var rules = PeggleRules.msk
    rules.width = 900
    rules.height = 700.5
    rules.balls = 3
    rules.bucket = false
    rules.scoring.blue = 7
    rules.scoring.freeBall1 = 0
    rules.gravity = 250.5
    rules.aims = 90
    #expect(file.rules == rules)
    #expect(rules.step == 1.0 / 60 && rules.substeps == 2 && rules.ballSpeed == 1200)
    #expect(file.name == "All" && file.id == "x")
    #expect(file.mode == "score" && file.master == "rick" && file.overlaps)
    #expect(file.parameters == ["score": ["share": 0.8]])
    #expect(
      file.objects == [
        PeggleObject(.peg(colour: "orange", radius: 20), x: 100, y: 200),
        PeggleObject(.peg(colour: "ghost", radius: 30), x: 100, y: 300, rotation: -1.5),
        PeggleObject(.block(width: 60, height: 40), x: 300, y: 300.25),
        PeggleObject(.triangle(width: 60, height: 50), x: 400, y: 300, rotation: 0.5),
        PeggleObject(
          .polygon([
            PegglePoint(x: 0, y: -20), PegglePoint(x: 20, y: 10), PegglePoint(x: -20, y: 10),
          ]), x: 500, y: 300),
      ])
    #expect(file.pegNames == ["ghost", "orange"])
  }

  /// Default categories and masks are left out and change no hash; others come back as they were.
  @Test func writesWhatObjectsCollideWith() throws {
    func file(_ bits: String) throws -> PeggleLevelFile {
      try PeggleLevelFile.reading(
        """
        {"format": "playtest-level", "version": 1, "game": "peggle", "name": "Q", "objects": [
         {"kind": "peg", "colour": "orange", "x": 100, "y": 200},
         {"kind": "block", "x": 300, "y": 300, "rotation": 1\(bits)}]}
        """)
    }
    let plain = try file("")
    #expect(try file(#", "categoryBits": 1, "maskBits": 65535"#) == plain)
    let masked = try file(#", "categoryBits": 4, "maskBits": 6"#)
    #expect(masked.objects[1].filter == CollisionFilter(categoryBits: 4, maskBits: 6))
    #expect(
      masked.text.contains(
        #"{"kind": "block", "x": 300, "y": 300, "rotation": 1, "categoryBits": 4, "maskBits": 6}"#))
    #expect(try PeggleLevelFile.reading(masked.text) == masked)
    #expect(masked.contentHash != plain.contentHash && masked.layout != plain.layout)
  }

  @Test func writesOneObjectPerLineAndNoDefaults() throws {
    let file = try PeggleLevelFile.reading(
      """
      {"format": "playtest-level", "version": 1, "game": "peggle", "name": "Q", "width": 800,
       "height": 600, "balls": 10.0, "mode": "classic", "master": null, "integrator": "standard",
       "scoring": "peggle", "bucket": true, "overlaps": false, "rules": {"aims": 64},
       "params": {"rick": {}}, "objects": [
       {"kind": "peg", "colour": "orange", "x": 100, "y": 200.5, "radius": 20, "rotation": 0},
       {"kind": "block", "x": 300, "y": 300, "width": 40, "height": 40}]}
      """)
    #expect(
      file.text == """
        {
          "format": "playtest-level",
          "version": 1,
          "game": "peggle",
          "name": "Q",
          "objects": [
            {"kind": "peg", "colour": "orange", "x": 100, "y": 200.5},
            {"kind": "block", "x": 300, "y": 300}
          ]
        }

        """)
    #expect(PeggleLevelFile(name: "E").text.hasSuffix("\"name\": \"E\",\n  \"objects\": []\n}\n"))
    let msk = PeggleLevelFile(name: "M", rules: .msk)
    #expect(!msk.text.contains("step"))
    #expect(try PeggleLevelFile.reading(msk.text) == msk)
    var mixed = msk
    mixed.rules.scoring = .msk
    #expect(mixed.text.contains("\"scoring\": \"msk\""))
    mixed.rules.step = 1.0 / 120
    #expect(mixed.text.contains("\"step\": 0.008333333333333333"))
    #expect(try PeggleLevelFile.reading(mixed.text) == mixed)
  }

  // MARK: Round trips

  @Test func writingAndReadingGivesTheSameLevel() throws {
    var maker = PeggleLevelRandom(seed: 1)
    var objects = 0
    for _ in 0..<1_000 {
      let level = maker.level()
      let again = try PeggleLevelFile.reading(level.text)
      #expect(again == level)
      #expect(again.text == level.text)
      #expect(try PeggleLevelFile.reading(JSONWriter.compact(level.tree)) == level)
      #expect(again.contentHash == level.contentHash)
      objects += level.objects.count
    }
    #expect(objects > 7_000)
  }

  @Test func theContentHashLeavesNamesOut() throws {
    let file = try PeggleLevelFile.reading(Self.sample)
    var other = file
    other.name = "Other"
    other.id = nil
    #expect(other.contentHash == file.contentHash)
    other.objects[0].x += 1e-9
    #expect(other.contentHash != file.contentHash)
    other = file
    other.objects.swapAt(0, 1)
    #expect(other.contentHash != file.contentHash)
    other = file
    other.rules.gravity = 251
    #expect(other.contentHash != file.contentHash)
  }

  // MARK: Playing

  @Test func aLevelThatCannotBePlayedCanBeRead() throws {
    func refusal(_ fields: String, _ objects: String) throws -> String? {
      let file = try PeggleLevelFile.reading(Self.text(fields, objects))
      do throws(LevelError) {
        try file.checkPlayable(catalog: TestKinds.all)
        return nil
      } catch {
        return error.description
      }
    }
    let blue = #"{"kind": "peg", "colour": "blue", "x": 100, "y": 200}"#
    let orange = #"{"kind": "peg", "colour": "orange", "x": 300, "y": 200}"#
    let amber = #"{"kind": "peg", "colour": "amber", "x": 300, "y": 200}"#
    let noOrange =
      "the mode classic needs an orange peg, but the level has none; add one or set another mode"
    #expect(try refusal("", "") == noOrange)
    #expect(try refusal("", blue) == noOrange)
    #expect(try refusal("", orange) == nil)
    #expect(try refusal("", blue + "," + amber) == nil)
    #expect(try refusal(#""mode": "dodge","#, blue) == nil)
    #expect(try refusal(#""mode": "score", "balls": 0,"#, "") == nil)
    let bare = PeggleScriptList()
    #expect(throws: LevelError.invalid("unknown mode 'classic'; known: none")) {
      try PeggleLevelFile(name: "A").checkPlayable(catalog: bare)
    }
  }

  // MARK: Other boards

  @Test func anotherBoardScalesPlacesAndSizes() throws {
    let file = try PeggleLevelFile.reading(
      Self.text(
        "",
        """
        {"kind": "peg", "colour": "orange", "x": 100, "y": 200},
        {"kind": "block", "x": 400, "y": 300, "width": 150, "height": 12, "rotation": 0.5},
        {"kind": "triangle", "x": 700, "y": 300},
        {"kind": "polygon", "x": 600, "y": 450, "vertices": [[0, -60], [90, 50], [-90, 50]]}
        """))
    let larger = try file.scaled(toWidth: 1200, height: 1200)
    #expect(larger.rules.width == 1200 && larger.rules.height == 1200)
    #expect(larger.objects[0] == PeggleObject(.peg(colour: "orange", radius: 30), x: 150, y: 400))
    #expect(
      larger.objects[1]
        == PeggleObject(.block(width: 200, height: 18), x: 600, y: 600, rotation: 0.5))
    #expect(
      larger.objects[2] == PeggleObject(.triangle(width: 60, height: 60), x: 1050, y: 600))
    // 180 wide: grown to 200 and no further, its shape kept.
    let grown = PeggleGeometry.box(of: .polygon(larger.objects[3].corners))
    #expect(abs(grown.width - 200) < 1e-9 && abs(grown.height - 110 * 200 / 180) < 1e-9)
    let smaller = try file.scaled(toWidth: 400, height: 200)
    #expect(
      smaller.objects[0]
        == PeggleObject(.peg(colour: "orange", radius: 8), x: 50, y: 200.0 * (200.0 / 600)))
    #expect(smaller.objects[1].form == .block(width: 50, height: 10))
    #expect(try file.scaled(toWidth: 800, height: 600) == file)
    #expect(
      throws: LevelFieldProblem(
        field: "width", message: "expected a number from 200 to 10000, found 100")
    ) { try file.scaled(toWidth: 100, height: 600) }
    #expect(throws: LevelFieldProblem.self) { try file.scaled(toWidth: 800, height: .nan) }
  }

  /// Pegs that lie apart still do, and what was inside stays inside, unless sizes are kept legal.
  @Test func scaledPegsStayApart() throws {
    var maker = PeggleLevelRandom(seed: 3)
    for _ in 0..<300 {
      var level = maker.level()
      level.overlaps = false
      level.objects = level.objects.filter { $0.colour != nil }
      for index in level.objects.indices {
        level.objects[index].form = .peg(colour: "blue", radius: 20)
      }
      guard level.layoutProblems.isEmpty else { continue }
      let scaled = try level.scaled(
        toWidth: maker.number(level.rules.width...(2 * level.rules.width)),
        height: maker.number(
          max(200, level.rules.height / 2)...(1.9 * level.rules.height)))
      for problem in scaled.layoutProblems {
        guard case .cannon = problem else {
          Issue.record("\(problem)")
          continue
        }
      }
      let again = try PeggleLevelFile.reading(
        {
          var copy = scaled
          copy.overlaps = true
          return copy
        }().text)
      #expect(again.objects == scaled.objects)
    }
  }

  // MARK: Fields

  @Test func setsFieldsByPath() throws {
    var file = PeggleLevelFile(name: "A")
    try file.set("balls", to: "12", catalog: TestKinds.all)
    try file.set("mode", to: "score", catalog: TestKinds.all)
    try file.set("master", to: "rick", catalog: TestKinds.all)
    try file.set("gravity", to: "100", catalog: TestKinds.all)
    try file.set("rules.aims", to: "9", catalog: TestKinds.all)
    try file.set("scoring", to: "msk", catalog: TestKinds.all)
    try file.set("scoring.blue", to: "7", catalog: TestKinds.all)
    try file.set("purple", to: "8", catalog: TestKinds.all)
    try file.set("params.score.share", to: "0.5", catalog: TestKinds.all)
    var scoring = PeggleScoring.msk
    scoring.blue = 7
    scoring.purple = 8
    #expect(file.rules.scoring == scoring)
    #expect(file.rules.balls == 12 && file.rules.gravity == 100 && file.rules.aims == 9)
    #expect(file.mode == "score" && file.master == "rick")
    #expect(file.parameters == ["score": ["share": 0.5]])
    try file.set("master", to: "null", catalog: TestKinds.all)
    #expect(file.master == nil)
    try file.set("integrator", to: "msk", catalog: TestKinds.all)
    #expect(file.rules.substeps == 2 && file.rules.ballSpeed == 1200)
    #expect(file.rules.gravity == 100 && file.rules.balls == 12)
    try file.set("integrator", to: "standard", catalog: TestKinds.all)
    #expect(file.rules.substeps == 1 && file.rules.ballSpeed == 600)
    try file.apply(
      rules: ["width": 900, "kaboomRadius": 80], parameters: ["kaboom": ["radius": 5]],
      catalog: TestKinds.all)
    #expect(file.rules.width == 900 && file.rules.kaboomRadius == 80)
    #expect(file.parameters["kaboom"] == ["radius": 5])
  }

  @Test(arguments: [
    ("ball", "3", "ball: unknown field 'ball'; did you mean 'balls'?"),
    ("balls", "many", "balls: expected a whole number from 0 to 1000, found \"many\""),
    (
      "mode", "scor",
      "mode: unknown mode 'scor'; did you mean 'score'? known: classic, dodge, score"
    ),
    ("game", "x", "game: this cannot be set; create a new level instead"),
    ("aims", "2", "aims: expected a whole number from 3 to 1024, found 2"),
    ("width", "250", "width: $.objects[0].x: expected a number from 0 to 250, found 300"),
  ])
  func refusesFields(path: String, value: String, message: String) throws {
    var file = PeggleLevelFile(name: "A")
    file.objects = [PeggleObject(.peg(colour: "blue", radius: 20), x: 300, y: 300)]
    let before = file
    let error = #expect(throws: LevelFieldProblem.self) {
      try file.set(path, to: value, catalog: TestKinds.all)
    }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
    #expect(file == before)
  }

  // MARK: Hostile files

  @Test func mutatedFilesNeverTrap() throws {
    var maker = PeggleLevelRandom(seed: 2)
    let sources = [Array(Self.sample.utf8), Array(maker.level().text.utf8)]
    var readable = 0
    for round in 0..<6_000 {
      var bytes = sources[round % 2]
      for _ in 0...maker.random.below(3) {
        let place = maker.random.below(bytes.count)
        switch maker.random.below(4) {
        case 0: bytes[place] = UInt8(maker.random.below(256))
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(maker.element(Array("{}[],:\"0-.e9".utf8)), at: place)
        default: bytes.swapAt(place, maker.random.below(bytes.count))
        }
      }
      guard let file = try? LevelFile.read(bytes, file: "a", catalog: TestKinds.all),
        let level = file.content as? PeggleLevelFile
      else { continue }
      readable += 1
      try? level.checkPlayable(catalog: TestKinds.all)
      _ = file.picture(catalog: TestKinds.all)
      _ = LevelPicture.render(.scene(level.scene(catalog: TestKinds.all)), name: "a")
      #expect(try PeggleLevelFile.reading(level.text) == level)
    }
    #expect(readable > 200)
  }

  @Test func truncatedFilesNeverTrap() {
    let bytes = Array(Self.sample.utf8)
    for count in 0..<bytes.count {
      #expect(throws: FileIssues.self) {
        try LevelFile.read(Array(bytes.prefix(count)), file: "a", catalog: TestKinds.all)
      }
    }
  }

  /// A file with these fields and objects.
  static func text(_ fields: String, _ objects: String) -> String {
    """
    {"format": "playtest-level", "version": 1, "game": "peggle", "name": "A",\(fields)
    "objects": [
    \(objects)]}
    """
  }
}

extension PeggleLevelFile {
  /// Reads a level from text.
  static func reading(
    _ text: String, catalog: any PeggleCatalog = TestKinds.all
  ) throws(FileIssues) -> PeggleLevelFile {
    try JSONReader.read(Array(text.utf8), file: "a.json") { decode($0, catalog: catalog) }
  }
}
