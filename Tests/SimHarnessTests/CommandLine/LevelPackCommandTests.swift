import Foundation
import Testing

/// A folder of levels whose order is kept: `level order`, `level list`, `run` and `level sheet`.
@Suite struct LevelPackCommandTests {
  private static func level(_ name: String, shots: Int) -> String {
    """
    {"format":"playtest-level","version":1,"game":"bubble-blast","name":"\(name)",\
    "shots":\(shots),"grid":["RRBBGGRRBBGG","RBGRBGRBGRB","BBRRGGBBRRGG"]}
    """
  }

  /// Two levels, the harder one first by its file's name, and a run of both.
  private static func inFolder(_ body: (URL) throws -> Void) throws {
    try Program.inFolder { folder in
      try FileManager.default.createDirectory(
        at: folder.appending(path: "mine"), withIntermediateDirectories: true)
      try Program.write(level("Tight", shots: 8), to: "mine/a.json", in: folder)
      try Program.write(level("Wide", shots: 40), to: "mine/b.json", in: folder)
      let run = try Program.run(
        ["run", "mine", "--agents", "novice,casual", "--games", "60", "--quiet"], in: folder)
      #expect(run.code == 0, "\(run.errors)")
      try body(folder)
    }
  }

  @Test func proposesAndWritesAnOrder() throws {
    try Self.inFolder { folder in
      let order = try Program.run(["level", "order", "mine"], in: folder)
      #expect(order.code == 0, "\(order.errors)")
      let lines = order.output.split(separator: "\n").map(String.init)
      #expect(
        lines[0].split(separator: " ") == [
          "level", "difficulty", "pass", "rate", "in", "the", "run",
        ])
      #expect(lines[1].hasPrefix("1  Wide") && lines[1].hasSuffix("2"))
      #expect(lines[2].hasPrefix("2  Tight") && lines[2].hasSuffix("1"))
      #expect(!(try Program.files(in: folder).contains("mine/pack.json")))
      #expect(
        try Program.run(["level", "order", "Reports/runs/mine"], in: folder).output == order.output)

      let write = try Program.run(["level", "order", "mine", "--write"], in: folder)
      #expect(write.code == 0 && write.output.hasSuffix("wrote mine/pack.json\n"), "\(write)")
      let list = try Program.run(["level", "list", "--levels", "mine"], in: folder)
      #expect(
        list.output.split(separator: "\n").dropFirst().map { $0.prefix(5) } == ["Wide ", "Tight"])
      #expect(try Program.run(["level", "list", "mine"], in: folder).output == list.output)
      #expect(
        try Program.run(["level", "list", "mine", "--levels", "mine"], in: folder).code == 64)
      let again = try Program.run(
        ["run", "mine", "--agents", "casual", "--games", "5", "--quiet", "--out", "r"], in: folder)
      #expect(again.code == 0, "\(again.errors)")
      let summary = try Program.text(of: "r/report.md", in: folder)
      let levels = try #require(summary.components(separatedBy: "## Levels").last)
      let wide = try #require(levels.range(of: "Wide")?.lowerBound)
      let tight = try #require(levels.range(of: "Tight")?.lowerBound)
      #expect(wide < tight, "the report shows the pack's order")

      // The same order again is no change, another one is not replaced by accident.
      let same = try Program.run(["level", "order", "mine", "--write"], in: folder)
      #expect(
        same.code == 0 && same.output.hasSuffix("mine/pack.json already has this order\n"),
        "\(same)")
      let pack = try Program.text(of: "mine/pack.json", in: folder)
      try Program.write(
        pack.replacing("\"b.json\", \"a.json\"", with: "\"a.json\", \"b.json\""),
        to: "mine/pack.json", in: folder)
      let refused = try Program.run(["level", "order", "mine", "--write"], in: folder)
      #expect(refused.code == 73)
      #expect(
        try Program.run(["level", "order", "mine", "--write", "--force"], in: folder).code == 0)
    }
  }

  /// What is wrong with an order has its line, whatever command reads the folder.
  @Test(arguments: ["level validate", "level show", "level sheet --out s.html", "run"])
  func aMistakeInAPackIsNamed(command: String) throws {
    try Self.inFolder { folder in
      for (levels, mistake) in [
        ("\"a.json\", \"d.json\"", "$.levels[1]: there is no file 'd.json' in the pack's folder"),
        ("\"a.json\", \"a.json\"", "$.levels[1]: "), ("5", "$.levels[0]: "), ("\"a.json\",", ""),
      ] {
        try Program.write(
          "{\"format\": \"playtest-pack\", \"version\": 1, \"name\": \"X\", \"levels\": [\(levels)]}",
          to: "mine/pack.json", in: folder)
        let result = try Program.shell("playtest \(command) mine", in: folder)
        #expect(result.code == 65)
        #expect(
          result.errors.contains("mine/pack.json:1: \(mistake)")
            && !result.errors.contains("name its folder"), "\(result.errors)")
      }
      let file = try Program.shell("playtest \(command) mine/pack.json", in: folder)
      #expect(file.errors.contains("name its folder"), "\(file.errors)")
    }
  }

  @Test func saysWhatDoesNotFitTheRun() throws {
    try Self.inFolder { folder in
      try Program.write(Self.level("New", shots: 9), to: "mine/c.json", in: folder)
      try Program.write(Self.level("Wide", shots: 41), to: "mine/b.json", in: folder)
      let order = try Program.run(["level", "order", "mine", "--write"], in: folder)
      #expect(order.code == 0)
      #expect(
        order.complaints == [
          "playtest: b.json: the level or its game's script has changed since the run; run it again to"
            + " measure its difficulty",
          "playtest: 'New' is not in the run; it comes last",
        ])
      #expect(
        try Program.text(of: "mine/pack.json", in: folder).contains(
          "\"levels\": [\"b.json\", \"a.json\", \"c.json\"]"))
      let missing = try Program.run(
        ["level", "order", "mine", "--run", "nowhere"], in: folder)
      #expect(missing.code == 66)
      let usage = try Program.run(["level", "order", "Reports/runs/mine", "--write"], in: folder)
      #expect(usage.code == 64)
    }
  }

  /// A level may have the name of a pack's file; the order does not take its place.
  @Test func aLevelInThePacksPlaceStays() throws {
    try Self.inFolder { folder in
      try Program.write(Self.level("Third", shots: 9), to: "mine/pack.json", in: folder)
      let order = try Program.run(["level", "order", "mine", "--write", "--force"], in: folder)
      #expect(order.code == 73)
      #expect(order.complaints.last?.contains("mine/pack.json: this file is a level") == true)
      #expect(try Program.text(of: "mine/pack.json", in: folder).contains("\"Third\""))
    }
  }

  @Test func writesASheet() throws {
    try Self.inFolder { folder in
      let sheet = try Program.run(
        ["level", "sheet", "mine", "--out", "s.html", "--run", "Reports/runs/mine"], in: folder)
      #expect(sheet.code == 0 && sheet.output == "s.html\n", "\(sheet.errors)")
      let page = try Program.text(of: "s.html", in: folder)
      #expect(page.contains("<title>mine – playtest levels</title>"))
      #expect(page.contains("Clear all bubbles with 8 shots."))
      #expect(page.components(separatedBy: "<svg class=\"chart board\"").count == 3)
      #expect(page.contains("novice") && page.contains("pass rates in %"))
      #expect(!page.contains("http://") && !page.contains("https://"), "no network")
      let files = try Program.files(in: folder).filter { $0.hasPrefix("mine/") }
      let level = try #require(files.first { $0.hasSuffix("json") && !$0.hasSuffix("pack.json") })
      let own = try Program.run(["level", "sheet", "mine", "--out", level, "--force"], in: folder)
      #expect(own.code == 64 && own.errors.contains("the command reads this file"))
      let refused = try Program.run(["level", "sheet", "mine", "--out", "s.html"], in: folder)
      #expect(refused.code == 73)
      // Without a title, several arguments are named like a run of them.
      let both = try Program.run(
        ["level", "sheet", "mine", "bubble-pop", "--out", "both.html"], in: folder)
      #expect(both.code == 0, "\(both.errors)")
      let text = try Program.text(of: "both.html", in: folder)
      #expect(text.contains("<title>mine and 1 more – playtest levels</title>"))
      // The pictures are small there; their letters still have 11 px.
      let sizes = text.matches(of: /viewBox="0 0 \d+ (\d+)"[^>]*><title>The start.*?<\/svg>/).map {
        picture in
        (
          height: Double(picture.output.1) ?? 0,
          letters: picture.output.0.matches(of: /font-size="([0-9.]+)"/).compactMap {
            Double($0.output.1)
          }
        )
      }
      #expect(sizes.count == 3 && sizes.allSatisfy { !$0.letters.isEmpty })
      for size in sizes { #expect(size.letters.allSatisfy { $0 * 240 / size.height >= 11 }) }
    }
  }
}
