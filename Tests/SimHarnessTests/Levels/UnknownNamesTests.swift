import Foundation
import Testing

@testable import Lab
@testable import SimHarness
@testable import TextFormats

/// Files of nothing but unknown names: refused with a few suggestions, however many there are.
@Suite struct UnknownNamesTests {
  /// Of 9,000 unknown fields each is counted, and only the first hundred are compared with the
  /// known names.
  @Test func suggestionsAreBounded() throws {
    let fields = (0..<9_000).map { "\"shotz\($0)\": 1" }.joined(separator: ",\n")
    let issues = #expect(throws: FileIssues.self) {
      try JSONReader.read(Array("{\(fields)}".utf8), file: "a.json") { cursor in
        cursor.object(fields: ["shots", "shot", "rows"]).map { _ in 0 }
      }
    }
    let messages = try #require(issues?.issues.map(\.message))
    #expect(messages.count == 9_000)
    #expect(messages.count { $0.contains("known: ") } == 100)
    #expect(messages.last == "unknown field 'shotz8999'")
    #expect(issues?.lines.last == "and 8980 more")
  }

  /// Among 100,000 names the nearest is found, and none where all are far off.
  @Test func amongManyNamesTheNearestIsFound() {
    let names = (0..<100_000).map { "level \($0 * 7919 % 1_000_003)" } + ["Honeycomb"]
    #expect(NearestName.suggestion(for: "Honeycom", among: names) == "Honeycomb")
    #expect(NearestName.suggestion(for: "quite another thing", among: names) == nil)
  }

  /// A limit changes no distance that is within it.
  @Test func limitsCutOffTheFarOnly() {
    let words = ["shots", "shtos", "shot", "rows", "a", "", "neighbour", "neighbuor", "nieghbours"]
    for left in words {
      for right in words {
        let (a, b) = (Array(left.unicodeScalars), Array(right.unicodeScalars))
        let distance = NearestName.distance(a, b) ?? .max
        for limit in 0...10 {
          #expect(NearestName.distance(a, b, atMost: limit) == (distance <= limit ? distance : nil))
        }
      }
    }
  }

  /// What was asked for is no answer.
  @Test func theNameItselfIsNoSuggestion() {
    #expect(
      NearestName.suggestion(for: "minefield", among: ["minefield", "minefields"]) == "minefields")
    #expect(NearestName.suggestion(for: "minefield", among: ["minefield"]) == nil)
    #expect(NearestName.suggestion(for: "Minefield", among: ["minefield"]) == "minefield")
  }

  /// People's results of many levels, each twice, are refused by the line of the first.
  @Test func repeatedLevelsAreFoundAmongMany() {
    let rows = (0..<20_000).map { "level \($0),10,5" }
    let text = (["level,attempts,passes"] + rows + rows).joined(separator: "\n")
    let issues = #expect(throws: FileIssues.self) {
      try HumanResults(reading: Array(text.utf8), file: "people.csv")
    }
    // The first thousand complaints are kept.
    #expect(issues?.issues.count == 1000)
    #expect(
      issues?.lines.first
        == "people.csv:20002: \"level 0\" is already on line 2; combine the two lines into one")
  }

  /// `calibrate` names the first twenty unknown levels and counts the rest.
  @Test func calibrateCountsUnknownLevels() throws {
    try Program.inFolder { folder in
      try Program.write(Program.goodLevel, to: "good.json", in: folder)
      let rows = (0..<20_000).map { "Goood\($0),10,5" }
      try Program.write(
        (["level,attempts,passes"] + rows).joined(separator: "\n"), to: "people.csv", in: folder)
      let result = try Program.run(
        ["calibrate", "people.csv", "--levels", "good.json"], in: folder)
      #expect(result.code == 65)
      #expect(result.complaints.count == 21)
      #expect(
        result.complaints.first
          == "playtest: people.csv:2: unknown level 'Goood0'; did you mean 'Good'? known: Good")
      #expect(result.complaints.last == "playtest: and 19980 more")
    }
  }
}
