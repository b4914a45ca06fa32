import Synchronization

/// The scripts that did not return from a call: they are not called again.
final class StalledScripts: Sendable {
  private let names = Mutex<Set<String>>([])
  private let hasAny = Atomic<Bool>(false)

  func add(_ name: String) {
    _ = names.withLock { $0.insert(name) }
    hasAny.store(true, ordering: .relaxed)
  }

  /// The first of these scripts that stalled before; nil if none did.
  func first(among scripts: [ScriptSource]) -> String? {
    guard hasAny.load(ordering: .relaxed) else { return nil }
    return names.withLock { names in scripts.first { names.contains($0.name) }?.name }
  }
}

/// Checks one worker periodically and detects a call into a script that does not return.
struct WorkerWatchdog {
  let worker: WorkerState
  /// Checks in a row at which the same call was found to run.
  ///
  /// Checks are counted rather than seconds, so that time in which the whole process was stopped
  /// does not count against a script.
  private var count = 0
  private var last: ScriptHeartbeat.Reading

  init(_ worker: WorkerState) {
    self.worker = worker
    last = worker.heartbeat.reading
  }

  /// The name of the script that has not returned for more than `patience` checks; nil if there is
  /// none.
  mutating func stalled(patience: Int) -> String? {
    let reading = worker.heartbeat.reading
    guard reading == last, reading.isInScript else {
      last = reading
      count = 0
      return nil
    }
    count += 1
    return count > patience ? worker.heartbeat.name(at: reading) : nil
  }
}
