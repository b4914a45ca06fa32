import Foundation
import Testing

/// Reference data that is not part of the project: read where it lies, skipped where it is not.
///
/// With `PLAYTEST_REQUIRE_ALL=1`, as in CI, a missing one fails the test.
package enum Oracle {
  /// The package's folder.
  package static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Whether a test that lacks what it needs fails; otherwise it is skipped.
  package static var isRequired: Bool {
    ProcessInfo.processInfo.environment["PLAYTEST_REQUIRE_ALL"] == "1"
  }

  /// The lines of a file of the shared data folder beside the project; nil when it is missing.
  package static func lines(_ name: String) throws -> [String]? {
    try text(at: root.appending(path: "../shared/data/\(name)").path)
      .map { $0.split(separator: "\n").map(String.init) }
  }

  /// The text of a file; nil, after a recorded issue where oracles are required, when it is
  /// missing.
  package static func text(at path: String) throws -> String? {
    guard FileManager.default.fileExists(atPath: path) else {
      if isRequired { Issue.record("the oracle \(path) is missing") }
      return nil
    }
    return try String(contentsOfFile: path, encoding: .utf8)
  }
}
