import Glibc

/// The identity of a file or folder, independent of its path: device and inode number.
package struct FilePlace: Hashable, Sendable {
  /// The device that it is on.
  let device: UInt64
  private let number: UInt64

  /// nil if there is nothing at the path.
  package init?(of path: String) {
    var state = stat()
    guard stat(path, &state) == 0 else { return nil }
    device = UInt64(state.st_dev)
    number = UInt64(state.st_ino)
  }
}
