import Synchronization

/// The scripts of a run that did not return from a call: they are not called again.
final class StalledScripts: Sendable {
  private let names = Mutex<Set<String>>([])
  private let hasAny = Atomic<Bool>(false)

  func add(_ name: String) {
    _ = names.withLock { $0.insert(name) }
    hasAny.store(true, ordering: .relaxed)
  }

  /// The first of these scripts that stalled before; nil where none did.
  func first(among scripts: [ScriptSource]) -> String? {
    guard hasAny.load(ordering: .relaxed) else { return nil }
    return names.withLock { names in scripts.first { names.contains($0.name) }?.name }
  }
}

/// Looks at one worker again and again, and tells when a call into a script does not return.
struct StallWatch {
  let post: WorkerPost
  /// Looks in a row at which the same call was found to run.
  ///
  /// Looks are counted rather than seconds, so that the time for which the whole process was
  /// stopped is not held against a script.
  private var looks = 0
  private var last: ScriptPulse.Reading

  init(_ post: WorkerPost) {
    self.post = post
    last = post.pulse.reading
  }

  /// The name of the script that has not returned for more than `patience` looks; nil: all is well.
  mutating func stalled(patience: Int) -> String? {
    let reading = post.pulse.reading
    guard reading == last, reading.isInScript else {
      last = reading
      looks = 0
      return nil
    }
    looks += 1
    return looks > patience ? post.pulse.name(at: reading) : nil
  }
}
