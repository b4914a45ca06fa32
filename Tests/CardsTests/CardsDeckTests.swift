import TestSupport
import Testing

@testable import CardsGame
@testable import SimHarness
@testable import TextFormats

/// Ranks and suits of playing cards, which a level may deal fewer of.
@Suite struct CardsDeckTests {
  private static func file(_ fields: String) throws -> LevelFile {
    let head = #""format":"playtest-level","version":1,"game":"playing-cards","name":"A""#
    let text = "{\(head),\(fields)}"
    return try LevelFile.read(Array(text.utf8), file: "a.json", catalog: Bubbles.library)
  }

  private static func level(_ fields: String) throws -> CardsLevel {
    guard let file = try file(fields).content as? CardsLevelFile else {
      throw LevelError.invalid("no cards")
    }
    return try file.level(catalog: Bubbles.library)
  }

  @Test func aSmallerDeckHasTheFirstRanksAndSuits() throws {
    let level = try Self.level(#""deal":6,"ranks":3,"suits":2"#)
    #expect(level.game.cards.map(\.name) == ["AC", "2C", "3C", "AD", "2D", "3D"])
    // Three pairs of one rank, and three of each suit.
    #expect(level.matches.count == 3 + 6)
    #expect(try Self.level(#""deal":6"#).game.cards.count == 52)
    // Another deck of the same script and as many cards has a table of its own.
    let wide = try Self.level(#""deal":6,"ranks":6,"suits":1"#)
    #expect(wide.game.cards.map(\.name) == ["AC", "2C", "3C", "4C", "5C", "6C"])
    #expect(wide.matches.count == 15)
  }

  @Test func theDefaultsAreNotWritten() throws {
    let file = try Self.file(#""ranks":13,"suits":4"#)
    #expect(!file.text.contains("ranks") && !file.text.contains("suits"))
    #expect(try file.contentHash == Self.file(#""deal":22"#).contentHash)
    let small = try Self.file(#""suits":3"#)
    #expect(small.text.contains(#""suits": 3"#))
    #expect(
      try LevelFile.read(Array(small.text.utf8), file: "a", catalog: Bubbles.library) == small)
  }

  @Test(arguments: [
    (
      #""ranks":4,"suits":2,"deal":9"#,
      "a.json:1: $.deal: the deck has 8 cards, not 9; deal fewer"
    ),
    (
      #""ranks":14"#, "a.json:1: $.ranks: expected a whole number from 2 to 13, found 14"
    ),
  ])
  func saysWhatIsWrong(_ fields: String, _ message: String) throws {
    do {
      _ = try Self.file(fields)
      Issue.record("the level was read")
    } catch let issues as FileIssues {
      #expect(issues.lines == [message])
    }
  }

  /// 22 cards cannot be dealt of a deck of 8.
  @Test func aDeckTooSmallForTheUsualDealIsRefused() throws {
    let file = try Self.file(#""ranks":4,"suits":2"#)
    #expect(throws: LevelError.self) { try file.checkPlayable(catalog: Bubbles.library) }
  }
}
