import Foundation
import Testing

@testable import SimHarness
@testable import TextFormats

/// What `tune`, `explain`, `population` and a comparison print and write of hostile names is inert.
@Suite struct HostileTitlesTests {
  /// All that could break out of a page, a table, a terminal line or a spreadsheet at once.
  private static let names = [
    "\"><script>alert(1)</script><img src=x onerror=alert(1)>\u{AD}{{{name}}}",
    "=cmd|'`x`](javascript:alert(1))\u{200D}\u{E0041}",
  ]

  private static func level(_ name: String) -> String {
    let tree = JSONTree.string(name)
    return """
      {"format":"playtest-level","version":1,"game":"bubble-blast","shots":4,\
      "grid":["RRBB........"],"name":\(JSONWriter.compact(tree))}
      """
  }

  private static let tune = """
    level: levels/INDEX.json
    budget: {games: 60}
    parameters: [{path: shots, int: [2, 6]}]
    targets: [{metric: pass_rate, agent: random, aim: 0.5, tolerance: 0.4}]
    verify: {games: 20, seed: 7}
    """

  private static func expectInert(_ text: String, _ place: String) {
    let steering = text.unicodeScalars.filter {
      SafeText.isUnsafe($0) && $0 != "\n" && $0 != "\t"
    }
    #expect(steering.isEmpty, "\(place)")
    if place.hasSuffix(".html") {
      #expect(text.contains("alert(1)"), "\(place) holds the name")
      #expect(!text.contains("<script>alert") && !text.contains("<img src=x"), "\(place)")
      #expect(!text.contains("href=\"javascript"), "\(place)")
    }
  }

  @Test func tunesExplanationsAndComparisonsAreInert() throws {
    try Program.inFolder { root in
      let levels = root.appending(path: "levels")
      try FileManager.default.createDirectory(at: levels, withIntermediateDirectories: true)
      var lines = [
        "playtest run levels --agents random,novice --games 6 --quiet --out r",
        "playtest run levels --agents random,novice --games 6 --seed 4 --quiet --out s",
        "playtest report r --base s", "playtest population r", "playtest population r --json",
      ]
      for (index, name) in Self.names.enumerated() {
        try Program.write(Self.level(name), to: "levels/\(index).json", in: root)
        try Program.write(
          Self.tune.replacing("INDEX", with: "\(index)"), to: "\(index).yml", in: root)
        try Program.write(name, to: "name-\(index)", in: root)
        let explain = "playtest explain r --games 10 --quiet --level=\"$(cat name-\(index))\""
        lines += [
          explain, "\(explain) --json", "playtest tune \(index).yml --quiet --out t\(index)",
        ]
      }
      for line in lines {
        let result = try Program.shell(line, in: root)
        #expect(result.code <= 1, "\(line): \(result.errors)")
        Self.expectInert(result.output + result.errors, line)
      }
      for folder in ["r", "t0", "t1"] {
        for name in try Program.files(in: root.appending(path: folder))
        where name.contains(".") && !name.contains("sqlite") && name != ".lock" {
          Self.expectInert(try Program.text(of: "\(folder)/\(name)", in: root), "\(folder)/\(name)")
        }
      }
    }
  }
}
