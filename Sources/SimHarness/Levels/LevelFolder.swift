import FoundationEssentials

/// The level files below a folder, in the order of its packs, else of their paths.
///
/// A pack orders the levels below its folder; those that it does not name come after them.
public struct LevelFolder: Sendable {
  /// The folder as it was named.
  public let path: String
  /// The files in their order; some may be no levels.
  public private(set) var files: [String]
  /// The packs by their folders.
  public private(set) var packs: [String: LevelPack] = [:]
  /// Packs that cannot be used.
  public private(set) var problems: [LevelProblem] = []
  /// Files that lie in a pack's folder and are not in the pack.
  public private(set) var unlisted: [String] = []

  public init(_ path: String) {
    self.path = path
    files = LevelFileReader.levelFiles(below: path)
    let suffix = "/" + LevelPack.fileName
    // Inner packs first, so that an outer one orders what they have ordered.
    let folders = files.filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }
      .sorted { $0.utf8.count > $1.utf8.count }
    for folder in folders { arrange(folder) }
    problems.reverse()
    problems += irregularPacks()
  }

  /// The folder's own pack.
  public var pack: LevelPack? { packs[path.hasSuffix("/") ? String(path.dropLast()) : path] }

  /// Packs that are left out like all that is no regular file, beside levels that are not.
  private func irregularPacks() -> [LevelProblem] {
    let root = path.hasSuffix("/") ? String(path.dropLast()) : path
    let folders = files.compactMap { file in
      file.lastIndex(of: "/").map { String(file[..<$0]) }
    }
    return ([root] + folders).uniqued(on: \.self).compactMap { folder in
      let pack = "\(folder)/\(LevelPack.fileName)"
      let attributes = (try? FileManager.default.attributesOfItem(atPath: pack)) ?? [:]
      switch attributes[.type] as? FileAttributeType {
      case nil, .typeRegular, .typeDirectory: return nil
      case .typeSymbolicLink:
        return .unreadable(
          path: pack, reason: "links are not followed here; put the pack itself in the folder")
      default:
        return .unreadable(
          path: pack, reason: "this is not a regular file; put a pack here, or remove it")
      }
    }
  }

  private mutating func arrange(_ folder: String) {
    let prefix = folder + "/"
    let own = prefix + LevelPack.fileName
    let inside = files.filter { $0.hasPrefix(prefix) && $0 != own }
    do throws(LevelProblem) {
      let names = inside.map { String($0.dropFirst(prefix.count)) }
      guard let pack = try LevelPack.read(in: folder, files: names) else { return }
      packs[folder] = pack
      let listed = pack.levels.map { prefix + $0 }
      let known = Set(listed)
      let rest = inside.filter { !known.contains($0) }
      unlisted += rest
      replace(inside + [own], by: listed + rest)
    } catch {
      problems.append(error)
      replace([own], by: [])
    }
  }

  /// Puts files in the place of others, which lie side by side.
  private mutating func replace(_ old: [String], by new: [String]) {
    let gone = Set(old)
    guard let first = files.firstIndex(where: { gone.contains($0) }) else { return }
    files.removeAll { gone.contains($0) }
    files.insert(contentsOf: new, at: first)
  }
}
