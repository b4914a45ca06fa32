import Foundation
import Synchronization
import Testing

@testable import BubbleBlastGame
@testable import SimHarness

/// Batches over several workers: the order of what comes back, cancellation and errors.
@Suite struct WorkerPoolTests {
  /// A player whose games end at once, each with its index as the score.
  private static let counter = RunPlayer(name: "counter", summary: "", scripts: []) {
    request, _, _, isCancelled, row in
    for index in request.games {
      if isCancelled() { return }
      row(GameRow(result: GameResult(index: index, end: .ended, score: index, moves: 0, hash: 0)))
    }
  }

  private static func pool(jobs: Int) -> WorkerPool {
    WorkerPool(jobs: jobs, game: BubbleBlast.entry, modules: [])
  }

  private static func batch(
    _ games: Range<Int>, by player: RunPlayer = counter
  ) throws -> GameBatch {
    let level = try SmallRuns.plan().levels[0]
    return GameBatch(
      level: level, player: player,
      request: BatchRequest(seed: 1, levelID: level.id, games: games, maxMoves: 1))
  }

  @Test(arguments: [1, 2, 7])
  func outcomesComeInTheOrderOfTheItems(jobs: Int) async throws {
    let batch = try Self.batch(0..<1)
    let outcomes = await Self.pool(jobs: jobs).outcomes(
      of: Array(0..<50), isCancelled: { false },
      batch: { item in
        GameBatch(
          level: batch.level, player: batch.player,
          request: BatchRequest(
            seed: 1, levelID: "", games: 10 * item..<10 * item + item % 4, maxMoves: 1))
      },
      outcome: { item, rows in [item] + rows.map(\.result.score) })
    #expect(outcomes == (0..<50).map { item in [item] + (0..<item % 4).map { 10 * item + $0 } })
  }

  @Test func noItemsNeedNoWorker() async throws {
    let batch = try Self.batch(0..<1)
    let outcomes = await Self.pool(jobs: 2).outcomes(
      of: [Int](), isCancelled: { false }, batch: { _ in batch }, outcome: { item, _ in item })
    #expect(outcomes == [])
  }

  /// An item that a cancellation cuts short has no outcome.
  @Test func aCutItemHasNoOutcome() async throws {
    let isCancelled = Atomic<Bool>(false)
    let batch = try Self.batch(0..<4)
    let stopping = try Self.batch(
      0..<4,
      by: RunPlayer(name: "stopping", summary: "", scripts: []) { _, _, _, _, row in
        row(GameRow(result: GameResult(index: 0, end: .ended, score: 0, moves: 0, hash: 0)))
        isCancelled.store(true, ordering: .relaxed)
      })
    let outcomes = await Self.pool(jobs: 1).outcomes(
      of: [batch, stopping, batch], isCancelled: { isCancelled.load(ordering: .relaxed) },
      batch: { $0 }, outcome: { _, rows in rows.count })
    #expect(outcomes == [4, nil, nil])
  }

  /// A game that does not end is not waited for, and what comes of it is dropped.
  @Test func aCancelledGameIsNotWaitedFor() async throws {
    let isReleased = Atomic<Bool>(false)
    let isCancelled = Atomic<Bool>(false)
    let endless = try Self.batch(
      0..<1,
      by: RunPlayer(name: "endless", summary: "", scripts: []) { _, _, _, _, row in
        isCancelled.store(true, ordering: .relaxed)
        while !isReleased.load(ordering: .relaxed) { usleep(1000) }
        row(GameRow(result: GameResult(index: 0, end: .ended, score: 0, moves: 0, hash: 0)))
      })
    var pool = Self.pool(jobs: 2)
    pool.patience = 0.1
    let delivered = Atomic<Int>(0)
    let isGivenOut = Atomic<Bool>(false)
    try await pool.play(
      .asPlayed, workers: 2, isCancelled: { isCancelled.load(ordering: .relaxed) },
      next: { isGivenOut.exchange(true, ordering: .relaxed) ? nil : endless },
      rows: { (_, rows) throws in delivered.wrappingAdd(rows.count, ordering: .relaxed) })
    isReleased.store(true, ordering: .relaxed)
    usleep(100_000)
    #expect(delivered.load(ordering: .relaxed) == 0)
  }

  private struct Refusal: Error, Equatable {
    let item: Int
  }

  /// The first error is thrown, and nothing is delivered after it.
  @Test(arguments: [1, 3])
  func anErrorStopsAllWorkers(jobs: Int) async throws {
    let batch = try Self.batch(0..<2)
    let calls = Atomic<Int>(0)
    await #expect(throws: Refusal.self) {
      try await Self.pool(jobs: jobs).outcomes(
        of: Array(0..<1000), isCancelled: { false }, batch: { _ in batch },
        outcome: { (item, _) throws(Refusal) in
          calls.wrappingAdd(1, ordering: .relaxed)
          if item >= 5 { throw Refusal(item: item) }
        })
    }
    #expect(calls.load(ordering: .relaxed) <= 5 + jobs)
  }

  /// Rows of a run are delivered while their batch is played, and each once.
  @Test func rowsAreDeliveredAsPlayed() async throws {
    let deliveries = Mutex<[[Int]]>([])
    let slow = try Self.batch(
      0..<3,
      by: RunPlayer(name: "slow", summary: "", scripts: []) { request, _, _, _, row in
        for index in request.games {
          usleep(60_000)
          row(GameRow(result: GameResult(index: index, end: .ended, score: 0, moves: 0, hash: 0)))
        }
      })
    let isGivenOut = Atomic<Bool>(false)
    try await Self.pool(jobs: 1).play(
      .asPlayed, workers: 1, isCancelled: { false },
      next: { isGivenOut.exchange(true, ordering: .relaxed) ? nil : slow },
      rows: { (_, rows) throws in deliveries.withLock { $0.append(rows.map(\.result.index)) } })
    #expect(deliveries.withLock { $0 } == [[0], [1], [2]])
  }
}
