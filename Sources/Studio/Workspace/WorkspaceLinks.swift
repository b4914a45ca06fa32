import Glibc
import SimHarness

/// Links in the place of what the studio writes.
///
/// A workspace may come from an untrusted source: a link in place of a level, a draft or a folder of
/// the studio would lead what is written to another place.
package enum WorkspaceLinks {
  /// - Throws: That a link lies at the path.
  package static func refuse(_ path: String) throws(StudioFailure) {
    var state = stat()
    guard lstat(path, &state) == 0, state.st_mode & S_IFMT == S_IFLNK else { return }
    throw StudioFailure(
      status: 409, code: "file.link",
      message: "\(SafeText.escaped(path, limit: 1_000)): this is a link, through which nothing is "
        + "written; remove it")
  }
}
