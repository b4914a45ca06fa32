import Foundation
import Synchronization
import Testing

@testable import Reporting
@testable import SimHarness

@Suite struct OrderedWorkTests {
  private struct Failure: Error, Equatable {
    let piece: Int
  }

  /// Results come in the order of the pieces, however long each takes, and few are under way.
  @Test(arguments: [1, 2, 7])
  func resultsComeInOrder(jobs: Int) throws {
    let begun = Atomic<Int>(0)
    let work = OrderedWork<Int, Int>(jobs: jobs) {
      { piece in
        begun.add(1, ordering: .relaxed)
        if piece % 5 == 0 { usleep(500) }
        return piece * piece
      }
    }
    defer { work.close() }
    var results: [Int] = []
    for piece in 0..<200 {
      if let result = try work.add(piece) { results.append(result) }
      #expect(begun.load(ordering: .relaxed) <= results.count + 4 * jobs + 1)
    }
    while let result = try work.next() { results.append(result) }
    #expect(results == (0..<200).map { $0 * $0 })
    #expect(try work.next() == nil)
  }

  /// Of several pieces that fail, the first by order is thrown, after the results before it.
  @Test func theFirstFailureIsThrown() throws {
    let work = OrderedWork<Int, Int>(jobs: 4) {
      { piece in
        if piece == 10 { usleep(20_000) }
        if piece >= 10 { throw Failure(piece: piece) }
        return piece
      }
    }
    defer { work.close() }
    var results: [Int] = []
    #expect(throws: Failure(piece: 10)) {
      for piece in 0..<40 {
        if let result = try work.add(piece) { results.append(result) }
      }
    }
    #expect(results == Array(0..<10))
  }

  @Test func aCancellationEndsTheWait() throws {
    let isCancelled = Atomic<Bool>(false)
    let work = OrderedWork<Int, Int>(
      jobs: 1, isCancelled: { isCancelled.load(ordering: .relaxed) },
      worker: {
        { piece in
          isCancelled.store(true, ordering: .relaxed)
          usleep(300_000)
          return piece
        }
      })
    defer { work.close() }
    #expect(try work.add(1) == nil)
    #expect(throws: CancellationError.self) { try work.next() }
  }
}
