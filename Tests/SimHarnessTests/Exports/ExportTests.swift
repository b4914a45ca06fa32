import Foundation
import FoundationXML
import Testing

@testable import BubbleBlastGame
@testable import Reporting
@testable import SimHarness
@testable import TextFormats

@Suite struct ExportTests {
  /// Texts that a spreadsheet would take for formulas, or a reader for several cells.
  private static let hostile = [
    "=1+1", "+1", "-1", "@SUM(A1)", " =1", "a,b", "a\"b", "a\nb", "a\tb", "a\rb", "<b>&", "é",
    "＝1", "a;b", "",
  ]

  @Test(arguments: hostile)
  func textIsOneHarmlessCell(text: String) throws {
    let row = ExportLayout.csv.row(["a", "b"], [.text(text), .int(1)])
    #expect(row.hasSuffix(",1\n"))
    let cell = String(row.dropLast(3))
    #expect(!cell.contains("\n") && !cell.contains("\r") && !cell.contains("\t"))
    let content =
      cell.hasPrefix("\"")
      ? cell.dropFirst().dropLast().replacingOccurrences(of: "\"\"", with: "\"") : cell
    let first = content.first { $0 != " " }
    #expect(first.map { !"=+-@＝".contains($0) } ?? true, "\(cell)")
    #expect(content.hasSuffix(SafeText.escaped(text)))
    let line = ExportLayout.ndjson.row(["a", "b"], [.text(text), .int(1)])
    let tree = try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(tree["a"] as? String == text)
    #expect(line.filter { $0 == "\n" }.count == 1)
  }

  @Test func valuesKeepTheirSort() {
    let values: [ExportValue] = [
      .null, .int(-3), .real(1), .real(-0.25), .real(1e20), ExportValue(Double.nan),
      ExportValue(nil as Int?),
    ]
    let columns = ["a", "b", "c", "d", "e", "f", "g"]
    #expect(ExportLayout.csv.row(columns, values) == ",-3,1.0,-0.25,1e+20,,\n")
    #expect(
      ExportLayout.ndjson.row(columns, values)
        == "{\"a\":null,\"b\":-3,\"c\":1.0,\"d\":-0.25,\"e\":1e+20,\"f\":null,\"g\":null}\n")
  }

  @Test func aCellIsARow() throws {
    var cell = ReportFixture.cell("A, \"b\"", "casual", wins: 3, of: 4)
    cell.score = ReportFixture.distribution([1, 2, 2, 7])
    var summary = ReportFixture.run([cell, ReportFixture.cell("B", "casual", wins: 0, of: 0)])
    summary.levels[0].flags = [
      LevelFlag(kind: .tooEasy, reason: "it is"), LevelFlag(kind: .dip, reason: "too"),
    ]
    let lines = ReportFormat.csv.render(summary, runPath: "r").split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix("level,level_hash,agent,games,wins,"))
    #expect(lines[1].hasPrefix("\"A, \"\"b\"\"\",1f,casual,4,3,1,0,0,0,0,0.75,"))
    #expect(lines[1].hasSuffix(",too-easy dip"))
    #expect(lines[2].hasPrefix("B,1f,casual,0,0,0,0,0,0,0,,,,"))
    let keys = lines[0].split(separator: ",").map(String.init)
    let rows = ReportFormat.ndjson.render(summary, runPath: "r").split(separator: "\n")
    let row = try #require(
      try JSONSerialization.jsonObject(with: Data(rows[0].utf8)) as? [String: Any])
    #expect(Set(row.keys) == Set(keys))
    #expect(row["score_mean"] as? Double == 3)
    #expect(row["score_p50"] as? Int == 2)
    #expect(row["moves_mean"] is NSNull)
  }

  @Test func junitNamesFlags() {
    var summary = ReportFixture.run([
      ReportFixture.cell("A & <B>", "casual", wins: 0, of: 40),
      ReportFixture.cell("C", "casual", wins: 20, of: 40),
    ])
    summary.addFlags()
    let xml = ReportFormat.junit.render(summary, runPath: "r")
    #expect(XMLParser(data: Data(xml.utf8)).parse())
    #expect(xml.contains(#"<testsuites tests="2" failures="1" errors="0">"#))
    #expect(xml.contains(#"name="A &amp; &lt;B&gt;">"#))
    #expect(xml.contains("<testcase classname=\"bubble-blast\" name=\"C\"/>"))
  }

  /// What Vega-Lite asks of a specification, as far as ours go.
  @Test func vegaSpecificationsHoldTheirData() throws {
    let summary = ReportFixture.realistic(levels: 3)
    for text in [
      ReportFormat.vega.render(summary, runPath: "r"),
      VegaCharts.histograms(summary, of: "score", \.score),
    ] {
      let tree = try #require(
        try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      #expect(tree["$schema"] as? String == "https://vega.github.io/schema/vega-lite/v5.json")
      let rows = try #require((tree["data"] as? [String: Any])?["values"] as? [[String: Any]])
      let keys = Set(rows[0].keys)
      #expect(rows.allSatisfy { Set($0.keys) == keys })
      // Every field that is drawn is there.
      for field in text.matches(of: #/"field": "(\w+)"/#) {
        #expect(keys.contains(String(field.1)))
      }
    }
    let games = try #require(
      try JSONSerialization.jsonObject(
        with: Data(VegaCharts.histograms(summary, of: "score", \.score).utf8)) as? [String: Any])
    let rows = try #require((games["data"] as? [String: Any])?["values"] as? [[String: Any]])
    let counted = summary.cells.reduce(0) { $0 + ($1.score?.count ?? 0) }
    #expect(rows.reduce(0) { $0 + ($1["games"] as? Int ?? 0) } == counted)
  }

  /// The games of a run, with the columns and nulls that other programs rely on.
  @Test func gamesAreARowEach() throws {
    try Program.inFolder { folder in
      try Program.write(Program.goodLevel, to: "good.json", in: folder)
      let run = try Program.shell(
        "playtest run good.json --agents random,casual --games 20 --out r --quiet >/dev/null && "
          + "playtest report r --format csv,ndjson,junit,vega", in: folder)
      #expect(run.code == 0, "\(run.errors)")
      #expect(
        run.output.split(separator: "\n").map(String.init) == [
          "r/cells.csv", "r/games.csv", "r/cells.ndjson", "r/games.ndjson", "r/junit.xml",
          "r/difficulty.vl.json", "r/scores.vl.json", "r/moves.vl.json",
        ])
      let csv = try Program.text(of: "r/games.csv", in: folder).split(separator: "\n")
      #expect(csv.count == 41)
      let columns = csv[0].split(separator: ",").map(String.init)
      #expect(
        columns
          == ["level", "agent", "game", "end", "passed", "score", "moves", "reason", "fault"]
          + ["hash"] + BubbleBlast.entry.metrics.map(\.name))
      let rows = try Program.text(of: "r/games.ndjson", in: folder).split(separator: "\n")
      #expect(rows.count == 40)
      for (line, row) in zip(csv.dropFirst(), rows) {
        let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let tree = try #require(
          try JSONSerialization.jsonObject(with: Data(row.utf8)) as? [String: Any])
        #expect(cells.count == columns.count && Set(tree.keys) == Set(columns))
        #expect(cells[4] == (cells[3] == "won" ? "1" : "0"))
        #expect(cells[9].count == 16)
        for (cell, column) in zip(cells, columns) where cell.isEmpty {
          #expect(tree[column] is NSNull)
        }
      }
      // A run that takes its place leaves none of them behind.
      let again = try Program.shell(
        "playtest run good.json --games 8 --out r --quiet --force", in: folder)
      #expect(again.code == 0)
      #expect(!(try Program.files(in: folder)).contains("r/games.csv"))
    }
  }
}
