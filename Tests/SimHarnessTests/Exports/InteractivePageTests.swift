import Foundation
import TestSupport
import Testing

@testable import Reporting
@testable import SimHarness

/// `report --interactive`: the charts on a page of their own, drawn by a library from outside.
@Suite struct InteractivePageTests {
  /// Whether the python3 on the path has vl-convert (Tests/requirements.txt).
  static let hasConverter = {
    let result = try? Program.shell(
      "python3 -c 'import vl_convert'", in: FileManager.default.temporaryDirectory)
    return result?.code == 0
  }()

  /// A run, and a folder `bin` for a python3 of the test's own.
  private static func inRun(_ level: String, _ body: (URL) throws -> Void) throws {
    try Program.inFolder { folder in
      try Program.write(level, to: "level.json", in: folder)
      try FileManager.default.createDirectory(
        at: folder.appending(path: "bin"), withIntermediateDirectories: true)
      let run = try Program.shell(
        "playtest run level.json --agents random,casual --games 20 --out r --quiet", in: folder)
      #expect(run.code == 0, "\(run.errors)")
      try body(folder)
    }
  }

  private static func python(_ lines: String, in folder: URL) throws {
    try Program.write("#!/bin/sh\n\(lines)\n", to: "bin/python3", in: folder)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.appending(path: "bin/python3").path)
  }

  private static let words = "report r --format md --interactive"

  @Test(arguments: ["exit 1", "echo half; exit 3", "exit 0"])
  func withoutTheLibraryNothingIsWritten(_ python: String) throws {
    try Self.inRun(Program.goodLevel) { folder in
      try Self.python(python, in: folder)
      let before = try Program.files(in: folder)
      let result = try Program.shell("PATH=\"$PWD/bin:$PATH\"; playtest \(Self.words)", in: folder)
      #expect(result.code == 66)
      #expect(
        result.errors == "playtest: --interactive needs vl-convert for python3;"
          + " run pip install vl-convert-python, or leave --interactive out\n")
      #expect(try Program.files(in: folder) == before)
    }
  }

  /// Names are text wherever they stand, and the library's own closing tags end nothing.
  @Test func namesStayText() throws {
    let name = #"</script><img src=x onerror=alert(1)>"#
    let level = Program.goodLevel.replacing("\"Good\"", with: "\"\(name)\"")
    try Self.inRun(level) { folder in
      try Self.python("echo 'window.vegaEmbed = \"</script>\".replace(/</g, 1);'", in: folder)
      let result = try Program.shell("PATH=\"$PWD/bin:$PATH\"; playtest \(Self.words)", in: folder)
      #expect(result.code == 0, "\(result.errors)")
      #expect(result.output == "r/report.md\nr/interactive.html\n")
      let page = try Program.text(of: "r/interactive.html", in: folder)
      #expect(page.contains(#"window.vegaEmbed = "<\/script>".replace(/</g, 1);"#))
      #expect(page.matches(of: #/<script/#).count == 5)
      #expect(page.matches(of: #/</script>/#).count == 5)
      #expect(!page.contains("<img"))
      // The data are those of the charts.
      for match in page.matches(
        of: #/<script type="application\/json" id="(\w+)">\n(.+?)</script>/#.dotMatchesNewlines())
      {
        let tree = try #require(
          try JSONSerialization.jsonObject(with: Data(match.2.utf8)) as? [String: Any])
        let rows = try #require((tree["data"] as? [String: Any])?["values"] as? [[String: Any]])
        #expect(!rows.isEmpty && rows.allSatisfy { $0["level"] as? String == name })
      }
    }
  }

  /// A game without goals has no pass rates to draw.
  @Test func chartsThatWouldBeEmptyAreLeftOut() throws {
    let summary = ReportFixture.realistic(levels: 2)
    #expect(InteractivePage.charts(summary).map(\.name) == ["Difficulty", "Scores", "Moves"])
    var goalless = summary
    for index in goalless.cells.indices { goalless.cells[index].passRate = nil }
    #expect(InteractivePage.charts(goalless).map(\.name) == ["Scores", "Moves"])
  }

  @Test(
    .enabled(
      if: hasConverter || Oracle.isRequired,
      "python3 has no vl-convert; pip install vl-convert-python"))
  func vlConvertSuppliesTheLibrary() throws {
    try Self.inRun(Program.goodLevel) { folder in
      let result = try Program.shell("playtest \(Self.words)", in: folder)
      #expect(result.code == 0, "\(result.errors)")
      let page = try Program.text(of: "r/interactive.html", in: folder)
      #expect(page.utf8.count > 300_000)
      #expect(page.contains("window.vegaEmbed="))
      #expect(page.matches(of: #/</script>/#).count == 5)
    }
  }
}
