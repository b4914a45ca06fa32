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

  /// The cards that are seen of the person's own hand, in the lowest row of the board, and those of
  /// the other hand, in the highest one; -1 where one of these is face up.
  private static func hands(_ session: any TerminalSession) -> [Int] {
    let rows = session.lines(at: 1).map { $0.prefix(24) }
    let suits = { (row: Int) in rows[row].count { "♣♠♦♥".contains($0) } }
    return [suits(5), suits(1) > 0 ? -1 : rows[1].count { $0 == "b" }]
  }

  /// From either seat the person sees their own hand and never the other's, the other player answers
  /// at once, and the record is played again to the same end.
  @Test(arguments: [0, 1]) func aPersonPlaysAgainstAPlayer(_ index: Int) throws {
    let (session, level) = try Self.session("greedy", index: index)
    #expect(session.played.moveCount == index)
    var turns = 0
    while !session.isOver && turns < 60 {
      // Whoever sits second moves when the other one has.
      let own = 4 - turns % 4
      #expect(Self.hands(session) == [own, own - index])
      session.type(" ", at: 1)
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
    #expect(Self.hands(session) == [4, 4])
    session.type(" ", at: 1)
    #expect(session.played.moveCount == 1 && session.played.secondScore == nil)
    #expect(Self.hands(session) == [4, 3])
  }
}
