import Testing

@testable import BubbleBlastGame
@testable import BubblePopGame
@testable import CardsGame
@testable import PeggleGame
@testable import SimHarness

@Suite struct LevelLayoutTests {
  private static func layout(_ rows: String...) throws -> String {
    try Generating.level(rows).layout
  }

  @Test func mirroredAndRecolouredIsTheSame() throws {
    let level = try Self.layout("RRB.", "G*B", "RR..")
    #expect(try Self.layout(".BRR", "B*G", "..RR") == level, "mirrored")
    #expect(try Self.layout("OOG.", "P*G", "OO..") == level, "other colours")
    #expect(try Self.layout(".GOO", "G*P", "..OO") == level, "both")
  }

  @Test func anythingElseIsAnother() throws {
    let level = try Self.layout("RRB.", "G*B", "RR..")
    for other in [
      try Self.layout("RRB.", "G=B", "RR.."), try Self.layout("RRB.", "R*B", "RR.."),
      try Self.layout("RRB.", "G*B", "RRR."), try Self.layout("RRB.", "G*B"),
      try Self.layout(".RRB", "G*B", "RR.."),
    ] { #expect(other != level) }
  }

  @Test func shotsAndNamesAreNoLayout() throws {
    var level = try Generating.level(["RRB."])
    let layout = level.layout
    level.rules.shots = 30
    level.name = "Another"
    #expect(level.layout == layout)
  }

  private static func pegs(_ change: (inout PeggleLevelFile) -> Void) -> String {
    var level = PeggleLevelFile(name: "P")
    level.objects = [
      PeggleObject(.peg(colour: "orange", radius: 10), x: 100, y: 300),
      PeggleObject(.block(width: 40, height: 20), x: 500, y: 200, rotation: 0.3),
    ]
    change(&level)
    return level.layout
  }

  @Test func pegsAreTheSameMirroredAndInAnyOrder() {
    let level = Self.pegs { _ in }
    let mirrored = Self.pegs { level in
      for index in level.objects.indices {
        level.objects[index].x = level.rules.width - level.objects[index].x
        level.objects[index].rotation *= -1
      }
    }
    #expect(mirrored == level)
    #expect(Self.pegs { $0.objects.reverse() } == level)
    #expect(Self.pegs { $0.objects[1].rotation += .pi } == level, "half a turn of a block")
    #expect(Self.pegs { $0.objects[1].rotation += 0.1 } != level)
    #expect(Self.pegs { $0.objects[0].x += 1 } != level)
    #expect(
      Self.pegs { $0.objects[0].form = .peg(colour: "blue", radius: 10) } != level,
      "orange pegs are to be cleared, blue ones are not")
  }

  @Test func unsupportedBubblesAreDropped() throws {
    var level = try Generating.level(["R...", "R..", "..B.", "B.."])
    level.dropLoose()
    #expect(level.gridRows == ["R...", "R.."])
  }

  @Test func mutationsAreLevelsThatHang() throws {
    var random = SeededRandom(key: StreamKey(rawValue: 3))
    let first = LevelFile(try Generating.level(["RRBB", "RGB", "GGRR", "B.B"]))
    var file = first
    var layouts: Set<String> = [file.layout]
    for step in 0..<200 {
      // After five changes from the beginning again: so small a level soon has nothing left.
      if step % 5 == 0 { file = first }
      guard let next = file.mutated(using: &random) else { continue }
      try next.checkPlayable(catalog: Tuning.library)
      var loose = try #require(next.content as? BubbleLevelFile)
      let before = loose
      loose.dropLoose()
      #expect(loose == before)
      layouts.insert(next.layout)
      file = next
    }
    #expect(layouts.count > 100)
  }

  /// Pegs stay where they are and how many there are; colours and balls change.
  @Test func mutationsOfPegsAreLevelsOfTheSamePlaces() throws {
    var random = SeededRandom(key: StreamKey(rawValue: 4))
    var first = PeggleLevelFile(name: "P")
    first.objects = (0..<12).map { place in
      PeggleObject(
        .peg(colour: ["orange", "blue", "green"][place % 3], radius: 12),
        x: 60 + 60 * Double(place),
        y: 300)
    }
    first.objects.append(PeggleObject(.block(width: 40, height: 20), x: 400, y: 200))
    var file = LevelFile(first)
    var layouts: Set<String> = [file.layout]
    var balls: Set<Int> = []
    for step in 0..<300 {
      if step % 5 == 0 { file = LevelFile(first) }
      guard let next = file.mutated(using: &random) else { continue }
      guard let level = next.content as? PeggleLevelFile else {
        Issue.record("another game")
        return
      }
      #expect(level.objects.map { [$0.x, $0.y] } == first.objects.map { [$0.x, $0.y] })
      #expect(level.objects.last == first.objects.last)
      #expect((1...100).contains(level.rules.balls))
      balls.insert(level.rules.balls)
      layouts.insert(next.layout)
      // Without an orange one there is nothing to win.
      if level.objects.contains(where: { $0.colour == "orange" }) {
        try next.checkPlayable(catalog: Tuning.library)
      }
      file = next
    }
    #expect(layouts.count > 100 && balls.count > 5, "\(layouts.count) \(balls.count)")
  }

  /// Where there is nothing to change there is no mutation.
  @Test func someLevelsHaveNoMutations() throws {
    var random = SeededRandom(key: StreamKey(rawValue: 5))
    var few = PeggleLevelFile(name: "P")
    few.objects = [PeggleObject(.peg(colour: "orange", radius: 12), x: 60, y: 300)]
    let files: [LevelFile] = [
      LevelFile(few), LevelFile(try Generating.level(["RRRR"])),
      LevelFile(CardsLevelFile(game: .set, name: "S")), LevelFile(PopLevelFile(name: "B")),
    ]
    for file in files { #expect(file.mutated(using: &random) == nil) }
  }
}
