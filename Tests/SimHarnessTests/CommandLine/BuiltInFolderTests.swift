import Foundation
import TestSupport
import Testing

@testable import PlaytestCommands

/// Where the scripts and levels that come with the program are found; `tools/install-test.sh` uses
/// an installed program.
@Suite struct BuiltInFolderTests {
  @Test func anInstalledProgramLooksInShare() {
    #expect(
      BuiltInFolder.places(of: "scripts", program: "/usr/local/bin/playtest") == [
        "/usr/local/bin/scripts", "/usr/local/share/playtest/scripts", "/usr/local/scripts",
        "/usr/scripts",
      ])
  }

  /// A distribution below an installed program's folder uses its own files.
  @Test func aFolderBesideTheProgramComesFirst() {
    let places = BuiltInFolder.places(of: "levels", program: "/opt/playtest-1/playtest")
    #expect(places == ["/opt/playtest-1/levels", "/opt/share/playtest/levels", "/opt/levels"])
  }

  @Test func aProgramNearTheRootHasFewPlaces() {
    #expect(BuiltInFolder.places(of: "levels", program: "/bin/playtest") == ["/bin/levels"])
    #expect(BuiltInFolder.places(of: "levels", program: "/playtest") == [])
  }

  @Test func theProgramOfACloneFindsTheClone() throws {
    let folder = FileManager.default.temporaryDirectory.path
    let found = try #require(
      try Program.shell("playtest list levels --json", in: URL(filePath: folder)).output
        .split(separator: "\n").first { $0.contains("07-crate-yard.json") })
    #expect(found.contains(Oracle.root.appending(path: "levels/bubble-blast").path))
  }

  // MARK: Levels of one's own

  @Test func ownLevelsDoNotHideTheBuiltInOnes() throws {
    try Program.inFolder { folder in
      try FileManager.default.createDirectory(
        at: folder.appending(path: "levels"), withIntermediateDirectories: false)
      try Program.write(Program.goodLevel, to: "levels/good.json", in: folder)
      let shown = try Program.shell(
        "playtest level show builtin:bubble-blast/07-crate-yard levels/good.json", in: folder)
      #expect(shown.code == 0, "\(shown.errors)")
      for command in ["list levels", "level list"] {
        let lines = try Program.shell("playtest \(command)", in: folder).output
          .split(separator: "\n")
        let own = try #require(lines.firstIndex { $0.contains(" levels/good.json") })
        let builtIn = try #require(
          lines.firstIndex { $0.contains("builtin:bubble-blast/07-crate-yard") })
        #expect(own < builtIn, "\(command)")
        #expect(lines.allSatisfy { $0.count <= 80 })
      }
      let run = try Program.shell(
        "playtest run set --agents random --games 2 --out r --quiet", in: folder)
      #expect(run.code == 0, "\(run.errors)")
    }
  }

  /// Without `--levels`, `level delete` looks at one's own levels only.
  @Test func nothingDeletesABuiltInLevel() throws {
    try Program.inFolder { folder in
      let file = Oracle.root.appending(path: "levels/bubble-blast/07-crate-yard.json")
      try Program.Failure(
        66, "playtest level delete 'Crate Yard'", "levels: no such folder; name one with --levels"
      )
      .check(in: folder)
      #expect(FileManager.default.fileExists(atPath: file.path))
    }
  }
}
