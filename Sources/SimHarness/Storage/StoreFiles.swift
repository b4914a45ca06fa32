import Glibc

/// A store's file, and those that SQLite keeps beside it.
enum StoreFiles {
  private static let endings = ["", "-wal", "-shm", "-journal"]

  /// What lies in the place of a store's file.
  struct Obstacle {
    let path: String
    /// Whether it is a link to another file; else it is no plain file.
    let isLink: Bool
  }

  /// Makes sure that what has their names are plain files of the run's folder.
  ///
  /// The folder may come from an untrusted source: SQLite would wait for a pipe forever, and write to
  /// the file that a link names. A store that is only read may be a link.
  /// - Throws: `damaged` with the first that is something else.
  static func check(_ store: String, isWritten: Bool) throws(StorageError) {
    guard let obstacle = obstacle(to: store, isWritten: isWritten) else { return }
    throw .damaged(
      obstacle.path,
      obstacle.isLink
        ? "this is a link to another file; put a copy of that file in its place"
        : "this is not a plain file; restore the run's own")
  }

  /// The first of their names that is something else.
  static func obstacle(to store: String, isWritten: Bool) -> Obstacle? {
    for ending in endings {
      let path = store + ending
      var state = stat()
      guard lstat(path, &state) == 0 else { continue }
      let isLink = state.st_mode & S_IFMT == S_IFLNK
      if isLink && (isWritten || !ending.isEmpty) {
        return Obstacle(path: path, isLink: true)
      }
      guard stat(path, &state) == 0, state.st_mode & S_IFMT == S_IFREG else {
        return Obstacle(path: path, isLink: false)
      }
    }
    return nil
  }
}
