import Glibc

/// What a save changes in a file: enough to see that one was saved, without reading it.
public struct FileStamp: Hashable, Sendable {
  private let seconds: Int
  private let nanoseconds: Int
  private let size: Int
  /// Editors write beside a file and take its place.
  private let node: UInt64

  /// The stamp of a file now, links followed; nil for one that is not there.
  public init?(of path: String) {
    var state = stat()
    guard stat(path, &state) == 0 else { return nil }
    seconds = state.st_mtim.tv_sec
    nanoseconds = state.st_mtim.tv_nsec
    size = Int(state.st_size)
    node = UInt64(state.st_ino)
  }
}
