import Foundation
import Testing

@testable import SimHarness

/// A run of a suite is reported in the formats that the suite names.
@Suite struct SuiteFormatsTests {
  private static func played(_ report: String, _ words: String = "") throws -> (
    result: Program.Result, files: [String]
  ) {
    try Program.inFolder { folder in
      try Program.write(Program.goodLevel, to: "good.json", in: folder)
      try Program.write(
        "name: s\nlevels: [good.json]\nagents: [random]\ngames: 3\n\(report)\n", to: "s.yml",
        in: folder)
      let result = try Program.shell("playtest run s.yml --out out \(words)", in: folder)
      let out = folder.appending(path: "out")
      let files =
        FileManager.default.fileExists(atPath: out.path) ? try Program.files(in: out) : []
      return (result, files)
    }
  }

  /// What every run leaves, whatever it is reported in.
  private static let always = ["results.sqlite", "run.json", "summary.json", "timing.json"]

  @Test(arguments: [
    ("", ["report.html", "report.md"], "report.html"),
    ("report: {title: T}", ["report.html", "report.md"], "report.html"),
    ("report: {formats: []}", [], "summary.json"),
    ("report: {formats: [json]}", [], "summary.json"),
    ("report: {formats: [md, md]}", ["report.md"], "report.md"),
    (
      "report: {formats: [csv, html]}", ["cells.csv", "games.csv", "report.html"],
      "report.html"
    ),
    (
      "report: {formats: [junit, ndjson]}", ["cells.ndjson", "games.ndjson", "junit.xml"],
      "junit.xml"
    ),
    (
      "report: {formats: [vega]}",
      ["difficulty.vl.json", "moves.vl.json", "scores.vl.json"], "difficulty.vl.json"
    ),
  ])
  func aSuiteSaysWhatItIsReportedIn(_ report: String, _ files: [String], _ shown: String) throws {
    let (result, found) = try Self.played(report)
    #expect(result.code == 0, "\(result.errors)")
    #expect(found == (Self.always + files).sorted())
    #expect(result.output.contains("\nreport: out/\(shown)\n"), "\(result.output)")
  }

  /// The same bytes as `report` writes afterwards.
  @Test func theFilesAreThoseOfReport() throws {
    try Program.inFolder { folder in
      try Program.write(Program.goodLevel, to: "good.json", in: folder)
      try Program.write(
        "name: s\nlevels: [good.json]\ngames: 5\nreport: {formats: [csv, ndjson, vega, html]}\n",
        to: "s.yml", in: folder)
      #expect(try Program.shell("playtest run s.yml --out out --quiet", in: folder).code == 0)
      let names = ["cells.csv", "games.csv", "games.ndjson", "scores.vl.json", "report.html"]
      let first = try names.map { try Program.text(of: "out/" + $0, in: folder) }
      let words = "report out --format csv,ndjson,vega,html"
      #expect(try Program.shell("playtest \(words)", in: folder).code == 0)
      #expect(try names.map { try Program.text(of: "out/" + $0, in: folder) } == first)
      #expect(first[1].split(separator: "\n").count == 16)
    }
  }

  @Test func aStudyKeepsToThem() throws {
    let (result, files) = try Self.played("report: {formats: [csv]}", "--study")
    #expect(result.code == 0, "\(result.errors)")
    #expect(files == (Self.always + ["cells.csv", "games.csv", "study.json"]).sorted())
  }

  @Test(arguments: [
    ("report: {formats: [htm]}", "unknown format 'htm'; did you mean 'html'?"),
    ("report: {formats: html}", "expected an array of formats, found a string"),
    (
      "report: {formats: [7]}",
      "expected one of html, md, json, csv, ndjson, junit, vega, found 7"
    ),
    ("report: {format: [html]}", "unknown field 'format'; did you mean 'formats'?"),
  ])
  func whatIsWrongIsReported(_ report: String, _ words: String) throws {
    let (result, files) = try Self.played(report)
    #expect(result.code == 65)
    #expect(result.errors.hasPrefix("playtest: s.yml:5: $.report"), "\(result.errors)")
    #expect(result.errors.contains(words), "\(result.errors)")
    #expect(files == [])
  }
}
