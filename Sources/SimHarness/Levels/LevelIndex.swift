import Synchronization

/// The names of a folder's levels, each read again only after its file has changed.
final class LevelIndex: Sendable {
  private struct Known: Sendable {
    let stamp: FileStamp
    let entry: LevelStore.Entry
  }

  private let known = Mutex<[String: Known]>([:])

  /// The entries of files, in their order; `read` is asked for those that are not known as they
  /// are.
  ///
  /// What cannot be read is not kept: a script may be all that it lacks.
  func entries(
    of files: [String], read: (String) -> LevelStore.Entry?
  ) -> [LevelStore.Entry] {
    let before = known.withLock { $0 }
    var now: [String: Known] = [:]
    var entries: [LevelStore.Entry] = []
    for path in files {
      // Before the file is read: what is saved meanwhile has another stamp.
      let stamp = FileStamp(of: path)
      let kept = before[path].flatMap { $0.stamp == stamp ? $0.entry : nil }
      guard let entry = kept ?? read(path) else { continue }
      entries.append(entry)
      if let stamp, entry.problem == nil { now[path] = Known(stamp: stamp, entry: entry) }
    }
    known.withLock { $0 = now }
    return entries
  }
}
