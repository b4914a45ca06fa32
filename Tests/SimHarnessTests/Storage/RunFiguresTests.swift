import Foundation
import Synchronization
import Testing

@testable import PlaytestCommands
@testable import SimHarness

/// Figures that are added up while games are played are those that the store gives.
@Suite struct RunFiguresTests {
  /// Runs, whole and interrupted after some games, on one and on several workers.
  @Test(arguments: [(1, Int.max), (3, Int.max), (1, 17), (3, 40)])
  func addedFiguresAreThoseOfTheStore(jobs: Int, gamesBeforeTheStop: Int) async throws {
    try await SmallRuns.inOwnFolder { root in
      let folder = RunFolder(path: "\(root)/run")
      try folder.create(replacing: false)
      let plan = try SmallRuns.plan(games: 60)
      let isStopped = Atomic(false)
      let isComplete = try await RunRecorder(plan: plan, folder: folder, jobs: jobs).record(
        isCancelled: { isStopped.load(ordering: .relaxed) }, log: { _ in },
        progress: { if $0 >= gamesBeforeTheStop { isStopped.store(true, ordering: .relaxed) } },
        finish: { figures in
          let figures = try #require(figures)
          let added = try folder.summary(games: .bundled, figures: figures)
          let stored = try folder.summary(games: .bundled)
          #expect(stored.cells.contains { $0.games > 0 })
          #expect(text(of: added) == text(of: stored))
        })
      #expect(isComplete == (gamesBeforeTheStop == .max))
    }
  }

  private func text(of summary: RunSummary) -> [String] {
    [ReportFormat.json, .html, .md].map { $0.render(summary, runPath: "run") }
  }

  /// A run that goes on does not know the figures of what it had: they come from the store.
  @Test func aResumedRunIsReadFromItsStore() async throws {
    try await SmallRuns.inOwnFolder { root in
      let path = "\(root)/run"
      try await SmallRuns.record(SmallRuns.plan(games: 5), in: path)
      let folder = RunFolder(path: path)
      var recorder = RunRecorder(plan: try SmallRuns.plan(games: 5), folder: folder, jobs: 1)
      recorder.isResuming = true
      let had = Mutex(true)
      _ = try await recorder.record(
        isCancelled: { false }, log: { _ in }, progress: { _ in },
        finish: { figures in had.withLock { $0 = figures != nil } })
      #expect(had.withLock { $0 } == false)
    }
  }

  /// Any order in which games come gives the same figures; games that are named are the first of
  /// their kind by index, not by arrival.
  @Test func theOrderOfGamesDoesNotMatter() {
    var random = SeededRandom(key: StreamKey(rawValue: 18))
    let metrics = [
      MetricDefinition("near_miss", unit: "share", kind: .rate, summary: "near"),
      MetricDefinition("some", unit: "things", kind: .count, summary: "some"),
    ]
    for _ in 0..<200 {
      var rows = (0..<40).map { index in
        let end = GameEnd.allCases[random.below(GameEnd.allCases.count)]
        return GameRow(
          result: GameResult(
            index: index, end: end, score: 2040 + random.below(12) - (index % 7 == 0 ? 2050 : 0),
            moves: random.below(5), hash: UInt64(index),
            fault: end == .faulted ? "x.lua:\(random.below(3)): why" : nil),
          lossReason: end == .lost ? ["line", "shots"][random.below(2)] : nil,
          metrics: [Int64(random.below(2)), random.below(3) == 0 ? nil : Int64(random.below(9))])
      }
      func figures() -> String {
        var builder = CellSummaryBuilder(
          level: "a", levelHash: "b", agent: "c", hasPairs: false, metrics: metrics,
          stars: [2040, 2045, 2050])
        for row in rows { builder.add(row) }
        return "\(builder.build())"
      }
      let inOrder = figures()
      for place in rows.indices.dropFirst().reversed() {
        rows.swapAt(place, random.below(place + 1))
      }
      #expect(figures() == inOrder)
    }
  }
}
