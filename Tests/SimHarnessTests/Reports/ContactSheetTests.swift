import Testing

@testable import Reporting
@testable import SimHarness

@Suite struct ContactSheetTests {
  private static func source(_ text: String) throws -> LevelFile {
    try LevelFile.read(Array(text.utf8), file: "a.json", catalog: Tuning.library)
  }

  private static func level(_ game: String, _ name: String, _ fields: String = "") -> String {
    #"{"format":"playtest-level","version":1,"game":"\#(game)","name":"\#(name)"\#(fields)}"#
  }

  @Test func everyGameHasAPicture() throws {
    let sources = try [
      "levels/bubble-blast/07-crate-yard.json", "levels/peggle/02-quarry.json",
      "levels/bubble-pop/drift.json", "levels/set/01-official.json",
      "levels/playing-cards/01-pairs.json", "levels/cards/01-tens.json",
    ].map { try Tuning.variants(at: $0).file }
    let sheet = ContactSheet(
      title: "All", levels: sources, library: Tuning.library, entries: GameRegistry.bundled.games)
    #expect(sheet.cards.allSatisfy(\.problem.isEmpty) && sheet.cards.count == 6)
    for card in sheet.cards {
      #expect(card.picture.hasPrefix("<svg"), "\(card.name)")
      #expect(!card.goal.isEmpty && card.rates.isEmpty)
    }
    #expect(
      sheet.render()
        == ContactSheet(
          title: "All", levels: sources, library: Tuning.library,
          entries: GameRegistry.bundled.games
        ).render())
  }

  @Test func aLevelThatCannotBePlayedSaysWhy() throws {
    let source = try Self.source(Self.level("peggle", "No orange", #","objects":[]"#))
    let sheet = ContactSheet(
      title: "T", levels: [source], library: Tuning.library, entries: GameRegistry.bundled.games)
    #expect(sheet.cards[0].problem.hasPrefix("the mode classic needs an orange peg"))
    #expect(sheet.render().contains("Cannot be played: the mode classic"))
    #expect(sheet.render().contains("<svg class=\"chart board scene\""))
  }

  @Test func textOfUsersIsEscaped() throws {
    let name = #"<script>alert(1)</script> & \"x\""#
    let source = try Self.source(Self.level("bubble-blast", name, #","columns":2,"grid":["RR"]"#))
    let page = ContactSheet(
      title: "<b>", levels: [source], library: Tuning.library, entries: GameRegistry.bundled.games
    ).render()
    #expect(!page.contains("<script>") && !page.contains("<b>"))
    #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
  }

  @Test func aRunGivesPassRates() throws {
    let source = try Self.source(Self.level("bubble-blast", "A", #","columns":2,"grid":["RR"]"#))
    let other = try Self.source(Self.level("bubble-blast", "B", #","columns":2,"grid":["RR"]"#))
    let run = ReportFixture.run([
      ReportFixture.cell("A", "casual", wins: 50, of: 200),
      ReportFixture.cell("A", "skilled", wins: 150, of: 200),
    ])
    let sheet = ContactSheet(
      title: "T", levels: [source, other], results: run, library: Tuning.library,
      entries: GameRegistry.bundled.games)
    #expect(sheet.cards[0].rates.map(\.agent) == ["casual", "skilled"])
    #expect(sheet.cards[0].rates.map(\.value) == ["25%", "75%"])
    #expect(sheet.cards[0].rates[0].interval == "[20, 31]")
    #expect(sheet.cards[0].note == "changed since the run", "its hash is another")
    #expect(sheet.changed == ["A"])
    #expect(sheet.cards[1].note == "not in the run")
  }
}
