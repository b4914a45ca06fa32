import Foundation
import Testing

/// Files that hold what the program writes.
///
/// `make golden` writes them anew.
enum Golden {
  static var isUpdating: Bool {
    ProcessInfo.processInfo.environment["PLAYTEST_UPDATE_GOLDEN"] == "1"
  }

  /// Expects a file of the project to hold this text, or writes it.
  ///
  /// `filter` names the tests that write the file, for the advice.
  static func expect(
    _ text: String, at relative: String, filter: String,
    location: SourceLocation = #_sourceLocation
  ) throws {
    let file = Oracle.root.appending(path: relative)
    if isUpdating {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file, options: .atomic)
      return
    }
    let held = FileManager.default.contents(atPath: file.path)
    #expect(
      held.map { $0.elementsEqual(text.utf8) } == true,
      "\(relative) is out of date; PLAYTEST_UPDATE_GOLDEN=1 swift test --filter \(filter)",
      sourceLocation: location)
  }
}
