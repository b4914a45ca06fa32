import Foundation
import Testing

/// Pages that commands open in a browser.
@Suite struct BrowserTests {
  private static let missing = ": no browser was found; open this page yourself\n"

  /// Calls `body` with a folder that holds a run and `bin/xdg-open`, which writes a lot and ends with
  /// a code, as it does without a browser.
  private static func inFolder(opening code: Int, _ body: (URL) throws -> Void) throws {
    try Program.inFolder { folder in
      try Program.write(Program.goodLevel, to: "good.json", in: folder)
      let made = try Program.shell(
        "playtest run good.json --games 2 --agents random --out r --quiet; mkdir bin", in: folder)
      try #require(made.code == 0, "\(made.errors)")
      try Program.write(
        """
        #!/bin/sh
        echo "$0: firefox: not found" >&2
        echo "$0: no method available for opening '$1'"
        echo "$1" > opened
        exit \(code)

        """, to: "bin/xdg-open", in: folder)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: folder.appending(path: "bin/xdg-open").path)
      try body(folder)
    }
  }

  private static let commands = [
    ("playtest report r --format html --open", "r/report.html"),
    ("playtest level sheet good.json --out sheet.html --open", "sheet.html"),
  ]

  @Test(arguments: commands)
  func withoutABrowserOneLineNamesThePage(_ line: String, _ page: String) throws {
    try Self.inFolder(opening: 3) { folder in
      // Nothing of xdg-open's own words; the same where it is not installed.
      for path in ["$PWD/bin:$PATH", "$PWD/none"] {
        let result = try Program.shell("PATH=\"\(path)\" \(line)", in: folder)
        #expect(result.errors == "playtest: \(page)\(Self.missing)", "\(path)")
        #expect(result.code == 1 && result.output == "\(page)\n")
        _ = try Program.shell("rm -f sheet.html", in: folder)
      }
    }
  }

  @Test(arguments: commands)
  func aBrowserIsGivenThePage(_ line: String, _ page: String) throws {
    try Self.inFolder(opening: 0) { folder in
      let result = try Program.shell("PATH=\"$PWD/bin:$PATH\" \(line)", in: folder)
      #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
      #expect(result.output == "\(page)\n")
      #expect(try Program.text(of: "opened", in: folder) == "\(page)\n")
    }
  }

  /// A studio goes on without a browser, and does not repeat the address that holds its secret.
  @Test func aStudioWithoutABrowserSaysSo() throws {
    try Self.inFolder(opening: 3) { folder in
      let studio = try Program.shell(
        """
        PATH="$PWD/bin:$PATH" '\(Program.file.path)' studio . > out 2> err & studio=$!
        while kill -0 $studio && ! grep -q browser err; do sleep 0.05; done
        kill $studio
        wait $studio
        cat err
        """, in: folder)
      #expect(
        studio.output == "playtest: no browser was found; open the address above in one yourself\n")
    }
  }
}
