/// How a run in a folder is resumed: whether it is the same run, and which of its games are there.
///
/// `RunManifest+Identity.swift` compares the run in the folder with the one that is asked for, and
/// `RunIdentity.swift` the store with its run; what is left of a damaged store is found by
/// `RunStore+Recovery.swift`. Which folder `run` takes, and whether it resumes there, is
/// `RunPlace`, among the commands; `FolderLock` refuses one that is in use.
extension RunRecorder {
  /// Makes the folder of a run that is to be resumed, unless it is there.
  func prepareToResume() throws {
    switch try folder.content() {
    case .nothing: try folder.make()
    case .foreign: throw RunFolderError.foreign(folder.path)
    case .run: break
    }
  }

  /// The store to write to, and which games it has: an empty one, or that of the run to resume.
  /// - Throws: `ResumeError` if the run in the folder is another one.
  func open(_ manifest: inout RunManifest) throws -> (RunStore, StoredGameRanges) {
    let path = folder.path(of: .store)
    let header = RunStore.Header(plan)
    guard isResuming, try folder.content() == .run else {
      guard try folder.content() == .nothing else { throw RunFolderError.exists(folder.path) }
      // Written first, as partial, so that a killed run is readable, marked, and can be resumed.
      try folder.write(manifest.text, to: .manifest)
      let store = try RunStore.create(at: path, header: header, through: folder.gate)
      return (store, StoredGameRanges(cells: plan.cells.count))
    }
    let earlier = try folder.readManifest()
    if earlier.shard != plan.shard {
      throw ResumeError(path: folder.path, reason: Self.difference(earlier.shard))
    }
    if let reason = earlier.difference(to: manifest) {
      throw ResumeError(path: folder.path, reason: reason)
    }
    if let signature = earlier.signature, signature != plan.signature {
      throw ResumeError(
        path: folder.path,
        reason: "games behave differently here (signature \(plan.signature ?? "none"), not"
          + " \(signature)); use the playtest that started it")
    }
    let (store, survey) = try RunStore.resume(
      at: path, header: header, range: plan.range, through: folder.gate)
    for line in survey.notices { notice(line) }
    // Until the end it is partial again, even if it was whole before it was damaged.
    if !earlier.isPartial && isShort(survey.held, of: earlier) {
      if survey.notices.isEmpty {
        notice("\(path): games are missing from a complete run; they are played again")
      }
      try folder.write(manifest.text, to: .manifest)
    }
    return (store, survey.held)
  }

  private func isShort(_ held: StoredGameRanges, of earlier: RunManifest) -> Bool {
    plan.cells.indices.contains { cell in
      held.missing(in: earlier.range(ofCell: cell), cell: cell).contains {
        !recorded(in: GameSpan(cell: cell, games: $0)).isEmpty
      }
    }
  }

  private static func difference(_ shard: RunShard?) -> String {
    shard.map { "it is part \($0) of a run; pass --shard \($0)" }
      ?? "it is a whole run, not a part; leave --shard out"
  }
}

/// Why the run in a folder cannot be resumed.
public struct ResumeError: Error, Sendable, Equatable, CustomStringConvertible {
  public let path: String
  public let reason: String

  public var description: String {
    "\(path): cannot resume: \(reason), or start again with --force"
  }
}
