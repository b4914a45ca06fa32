import FoundationEssentials
import Glibc
import SimHarness

/// A pattern of paths, such as `levels/*.json`.
///
/// `*`, `?` and `[...]` stand for parts of names, as in a shell; none stands for a `/`, and none for
/// a dot at the beginning of a name.
struct PathPattern {
  private let text: String

  init(_ text: String) { self.text = text }

  /// The most files and folders that are looked at for a pattern.
  static let maxEntries = 100_000

  /// Whether a text has what stands for parts of names.
  static func isPattern(_ text: some StringProtocol) -> Bool {
    text.contains { "*?[".contains($0) }
  }

  /// The paths that match.
  ///
  /// A link to one of the folders that it lies in leads to no other files and is left out.
  /// - Parameters:
  ///   - countingFiles: Whether the files below folders that match are looked at as well.
  ///   - limit: The most files and folders.
  /// - Returns: The paths, sorted.
  /// - Throws: `badArgument` where more than `maxEntries` files and folders match or would be looked
  ///   at, or where the pattern is of the whole disk.
  func matches(
    countingFiles: Bool = false, limit: Int = maxEntries
  ) throws(LevelProblem) -> [String] {
    let parts = text.split(separator: "/")
    if text.hasPrefix("/"), parts.contains("**"), parts.first.map(Self.isPattern) ?? false {
      throw tooMany
    }
    var left = limit
    var found = [Match(path: text.hasPrefix("/") ? "/" : "", folders: [])]
    for part in parts {
      var next: [Match] = []
      for match in found { next += try entries(of: match, named: String(part), &left) }
      found = next
    }
    if text.hasSuffix("/") { found = found.filter { Workspace.isFolder($0.path) } }
    if countingFiles {
      for match in found { try countFiles(below: match.path, &left) }
    }
    return found.map { text.hasSuffix("/") ? $0.path + "/" : $0.path }.sorted()
  }

  /// A path that fits the beginning of the pattern.
  private struct Match {
    let path: String
    /// The folders that it leads through.
    let folders: [Place]

    func path(of name: String) -> String {
      path.isEmpty || path.hasSuffix("/") ? path + name : "\(path)/\(name)"
    }
  }

  /// Which folder of which file system.
  private struct Place: Equatable {
    let device: dev_t
    let number: ino_t

    init(_ state: stat) { (device, number) = (state.st_dev, state.st_ino) }
  }

  private var tooMany: LevelProblem {
    .badArgument(text, reason: "this pattern reaches too many files; name a folder")
  }

  /// The entries of a folder whose names fit a part of the pattern.
  private func entries(
    of folder: Match, named part: String, _ left: inout Int
  ) throws(LevelProblem) -> [Match] {
    var state = stat()
    guard stat(folder.path.isEmpty ? "." : folder.path, &state) == 0 else { return [] }
    let folders = folder.folders + [Place(state)]
    let isPattern = Self.isPattern(part) || part.contains("\\")
    let names: [String]
    if isPattern {
      names = Self.names(in: folder.path).filter { fnmatch(part, $0, FNM_PERIOD) == 0 }
      left -= 1 + names.count
      guard left >= 0 else { throw tooMany }
    } else {
      names = [part]
    }
    return names.compactMap { name in
      let path = folder.path(of: name)
      guard lstat(path, &state) == 0 else { return nil }
      let isLink = state.st_mode & S_IFMT == S_IFLNK
      if isPattern, isLink, stat(path, &state) == 0, folders.contains(Place(state)) { return nil }
      return Match(path: path, folders: name == ".." ? [] : folders)
    }
  }

  /// Counts the files that are looked for levels or records where a folder is named.
  private func countFiles(below path: String, _ left: inout Int) throws(LevelProblem) {
    var open = Workspace.isFolder(path) ? [path] : []
    while let folder = open.popLast() {
      let names = Self.names(in: folder)
      left -= names.count
      guard left >= 0 else { throw tooMany }
      for name in names where !name.hasPrefix(".") {
        var state = stat()
        let path = "\(folder)/\(name)"
        if lstat(path, &state) == 0, state.st_mode & S_IFMT == S_IFDIR { open.append(path) }
      }
    }
  }

  /// None where the folder cannot be read.
  private static func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
  }
}
