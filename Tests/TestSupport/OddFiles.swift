import FoundationEssentials
import Glibc

/// Files that no program of ours writes.
package enum OddFiles {
  /// More than the memory that a test may take.
  package static let huge = 3 << 30

  /// A file of a size that takes no room on the disk; its folder is made.
  package static func sparse(at path: String, size: Int = huge) throws {
    try makeFolder(of: path)
    let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Failure(path: path) }
    defer { close(file) }
    guard ftruncate(file, size) == 0 else { throw Failure(path: path) }
  }

  /// A pipe that nobody writes to; its folder is made.
  package static func pipe(at path: String) throws {
    try makeFolder(of: path)
    guard mkfifo(path, 0o600) == 0 else { throw Failure(path: path) }
  }

  /// A link, which may lead nowhere; its folder is made.
  package static func link(at path: String, to target: String) throws {
    try makeFolder(of: path)
    guard symlink(target, path) == 0 else { throw Failure(path: path) }
  }

  private static func makeFolder(of path: String) throws {
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    try FileManager.default.createDirectory(
      atPath: folder.joined(separator: "/"), withIntermediateDirectories: true)
  }

  /// That a file could not be made.
  package struct Failure: Error { let path: String }
}
