import FoundationEssentials

/// Joins the parts of a run into one run folder.
public struct PartMerger: Sendable {
  /// The parts' folders.
  public let parts: [RunFolder]

  public init(parts: [String]) { self.parts = parts.map { RunFolder(path: $0) } }

  /// A part that can be joined.
  struct Part {
    let folder: RunFolder
    let manifest: RunManifest
    let shard: RunShard
  }

  // MARK: Joining

  /// Writes the run of all parts into a folder, and calls `finish` with where it is written while
  /// that is still locked.
  ///
  /// Every row is checked against its hash on the way, and every part against its range. A run that
  /// is replaced stays until the new one is complete, and for good where that fails; where nothing is
  /// replaced, nothing is there until then. What `progress` throws ends the work.
  /// - Throws: `MergeError` where the parts are not those of one whole run.
  public func merge(
    into out: RunFolder, replacing: Bool, progress: (Int) throws -> Void,
    finish: (RunFolder) throws -> Void
  ) throws {
    for part in self.parts where RealPath.overlap(part.path, out.path) {
      throw MergeError.overlap(out.path, part.path)
    }
    let parts = try whole()
    guard let first = parts.first else { throw MergeError.none }
    let header = try header(of: parts)
    try out.make(replacing: replacing) { folder in
      try join(parts, first, header, in: folder, progress: progress, finish: finish)
    }
  }

  private func join(
    _ parts: [Part], _ first: Part, _ header: RunStore.Header, in folder: RunFolder,
    progress: (Int) throws -> Void, finish: (RunFolder) throws -> Void
  ) throws {
    let lock = try folder.lock()
    defer { withExtendedLifetime(lock) {} }
    guard try folder.content() == .nothing else { throw RunFolderError.exists(folder.path) }
    var manifest = first.manifest
    manifest.shard = nil
    // It has done its work in `checkOneRun`; a run in one piece has none, and the bytes are the same.
    manifest.signature = nil
    manifest.isPartial = true
    try folder.write(manifest.text, to: .manifest)
    let store = try RunStore.create(
      at: folder.path(of: .store), header: header, through: folder.gate)
    var held = StoredGameRanges(cells: header.cells.count)
    for part in parts {
      try copy(part, to: store, &held, progress: progress)
    }
    try store.conclude(holding: held)
    try store.close()
    manifest.isPartial = false
    try folder.write(manifest.text, to: .manifest)
    try finish(folder)
  }

  /// The games of all parts together; for progress.
  public func totalGames() throws -> Int {
    guard let part = try whole().first else { return 0 }
    return part.manifest.games * part.manifest.levels.count * part.manifest.agents.count
  }

  private func copy(
    _ part: Part, to store: RunStore, _ held: inout StoredGameRanges,
    progress: (Int) throws -> Void
  ) throws {
    let source = try Self.opened(part)
    for cell in source.header.cells.indices {
      var rows: [GameRow] = []
      try Self.read(part, source, cell) { row in
        rows.append(row)
        held.add(row.result.index, cell: cell)
        if rows.count == Self.chunk {
          try store.add(rows, cell: cell)
          try progress(held.count)
          rows.removeAll(keepingCapacity: true)
        }
      }
      try store.add(rows, cell: cell)
      try progress(held.count)
    }
  }

  /// Rows of a transaction.
  private static let chunk = 4096

  // MARK: Reading

  /// The part's store; a damaged one counts as cut off.
  private static func opened(_ part: Part) throws -> RunStore {
    do throws(StorageError) {
      return try RunStore.open(at: part.folder.path(of: .store), for: part.manifest)
    } catch {
      throw unfinished(part, behind: error)
    }
  }

  /// Calls `body` with every row of a cell, all of which must be there and whole.
  private static func read(
    _ part: Part, _ store: RunStore, _ cell: Int, _ body: (GameRow) throws -> Void
  ) throws {
    let range = part.manifest.range(ofCell: cell)
    var next = range.lowerBound
    var failure: (any Error)?
    do throws(StorageError) {
      try store.forEachGame(ofCell: cell, records: true) { row in
        guard row.result.index == next, range.contains(next) else {
          throw StorageError.damaged(store.path, "game \(next) of cell \(cell) is missing")
        }
        next += 1
        do { try body(row) } catch {
          failure = error
          throw error
        }
      }
      guard next == range.upperBound else {
        throw .damaged(store.path, "game \(next) of cell \(cell) is missing")
      }
    } catch {
      if let failure { throw failure }
      throw unfinished(part, behind: error)
    }
  }

  private static func unfinished(_ part: Part, behind error: StorageError) -> any Error {
    switch error {
    case .damaged(_, let reason):
      MergeError.cutOff(
        part.folder.path, "part \(part.shard) is damaged or cut off: \(Self.first(reason))")
    case .missing: MergeError.cutOff(part.folder.path, "part \(part.shard) has no games")
    default: error
    }
  }

  /// Without what a run, but not a merge, should do about it.
  private static func first(_ reason: String) -> String {
    String(reason.split(separator: ";").first ?? "")
  }

  /// The parts, by number, if they are all there, whole and of one run.
  private func whole() throws -> [Part] {
    guard !parts.isEmpty else { throw MergeError.none }
    let found = try parts.map { folder in
      guard let part = try Self.part(in: folder) else {
        throw MergeError.cutOff(folder.path, "this part was stopped before it started")
      }
      return part
    }.sorted { $0.shard.number < $1.shard.number }
    try checkOneRun(found)
    if let part = found.first(where: { $0.manifest.isPartial }) {
      throw MergeError.cutOff(part.folder.path, "part \(part.shard) was cut off")
    }
    let missing = Self.missing(found)
    if let first = missing.first {
      let more = missing.count > 1 ? " and \(missing.count - 1) more are" : " is"
      throw MergeError.gap(
        "part \(first)\(more) missing; `playtest merge --missing` lists all missing parts")
    }
    return found
  }

  /// The part in a folder; nil if it was stopped before its manifest was written.
  private static func part(in folder: RunFolder) throws -> Part? {
    guard FileManager.default.fileExists(atPath: folder.path) else {
      throw RunFolderError.missing(folder.path, RunFolder.File.manifest.rawValue)
    }
    if let refusal = folder.refusal { throw refusal }
    switch try folder.content() {
    case .nothing: return nil
    case .foreign: throw RunFolderError.missing(folder.path, RunFolder.File.manifest.rawValue)
    case .run: break
    }
    let manifest = try folder.readManifest()
    guard let shard = manifest.shard else { throw MergeError.noPart(folder.path) }
    return Part(folder: folder, manifest: manifest, shard: shard)
  }

  /// Refuses parts of other runs, and a part that is there twice.
  private func checkOneRun(_ parts: [Part]) throws {
    guard let first = parts.first else { return }
    for (earlier, part) in zip(parts, parts.dropFirst()) {
      if part.shard.count != first.shard.count {
        throw MergeError.other(
          part.folder.path,
          "part \(part.shard) and part \(first.shard): the run was divided differently; merge"
            + " only parts of one division")
      }
      if let reason = part.manifest.difference(to: first.manifest) {
        // What follows the reason is advice to `run --resume`.
        let words = reason.split(separator: "; ", maxSplits: 1).first ?? ""
        throw MergeError.other(
          part.folder.path,
          "it belongs to another run than \(first.folder.path): \(words); leave it out, or play it"
            + " again as a part of that run")
      }
      if part.manifest.signature != first.manifest.signature {
        throw MergeError.other(
          part.folder.path,
          "games behave differently on the machine that played it (signature"
            + " \(part.manifest.signature ?? "none")) and on that of \(first.folder.path)"
            + " (\(first.manifest.signature ?? "none")); play it again with the same playtest")
      }
      if part.folder.path == earlier.folder.path {
        throw MergeError.other(part.folder.path, "this folder is named twice; name it once")
      }
      if part.shard.number == earlier.shard.number {
        throw MergeError.other(
          part.folder.path,
          "part \(part.shard) is also in \(earlier.folder.path); name only one of them")
      }
    }
  }

  /// The header that all parts' stores have.
  private func header(of parts: [Part]) throws -> RunStore.Header {
    var first: RunStore.Header?
    for part in parts {
      let header = try Self.opened(part).header
      if let first, first.digest != header.digest {
        throw MergeError.other(
          part.folder.path,
          "its levels or scripts differ from those of the first part; play it again")
      }
      first = first ?? header
    }
    guard let first else { throw MergeError.none }
    return first
  }

  // MARK: Missing parts

  /// The parts that are not there, not finished or damaged, in order.
  ///
  /// Missing folders are skipped; `notice` receives what is wrong with the others.
  /// - Throws: if no part says how many there are, or the parts are of several runs.
  public func missing(notice: (String) -> Void) throws -> [RunShard] {
    var found: [Part] = []
    for folder in parts where FileManager.default.fileExists(atPath: folder.path) {
      if let part = try Self.part(in: folder) { found.append(part) }
    }
    guard !found.isEmpty else { throw MergeError.none }
    found.sort { $0.shard.number < $1.shard.number }
    try checkOneRun(found)
    let good = try found.filter { part in
      do {
        if part.manifest.isPartial {
          throw MergeError.cutOff(part.folder.path, "part \(part.shard) was cut off")
        }
        let store = try Self.opened(part)
        for cell in store.header.cells.indices { try Self.read(part, store, cell) { _ in } }
        return true
      } catch let error as MergeError {
        notice(error.description)
        return false
      }
    }
    return Self.missing(good, count: found[0].shard.count)
  }

  private static func missing(_ parts: [Part], count: Int? = nil) -> [RunShard] {
    guard let count = count ?? parts.first?.shard.count else { return [] }
    let numbers = Set(parts.map(\.shard.number))
    return (1...count).filter { !numbers.contains($0) }
      .compactMap { RunShard(number: $0, count: count) }
  }
}

/// Why parts cannot be joined.
public enum MergeError: Error, Sendable, Equatable, CustomStringConvertible {
  /// No folder holds a part.
  case none
  case noPart(String)
  /// A part was stopped, or its store is damaged.
  case cutOff(String, String)
  case gap(String)
  /// A part is of another run, machine or division, or is there twice.
  case other(String, String)
  /// The folder to write to is a part, lies in one or holds one.
  case overlap(String, String)

  /// Whether it helps to play parts and try again.
  public var isUnfinished: Bool {
    switch self {
    case .cutOff, .gap: true
    case .none, .noPart, .other, .overlap: false
    }
  }

  public var description: String {
    switch self {
    case .none: "no parts found; name folders that `playtest run --shard` wrote"
    case .noPart(let path):
      "\(path): this is a whole run, not a part; name folders that `playtest run --shard` wrote"
    case .cutOff(let path, let reason):
      "\(path): \(reason); run it again with --resume, then merge"
    case .gap(let reason): reason
    case .other(let path, let reason): "\(path): \(reason)"
    case .overlap(let out, let part):
      "\(out): the folder of the joined run must not be, contain or be in the part \(part); choose"
        + " another --out"
    }
  }
}
