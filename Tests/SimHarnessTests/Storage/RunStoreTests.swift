import GRDB
import Testing

@testable import SimHarness

/// What a store's tables hold, as those see it who ask it in SQL.
@Suite struct RunStoreTests {
  /// The view `results` names level and player of each game, beside all of the row.
  @Test func theViewNamesLevelsAndPlayers() async throws {
    try await SmallRuns.inOwnFolder { root in
      let path = "\(root)/run"
      try await SmallRuns.record(SmallRuns.plan(games: 3), in: path)
      let queue = try DatabaseQueue(path: "\(path)/results.sqlite")
      let rows = try queue.read { db in
        try Row.fetchAll(
          db,
          sql: "SELECT level, agent, game, moves, m_popped FROM results"
            + " ORDER BY level, agent DESC, game")
      }
      #expect(
        rows.map { "\($0["level"] as String) \($0["agent"] as String) \($0["game"] as Int)" } == [
          "Small random 0", "Small random 1", "Small random 2", "Small novice 0", "Small novice 1",
          "Small novice 2",
        ])
      #expect(rows.allSatisfy { ($0["moves"] as Int) > 0 && ($0["m_popped"] as Int) >= 0 })
    }
  }

  /// A game that no run can have is not there; it is not taken for one of the next cell.
  @Test(arguments: [-1, 3, 1 << 40, 1 << 41, Int.max])
  func gamesThatWereNotPlayedAreNotThere(_ index: Int) async throws {
    try await SmallRuns.inOwnFolder { root in
      let path = "\(root)/run"
      try await SmallRuns.record(SmallRuns.plan(games: 3), in: path)
      let store = try SmallRuns.store(in: path)
      #expect(try store.game(2, ofCell: 0) != nil)
      #expect(try store.game(index, ofCell: 0) == nil)
    }
  }

  /// Numbers of rows give back the cell and the game, and rise with both.
  @Test func rowNumbersGiveBackCellAndGame() {
    var random = SeededRandom(key: StreamKey(rawValue: 23))
    for _ in 0..<10_000 {
      let cell = random.below(1 << 23)
      let index = random.below(1 << 40)
      let number = RowNumber.of(index, cell: cell)
      #expect(RowNumber.cell(of: number) == cell && RowNumber.index(of: number) == index)
    }
    #expect(RowNumber.indices == 0..<(1 << 40))
    #expect(RowNumber.of((1 << 40) - 1, cell: 4) + 1 == RowNumber.of(0, cell: 5))
    // What a damaged file may hold is of no cell.
    #expect(RowNumber.cell(of: -1) == -1 && RowNumber.cell(of: .min) < 0)
  }
}
