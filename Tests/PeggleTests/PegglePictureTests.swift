import TestSupport
import Testing

@testable import Charts
@testable import PeggleGame
@testable import SimHarness

@Suite struct PegglePictureTests {
  @Test func showsObjectsCannonAndBucket() throws {
    var rules = PeggleRules()
    rules.width = 300
    rules.height = 200
    var file = PeggleLevelFile(name: "A", rules: rules)
    file.objects = [
      PeggleObject(.peg(colour: "orange", radius: 20), x: 40, y: 100),
      PeggleObject(.peg(colour: "ghost", radius: 8), x: 101, y: 109),
      PeggleObject(.block(width: 60, height: 40), x: 150, y: 120),
      PeggleObject(.triangle(width: 60, height: 60), x: 230, y: 110),
      PeggleObject(.peg(colour: "amber", radius: 20), x: 40, y: 160),
    ]
    #expect(
      PegglePicture.text(of: file, catalog: TestKinds.all) == """
        +---------------V--------------+
        |                              |
        |                              |
        |                              |
        |                              |
        |  oooo                ^^      |
        |  oooo   GG ######   ^^^^     |
        |            ######  ^^^^^^    |
        |  aaaa                        |
        |  aaaa                        |
        |                              |
        +-----\\__________________/-----+
        o orange 1, a amber 1, G ghost 1, # block 1, ^ triangle 1
        board 300 x 200 px, balls 10, mode classic, master none, objects 5
        """)
  }

  /// Where no middle of a cell lies in them: along a line between two rows, between two columns,
  /// and askew.
  @Test func thinObjectsAreDrawnAlongTheirLength() throws {
    var rules = PeggleRules()
    rules.width = 300
    rules.height = 200
    var file = PeggleLevelFile(name: "A", rules: rules)
    var askew = PeggleObject(.block(width: 120, height: 10), x: 230, y: 105)
    askew.rotation = .pi / 4
    file.objects = [
      PeggleObject(.block(width: 100, height: 10), x: 80, y: 100),
      PeggleObject(.block(width: 8, height: 100), x: 150, y: 100), askew,
    ]
    #expect(
      PegglePicture.text(of: file, catalog: TestKinds.all).split(separator: "\n").dropFirst()
        .prefix(10) == [
          "|                              |",
          "|                              |",
          "|                              |",
          "|               #  ##          |",
          "|               #    ##        |",
          "|   ##########  #      ##      |",
          "|               #        ##    |",
          "|               #          ##  |",
          "|                              |",
          "|                              |",
        ])
  }

  @Test func rulersTellPx() {
    var rules = PeggleRules()
    rules.width = 300
    rules.height = 200
    var file = PeggleLevelFile(name: "A", rules: rules)
    file.objects = [PeggleObject(.peg(colour: "blue", radius: 20), x: 200, y: 100)]
    let lines = PegglePicture.text(of: file, catalog: TestKinds.all, withRulers: true)
      .split(separator: "\n").map(String.init)
    #expect(lines[0] == "      0         100       200")
    #expect(lines[1] == "     +---------------V--------------+")
    #expect(lines[2] == "   0 |                              |")
    #expect(lines[6] == "     |                  bbbb        |")
    #expect(lines[7] == " 100 |                  bbbb        |")
    rules.width = 4_000
    file.rules = rules
    let wide = PegglePicture.text(of: file, catalog: TestKinds.all, withRulers: true)
    #expect(wide.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(wide.hasPrefix("      0        500      1000     1500"))
  }

  @Test func isAtMostEightyCharactersWide() {
    var file = PeggleLevelFile(name: "A")
    let usual = PegglePicture.text(of: file, catalog: TestKinds.all).split(separator: "\n")
    #expect(usual.count == 29 + 2 + 1)
    #expect(usual[0].count == 80)
    for (width, height) in [(200.0, 4000.0), (4000, 200), (1004, 1080), (200, 200)] {
      file.rules.width = width
      file.rules.height = height
      file.rules.bucket = width < 500
      file.objects = [PeggleObject(.peg(colour: "blue", radius: 8), x: width, y: height)]
      let lines = PegglePicture.text(of: file, catalog: TestKinds.all).split(separator: "\n")
      let board = lines.dropLast(2)
      #expect(Set(board.map(\.count)).count == 1)
      #expect(board[0].count <= 80)
      #expect(board.dropLast().last?.hasSuffix("b|") == true)
    }
  }

  @Test func everyKindHasACharacterOfItsOwn() {
    let names = PeggleLevelRandom.pegs + ["o", "oo", "blueberry", "V", "zz9"]
    let letters = PeggleLetters(pegs: names.sorted(), catalog: TestKinds.all)
    let found = names.map {
      letters.letter(of: PeggleObject(.peg(colour: $0, radius: 20), x: 0, y: 0))
    }
    #expect(Set(found).count == names.count)
    #expect(!found.contains("?") && !found.contains("V") && !found.contains("#"))
  }

  // MARK: Reports

  @Test func theReportDrawsEveryObject() throws {
    let file = try PeggleLevelFile.reading(PeggleLevelFileTests.sample)
    let scene = file.scene(catalog: TestKinds.all)
    #expect(scene.shapes.map(\.colour) == ["orange", "ghost", "block", "triangle", "polygon"])
    #expect(scene.shapes.map(\.letter) == ["o", "G", "#", "^", "%"])
    #expect(scene.shapes[0].form == .circle(x: 100, y: 200, radius: 20))
    #expect(scene.shapes[4].form == .polygon([[500, 280], [520, 310], [480, 310]]))
    #expect(scene.cannon == LevelScene.Spot(x: 450, y: 50, radius: 20))
    #expect(scene.bucket == nil)
    let usual = PeggleLevelFile(name: "A").scene(catalog: TestKinds.all)
    #expect(usual.bucket == LevelScene.Box(x: 300, y: 500, width: 200, height: 100))
    var maker = PeggleLevelRandom(seed: 11)
    for _ in 0..<100 {
      let level = maker.level()
      let picture = LevelPicture.render(
        .scene(level.scene(catalog: TestKinds.all)), name: level.name)
      #expect(MarkupScanner(picture).findings == [])
    }
  }

  @Test func factsSayWhatIsUnusual() throws {
    let file = try PeggleLevelFile.reading(PeggleLevelFileTests.sample)
    #expect(
      PegglePicture.labelledFacts(of: file).map { "\($0.label) \($0.value)" } == [
        "board 900 x 700.5 px", "balls 3", "mode score", "master rick", "objects 5",
        "bucket none", "integrator msk", "scoring custom", "overlaps allowed",
      ])
  }
}
