import Foundation
import SimHarness
import Testing

@testable import PlaytestCommands

/// Patterns of paths, and how many files they may reach.
@Suite struct PathPatternTests {
  private static func inFolder(_ body: (URL) throws -> Void) throws {
    try Program.inFolder { parent in
      let folder = parent.appending(path: "files")
      for name in ["a/1.json", "a/2.json", "a/.3.json", "b/1.json", "b/c/[4].json", "5.json"] {
        let file = folder.appending(path: name)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data().write(to: file)
      }
      try body(folder)
    }
  }

  @Test(arguments: [
    ("*", ["5.json", "a", "b"]),
    ("*/*.json", ["a/1.json", "a/2.json", "b/1.json"]),
    ("[ab]/?.json", ["a/1.json", "a/2.json", "b/1.json"]),
    ("**/1.json", ["a/1.json", "b/1.json"]),
    ("b/*/*", ["b/c/[4].json"]),
    ("b/c/\\[4\\].*", ["b/c/[4].json"]),
    ("a/.*.json", ["a/.3.json"]),
    ("*/", ["a/", "b/"]),
    ("a/../b/*.json", ["a/../b/1.json"]),
    ("*/none", []), ("none/*", []), ("5.json/*", []),
  ])
  func namesAreMatchedAsInAShell(_ pattern: String, _ paths: [String]) throws {
    try Self.inFolder { folder in
      let found = try PathPattern("\(folder.path)/\(pattern)").matches()
      #expect(found == paths.map { "\(folder.path)/\($0)" })
    }
  }

  @Test func linksDoNotLeadRoundInCircles() throws {
    try Self.inFolder { folder in
      let manager = FileManager.default
      for (name, target) in [("a/up", ".."), ("a/self", "."), ("away", "b")] {
        try manager.createSymbolicLink(
          atPath: folder.appending(path: name).path, withDestinationPath: target)
      }
      let pattern = "\(folder.path)/" + Array(repeating: "*", count: 40).joined(separator: "/")
      #expect(try PathPattern(pattern).matches().isEmpty)
      let found = try PathPattern("\(folder.path)/*/*.json").matches()
      #expect(
        found.map { $0.dropFirst(folder.path.count + 1) }
          == ["a/1.json", "a/2.json", "away/1.json", "b/1.json"])
    }
  }

  /// Folders count that are looked through, and what matches; where levels are looked for, the files
  /// in the folders that match as well.
  @Test func tooManyFilesAreRefused() throws {
    try Self.inFolder { folder in
      let pattern = PathPattern("\(folder.path)/*")
      let found = try pattern.matches(limit: 4)
      #expect(found.count == 3)
      #expect(throws: LevelProblem.self) { try pattern.matches(limit: 3) }
      // One that matches little is no matter of how much lies beside it.
      let few = try PathPattern("\(folder.path)/5*").matches(limit: 2)
      #expect(few.count == 1)
      let counted = try pattern.matches(countingFiles: true, limit: 10)
      #expect(counted == found)
      let problem = #expect(throws: LevelProblem.self) {
        try pattern.matches(countingFiles: true, limit: 9)
      }
      #expect(
        problem?.lines
          == ["\(folder.path)/*: this pattern reaches too many files; name a folder"])
      #expect(throws: LevelProblem.self) { try PathPattern("/**/*").matches() }
      #expect(throws: LevelProblem.self) { try PathPattern("/*/**").matches() }
    }
  }

  @Test(arguments: [
    Program.Failure(
      64, "playtest run '/**/*'", "/**/*: this pattern reaches too many files; name a folder"),
    Program.Failure(
      65, "playtest run wide.yml",
      "wide.yml:2: $.levels[0]: /**/*: this pattern reaches too many files; name a folder"),
    Program.Failure(
      64, "playtest script check '/**/*'",
      "/**/*: this pattern reaches too many files; name a folder"),
  ])
  func theWholeDiskIsNotSearched(_ failure: Program.Failure) throws {
    try Program.inFolder { folder in
      try Program.write(
        "name: wide\nlevels: ['/**/*']\nagents: [random]\n", to: "wide.yml", in: folder)
      try failure.check(in: folder)
    }
  }
}
