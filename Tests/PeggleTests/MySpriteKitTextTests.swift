import TestSupport
import Testing

@testable import Catalogue
@testable import PeggleGame
@testable import SimHarness
@testable import TextFormats

@Suite struct MySpriteKitTextTests {
  private let one = """
    [{"name": "ONE", "width": 500.0, "height": 720, "balls": 7, "mode": "classic", "objects": [
      {"kind": "peg", "color": "orange", "x": 100, "y": 200, "rotation": 0.5, "radius": 20.0},
      {"kind": "block", "x": 300, "y": 300, "rotation": 0.0, "width": 40.0, "height": 30}]},
     {"name": "ONE", "width": 500, "height": 720, "balls": 1, "mode": "dodge", "objects": [
      {"kind": "peg", "color": "blue", "x": 250, "y": 80, "radius": 20}]}]
    """

  @Test func readsLevels() throws {
    let levels = try MySpriteKitText.levels(Array(one.utf8), file: "a", catalog: TestKinds.all)
    #expect(levels.map(\.name) == ["ONE", "ONE (2)"])
    var rules = PeggleRules.msk
    rules.width = 500
    rules.height = 720
    rules.balls = 7
    rules.scoring = .msk
    #expect(levels[0].rules == rules)
    #expect(levels[0].mode == "classic" && levels[0].master == nil)
    #expect(
      levels[0].objects == [
        PeggleObject(.peg(colour: "orange", radius: 20), x: 100, y: 200, rotation: 0.5),
        PeggleObject(.block(width: 40, height: 30), x: 300, y: 300),
      ])
    // The second has a peg at the cannon's mouth.
    #expect(levels.map(\.overlaps) == [false, true])
    for level in levels { #expect(try PeggleLevelFile.reading(level.text) == level) }
  }

  @Test func complainsByLine() {
    let text = """
      [{"name": "", "width": 9, "height": 720, "balls": 7, "mode": "clasic", "lives": 3,
        "objects": [
        {"kind": "peg", "color": "blu", "x": 1, "y": 1, "radius": 20},
        {"kind": "peg", "x": 1, "y": 1, "radius": 2},
        {"kind": "cube", "x": 1, "y": 1}]}]
      """
    let error = #expect(throws: FileIssues.self) {
      try MySpriteKitText.levels(Array(text.utf8), file: "a", catalog: TestKinds.all)
    }
    #expect(
      error?.issues.map { "\($0.line): \($0.path)" } == [
        "1: $[0].lives", "1: $[0].mode", "1: $[0].name", "1: $[0].width",
        "3: $[0].objects[0].color", "4: $[0].objects[1]", "4: $[0].objects[1].radius",
        "5: $[0].objects[2].kind",
      ])
    for text in ["", "{}", "[]", "[3]", "[{}]"] {
      #expect(throws: FileIssues.self) {
        try MySpriteKitText.levels(Array(text.utf8), file: "a", catalog: TestKinds.all)
      }
    }
  }

  @Test func areLevelArguments() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(one, to: "levels.json")
    let library = LevelLibrary(folder: "/nowhere", catalog: TestKinds.all)
    let sources = try library.levels(for: ["import:msk=\(path)"])
    #expect(sources.map(\.path) == ["import:msk=\(path)#1", "import:msk=\(path)#2"])
    #expect(
      try library.levels(for: ["import:msk=\(path)#2"]).map(\.header.name) == ["ONE (2)"])
    func lines(_ argument: String) -> [String]? {
      #expect(throws: LevelProblems.self) { try library.levels(for: [argument]) }?.lines
    }
    #expect(
      lines("import:msk=\(path)#3") == [
        "import:msk=\(path)#3: no such level; the file has levels 1 to 2"
      ])
    #expect(
      lines("import:msk#1") == [
        "import:msk#1: these levels have no default file; name one: import:msk=PATH"
      ])
    #expect(lines("import:msk=/none") == ["/none: no such file"])
  }

  /// The three levels that come with that game: each has a peg at the cannon's mouth, and in one a
  /// block lies on a peg.
  @Test func readsTheReferenceLevels() throws {
    let path = Oracle.root.appending(path: "../shared/data/msk/levels.json").path
    guard let text = try Oracle.text(at: path) else { return }
    let levels = try MySpriteKitText.levels(
      Array(text.utf8), file: "levels.json", catalog: TestKinds.all)
    #expect(levels.map(\.name) == ["LEVEL 1", "LEVEL 2", "LEVEL 3"])
    #expect(levels.map(\.mode) == ["classic", "score", "dodge"])
    #expect(levels.map(\.rules.balls) == [7, 10, 1])
    #expect(levels.map(\.objects.count) == [69, 15, 30])
    #expect(
      levels.map { level in level.objects.filter { $0.colour == "orange" }.count } == [20, 4, 8])
    #expect(levels.map(\.overlaps) == [true, true, true])
    let problems = levels.map { level in
      PeggleLayout.problems(of: level.objects, rules: level.rules).map { problem in
        switch problem {
        case .cannon(let object, _, _, _): "\(object) at the cannon"
        case .overlap(let first, let second, _): "\(second) on \(first)"
        default: "\(problem)"
        }
      }
    }
    #expect(
      problems == [
        ["35 at the cannon"], ["8 at the cannon"],
        ["6 at the cannon", "12 at the cannon", "13 on 0"],
      ])
    for level in levels {
      try level.checkPlayable(catalog: TestKinds.all)
      #expect(try PeggleLevelFile.reading(level.text) == level)
      #expect(try level.scaled(toWidth: 800, height: 600).objects.count == level.objects.count)
    }
  }
}
