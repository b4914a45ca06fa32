import Foundation
import Testing

@testable import SimHarness

/// What the program says of its own version.
@Suite struct VersionTests {
  /// The libraries are those that are loaded, so that a report of a problem names them.
  @Test(arguments: [["--version"], ["run", "--version"]])
  func namesTheLibrariesInUse(words: [String]) throws {
    let result = try Program.run(words, in: FileManager.default.temporaryDirectory)
    #expect(result.code == 0 && result.errors.isEmpty)
    #expect(result.output == "\(ProgramVersion.current) (\(LibraryVersions.text))\n")
    #expect(
      result.output.wholeMatch(
        of: /\d+\.\d+\.\d+ \(Lua 5\.4\.\d+, SQLite 3\.\d+\.\d+\)\n/) != nil,
      "\(result.output)")
  }
}
