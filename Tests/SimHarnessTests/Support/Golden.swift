import Foundation
import TestSupport
import Testing

/// Files that hold what the program writes.
///
/// `make golden` writes them again.
enum Golden {
  /// Where the files lie that are for tests alone.
  static let folder = "Tests/SimHarnessTests/Golden"

  static var isUpdating: Bool {
    ProcessInfo.processInfo.environment["PLAYTEST_UPDATE_GOLDEN"] == "1"
  }

  /// Expects a file of the project to hold this text, or writes it.
  static func expect(
    _ text: String, at relative: String, location: SourceLocation = #_sourceLocation
  ) throws {
    let file = Oracle.root.appending(path: relative)
    if isUpdating {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file, options: .atomic)
      return
    }
    let held = FileManager.default.contents(atPath: file.path)
    guard held.map({ $0.elementsEqual(text.utf8) }) != true else { return }
    let difference = difference(
      of: text, from: held.map { String(decoding: $0, as: UTF8.self) }, in: relative)
    Issue.record("\(difference)\n`make golden` writes it again", sourceLocation: location)
  }

  /// The first line in which a text differs from the golden one, or that there is none.
  static func difference(of text: String, from golden: String?, in file: String) -> String {
    guard let golden else { return "\(file): there is no such golden file" }
    func lines(_ text: String) -> [String.UTF8View.SubSequence] {
      text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    }
    let (made, kept) = (lines(text), lines(golden))
    let line = zip(made, kept).prefix { $0.elementsEqual($1) }.count
    func shown(_ lines: [String.UTF8View.SubSequence]) -> String {
      line < lines.count
        ? String(Substring(lines[line]).prefix(500)) : "(the text has ended)"
    }
    return "\(file):\(line + 1): the golden file differs\n"
      + "  golden: \(shown(kept))\n  made:   \(shown(made))"
  }

  /// Expects a folder of golden files to hold these and no others, or removes the others.
  static func expectOnly(
    _ names: [String], in subfolder: String, location: SourceLocation = #_sourceLocation
  ) throws {
    let path = Oracle.root.appending(path: "\(folder)/\(subfolder)")
    let held = (try? FileManager.default.contentsOfDirectory(atPath: path.path)) ?? []
    for name in Set(held).subtracting(names).sorted() {
      if isUpdating {
        try FileManager.default.removeItem(at: path.appending(path: name))
      } else {
        Issue.record(
          "\(folder)/\(subfolder)/\(name): nothing is kept here any more; `make golden` removes it",
          sourceLocation: location)
      }
    }
  }
}
