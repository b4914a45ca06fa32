import FoundationEssentials
import Glibc

/// The designer's folder of level files.
public struct LevelStore: Sendable {
  /// One file of the folder.
  public struct Entry: Hashable, Sendable {
    public let path: String
    /// The level's name, or nil if the file cannot be read.
    public let name: String?
    public let game: String?
    /// What is wrong with the file, in one line.
    public let problem: String?
  }

  public let folder: String
  let reader: LevelFileReader
  /// Shared by the copies of the store.
  private let index = LevelIndex()

  /// Where the scripts that levels name come from.
  public var catalog: any LevelCatalog { reader.catalog }

  public init(folder: String, catalog: any LevelCatalog) {
    self.folder = folder
    reader = LevelFileReader(catalog: catalog)
  }

  // MARK: Reading

  /// Every level file below the folder, in the order of its packs, else by path; broken ones say
  /// what is wrong with them.
  public func list() -> [Entry] {
    let files = LevelFolder(folder)
    let broken = files.problems.map { problem in
      Entry(path: folder, name: nil, game: nil, problem: problem.lines.first)
    }
    return broken + files.files.compactMap { entry(at: $0) }
  }

  /// A file of the folder as it is now; nil if it is to be no level.
  private func entry(at path: String) -> Entry? {
    do throws(LevelProblem) {
      let header = try reader.file(at: path, shownAs: path).header
      return Entry(path: path, name: header.name, game: header.game, problem: nil)
    } catch {
      if LevelFileReader.holdsNoLevel(path, games: catalog.games) { return nil }
      return Entry(path: path, name: nil, game: nil, problem: error.lines.first)
    }
  }

  /// The levels of a name, in the order of `list()`; only files that have changed since the last
  /// save are read.
  private func entries(named name: String) -> [Entry] {
    index.entries(of: LevelFolder(folder).files) { path in
      Self.mayHold(name, path) ? entry(at: path) : nil
    }.filter { $0.name == name }
  }

  /// Another level than that of a file, which has a name; nil if the name is free.
  package func path(ofLevelNamed name: String, besides path: String?) -> String? {
    entries(named: name).first { $0.path != path }?.path
  }

  /// Whether a file may be a level of a name, by its bytes alone: in a folder of thousands, reading
  /// every level takes many times as long.
  ///
  /// A name that JSON could write in another way, with escapes or as other characters that count as
  /// equal, is looked for by reading.
  private static func mayHold(_ name: String, _ path: String) -> Bool {
    let quote = UInt8(ascii: "\"")
    let wanted = [quote] + name.utf8 + [quote]
    guard wanted.allSatisfy(ASCII.isPlain) else { return true }
    guard let bytes = try? PlainFile.bytes(at: path, limit: LevelFile.maxBytes) else { return true }
    guard bytes.allSatisfy(ASCII.isPlain) else { return true }
    return bytes.withUnsafeBufferPointer { bytes in
      guard bytes.count >= wanted.count else { return false }
      for start in 0...(bytes.count - wanted.count) where bytes[start] == quote {
        if wanted.indices.allSatisfy({ bytes[start + $0] == wanted[$0] }) { return true }
      }
      return false
    }
  }

  /// The level of this name.
  public func load(named name: String) throws(LevelStoreError) -> (file: LevelFile, path: String) {
    let path = try path(of: name)
    return (try load(at: path), path)
  }

  /// The level of a file.
  public func load(at path: String) throws(LevelStoreError) -> LevelFile {
    do throws(LevelProblem) {
      return try reader.file(at: path, shownAs: path)
    } catch {
      throw .unreadable(error)
    }
  }

  /// The file of the level of this name.
  func path(of name: String) throws(LevelStoreError) -> String {
    let entries = list()
    if let entry = entries.first(where: { $0.name == name }) { return entry.path }
    throw .noSuchLevel(
      name, suggestion: NearestName.suggestion(for: name, among: entries.compactMap(\.name)))
  }

  // MARK: Writing

  /// Writes a level as a whole or not at all.
  ///
  /// - Parameters:
  ///   - file: The level.
  ///   - path: The file it was read from, or nil for a new one that is named after the level.
  ///   - overwrite: Whether another level of the same name or file may be replaced.
  ///   - stamp: The stamp that the file had when it was read or saved last; if it has another one
  ///     now, somebody else has saved it, and nothing is written. Nil: it may have any.
  /// - Returns: The path of the file.
  /// - Throws: Why nothing was written.
  @discardableResult
  public func save(
    _ file: LevelFile, to path: String? = nil, overwrite: Bool = false,
    unlessChangedSince stamp: FileStamp? = nil
  ) throws(LevelStoreError) -> String {
    let name = file.header.name
    if let problem = LevelHeader.problem(with: name) { throw .badName(name, problem: problem) }
    if let stamp, let path, FileStamp(of: path) != stamp { throw .changedSince(path: path) }
    let entries = entries(named: name)
    // A file that keeps its name is saved back whatever lies beside it.
    let keepsName = entries.contains { Self.isSameFile($0.path, path) }
    let duplicate = keepsName ? nil : entries.first
    if let duplicate, !overwrite { throw .levelExists(name, path: duplicate.path) }
    let place = path ?? duplicate?.path ?? "\(folder)/\(Self.fileName(for: name))"
    if path == nil, !overwrite, LevelFileReader.kind(of: place) != .missing {
      throw .levelExists(name, path: place)
    }
    try write(file.text, to: place)
    // Replacing a level of the same name leaves one file of that name.
    if let duplicate, duplicate.path != place { try remove(duplicate.path) }
    return place
  }

  /// Writes levels, all or none: each is first written to a temporary file, and only when all are
  /// complete are they moved into place.
  ///
  /// - Returns: The paths of the files.
  public func saveAll(
    _ files: [LevelFile], overwrite: Bool
  ) throws(LevelStoreError) -> [String] {
    var written: [(part: String, place: String)] = []
    do throws(LevelStoreError) {
      let entries = list()
      for file in files {
        let name = file.header.name
        if let problem = LevelHeader.problem(with: name) { throw .badName(name, problem: problem) }
        let duplicate = entries.first { $0.name == name }
        if let duplicate, !overwrite { throw .levelExists(name, path: duplicate.path) }
        let place = duplicate?.path ?? "\(folder)/\(Self.fileName(for: name))"
        if !overwrite, LevelFileReader.kind(of: place) != .missing {
          throw .levelExists(name, path: place)
        }
        let part = "\(folder)/.\(written.count)\(AtomicFile.unfinishedSuffix)"
        written.append((part, place))
        try write(file.text, to: part)
      }
      for (part, place) in written where rename(part, place) != 0 {
        let fault = DiskFault.last
        throw .cannotWrite(path: place, reason: fault.reason, isBroken: fault.isBroken)
      }
    } catch {
      for (part, _) in written { unlink(part) }
      throw error
    }
    return written.map(\.place)
  }

  /// Deletes the level of this name, also from the packs that list it.
  public func delete(named name: String) throws(LevelStoreError) {
    try deleteFiles([try path(of: name)])
  }

  /// Deletes the files of these levels, also from the packs that list them.
  func deleteAll(_ entries: [Entry]) throws(LevelStoreError) {
    try deleteFiles(entries.map(\.path))
  }

  private func deleteFiles(_ paths: [String]) throws(LevelStoreError) {
    let packs = LevelFolder(folder).packs
    var deleted: Set<String> = []
    // Even when a file cannot be deleted, no pack lists deleted files.
    defer {
      for (place, pack) in packs {
        let rest = pack.levels.filter { !deleted.contains("\(place)/\($0)") }
        guard rest != pack.levels else { continue }
        let text = LevelPack(name: pack.name, levels: rest).text
        try? write(text, to: "\(place)/\(LevelPack.fileName)")
      }
    }
    for path in paths {
      try remove(path)
      deleted.insert(path)
    }
  }

  /// Deletes every level of a game, or of all games; files that cannot be read stay.
  ///
  /// - Returns: The paths of the files that were deleted.
  @discardableResult
  public func deleteAll(of game: String? = nil) throws(LevelStoreError) -> [String] {
    let entries = list().filter { $0.name != nil && (game == nil || $0.game == game) }
    try deleteAll(entries)
    return entries.map(\.path)
  }

  /// Whether two paths lead to one file, however they are written.
  private static func isSameFile(_ one: String, _ other: String?) -> Bool {
    guard let other else { return false }
    func real(_ path: String) -> String {
      URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().path
    }
    return real(one) == real(other)
  }

  private func write(_ text: String, to path: String) throws(LevelStoreError) {
    do throws(FileWriteError) {
      // Also where the level was read from a folder that is gone by now.
      try AtomicFile.makeFolder(ofFile: path)
      // A link stays one: what it leads to is replaced.
      try AtomicFile.write(text, to: path)
    } catch {
      throw .cannotWrite(path: path, reason: error.reason, isBroken: error.isBroken)
    }
  }

  private func remove(_ path: String) throws(LevelStoreError) {
    do throws(FileWriteError) {
      try AtomicFile.remove(path)
    } catch {
      throw .cannotDelete(path: path, reason: error.reason)
    }
    // The history of a deleted level would otherwise become that of the next one of its name.
    EditTimeline.remove(ofLevelAt: path)
  }

  /// A file name for a level: its letters and digits in lower case, with `-` between words.
  ///
  /// A name that loses other characters gets eight hexadecimal digits of its hash, so that
  /// different names do not share a file by accident; so does the name of a pack's file.
  public static func fileName(for name: String) -> String {
    var stem = ""
    var isExact = true
    for scalar in name.unicodeScalars {
      if scalar.isASCII, scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) {
        stem += String(scalar).lowercased()
      } else {
        if !stem.isEmpty && !stem.hasSuffix("-") { stem += "-" }
        if scalar != " " && scalar != "-" && scalar != "_" { isExact = false }
      }
    }
    if stem.utf8.count > maxStemLength {
      stem = String(stem.prefix(maxStemLength))
      isExact = false
    }
    while stem.hasSuffix("-") { stem.removeLast() }
    if stem.isEmpty { stem = "level" }
    // That file is the folder's order.
    if stem + ".json" == LevelPack.fileName { isExact = false }
    if !isExact { stem += "-" + StableDigest.hex(of: name).prefix(8) }
    return stem + ".json"
  }

  private static let maxStemLength = 60
}
