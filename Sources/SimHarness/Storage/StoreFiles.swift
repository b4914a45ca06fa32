import Glibc

/// A store's file, and those that SQLite keeps beside it.
enum StoreFiles {
  private static let endings = ["", "-wal", "-shm", "-journal"]

  /// Makes sure that what has their names are plain files of the run's folder.
  ///
  /// The folder may come from an untrusted source: SQLite would wait for a pipe forever, and write to
  /// the file that a link names. A store that is only read may be a link.
  /// - Throws: `damaged` with the first that is something else.
  static func check(_ store: String, isWritten: Bool) throws(StorageError) {
    for ending in endings {
      let path = store + ending
      var state = stat()
      guard lstat(path, &state) == 0 else { continue }
      let isLink = state.st_mode & S_IFMT == S_IFLNK
      if isLink && (isWritten || !ending.isEmpty) {
        throw .damaged(
          path, "this is a link to another file; put a copy of that file in its place")
      }
      guard stat(path, &state) == 0, state.st_mode & S_IFMT == S_IFREG else {
        throw .damaged(path, "this is not a plain file; restore the run's own")
      }
    }
  }
}
