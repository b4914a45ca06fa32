import Foundation
import Testing

@testable import SimHarness
@testable import TextFormats

/// What skill is worth is measured on the games that both players played.
@Suite struct SkillGapTests {
  private static func row(_ index: Int, _ end: GameEnd) -> GameRow {
    GameRow(
      result: GameResult(index: index, end: end, score: 0, moves: 1, hash: 0), metrics: [])
  }

  private static func marks(_ rows: [(Int, GameEnd)]) -> OutcomeMarks {
    rows.reduce(into: OutcomeMarks()) { $0.add(row($1.0, $1.1).result, isForTwo: false) }
  }

  @Test func gamesArePairedByTheirIndices() {
    let novice = Self.marks([
      (0, .won), (1, .lost), (2, .won), (3, .capped), (64, .lost), (70, .faulted), (90, .lost),
    ])
    let expert = Self.marks([
      (64, .won), (3, .lost), (2, .lost), (1, .won), (0, .won), (70, .won), (91, .won),
    ])
    #expect(
      novice.paired(with: expert)
        == PairedOutcomes(
          both: 1, lost: 1, gained: 2, neither: 1, onlyAfter: .init(passed: 1, failed: 0)))
    #expect(Self.marks([(0, .ended)]).paired(with: novice).games == 0)
  }

  /// Memory follows the number of games: an index far out is no reason to make room for all before.
  @Test func indicesMayLieFarApart() {
    let far = Self.marks([(Int.max, .won), (0, .lost)])
    #expect(far.paired(with: far) == PairedOutcomes(both: 1, neither: 1))
  }

  /// Recomputed from the rows of a run, by a join of its own, for figures added up while the run
  /// went on and for those read back from the store.
  @Test func aRunsGapIsThatOfItsRows() async throws {
    let plan = try SmallRuns.plan(games: 70, agents: ["expert", "casual", "novice"])
    try await SmallRuns.inOwnFolder { path in
      try await SmallRuns.record(plan, in: path, jobs: 2)
      let folder = RunFolder(path: path)
      let store = try SmallRuns.store(in: path)
      var ends: [[GameEnd]] = []
      for cell in store.header.cells.indices {
        ends.append([])
        try store.forEachGame(ofCell: cell) { ends[cell].append($0.result.end) }
      }
      var outcomes = PairedOutcomes()
      for (novice, expert) in zip(ends[2], ends[0]) {
        outcomes.add(before: novice == .won, after: expert == .won)
      }
      #expect(outcomes.games == 70 && outcomes.gained > 0)
      let expected = try #require(Statistics.pairedRateDifference(outcomes))
      let summary = try folder.summary(games: .bundled)
      let gap = summary.levels[0].metrics.first { $0.name == "skill_gap" }?.value
      #expect(gap == expected)
      // `record` wrote the summary from the figures added up while playing.
      let text = String(decoding: try folder.read(.summary), as: UTF8.self)
      #expect(text.contains("\"skill_gap\":{\"value\":\(JSONWriter.number(expected.value))"))
    }
  }
}
