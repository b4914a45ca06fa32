import Foundation
import Testing

@testable import SimHarness

/// `report` as a user meets it.
@Suite struct ReportCommandTests {
  @Test func aFormatIsWrittenOnce() throws {
    try Program.inFolder { folder in
      try Program.write(Program.goodLevel, to: "good.json", in: folder)
      let run = try Program.shell(
        "playtest run good.json --games 2 --agents random --out r --quiet", in: folder)
      #expect(run.code == 0, "\(run.errors)")
      let report = try Program.shell("playtest report r --format json,md,json", in: folder)
      #expect(report.code == 0 && report.errors.isEmpty)
      #expect(report.output == "r/summary.json\nr/report.md\n")
    }
  }
}
