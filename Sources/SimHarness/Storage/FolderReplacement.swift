import CProcess
import FoundationEssentials
import Glibc

/// The place beside a folder where what is to replace its content is made.
///
/// The folder keeps its old content until the new one is complete; then the two are exchanged
/// atomically by the file system. What is in the old folder and not of the kind that is replaced is
/// moved to the new one.
public struct FolderReplacement: Sendable {
  /// The folder's real path.
  let target: String
  /// Where the new content is made: a hidden folder beside.
  public let staged: String
  /// The path as it was given, for messages.
  private let shown: String
  private let gate: DiskGate
  /// Whether an entry of the folder belongs to what is replaced.
  private let isReplaced: @Sendable (String) -> Bool

  public init(
    of path: String, gate: DiskGate = .open, isReplaced: @escaping @Sendable (String) -> Bool
  ) {
    shown = path
    target = RealPath.of(path)
    staged = RealPath.beside(target, suffix: ".new")
    self.gate = gate
    self.isReplaced = isReplaced
  }

  /// Where the old content waits for its removal, on file systems that cannot exchange two folders
  /// atomically.
  private var retired: String { RealPath.beside(target, suffix: ".old") }

  /// Makes the empty folder for the new content; what an earlier replacement left there is removed.
  public func begin() throws(RunFolderError) {
    if let obstacle { throw .unwritable(shown, "--force cannot replace \(obstacle)") }
    recover()
    try retireStaged()
    try passing(.makeFolder, staged) { mkdir(staged, 0o777) }
  }

  /// Removes what an earlier replacement left; another process may still be writing it.
  private func retireStaged() throws(RunFolderError) {
    do throws(RunFolderError) {
      try retire(staged)
    } catch {
      if case .busy = error { throw .busy(shown) }
      throw error
    }
  }

  /// Why the folder must stay the same one, and what to do; nil if it need not.
  var obstacle: String? {
    guard let place = FilePlace(of: target) else { return nil }
    if place == FilePlace(of: ".") { return "the current folder; run this from another" }
    return place.device == FilePlace(of: RealPath.parent(of: target))?.device
      ? nil : "a folder that is mounted here; choose a folder below it"
  }

  /// Puts the new content in the place of the old, which is removed.
  public func finish() throws(RunFolderError) {
    do {
      // No process may be writing what is replaced.
      let held = FilePlace(of: target) == nil ? nil : try FolderLock(folder: target, through: gate)
      defer { withExtendedLifetime(held) {} }
      try exchange()
    }
    try retire(staged)
    try retire(retired)
  }

  /// Removes the new content; the old one stays as it is.
  public func discard() throws(RunFolderError) { try retire(staged) }

  /// Ends the work of a process that was killed between the two steps of `exchange`.
  package func recover() {
    if FilePlace(of: target) == nil, FilePlace(of: retired) != nil { rename(retired, target) }
  }

  /// Exchanges the two folders; where the system supports it, both exist at any moment.
  private func exchange() throws(RunFolderError) {
    guard FilePlace(of: target) != nil else {
      return try passing(.rename, target) { rename(staged, target) }
    }
    try passing(.rename, target) {
      if cprocess_exchange(staged, target) == 0 { return 0 }
      guard errno == EINVAL || errno == ENOSYS else { return -1 }
      if rename(target, retired) != 0 { return -1 }
      if rename(staged, target) == 0 { return 0 }
      let code = errno
      rename(retired, target)
      errno = code
      return -1
    }
  }

  /// Removes what is replaced from a folder, moves the rest to the target, and removes the folder.
  private func retire(_ folder: String) throws(RunFolderError) {
    var state = stat()
    guard lstat(folder, &state) == 0 else { return }
    guard state.st_mode & S_IFMT == S_IFDIR else {
      throw .unwritable(folder, "this file prevents --force; remove it")
    }
    do {
      let held = try FolderLock(folder: folder, through: gate)
      defer { withExtendedLifetime(held) {} }
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      for name in names where name != FolderLock.fileName {
        let entry = "\(folder)/\(name)"
        if isReplaced(name) || name.hasPrefix(".") && name.contains(AtomicFile.unfinishedSuffix) {
          try passing(.remove, entry) { Self.removeAll(entry) }
        } else if FilePlace(of: "\(target)/\(name)") == nil {
          try passing(.rename, entry) { rename(entry, "\(target)/\(name)") }
        }
      }
    }
    // A folder that could not be emptied stays.
    rmdir(folder)
  }

  /// Removes a file, or a folder with all in it; 0 where it is gone.
  private static func removeAll(_ path: String) -> Int32 {
    do {
      try FileManager.default.removeItem(atPath: path)
      return 0
    } catch {
      return access(path, F_OK) == 0 ? -1 : 0
    }
  }

  private func passing(
    _ operation: DiskGate.Operation, _ path: String, _ work: () -> Int32
  ) throws(RunFolderError) {
    do throws(DiskFault) {
      try gate.pass(operation, path)
      guard work() == 0 else { throw DiskFault.last }
    } catch {
      throw RunFolderError(error, path: path)
    }
  }
}

/// Paths with all links followed.
enum RealPath {
  /// The real path; of what is not there yet, that of the nearest folder above with the rest.
  static func of(_ path: String) -> String {
    var rest: [Substring] = []
    var parts = path.split(separator: "/")
    let root = path.hasPrefix("/") ? "/" : "./"
    while true {
      if let real = realpath(root + parts.joined(separator: "/"), nil) {
        defer { free(real) }
        let base = String(cString: real)
        return rest.isEmpty
          ? base : (base == "/" ? "" : base) + "/" + rest.reversed().joined(separator: "/")
      }
      guard let last = parts.popLast() else { return path }
      rest.append(last)
    }
  }

  static func parent(of real: String) -> String {
    guard let slash = real.lastIndex(of: "/"), slash != real.startIndex else { return "/" }
    return String(real[..<slash])
  }

  /// A hidden name beside a path.
  static func beside(_ real: String, suffix: String) -> String {
    let parent = parent(of: real)
    let name = real.split(separator: "/").last ?? "root"
    return "\(parent == "/" ? "" : parent)/.\(name.prefix(200))\(suffix)"
  }

  /// What the path leads to and the folders above that, from below; of what is not there only
  /// those.
  static func places(above path: String) -> [FilePlace] {
    var path = of(path)
    var places: [FilePlace] = []
    while true {
      if let place = FilePlace(of: path) { places.append(place) }
      if path == "/" || !path.hasPrefix("/") { return places }
      path = parent(of: path)
    }
  }

  /// Whether one of two paths is the other, or lies in it.
  static func overlap(_ a: String, _ b: String) -> Bool {
    if let place = FilePlace(of: a), places(above: b).contains(place) { return true }
    if let place = FilePlace(of: b), places(above: a).contains(place) { return true }
    return of(a) == of(b)
  }
}
