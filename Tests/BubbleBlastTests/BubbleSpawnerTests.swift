import TestSupport
import Testing

@testable import BubbleBlastGame
@testable import BubblePopGame
@testable import SimHarness
@testable import TextFormats

/// Spawners of Bubble Blast's cannon.
@Suite struct BubbleSpawnerTests {
  private static let grid = ["RRBBGGYYRRBB", "RBGYRBGYRBG", "YYGGBBRRYYGG"]

  private static func level(
    _ spawner: ColourSpawner?, params: [String: Double] = [:], queue: [BubbleColour] = [],
    weights: [Double] = [1, 1, 0, 1, 1, 0, 0, 0], onlyPresent: Bool = true,
    grid: [String] = grid, preview: Int = 1
  ) throws -> BubbleLevel {
    var rules = BubbleRules()
    rules.preview = preview
    let plain = try Bubbles.level(grid)
    return BubbleLevel(
      name: "test", rules: rules,
      kindParameters: spawner.map { [$0.name: params] } ?? [:], grid: plain.grid, queue: queue,
      spawn: BubbleSpawn(weights: weights, onlyPresent: onlyPresent), spawner: spawner)
  }

  private static func bundled(_ name: String) throws -> ColourSpawner {
    try #require(try Bubbles.library.colourSpawner(named: name))
  }

  private static func spawner(_ body: String) throws -> ColourSpawner {
    try ColourSpawner(
      from: ScriptSource(
        name: "spawners/s.lua",
        text: """
          return { name = "s", next = function(view, u, params)
            \(body)
          end }
          """), knownGames: nil)
  }

  /// The colours of a game whose shots all go straight up.
  private static func dealt(
    _ level: BubbleLevel, shots: Int = 12, index: Int = 0
  ) throws -> [BubbleColour] {
    var game = try BubbleGame<SmallMask>(level, index: index)
    var colours = [game.state.view.current]
    for _ in 0..<shots where game.state.outcome == nil {
      try game.state.apply(BubbleMove(angle: 1.2), in: &game.context) { _ in }
      colours.append(game.state.view.current)
    }
    return colours
  }

  @Test func theWeightedSpawnerDealsAsTheCannonDoesItself() throws {
    let weights: [Double] = [4, 3, 0, 2, 1, 0, 0, 0]
    for index in 0..<40 {
      #expect(
        try Self.dealt(Self.level(Self.bundled("weighted"), weights: weights), index: index)
          == Self.dealt(Self.level(nil, weights: weights), index: index))
    }
  }

  @Test func drawsAreCoupled() throws {
    // The same uniforms, whatever the parameters: most draws agree.
    var same = 0
    var all = 0
    for index in 0..<30 {
      let one = try Self.dealt(Self.level(Self.bundled("weighted")), index: index)
      let other = try Self.dealt(
        Self.level(Self.bundled("weighted"), params: ["board": 0.2]), index: index)
      for (first, second) in zip(one, other) {
        all += 1
        if first == second { same += 1 }
      }
    }
    #expect(Double(same) / Double(all) > 0.75)
    #expect(same < all)
  }

  @Test(arguments: [1.0, 3.0])
  func aBagHoldsAsManyOfEach(_ copies: Double) throws {
    var bags = 0
    for index in 0..<20 {
      let level = try Self.level(
        Self.bundled("bag"), params: ["copies": copies], onlyPresent: false, grid: ["RRBBGGYYRRBB"])
      var game = try BubbleGame<SmallMask>(level, index: index)
      var counts: [BubbleColour: Int] = [:]
      var total = 1
      counts[game.state.view.current, default: 0] += 1
      while game.state.outcome == nil && total < 24 {
        // To the right wall and back, so that the board fills slowly.
        try game.state.apply(
          BubbleMove(angle: 0.4 + 0.1 * Double(total)), in: &game.context
        ) { _ in }
        guard game.state.outcome == nil else { break }
        counts[game.state.view.current, default: 0] += 1
        total += 1
        if total % (4 * Int(copies)) == 0 {
          bags += 1
          #expect(Set(counts.values) == [total / 4], "after \(total)")
        }
      }
    }
    #expect(bags >= 20, "games are long enough to empty bags")
  }

  /// The last bubble of a colour goes at some time, and no spawner deals it from then on.
  @Test(arguments: ["bag", "helpful", "uniform", "weighted", "streaks"])
  func noSpawnerDealsAColourThatIsGone(_ name: String) throws {
    var cleared = 0
    for index in 0..<60 {
      let level = try Self.level(Self.bundled(name), grid: ["....RRBB...."])
      var game = try BubbleGame<SmallMask>(level, index: index)
      var random = SeededRandom(key: StreamKey(rawValue: UInt64(index)))
      for _ in 0..<60 where game.state.outcome == nil {
        let move = game.state.legalMove(at: random.below(game.state.legalMoveCount))
        try game.state.apply(move, in: &game.context) { _ in }
      }
      if game.state.outcome == .won { cleared += 1 }
    }
    #expect(cleared > 0)
  }

  @Test func theHelpfulOneDealsWhatMatchesMost() throws {
    // Three reds lie open; the others are alone.
    let level = try Self.level(
      Self.bundled("helpful"), params: ["help": 1], grid: ["RRRB.G.Y.B.G"])
    #expect(try Self.dealt(level, shots: 0) == [.red])
    let spiteful = try Self.level(
      Self.bundled("helpful"), params: ["help": -1], grid: ["RRRB.G.Y.B.G"])
    #expect(try Self.dealt(spiteful, shots: 0) == [.blue])
  }

  @Test func theUniformOneHoldsTheLastColourBack() throws {
    for index in 0..<20 {
      let level = try Self.level(
        Self.bundled("uniform"), params: ["repeats": 0], preview: 6)
      let game = try BubbleGame<SmallMask>(level, index: index)
      let hand = [game.state.view.current] + game.state.view.next
      #expect(zip(hand, hand.dropFirst()).allSatisfy { $0 != $1 }, "\(hand)")
    }
  }

  @Test func theQueueComesFirstAndIsForgottenByImaginedGames() throws {
    let spawner = try Self.bundled("bag")
    let one = try Self.level(spawner, queue: [.red, .blue, .yellow, .yellow, .yellow])
    let other = try Self.level(spawner, queue: [.red, .blue, .green, .green, .green])
    func future(_ level: BubbleLevel) throws -> [BubbleColour] {
      var game = try BubbleGame<SmallMask>(level)
      #expect(game.state.view.current == .red && game.state.view.next == [.blue])
      var imagined = game.state.imagined(in: &game.context)
      var colours: [BubbleColour] = []
      for _ in 0..<4 {
        try imagined.apply(BubbleMove(angle: 1.2), in: &game.context) { _ in }
        colours.append(imagined.view.next[0])
      }
      return colours
    }
    #expect(try future(one) == future(other))
    #expect(try Self.dealt(one, shots: 4).prefix(5) == [.red, .blue, .yellow, .yellow, .yellow])
  }

  @Test func whatWasDealtIsPartOfTheState() throws {
    let level = try Self.level(Self.bundled("bag"))
    let game = try BubbleGame<SmallMask>(level)
    var other = game.state
    other.position.dealtCounts[0] += 1
    #expect(other != game.state)
    #expect(other.stableHash != game.state.stableHash)
    let plain = try BubbleGame<SmallMask>(Self.level(nil))
    #expect(plain.state.position.dealtCounts == SIMD8<UInt16>())
  }

  @Test(arguments: [
    ("return 'pink'", "next must return one of view's colours, now blue, red, green, yellow"),
    ("return 'purple'", "not 'purple'"), ("return nil", "not nil"),
    ("return view:colour(9)", "view:colour needs a colour's number from 1 to 4"),
    ("return view:dealt('pink')", "view:dealt needs a colour's name, such as \"red\""),
    ("return view.board", "board"),
  ])
  func aBadAnswerIsAFault(_ body: String, _ message: String) throws {
    let level = try Self.level(try Self.spawner(body))
    do {
      _ = try BubbleGame<SmallMask>(level)
      Issue.record("no fault")
    } catch let LevelError.script(fault) {
      #expect(fault.message.contains(message), "\(fault.message)")
      #expect(fault.message.contains("s.lua:"))
    }
  }

  @Test func afterAFaultNothingHasChanged() throws {
    let level = try Self.level(
      try Self.spawner("if view.turn > 0 then error('tired') end return view:colour(1)"))
    var game = try BubbleGame<SmallMask>(level)
    let before = game.state
    var events = 0
    var said = ""
    do throws(MoveError) {
      try game.state.apply(BubbleMove(angle: 1.2), in: &game.context) { _ in events += 1 }
    } catch {
      said = "\(error)"
    }
    #expect(said.contains("tired"))
    #expect(game.state == before)
    #expect(events == 0)
  }

  // MARK: Files

  private static func file(_ fields: String) throws(FileIssues) -> BubbleLevelFile? {
    let json = """
      {"format":"playtest-level","version":1,"game":"bubble-blast","name":"L","columns":4,\
      \(fields),"grid":["RRBB"]}
      """
    return try LevelFile.read(Array(json.utf8), file: "l.json", catalog: Bubbles.library).content
      as? BubbleLevelFile
  }

  @Test func aLevelNamesItsSpawner() throws {
    let file = try #require(
      try Self.file("\"spawner\":\"bag\",\"params\":{\"bag\":{\"copies\":3}}"))
    #expect(file.spawner == "bag")
    #expect(file.text.contains("\"spawner\": \"bag\""))
    let level = try file.level(catalog: Bubbles.library)
    #expect(level.setup.spawnerValues == [3])
    #expect(level.setup.scriptUses.map(\.source.name) == ["spawners/bag.lua"])
    var edited = file
    edited.parameters = [:]
    let path = Oracle.root.appending(path: "scripts/spawners/helpful.lua").path
    try edited.set("spawner", to: path, catalog: Bubbles.library)
    #expect(try edited.level(catalog: Bubbles.library).setup.spawner?.name == "helpful")
    try edited.set("spawner", to: "null", catalog: Bubbles.library)
    #expect(edited.spawner == nil)
  }

  @Test(arguments: [
    ("\"spawner\":\"bagg\"", "unknown spawner 'bagg'; did you mean 'bag'?"),
    ("\"spawner\":\"bag\",\"params\":{\"bag\":{\"copy\":3}}", "unknown parameter 'copy' of 'bag'"),
    ("\"spawner\":\"bag\",\"params\":{\"bag\":{\"copies\":30}}", "$.params.bag.copies: expected"),
    ("\"spawner\":7", "expected"),
  ])
  func badFilesAreReported(_ fields: String, _ message: String) {
    do throws(FileIssues) {
      _ = try Self.file(fields)
      Issue.record("no error")
    } catch {
      #expect(error.lines.contains { $0.contains(message) }, "\(error.lines)")
    }
  }

  @Test func bubblePopRefusesASpawnerThatIsNotForIt() {
    let json = """
      {"format":"playtest-level","version":1,"game":"bubble-pop","name":"P","spawner":"bag"}
      """
    do throws(FileIssues) {
      _ = try LevelFile.read(Array(json.utf8), file: "p.json", catalog: Bubbles.library)
      Issue.record("no error")
    } catch {
      #expect(error.lines.contains { $0.contains("'bag' is for bubble-blast") }, "\(error.lines)")
    }
  }

  @Test func theCheckFindsMemory() throws {
    let check = ScriptCheck(library: Bubbles.library)
    for name in ["bag", "helpful", "uniform", "weighted", "streaks"] {
      let source = try #require(try Bubbles.library.source(of: .spawner, named: name))
      #expect(check.report(source).problems == [], "\(name)")
    }
    let forgetful = ScriptSource(
      name: "spawners/s.lua",
      text: """
        local n = 0
        return { name = "s", games = { "bubble-blast" }, next = function(view, u)
          n = n + 1
          return view:colour(1 + n % view.colours)
        end }
        """)
    #expect(
      check.report(forgetful).problems.contains {
        $0.contains("keeps state between calls")
          && $0.hasSuffix("; use only `u`, `view` and `params`")
      })
  }
}
