import Foundation
import Testing

@testable import SimHarness

/// `calibrate` as a user meets it.
@Suite struct CalibrateCommandTests {
  private static func inFolder(_ body: (URL) throws -> Void) throws {
    try Program.inFolder { folder in
      try FileManager.default.createDirectory(
        at: folder.appending(path: "levels"), withIntermediateDirectories: false)
      for (place, shots) in [20, 14, 9, 1].enumerated() {
        let name = "L\(place)"
        try Program.write(
          Program.goodLevel.replacing("\"Good\"", with: "\"\(name)\"")
            .replacing("\"shots\":12", with: "\"shots\":\(shots)"),
          to: "levels/\(name).json", in: folder)
      }
      try body(folder)
    }
  }

  /// People who need ten attempts where anybody passes and none where nobody does are no mix: it is
  /// said on stderr, in the output and in the player's file, and the file is a player all the same.
  @Test func peopleWhoAreNoMixAreWarnedOf() throws {
    try Self.inFolder { folder in
      var text = "player,level,attempts,passed,quit\n"
      for person in 0..<30 {
        text += "p\(person),L0,10,1,0\np\(person),L1,10,1,0\np\(person),L2,10,1,0\n"
        text += "p\(person),L3,\(person % 2 + 1),\(person % 2),\(1 - person % 2)\n"
      }
      try Program.write(text, to: "people.csv", in: folder)
      let result = try Program.run(
        ["calibrate", "people.csv", "--levels", "levels", "--games", "10", "--quiet", "--json"],
        in: folder)
      #expect(result.code == 0, "\(result.errors)")
      #expect(
        result.errors.hasPrefix("playtest: people.csv: on the held-out levels, the mix misses"))
      let json = result.output.filter { !$0.isWhitespace }
      #expect(json.contains("\"likelihood\":\"people\""))
      #expect(json.contains("\"warning\":\"ontheheld-outlevels"))
      let player = try Program.text(of: "players/mine.yml", in: folder)
      #expect(player.hasPrefix("# warning: on the held-out levels"))
      #expect(player.contains("fitted to 30 people who made"))
      let run = try Program.run(
        ["run", "levels/L0.json", "--agents", "mine", "--games", "3", "--quiet"], in: folder)
      #expect(run.code == 0, "\(run.errors)")
    }
  }

  /// Two held-out levels cannot say how sure their order is; an error of rates is in points.
  @Test func whatHasNoIntervalSaysWhy() throws {
    try Self.inFolder { folder in
      try Program.write(
        "level,attempts,passes\nL0,50,45\nL1,50,40\nL2,50,30\nL3,50,0\n", to: "people.csv",
        in: folder)
      let words = ["calibrate", "people.csv", "--levels", "levels", "--games", "10", "--quiet"]
      let result = try Program.run(words, in: folder)
      #expect(result.code == 0, "\(result.errors)")
      // Those on the other half of the levels try the fit out.
      #expect(
        try Program.text(of: "players/mine.yml", in: folder)
          .contains("fitted to 100 attempts by people on 2 levels"))
      #expect(result.output.contains("order (Spearman): 1.00 (no interval: nearly all resamples"))
      let line = try #require(
        result.output.split(separator: "\n").first { $0.hasPrefix("mean error, in points: ") })
      #expect(!line.contains("%"))
      let json = try Program.run(words + ["--json", "--force"], in: folder).output
      let tree = try #require(
        try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
      let order = try #require(tree["spearman"] as? [String: Any])
      #expect(order["low"] is NSNull && order["high"] is NSNull)
      #expect((order["reason"] as? String)?.hasPrefix("nearly all resamples") == true)
    }
  }

  /// What the last line says works, wherever the file is; other endings would never be found.
  @Test func theLastLineNamesTheAgent() throws {
    try Self.inFolder { folder in
      try Program.write(
        "level,attempts,passes\nL0,50,45\nL1,50,40\nL2,50,30\nL3,50,0\n", to: "people.csv",
        in: folder)
      let line = "playtest calibrate people.csv --levels levels --games 10 --quiet"
      let result = try Program.shell("\(line) --out 'my people.yml'", in: folder)
      #expect(result.code == 0, "\(result.errors)")
      #expect(
        result.output.hasSuffix(
          "\nplayer: my people.yml; use it with --agents 'my people.yml'\n"), "\(result.output)")
      let run = try Program.shell(
        "playtest run levels/L0.json --agents 'my people.yml' --games 3 --quiet", in: folder)
      #expect(run.code == 0, "\(run.errors)")
      try Program.Failure(
        64, "\(line) --out mine", "--out: the file name must end in .yml; see playtest calibrate"
      ).check(in: folder)
      try Program.Failure(
        73, "\(line) --out /proc/none/x.yml",
        "/proc/none: cannot create the folder: no such folder; choose another folder"
      ).check(in: folder)
    }
  }

  @Test func unknownLevelsAreNamedTwentyAtMost() throws {
    try Self.inFolder { folder in
      let lines = (0..<5000).map { "M\($0),3,1\n" }.joined()
      try Program.write("level,attempts,passes\n" + lines, to: "people.csv", in: folder)
      let result = try Program.run(
        ["calibrate", "people.csv", "--levels", "levels", "--games", "10", "--quiet"], in: folder)
      #expect(result.code == 65)
      #expect(result.errors.split(separator: "\n").count == 21)
      #expect(result.errors.contains("and 4980 more"))
      #expect(result.errors.hasPrefix("playtest: people.csv:2: unknown level 'M0'"))
    }
  }
}
