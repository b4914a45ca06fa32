import Glibc
import SimHarness

/// Links and what is no file in the place of what the studio writes.
///
/// A workspace may come from an untrusted source: a link in place of a level, a draft or a folder on
/// the way to them would lead what is written to another place, and a pipe would be waited for.
package enum WorkspaceLinks {
  /// Makes sure that what is written to a path stays below a folder; called before anything is made.
  ///
  /// The folder itself was named by the user, and may be a link.
  /// - Throws: What lies at the path, or on the way to it, that is neither a file nor a folder.
  package static func refuse(_ path: String, below root: String) throws(StudioFailure) {
    for place in places(of: path, below: root) {
      var state = stat()
      // Below what is not there, there is nothing either.
      guard lstat(place, &state) == 0 else { return }
      switch state.st_mode & S_IFMT {
      case S_IFREG, S_IFDIR: continue
      case S_IFLNK:
        throw failure(
          place,
          "this is a link, and nothing is written through links; replace it with what it points to")
      default: throw failure(place, "this is not a file, so nothing is written to it; remove it")
      }
    }
  }

  /// Whether anything lies at a path, be it a link that leads nowhere.
  static func isTaken(_ path: String) -> Bool {
    var state = stat()
    return lstat(path, &state) == 0
  }

  /// The path and the folders on the way to it from below the root.
  private static func places(of path: String, below root: String) -> [String] {
    guard path.utf8.starts(with: "\(root)/".utf8) else { return [path] }
    var place = root
    return Substring(path.utf8.dropFirst(root.utf8.count)).split(separator: "/").map { name in
      place += "/\(name)"
      return place
    }
  }

  private static func failure(_ path: String, _ reason: String) -> StudioFailure {
    StudioFailure(
      status: 409, code: "file.link", message: "\(SafeText.escaped(path, limit: 1_000)): \(reason)")
  }
}
