import Foundation
import Testing

/// What `level validate` prints and how it ends.
@Suite struct LevelValidateCommandTests {
  private static func level(_ name: String, _ fields: String) -> String {
    #"{"format":"playtest-level","version":1,"game":"bubble-blast","name":"\#(name)",\#(fields)}"#
  }

  private static func inFolder(_ body: (URL) throws -> Void) throws {
    try Program.inFolder { folder in
      try Program.write(Program.goodLevel, to: "good.json", in: folder)
      try Program.write(
        level("Loose", #""columns":6,"grid":["RR....","....R"]"#), to: "loose.json", in: folder)
      try Program.write(level("Empty", #""grid":[],"shots":3"#), to: "empty.json", in: folder)
      try body(folder)
    }
  }

  @Test func warningsLeaveTheExitCode() throws {
    try Self.inFolder { folder in
      let result = try Program.run(
        ["level", "validate", "good.json", "loose.json"], in: folder)
      #expect(result.code == 0)
      #expect(result.output == "ok: 2 levels, 1 warning\n")
      #expect(
        result.complaints == [
          "playtest: loose.json:1: $.grid[1]: warning: 1 bubble falls before the first shot, the"
            + " first in row 1, column 4; connect them to the top row or erase them"
        ])
      let strict = try Program.run(
        ["level", "validate", "loose.json", "--strict"], in: folder)
      #expect(strict.code == 65 && strict.output.isEmpty)
      #expect(strict.complaints == result.complaints)
    }
  }

  @Test func everythingWrongIsPrinted() throws {
    try Self.inFolder { folder in
      try Program.write("{", to: "broken.json", in: folder)
      try Program.write(Program.goodLevel, to: "twin.json", in: folder)
      let result = try Program.run(["level", "validate", "."], in: folder)
      #expect(result.code == 65)
      let starts = [
        "playtest: ./loose.json:1: $.grid[1]: warning: ", "playtest: ./broken.json:1: ",
        "playtest: ./twin.json: the name 'Good' is also used by ./good.json; ",
        "playtest: ./empty.json:1: $.grid: the board is empty, so the game is won before the first shot",
      ]
      #expect(result.complaints.count == starts.count, "\(result.errors)")
      for (line, start) in zip(result.complaints, starts) {
        #expect(line.hasPrefix(start), "\(line)")
      }
    }
  }
}
