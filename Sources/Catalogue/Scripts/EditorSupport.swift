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
      if let data = FileManager.default.contents(atPath: path) {
        if !file.isReplaced || data.elementsEqual(file.text.utf8) { continue }
      } else if file.path.contains("/") {
        let parent = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        do {
          try FileManager.default.createDirectory(
            atPath: parent.joined(separator: "/"), withIntermediateDirectories: true)
        } catch {
          throw FileWriteError(path: path, reason: "cannot create the folder")
        }
      }
      try AtomicFile.write(file.text, to: path)
      report(path)
    }
  }
}
