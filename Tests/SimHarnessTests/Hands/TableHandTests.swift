import TestSupport
import Testing

@testable import Catalogue
@testable import SimHarness

/// A person who points, against a simulated player at the same table.
@Suite struct TableHandTests {
  private static func session(
    _ level: PlayableLevel, _ entry: GameEntry, library: ScriptLibrary, index: Int
  ) throws -> any HandSession {
    let opponent = try Roster.opponent(
      "casual", game: entry, library: library, seed: 1, level: level, index: index)
    let host = { ScriptHost(interfaces: entry.interfaces, log: { _ in }) }
    return try #require(
      try entry.hand(
        HandRequest(
          level: level, seed: 1, index: index, scripts: host(), hintScripts: host(), highest: nil,
          player: "Ann", secondPlayer: .agent("casual", opponent))))
  }

  /// The other player answers at once, from either seat, and the record ends as the game did.
  @Test(arguments: [0, 1]) func aGameInTurns(_ index: Int) throws {
    let level = try OpenTables.level("pishti")
    let entry = try OpenTables.entry("pishti")
    let session = try Self.session(
      level, entry, library: try OpenTables.library.get(), index: index)
    #expect(!session.isTimed && session.stage == .playing)
    // Whoever sits in the second seat moves second.
    #expect(session.played.moveCount == index)
    var turns = 0
    while session.stage == .playing && turns < 60 {
      // Plays the first card.
      session.take(.enter, at: 1)
      turns += 1
      #expect(session.played.moveCount == min(48, 2 * turns + index))
    }
    let played = session.played
    let message = session.status(at: 1).message
    let ending = try #require(session.status(at: 1).ending)
    #expect(ending.outcome == played.outcome && message.hasSuffix(ending.words))
    #expect(turns == 24 && played.secondScore != nil)
    #expect(message.contains(played.outcome == .won ? "Ann wins" : "Casual wins"), "\(message)")
    let replay = try entry.replay(
      ReplayRequest(
        level: level, seed: 1, index: index, moves: played.moves,
        scripts: ScriptHost(interfaces: [], log: { _ in }), step: { _ in }))
    #expect(replay.hash == played.hash && replay.outcome == played.outcome)
    // The film of a seat is not that of the other one, which holds other cards.
    let recorder = FilmRecorder(entry, level, modules: [])
    let films = [0, 1, 2].map {
      recorder.film(seed: 1, index: 0, moves: played.moves, viewer: $0)
    }
    #expect(films[1] != nil && films[1] != films[2] && films[0] != films[1])
  }

  /// Who plays both seats sees each turn from the seat that moves: its score, and the other one's.
  @Test func onePersonPlaysBothSeats() throws {
    let level = try OpenTables.level("pishti")
    let entry = try OpenTables.entry("pishti")
    let host = { ScriptHost(interfaces: entry.interfaces, log: { _ in }) }
    let session = try #require(
      try entry.hand(
        HandRequest(
          level: level, seed: 1, index: 0, scripts: host(), hintScripts: host(), highest: nil)))
    var before = (score: 0, other: 0)
    var points = 0
    while session.stage == .playing {
      let status = session.status(at: 1)
      let fact = try #require(status.facts.first { $0.label == "other's score" })
      let other = try #require(Int(fact.pieces.map(\.text).joined()))
      // A move brings points to the seat that makes it.
      #expect(status.score == before.other && other >= before.score)
      before = (status.score, other)
      points = max(points, other)
      session.take(.enter, at: 1)
    }
    #expect(points > 0)
  }

  /// At a table without turns the other player is as quick as its skill, by the clock of the game.
  @Test func aGameAgainstTheClock() throws {
    let level = try Terminals.level("builtin:set/01-official")
    let entry = try #require(GameRegistry.bundled.game(named: "set"))
    let session = try Self.session(level, entry, library: Bubbles.library, index: 0)
    #expect(session.isTimed && session.stage == .ready)
    session.pass(to: 600)
    #expect(session.played.moveCount == 0)
    session.take(.enter, at: 600)
    #expect(session.stage == .playing && session.played.moveCount == 0)
    session.pass(to: 600)
    #expect(session.played.moveCount == 0)
    // Nobody else plays, so the other player finds every set.
    for second in 1...600 where session.stage == .playing {
      session.pass(to: 600 + Double(second))
    }
    #expect(session.played.moveCount >= 3 && session.played.score == 0)
    #expect((session.played.secondScore ?? 0) > 0)
  }

  /// A level without a goal ends undecided, but the table has a winner.
  @Test func theTableHasAWinner() throws {
    let level = try Terminals.level(
      text: #"{"format":"playtest-level","version":1,"game":"set","name":"Table"}"#)
    let entry = try #require(GameRegistry.bundled.game(named: "set"))
    let session = try Self.session(level, entry, library: Bubbles.library, index: 0)
    session.take(.enter, at: 0)
    for second in 1...2_000 where session.stage == .playing {
      session.pass(to: Double(second))
      // Only the person asks for more cards.
      if second % 20 == 0 { session.take(.offer(0), at: Double(second)) }
    }
    let points = try #require(session.played.secondScore)
    #expect(session.played.outcome == .ended && points > 0)
    #expect(
      session.status(at: 2_000).ending
        == HandEnding(outcome: .lost, words: "Casual wins \(points) to \(session.played.score)."))
  }
}
