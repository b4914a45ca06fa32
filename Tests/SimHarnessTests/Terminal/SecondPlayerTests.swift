import TestSupport
import Testing

@testable import CardsGame
@testable import Catalogue
@testable import SimHarness

/// Set at a terminal for two: a second person, or a simulated player.
@Suite struct TableCompanyTests {
  private static func session(_ secondPlayer: SecondPlayer, index: Int = 0) throws
    -> any TerminalSession
  {
    let level = try Terminals.level("builtin:set/01-official")
    let request = try Terminals.request(level, index: index)
    return try #require(
      try SetGame.session(
        SessionRequest(
          level: request.level, seed: request.seed, index: request.index, player: "Ann",
          scripts: request.scripts, hintScripts: request.hintScripts, highest: nil,
          glyphs: request.glyphs, secondPlayer: secondPlayer)))
  }

  private static func expectReplay(_ session: any TerminalSession, index: Int = 0) throws {
    let played = session.played
    let replay = try Terminals.replay(
      played, of: try Terminals.level("builtin:set/01-official"), index: index)
    #expect(replay.hash == played.hash)
    #expect(replay.score == played.score)
    #expect(replay.outcome == played.outcome)
  }

  /// The keys of a set on the table, which the hint names.
  private static func set(_ session: any TerminalSession, at seconds: Double) -> [String] {
    session.type("h", at: seconds)
    let message = session.message(at: seconds)
    return message.drop { $0 != ":" }.split { !$0.isLetter }.map(String.init).filter {
      $0.count == 1
    }
  }

  /// A long name is cut short, so that the line of help that names it is not.
  @Test func aLongNameLeavesRoomForTheHelp() throws {
    let session = try Self.session(.person("Bartholomew the Younger"))
    let lines = session.lines(at: 0)
    #expect(lines.contains { $0.hasSuffix("2      Bartholomew \u{2026} claims") }, "\(lines)")
  }

  @Test func twoPersonsClaimBeforeTheyChoose() throws {
    let session = try Self.session(.person("Bob"), index: 2)
    #expect(session.lines(at: 0).contains { $0.contains("Press space to start the clock.") })
    session.type(" ", at: 1)
    session.type("a", at: 2)
    #expect(session.message(at: 2).hasPrefix("Press 1 (Ann) or 2 (Bob) first to claim."))
    #expect(session.played.moveCount == 0)
    let keys = Self.set(session, at: 3)
    try #require(keys.count == 3, "\(session.message(at: 3))")
    session.type("2", at: 4)
    #expect(session.message(at: 4).hasPrefix("Bob: choose 3 cards."))
    session.type("1", at: 5)
    #expect(session.message(at: 5).hasPrefix("Bob is choosing."))
    for key in keys { session.type(key, at: 6) }
    #expect(session.message(at: 6).hasPrefix("Bob: "))
    #expect(session.played.score == 0)
    #expect(session.played.secondScore == 3)
    // The claim is used up.
    session.type("a", at: 7)
    #expect(session.message(at: 7).hasPrefix("Press 1 (Ann)"))
    try Self.expectReplay(session, index: 2)
  }

  /// Who claims and does not choose frees the table after 8 seconds, and waits for the other.
  @Test func aClaimLapses() throws {
    let session = try Self.session(.person("Bob"))
    session.type(" ", at: 0)
    session.type("1", at: 1)
    session.type("a", at: 2)
    #expect(session.played.moveCount == 1)
    session.pass(to: 8.9)
    #expect(session.played.moveCount == 1)
    session.pass(to: 9.1)
    #expect(session.played.moveCount == 2)
    session.type("1", at: 10)
    #expect(session.message(at: 10).hasPrefix("Ann did not choose in time; the other player may"))
    session.type("2", at: 11)
    #expect(session.message(at: 11).hasPrefix("Bob: choose 3 cards."))
    session.pass(to: 30)
    session.type("2", at: 40)
    #expect(session.message(at: 40).hasPrefix("Bob: choose 3 cards."))
    try Self.expectReplay(session)
  }

  @Test func aSimulatedPlayerPlaysInItsOwnTime() throws {
    let level = try Terminals.level("builtin:set/01-official")
    let entry = try #require(GameRegistry.bundled.game(named: "set"))
    for index in [2, 5] {
      let opponent = try Roster.opponent(
        "greedy@perfect", game: entry, library: Bubbles.library, seed: 1, level: level,
        index: index)
      let session = try Self.session(.agent("greedy@perfect", opponent), index: index)
      session.pass(to: 100)
      #expect(session.played.moveCount == 0)
      session.type(" ", at: 100)
      session.pass(to: 100.05)
      #expect(session.played.moveCount == 0)
      let keys = Self.set(session, at: 100.06)
      try #require(keys.count == 3, "\(session.message(at: 100.06))")
      for key in keys { session.type(key, at: 100.07) }
      #expect(session.played.score == 3)
      for tenth in 1..<6000 where !session.isOver {
        session.pass(to: 100.1 + Double(tenth) / 10)
      }
      let played = session.played
      #expect(played.outcome == .ended)
      #expect(played.score == 3)
      // 27 sets of 81 cards less what is left, all the other player's but one.
      let second = try #require(played.secondScore)
      #expect(second > 45)
      #expect(session.message(at: 800).contains("Greedy@perfect wins \(second) to 3."))
      try Self.expectReplay(session, index: index)
    }
  }
}
