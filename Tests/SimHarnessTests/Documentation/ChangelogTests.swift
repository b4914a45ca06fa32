import Foundation
import TestSupport
import Testing

/// `CHANGELOG.md`: versions, kinds of changes, short entries.
@Suite struct ChangelogTests {
  private static func lines() throws -> [String] {
    try Program.text(of: "CHANGELOG.md", in: Oracle.root)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The newest version is the one that the program says, without a date until it is tagged.
  @Test func theNewestVersionIsTheProgram() throws {
    let versions = try Self.lines().filter { $0.hasPrefix("## ") }
    // Behind the program's version stand those of libraries.
    let program = try Program.run(["--version"], in: Oracle.root).output.prefix { $0 != " " }
    let newest = try #require(versions.first)
    #expect(
      try Regex(#"## \[\#(program)\] - (Unreleased|\d{4}-\d\d-\d\d)"#).wholeMatch(in: newest) != nil
    )
    for version in versions.dropFirst() {
      #expect(version.wholeMatch(of: #/## \[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d/#) != nil)
    }
  }

  @Test func changesAreSortedByKind() throws {
    let known = ["Added", "Changed", "Fixed", "Removed", "Signature"]
    var kinds: [String] = []
    for line in try Self.lines() {
      if line.hasPrefix("## ") { kinds = [] }
      guard line.hasPrefix("### ") else { continue }
      kinds.append(String(line.dropFirst(4)))
      #expect(kinds == known.filter(kinds.contains), "\(line)")
    }
  }

  @Test func entriesAreOneShortLine() throws {
    for line in try Self.lines() where line.hasPrefix("- ") {
      #expect(line.count <= 150, "\(line)")
      #expect(line.hasSuffix("."), "\(line)")
    }
    #expect(try !Self.lines().contains { $0.hasPrefix("  ") })
  }
}
