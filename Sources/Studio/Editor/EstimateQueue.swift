import Lab

/// Lets the games of few versions of a level be played at the same time.
///
/// A version that was drawn over is cancelled, but its workers first end the game that they play. On
/// a busy machine strokes come faster than that, and the workers of all these versions would need
/// more and more threads and memory.
struct EstimateQueue {
  /// Versions whose games may be played at the same time.
  static let atOnce = 3
  /// How long the oldest one is waited for: a script that hangs keeps its worker for long.
  private let patience: Duration

  /// Finish when the newest estimates have ended, oldest first.
  private var ends: [AsyncStream<Never>] = []

  init(patience: Duration = .milliseconds(250)) { self.patience = patience }

  /// Plays an estimate in its turn, and calls `ended` when it has ended.
  mutating func run(_ estimate: LiveEstimate, ended: @escaping @Sendable () -> Void) {
    let oldest = ends.count < Self.atOnce ? nil : ends.removeFirst()
    let (end, sink) = AsyncStream<Never>.makeStream()
    ends.append(end)
    Task { [patience] in
      if let oldest { await oldest.waitForEnd(atMost: patience) }
      // One that was cancelled meanwhile plays nothing.
      _ = try? await estimate.run()
      sink.finish()
      ended()
    }
  }
}

extension AsyncStream<Never> {
  /// Returns when the stream ends, or after a while.
  func waitForEnd(atMost patience: Duration) async {
    await withTaskGroup { group in
      group.addTask { for await _ in self {} }
      group.addTask { try? await Task.sleep(for: patience) }
      await group.next()
      group.cancelAll()
    }
  }
}
