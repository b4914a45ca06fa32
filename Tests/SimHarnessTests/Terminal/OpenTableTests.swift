import Testing

@testable import Catalogue
@testable import SimHarness

/// A person against a simulated player in a game of one's own for two.
@Suite struct OpenTableTests {
  private static func session(
    _ opponent: String?, index: Int
  ) throws -> (session: any TerminalSession, level: PlayableLevel) {
    let level = try OpenTables.level("pishti")
    let entry = try OpenTables.entry("pishti")
    let second: SecondPlayer =
      try opponent.map {
        .agent(
          $0,
          try Roster.opponent(
            $0, game: entry, library: try OpenTables.library.get(), seed: 1, level: level,
            index: index))
      } ?? .nobody
    let host = { ScriptHost(interfaces: entry.interfaces, log: { _ in }) }
    let session = try OpenGames.session(
      SessionRequest(
        level: level, seed: 1, index: index, player: "Ann", scripts: host(), hintScripts: host(),
        highest: nil, glyphs: Terminals.unicode, secondPlayer: second))
    return (try #require(session), level)
  }

  /// From either seat the person sees their own hand and never the other's, the other player answers
  /// at once, and the record is played again to the same end.
  @Test(arguments: [0, 1]) func aPersonPlaysAgainstAPlayer(_ index: Int) throws {
    let (session, level) = try Self.session("greedy", index: index)
    #expect(session.played.moveCount == index)
    var turns = 0
    while !session.isOver && turns < 60 {
      let lines = session.lines(at: 1)
      #expect(
        lines.contains { $0.contains("player \(index + 1) holds") && !$0.contains("cards") })
      #expect(lines.contains { $0.contains("player \(2 - index) holds") && $0.contains("cards") })
      session.type("1", at: 1)
      turns += 1
    }
    #expect(turns == 24 && session.played.moveCount == 48)
    let played = session.played
    #expect(
      session.message(at: 1).contains(played.outcome == .won ? "Ann wins" : "Greedy wins"))
    let replay = try OpenTables.entry("pishti").replay(
      ReplayRequest(
        level: level, seed: 1, index: index, moves: played.moves,
        scripts: ScriptHost(interfaces: [], log: { _ in }), step: { _ in }))
    #expect(replay.hash == played.hash && replay.score == played.score)
    #expect(replay.outcome == played.outcome && played.secondScore != nil)
  }

  @Test func aPersonAloneMovesForBoth() throws {
    let (session, _) = try Self.session(nil, index: 0)
    #expect(session.lines(at: 1).contains { $0.contains("player 1 holds") })
    session.type("1", at: 1)
    #expect(session.played.moveCount == 1 && session.played.secondScore == nil)
    #expect(session.lines(at: 1).contains { $0.contains("player 2 holds") })
  }
}
