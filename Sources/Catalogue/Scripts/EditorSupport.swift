import FoundationEssentials
import Resources
import SimHarness

/// What editors need to know of scripts' functions: definitions for the Lua language server and its
/// settings.
///
/// They are the project's own files in `scripts/`.
public enum EditorSupport {
  /// A file below the scripts folder.
  public struct File: Sendable {
    public let path: String
    public var text: String { Resource.text("scripts/\(path)") }
    /// Whether a file that differs is out of date; else it is the user's own by now.
    let isReplaced: Bool
  }

  public static let files = [
    File(path: ".luarc.json", isReplaced: false),
    File(path: "types/playtest.lua", isReplaced: true),
  ]

  /// Writes the files that are missing or out of date below a scripts folder.
  ///
  /// `report` takes the path of each file that was written.
  public static func write(
    to folder: String, report: (String) -> Void
  ) throws(FileWriteError) {
    for file in files {
      let path = "\(folder)/\(file.path)"
      let text = Array(file.text.utf8)
      switch PlainFile.kind(of: path) {
      case .missing: try makeFolder(of: path, named: file.path)
      case .file, .folder:
        if !file.isReplaced { continue }
        if (try? PlainFile.bytes(at: path, limit: text.count)) == text { continue }
      case .pipe, .socket, .device:
        if !file.isReplaced { continue }
        throw FileWriteError(path: path, reason: "this is not a file; remove it")
      }
      try AtomicFile.write(file.text, to: path)
      report(path)
    }
  }

  /// Makes the folder of a file that lies in one of its own below the scripts folder.
  private static func makeFolder(of path: String, named name: String) throws(FileWriteError) {
    if name.contains("/") { try AtomicFile.makeFolder(ofFile: path) }
  }
}
