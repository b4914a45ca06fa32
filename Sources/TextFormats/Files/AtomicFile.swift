import Glibc

/// Files that are written whole or not at all.
public enum AtomicFile {
  /// What the names of files end with that are still being written.
  package static let unfinishedSuffix = ".part"

  /// Writes beside the file first, flushes, and then takes its place.
  ///
  /// A link is followed; the permissions of a file that is replaced are kept. What is not a plain
  /// file, such as a pipe, is written to as it is.
  ///
  /// In a folder that may come from an untrusted source, `followingLinks` is false: whatever has the
  /// name and is not a plain file is replaced by one, so that nothing outside the folder is written
  /// to.
  public static func write(
    _ text: String, to path: String, followingLinks: Bool = true, through gate: DiskGate = .open
  ) throws(FileWriteError) {
    do throws(DiskFault) {
      guard let (target, mode) = try place(of: path, followingLinks: followingLinks) else {
        return try put(text, to: path, flags: O_WRONLY | O_APPEND, mode: nil, through: gate)
      }
      let part = unfinished(target)
      let slot = UnfinishedFiles.add(part)
      defer { UnfinishedFiles.drop(slot) }
      do throws(DiskFault) {
        try put(
          text, to: part, flags: O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW,
          mode: mode, through: gate)
        try gate.pass(.rename, target)
        guard rename(part, target) == 0 else { throw DiskFault.last }
      } catch {
        unlink(part)
        throw error
      }
      try flushFolder(of: target, through: gate)
    } catch {
      throw FileWriteError(path: path, reason: error.reason, isBroken: error.isBroken)
    }
  }

  /// The plain file that is written for a path, and the permissions of the one that it replaces; nil
  /// where the path is written to as it is.
  static func place(
    of path: String, followingLinks: Bool
  ) throws(DiskFault) -> (target: String, mode: mode_t?)? {
    var state = stat()
    guard (followingLinks ? stat(path, &state) : lstat(path, &state)) == 0 else {
      return (path, nil)
    }
    switch state.st_mode & S_IFMT {
    case S_IFDIR: throw DiskFault(code: EISDIR)
    case S_IFREG:
      let target = resolved(path)
      // What is already open, such as /dev/stdout, is not replaced under whoever has opened it.
      let isOpen =
        ["/dev/stdout", "/dev/stderr"].contains(path) || path.hasPrefix("/dev/fd/")
        || path.hasPrefix("/proc/")
      return isOpen && followingLinks ? nil : (target, state.st_mode & 0o7777)
    default: return followingLinks ? nil : (path, nil)
    }
  }

  /// Makes the folder of a file and those above it, where they are not there.
  public static func makeFolder(ofFile path: String) throws(FileWriteError) {
    let name = path.split(separator: "/").last ?? ""
    let folder = path.dropLast(name.count)
    do throws(DiskFault) {
      try make(folder.isEmpty ? "." : String(folder))
    } catch {
      throw FileWriteError(
        path: path, reason: "cannot create the folder: \(error.reason)", isBroken: error.isBroken)
    }
  }

  private static func make(_ folder: String) throws(DiskFault) {
    var folder = folder
    while folder.count > 1 && folder.hasSuffix("/") { folder.removeLast() }
    var state = stat()
    if stat(folder, &state) == 0 {
      guard state.st_mode & S_IFMT == S_IFDIR else { throw DiskFault(code: ENOTDIR) }
      return
    }
    if let slash = folder.lastIndex(of: "/"), slash != folder.startIndex {
      try make(String(folder[..<slash]))
    }
    // Another program may have made it meanwhile.
    guard mkdir(folder, 0o777) == 0 || errno == EEXIST else { throw DiskFault.last }
  }

  /// Removes a file, or the link of its name.
  package static func remove(_ path: String) throws(FileWriteError) {
    guard unlink(path) == 0 else {
      let fault = DiskFault.last
      throw FileWriteError(path: path, reason: fault.reason, isBroken: fault.isBroken)
    }
  }

  /// Why the system lets nothing be written in a folder; nil where it can be.
  package static func obstacle(toWriteIn folder: String) -> String? {
    var state = stat()
    guard stat(folder, &state) == 0 else { return DiskFault.last.reason }
    guard state.st_mode & S_IFMT == S_IFDIR else { return "this is not a folder" }
    return access(folder, W_OK | X_OK) == 0 ? nil : DiskFault.last.reason
  }

  /// The name of a file while it is written; a name of its own for every process.
  static func unfinished(_ path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    return "\(path.dropLast(name.count)).\(name.prefix(200)).\(getpid())\(unfinishedSuffix)"
  }

  /// The path without links; the same where it leads to nothing.
  package static func resolved(_ path: String) -> String {
    guard let full = realpath(path, nil) else { return path }
    defer { free(full) }
    return String(cString: full)
  }

  /// Writes a whole text to an open file.
  /// - Returns: the system's error number where it could not be written whole, else nil.
  public static func writeAll(_ text: String, to file: Int32) -> Int32? {
    writeAll(Array(text.utf8), to: file)
  }

  /// Writes all bytes to an open file.
  /// - Returns: the system's error number where they could not be written whole, else nil.
  public static func writeAll(_ bytes: [UInt8], to file: Int32) -> Int32? {
    var bytes = bytes[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if written > 0 {
        bytes = bytes.dropFirst(written)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }

  private static func put(
    _ text: String, to path: String, flags: Int32, mode: mode_t?, through gate: DiskGate
  ) throws(DiskFault) {
    try gate.pass(.create, path)
    let file = open(path, flags | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw DiskFault.last }
    defer { close(file) }
    if let mode { fchmod(file, mode) }
    try put(Array(text.utf8), to: file, path, through: gate)
    try gate.pass(.flush, path)
    // What cannot be flushed, such as a pipe, says EINVAL.
    guard fsync(file) == 0 || errno == EINVAL || errno == EROFS else { throw DiskFault.last }
  }

  /// Writes all bytes to the open file of a path.
  package static func put(
    _ bytes: [UInt8], to file: Int32, _ path: String, through gate: DiskGate
  ) throws(DiskFault) {
    do throws(DiskFault) {
      try gate.pass(.write, path)
    } catch {
      // A full disk may have written a part.
      _ = writeAll(Array(bytes.prefix(bytes.count / 2)), to: file)
      throw error
    }
    if let code = writeAll(bytes, to: file) { throw DiskFault(code: code) }
  }

  /// Syncs the directory so that the rename survives a crash; ignored where directories cannot be
  /// synced.
  private static func flushFolder(of path: String, through gate: DiskGate) throws(DiskFault) {
    let name = path.split(separator: "/").last ?? ""
    let parent = String(path.dropLast(name.count))
    try gate.pass(.flush, path)
    let folder = open(parent.isEmpty ? "." : parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }
}

/// A file that could not be written.
public struct FileWriteError: Error, Sendable, Equatable, CustomStringConvertible {
  public let path: String
  public let reason: String
  /// The disk failed on the way: it is full or broken.
  public let isBroken: Bool

  package init(path: String, reason: String, isBroken: Bool = false) {
    self.path = path
    self.reason = reason
    self.isBroken = isBroken
  }

  public var description: String {
    let advice = isBroken ? "free some space or name another file" : "name another file"
    return "\(path): cannot write: \(reason)" + (reason.contains(";") ? "" : "; \(advice)")
  }
}
