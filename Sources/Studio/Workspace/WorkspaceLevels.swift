import FoundationEssentials
import SimHarness
import StableNumerics
import TextFormats

/// The levels of a workspace by identifiers that the studio made, so that no path comes in.
struct WorkspaceLevels: Sendable {
  /// A level that can be opened.
  struct Entry: Sendable {
    let id: String
    /// Its file; nil for a new level that is only a draft yet.
    let path: String?
    let isReadOnly: Bool
  }

  private let workspace: StudioWorkspace
  /// Files by their identifiers, as the last listing found them.
  private(set) var entries: [Entry] = []

  init(_ workspace: StudioWorkspace) { self.workspace = workspace }

  /// Looks into the folders again.
  mutating func list() {
    let own = files(below: workspace.levels)
      .filter { !$0.hasPrefix(workspace.own + "/") }
      .map { Entry(id: id(ofLevelAt: $0), path: $0, isReadOnly: workspace.isReadOnly) }
    let bundled = workspace.bundled.map { folder in
      files(below: folder).map { path in
        Entry(
          id: Self.id("bundled", of: path, below: folder), path: path, isReadOnly: true)
      }
    }
    let known = Set(own.map(\.id))
    let drafts = draftIDs.filter { !known.contains($0) && $0.hasPrefix("own-") }
      .map { Entry(id: $0, path: nil, isReadOnly: false) }
    entries = own + drafts + (bundled ?? [])
  }

  func entry(_ id: String) -> Entry? { entries.first { $0.id == id } }

  /// The identifier of a level of the workspace by its file, which need not be there.
  func id(ofLevelAt path: String) -> String { Self.id("own", of: path, below: workspace.levels) }

  /// A file as seen from a folder, whose name may have letters of several bytes.
  static func place(of path: String, below folder: String) -> String {
    path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
  }

  /// A readable part for addresses, and a hash of the place, which makes it unique.
  private static func id(_ kind: String, of path: String, below folder: String) -> String {
    let place = Self.place(of: path, below: folder)
    let name = (place.split(separator: "/").last ?? "").dropLast(".json".count)
    let readable = String(name.prefix(40).map { Route.isIdentifier(String($0)) ? $0 : "-" })
    return "\(kind)-\(readable)-\(StableDigest.hex(of: place).prefix(12))"
  }

  /// The files in the order of their packs; links are not followed.
  private func files(below folder: String) -> [String] { LevelFolder(folder).files }

  // MARK: What the studio keeps

  private var drafts: String { "\(workspace.own)/drafts" }

  func draft(of id: String) -> DesignDraft? { DesignDraft(folder: drafts, id: id) }

  func versions(of id: String) -> LevelVersions? {
    LevelVersions(folder: "\(workspace.own)/versions", id: id)
  }

  /// The identifiers of the levels with unsaved steps.
  var draftIDs: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: drafts)) ?? []
    return names.filter { $0.hasSuffix(".jsonl") }.map { String($0.dropLast(".jsonl".count)) }
      .filter { Route.isIdentifier($0) }.sorted()
  }

  /// The studio's folders and the file that lies directly in its own one.
  private var ownPaths: [String] {
    [workspace.own]
      + ["drafts", "versions", "trash", "studio.json"].map { "\(workspace.own)/\($0)" }
  }

  /// Makes the studio's folder, which version control is to leave alone, and makes sure that what is
  /// written there stays there.
  func makeOwnFolder() throws {
    for path in ownPaths { try WorkspaceLinks.refuse(path, below: workspace.root) }
    let ignored = "\(workspace.own)/.gitignore"
    guard !FileManager.default.fileExists(atPath: ignored) else { return }
    try AtomicFile.makeFolder(ofFile: ignored)
    try AtomicFile.write("*\n", to: ignored, followingLinks: false)
  }

  /// Makes sure that nothing is written through a link: a level's file, its draft and its versions.
  func refuseLinks(to file: String) throws(StudioFailure) {
    try WorkspaceLinks.refuse(file, below: workspace.root)
    try refuseLinks(ofLevel: id(ofLevelAt: file))
  }

  /// The same for what is kept of a level.
  func refuseLinks(ofLevel id: String) throws(StudioFailure) {
    for path in [draft(of: id)?.path, versions(of: id)?.folder].compactMap(\.self) {
      try WorkspaceLinks.refuse(path, below: workspace.root)
    }
  }

  /// Which folder cannot be written and why, so that nothing could be kept or saved; nil: all can
  /// be.
  var unwritable: String? {
    for path in [workspace.own, workspace.levels] {
      // A folder that is not there yet is made in the one above it.
      var place = path
      while !FileManager.default.fileExists(atPath: place),
        let name = place.split(separator: "/").last
      {
        place = String(place.dropLast(name.count + 1))
      }
      if place.isEmpty { place = "/" }
      if let obstacle = AtomicFile.obstacle(toWriteIn: place) {
        return "\(SafeText.escaped(place, limit: 1_000)): cannot write: \(obstacle)"
      }
    }
    return nil
  }

  private var trash: String { "\(workspace.own)/trash" }

  /// A file of the trash that is not there yet.
  private func freePlace(inTrashFor path: String) throws -> String {
    try makeOwnFolder()
    try AtomicFile.makeFolder(ofFile: "\(trash)/level.json")
    let name = path.split(separator: "/").last.map(String.init) ?? "level.json"
    let stem = String(name.dropLast(".json".count))
    let free = (0...1_000).map { $0 == 0 ? "\(trash)/\(name)" : "\(trash)/\(stem)-\($0).json" }
      .first { !WorkspaceLinks.isTaken($0) }
    return free ?? "\(trash)/\(name)"
  }

  /// Keeps a file that is about to be replaced as it is, whatever it holds.
  func copyToTrash(_ path: String) throws(StudioFailure) {
    do {
      try FileManager.default.copyItem(atPath: path, toPath: freePlace(inTrashFor: path))
    } catch {
      throw untrashed("the file that is replaced cannot be kept in", error)
    }
  }

  /// Moves a level's file to the trash and forgets its draft, which stays where that fails.
  func delete(_ entry: Entry) throws(StudioFailure) {
    try refuseLinks(ofLevel: entry.id)
    if let path = entry.path { try moveToTrash(path) }
    draft(of: entry.id)?.remove()
  }

  private func moveToTrash(_ path: String) throws(StudioFailure) {
    try refuseLinks(to: path)
    do {
      try FileManager.default.moveItem(atPath: path, toPath: freePlace(inTrashFor: path))
    } catch {
      throw untrashed("the file cannot be moved to", error)
    }
  }

  private func untrashed(_ words: String, _ error: any Error) -> StudioFailure {
    if let failure = error as? StudioFailure { return failure }
    return StudioFailure(
      status: 422, code: "file.unwritable",
      message: "\(words) \(SafeText.escaped(trash, limit: 1_000)): \(RunFolder.reason(error)); "
        + "check the folder's permissions")
  }
}
