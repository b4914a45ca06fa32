import Foundation
import TestSupport
import Testing

@testable import BubbleBlastGame
@testable import SimHarness
@testable import TextFormats

@Suite struct BaseComparisonTests {
  private static let honeycomb = "levels/bubble-blast/06-honeycomb.json"

  /// Plays one of our levels into a folder.
  private static func play(
    _ level: URL, in folder: URL, _ name: String, _ options: String...
  ) throws {
    let result = try Program.run(
      ["run", level.path, "--games", "20", "--out", name, "--quiet"] + options, in: folder)
    try #require(result.code == 0, "\(result.errors)")
  }

  /// The page of the run `after` against a base.
  private static func page(_ base: String, in folder: URL) throws -> String {
    let result = try Program.run(
      ["report", "after", "--base", base, "--format", "html"], in: folder)
    try #require(result.code == 0, "\(result.errors)")
    return try Program.text(of: "after/report.html", in: folder)
  }

  @Test func aReportComparesTwoRuns() throws {
    try Program.inFolder { folder in
      let level = Oracle.root.appending(path: Self.honeycomb)
      try Self.play(level, in: folder, "before")
      try Self.play(level, in: folder, "after", "--agents", "casual,skilled")
      try Self.play(level, in: folder, "other", "--seed", "5")
      let same = try Self.page("before", in: folder)
      #expect(same.contains("40 games had the same deals in both runs"))
      #expect(same.contains("0 of 2 cells moved."))
      #expect(same.contains("The flags have not changed."))
      #expect(same.contains("Only in the base run, agent: novice."))
      #expect(same.contains("class=\"base-line\""))
      #expect(MarkupScanner(same).findings == [])
      #expect(try Self.page("before", in: folder) == same)
      let other = try Self.page("other", in: folder)
      #expect(
        other.contains("The runs have no games in common") && other.contains("The seeds differ"))
      let missing = try Program.run(["report", "after", "--base", "none"], in: folder)
      #expect(missing.code == 66 && missing.errors.contains("none"))
    }
  }

  /// An edited level under a new name, and one that scores only: every figure that the page prints
  /// is one of `compare --json`, and what moved is bold.
  @Test(arguments: [(honeycomb, "shots"), ("levels/set/01-official.json", "scoring")])
  func thePageAndCompareAgree(_ path: String, _ field: String) throws {
    try Program.inFolder { folder in
      let level = Oracle.root.appending(path: path)
      let edited = folder.appending(path: "edited.json")
      try Self.edit(level, field, into: edited)
      try Self.play(level, in: folder, "before", "--agents", "casual,skilled")
      try Self.play(edited, in: folder, "after", "--agents", "casual,skilled,random")
      let page = try Self.page("before", in: folder)
      let printed = try Program.run(["compare", "before", "after", "--json"], in: folder)
      let cells = try Self.cells(of: printed.output)
      #expect(cells.count == 2)
      #expect(cells.contains { $0.moved } == (printed.code == 1))
      #expect(cells.contains { $0.moved })
      let table = try #require(page.components(separatedBy: "class=\"differences\"").last)
      let shown = table.components(separatedBy: "<td class=\"rate ").dropFirst()
      // The last column is that of a player whom the base does not have.
      #expect(shown.count == 3)
      for (cell, text) in zip(cells, shown) {
        #expect(text.contains("\(cell.value) <small>[\(cell.low), \(cell.high)]</small>"))
        #expect(text.hasPrefix(cell.moved ? (cell.difference > 0 ? "up" : "down") : "\""))
      }
      #expect(MarkupScanner(page).findings == [])
    }
  }

  /// Copies a level under another name and edits a field: 10 shots, or 5 points a set.
  private static func edit(_ level: URL, _ field: String, into file: URL) throws {
    let data = try Data(contentsOf: level)
    var fields = try #require(
      try JSONSerialization.jsonObject(with: data) as? [String: Any])
    fields["id"] = fields["id"] ?? fields["name"]
    fields["name"] = "Another name"
    if field == "shots" { fields[field] = 10 } else { fields[field] = ["matched": 5] }
    try JSONSerialization.data(withJSONObject: fields).write(to: file)
  }

  /// A cell of `compare --json`, its numbers as a page prints them.
  private struct Cell {
    let difference: Double
    let value: String
    let low: String
    let high: String
    let moved: Bool
  }

  private static func cells(of json: String) throws -> [Cell] {
    let tree = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    return try (tree["cells"] as? [[String: Any]] ?? []).map { cell in
      let difference = try #require(cell["difference"] as? [String: Double])
      let isRate = cell["figure"] as? String == "pass_rate"
      func text(_ name: String) throws -> String {
        let value = try #require(difference[name])
        if isRate { return signed(ReportNumber.fixed(value * 100, decimals: 1)) }
        return signed(
          value == 0 ? "0" : (value < 0 ? "-" : "") + ReportNumber.short(value.magnitude))
      }
      return Cell(
        difference: try #require(difference["value"]), value: try text("value"),
        low: try text("low"), high: try text("high"), moved: cell["moved"] as? Bool == true)
    }
  }

  private static func signed(_ text: String) -> String {
    text.hasPrefix("-") || text == "0.0" || text == "0" ? text : "+" + text
  }
}
