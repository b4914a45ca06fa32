import Glibc
import SimHarness

/// Where a run is written, and what becomes of an earlier run there.
struct RunPlace {
  let folder: RunFolder
  /// Whether the games that are in the folder are kept.
  let isResuming: Bool
  /// What becomes of the earlier run, in a sentence; nil if there is none to speak of.
  var notice: String?

  /// The folder that the caller named: an earlier run there is continued or replaced only where the
  /// caller says so.
  init(named path: String, for plan: RunPlan, resume: Bool, force: Bool) throws {
    let folder = RunFolder(path: path)
    isResuming = resume
    self.folder =
      try resume
      ? folder.unfinishedReplacement(of: plan) ?? folder : folder.create(replacing: force)
  }

  /// The folder that the program itself has chosen.
  ///
  /// An earlier run of the same inputs is continued there. One that differs only in the content of
  /// levels and scripts, or had levels that have been deleted, is replaced, once the new one is
  /// complete.
  /// - Throws: What else differs.
  init(defaultPath path: String, for plan: RunPlan) throws {
    let folder = RunFolder(path: path)
    guard let old = folder.manifest() else {
      isResuming = false
      self.folder = try folder.create(replacing: false)
      return
    }
    let new = RunManifest(plan, isPartial: true)
    // People may have played more games since.
    let hasPeople = plan.players.contains { $0.recorded != nil }
    if old.shard == new.shard, !hasPeople, old.difference(to: new) == nil {
      self.folder = folder
      isResuming = true
      notice =
        old.isPartial
        ? "continuing the run in \(path)"
        : "nothing has changed since the run in \(path); showing its results"
    } else if let other = old.settingsDifference(to: new) ?? Self.levelLeftOut(of: old, in: new) {
      throw RunFolderError.differs(path, other)
    } else if let unfinished = hasPeople ? nil : folder.unfinishedReplacement(of: plan) {
      self.folder = unfinished
      isResuming = true
      notice = "continuing the new run in \(path)"
    } else {
      self.folder = try folder.create(replacing: true)
      isResuming = false
      notice = "replacing the run in \(path): \(old.changes(in: new))"
    }
  }

  /// A level that the earlier run played and the new one does not, although it is still there, so
  /// that other levels were named; nil if there is none.
  private static func levelLeftOut(of old: RunManifest, in new: RunManifest) -> String? {
    let played = Set(new.levels.compactMap(\.source).map { real($0) ?? $0 })
    for source in old.levels.compactMap(\.source) {
      let isNoFile = source.hasPrefix("builtin:") || source.hasPrefix("import:")
      guard let place = isNoFile ? source : real(source), !played.contains(place) else { continue }
      return "it played \(SafeText.escaped(source, limit: 200)), which this run does not; name the"
        + " same levels"
    }
    return nil
  }

  /// A path with all links followed; nil if there is nothing.
  private static func real(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }
}
