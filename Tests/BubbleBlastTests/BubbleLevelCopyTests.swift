import TestSupport
import Testing

@testable import BubbleBlastGame
@testable import SimHarness

/// Levels in memory of their own, one for each worker.
@Suite struct BubbleLevelCopyTests {
  private func level() throws -> BubbleLevel {
    try Bubbles.level(
      ["RB*BRR$GG", "x~BGR=&G", "RRx@BBGGB", "BGRRxBGR"], queue: "RBG",
      legend: ["x": "crate", "~": "rainbow", "&": "chameleon", "@": "timer_bomb"], columns: 9,
      rows: 12
    ) { $0.descentEvery = 7 }
  }

  private func games(_ level: BubbleLevel, host: ScriptHost) throws -> [UInt64] {
    try (0..<10).map { index in
      host.beginGame()
      var game = try BubbleGame<SmallMask>(level, host: host, index: index)
      var random = SeededRandom(key: StreamKey(rawValue: UInt64(index)))
      var turns = 0
      while game.state.outcome == nil, turns < 40 {
        try game.shoot(game.state.legalMove(at: random.below(game.state.legalMoveCount)).angle)
        turns += 1
      }
      return game.state.stableHash
    }
  }

  @Test func aCopyPlaysTheSameGames() throws {
    let level = try level()
    let copy = BubbleLevel(copying: level)
    let found = try games(level, host: Bubbles.host())
    #expect(try games(copy, host: Bubbles.host()) == found)
    #expect(Set(found).count == 10)
    #expect(copy.id == level.id && copy.name == level.name && copy.stars == level.stars)
    #expect(copy.setup !== level.setup && copy.setup.isSame(as: level.setup))
    #expect(copy.setup.hooks == level.setup.hooks)
  }

  /// What shots count references to lies elsewhere, or two workers would wait for each other.
  @Test func aCopySharesNoTable() throws {
    let level = try level()
    let copy = BubbleLevel(copying: level)
    func place<Element>(_ array: [Element]) -> UnsafePointer<Element>? {
      array.withUnsafeBufferPointer { $0.baseAddress }
    }
    let (mine, shared) = (copy.setup, level.setup)
    #expect(place(mine.kinds) != place(shared.kinds))
    #expect(place(mine.activationRank) != place(shared.activationRank))
    #expect(place(mine.fan.angles) != place(shared.fan.angles))
    #expect(place(mine.fan.directions) != place(shared.fan.directions))
    #expect(place(mine.fan.outward) != place(shared.fan.outward))
    #expect(place(copy.queue) != place(level.queue))
    #expect(place(copy.smallStart.board.kinds) != place(level.smallStart.board.kinds))
    // Assigned alone, an array shares its place.
    let alias = shared.kinds
    #expect(place(alias) == place(shared.kinds))
  }

  /// A host loads the scripts of a level once, whichever copy asks.
  @Test func copiesShareTheirScripts() throws {
    let level = try level()
    let copy = BubbleLevel(copying: BubbleLevel(copying: level))
    #expect(copy.setup.scriptUser === level.setup)
    let host = Bubbles.host()
    _ = try self.games(copy, host: host)
    let handles = try host.handles(for: level.setup)
    #expect(handles.first?.index == 0)
    #expect(try host.handles(for: try self.level().setup).first?.index == handles.count)
  }

  @Test func aWorkerKeepsItsCopyUntilItIsGivenAnotherLevel() throws {
    let (first, second) = (try level(), try level())
    let host = Bubbles.host()
    func own(_ level: BubbleLevel) -> BubbleLevel {
      host.ownCopy(of: level) { BubbleLevel(copying: $0) }
    }
    let copy = own(first)
    #expect(copy !== first)
    #expect(own(first) === copy)
    #expect(own(second) !== copy)
    #expect(own(first) !== copy)
  }
}
