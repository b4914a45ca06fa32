import Foundation
import TestSupport
import Testing

@testable import SimHarness

/// The summary and the reports of one small run, byte for byte.
///
/// `Golden/Report/suite.yml` and its levels are written by hand; what the run wrote lies beside it.
@Suite struct GoldenReportTests {
  private static let folder = "\(Golden.folder)/Report"
  private static let written = ["report.html", "report.md", "summary.json"]

  @Test func isThatOfTheGoldenFiles() throws {
    try Program.inFolder { folder in
      for name in ["suite.yml", "levels"] {
        try FileManager.default.createSymbolicLink(
          at: folder.appending(path: name),
          withDestinationURL: Oracle.root.appending(path: "\(Self.folder)/\(name)"))
      }
      let run = try Program.run(
        ["run", "suite.yml", "--out", "report", "--quiet", "--jobs", "2"], in: folder)
      try #require(run.code == 0, "\(run.errors)")
      for name in Self.written {
        try Golden.expect(
          try Program.text(of: "report/\(name)", in: folder), at: "\(Self.folder)/\(name)")
      }
    }
  }

  @Test func noGoldenFileIsLeftOver() throws {
    try Golden.expectOnly(["levels", "suite.yml"] + Self.written, in: "Report")
  }
}
