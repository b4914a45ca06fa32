import Testing

@testable import BubbleBlastGame
@testable import Lab
@testable import PeggleGame
@testable import SimHarness

@Suite struct LevelLikenessTests {
  private static func plan(
    _ path: String, change: Double = 0.3, keep: [String] = [], count: Int = 4
  ) throws -> (plan: GeneratePlan, base: LevelFile) {
    let base = try Tuning.variants(at: path).file
    var plan = try Generating.plan(
      Generating.script("mosaic"), keep: keep, count: count, tries: 400)
    plan.game = try #require(GameRegistry.bundled.game(named: base.header.game))
    plan.origin = .like(try LevelSimilarity(base, change: change))
    return (plan, base)
  }

  @Test(arguments: [
    "levels/bubble-blast/06-honeycomb.json", "levels/peggle/01-garden-gate.json",
  ])
  func theBoardIsVariedAndTheRestKept(_ path: String) async throws {
    let (plan, base) = try Self.plan(path)
    let set = try await LevelGeneration(plan, jobs: 2).levels()
    #expect(set.levels.count == 4)
    #expect(set.levels.map(\.file.header.name) == (1...4).map { "\(base.header.name) 00\($0)" })
    for level in set.levels {
      let difference = level.file.difference(from: base)
      #expect(difference > 0 && difference <= 0.3, "\(difference)")
      #expect(level.isEdited && level.file.header.id == nil)
      if let level = level.file.content as? BubbleLevelFile {
        let base = try #require(base.content as? BubbleLevelFile)
        #expect(level.rules == base.rules && level.parameters == base.parameters)
        #expect(Set(level.colours).isSubset(of: base.colours))
        #expect(Set(level.kindNames).isSubset(of: base.kindNames))
      } else {
        let level = try #require(level.file.content as? PeggleLevelFile)
        let base = try #require(base.content as? PeggleLevelFile)
        #expect(level.rules == base.rules && level.mode == base.mode)
        #expect(level.objects.map(\.place) == base.objects.map(\.place))
        // Pegs exchange their colours: there are as many of each.
        #expect(level.pegColours == base.pegColours)
      }
    }
    let again = try await LevelGeneration(plan, jobs: 1).levels()
    #expect(again.levels.map(\.file) == set.levels.map(\.file))
  }

  /// The only green peg triggers the master's power, so it must not get lost.
  @Test func aSpecialPegIsKept() throws {
    var file = PeggleLevelFile(name: "A")
    file.objects =
      [PeggleObject(.peg(colour: "green", radius: 12), x: 40, y: 300)]
      + (1..<12).map { place in
        PeggleObject(
          .peg(colour: place < 3 ? "orange" : "blue", radius: 20), x: 40 + 60 * Double(place),
          y: 300)
      }
    var random = SeededRandom(key: StreamKey(rawValue: 1))
    var moved = 0
    for _ in 0..<50 {
      let next = try #require(file.mutated(keepingLimits: true, using: &random))
      #expect(next.pegColours == ["blue": 9, "green": 1, "orange": 2])
      #expect(next.objects.map(\.place) == file.objects.map(\.place))
      // A place keeps the size of its peg.
      #expect(next.objects.map(\.radius) == file.objects.map(\.radius))
      if next.objects[0].colour != "green" { moved += 1 }
      file = next
    }
    #expect(moved > 0)
  }

  @Test func pegsOfOneColourCannotBeVaried() throws {
    var file = PeggleLevelFile(name: "A")
    file.mode = "dodge"
    file.objects = (1..<6).map { place in
      PeggleObject(.peg(colour: "blue", radius: 20), x: 60 * Double(place), y: 300)
    }
    do {
      _ = try LevelSimilarity(LevelFile(file))
      Issue.record("there is nothing to vary")
    } catch {
      #expect(
        error.description.contains(
          "varying its board exchanges the colours of pegs, and all are blue; add pegs of another"
            + " colour"), "\(error)")
    }
  }

  @Test func conditionsChooseAmongThem() async throws {
    let (plan, _) = try Self.plan(
      "levels/bubble-blast/06-honeycomb.json", keep: ["pass_rate(casual) in 0.2...0.9"], count: 2)
    let set = try await LevelGeneration(plan, jobs: 2).levels()
    #expect(set.levels.count == 2)
    #expect(
      set.levels.allSatisfy { level in
        level.figures.allSatisfy { (0.2...0.9).contains($0.chosen.value) }
      })
  }

  /// Names are measured in Unicode scalars, of which one character may have many.
  @Test func aLongNameIsCutToMakeRoomForTheNumber() async throws {
    let found = try Self.plan("levels/bubble-blast/06-honeycomb.json", count: 1)
    let name = String(repeating: "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", count: 38)
    let named = try #require(found.base.renamed(name, catalog: Tuning.library))
    var plan = found.plan
    plan.origin = .like(try LevelSimilarity(named))
    let set = try await LevelGeneration(plan, jobs: 2).levels()
    #expect(set.levels.count == 1)
  }

  @Test func whatHasNoBoardIsRefused() throws {
    for (path, words) in [
      ("levels/bubble-pop/classic.json", "a level of bubble-pop has no board to vary"),
      ("levels/set/01-official.json", "a level of set has no board to vary"),
    ] {
      let file = try Tuning.variants(at: path).file
      do {
        _ = try LevelSimilarity(file)
        Issue.record("there is nothing to vary")
      } catch {
        #expect(error.description.contains(words), "\(error)")
      }
    }
    let empty = LevelFile(BubbleLevelFile(name: "Empty"))
    #expect(throws: GenerateError.self) { try LevelSimilarity(empty) }
  }
}

extension PeggleLevelFile {
  /// How many pegs there are of each colour.
  fileprivate var pegColours: [String: Int] {
    objects.compactMap(\.colour).reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}

extension PeggleObject {
  fileprivate var radius: Double? {
    if case .peg(_, let radius) = form { radius } else { nil }
  }
}
