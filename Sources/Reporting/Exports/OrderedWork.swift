import Dispatch
import SimHarness
import Synchronization

/// Does pieces of work on several threads and gives the results in the order of the pieces.
///
/// Memory holds a few pieces per thread, however many there are.
final class OrderedWork<Piece: Sendable, Outcome: Sendable>: Sendable {
  private struct State {
    var waiting: [(number: Int, piece: Piece)] = []
    var done: [Int: Result<Outcome, any Error>] = [:]
    /// Pieces that were handed over, and results that were given back.
    var given = 0
    var taken = 0
    var isClosed = false
  }

  private let state = Mutex(State())
  private let hasWork = DispatchSemaphore(value: 0)
  private let hasResult = DispatchSemaphore(value: 0)
  private let jobs: Int

  private let isCancelled: @Sendable () -> Bool

  /// Starts the threads; each calls `worker` once for what does its pieces.
  init(
    jobs: Int, isCancelled: @escaping @Sendable () -> Bool = { false },
    worker: @escaping @Sendable () -> (Piece) throws -> Outcome
  ) {
    self.jobs = max(1, jobs)
    self.isCancelled = isCancelled
    for _ in 0..<self.jobs {
      DispatchQueue(label: "playtest.ordered").async { self.runWorker(worker()) }
    }
  }

  private func runWorker(_ work: (Piece) throws -> Outcome) {
    while true {
      hasWork.wait()
      let next = state.withLock { state in
        state.isClosed || state.waiting.isEmpty ? nil : state.waiting.removeFirst()
      }
      guard let next else { return }
      let result = Result { try work(next.piece) }
      state.withLock { $0.done[next.number] = result }
      hasResult.signal()
    }
  }

  /// Submits a piece; if enough are under way, returns the oldest one's result.
  /// - Throws: What that piece threw, or `CancellationError`.
  func add(_ piece: Piece) throws -> Outcome? {
    let isFull = state.withLock { state in
      state.waiting.append((state.given, piece))
      state.given += 1
      return state.given - state.taken > 4 * jobs
    }
    hasWork.signal()
    return isFull ? try next() : nil
  }

  /// The oldest result that was not given back yet; nil if there is none left.
  /// - Throws: What its piece threw, or `CancellationError`.
  func next() throws -> Outcome? {
    while true {
      if isCancelled() { throw CancellationError() }
      let (isOver, result) = state.withLock { state in
        let result = state.done.removeValue(forKey: state.taken)
        if result != nil { state.taken += 1 }
        return (result == nil && state.taken == state.given, result)
      }
      if let result { return try result.get() }
      if isOver { return nil }
      // With a time limit, so that a cancellation is noticed.
      _ = hasResult.wait(timeout: .now() + 0.1)
    }
  }

  /// Ends the threads; call it after the last piece.
  func close() {
    state.withLock { $0.isClosed = true }
    for _ in 0..<jobs { hasWork.signal() }
  }
}
