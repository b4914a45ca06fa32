import TestSupport
import Testing

@testable import PeggleGame
@testable import SimHarness

/// Games that a person plays, from keys to records.
@Suite struct TerminalSessionTests {
  private static let levels = [
    "builtin:bubble-blast/01-first-steps", "builtin:bubble-blast/09-chameleon-garden",
    "builtin:peggle/01-garden-gate", "builtin:peggle/03-between-the-drops",
    "builtin:bubble-pop/classic", "builtin:bubble-pop/drift", "builtin:bubble-pop/demolition",
    "builtin:set/01-official", "builtin:playing-cards/01-pairs", "builtin:cards/01-tens",
  ]

  @Test func everyGameCanBePlayed() throws {
    let games = try Self.levels.map { try Terminals.level($0).game }
    #expect(Set(games) == Set(GameRegistry.bundled.names))
    for level in Self.levels { _ = try Terminals.session(try Terminals.level(level)) }
  }

  /// Whatever is typed, the record of it plays again to the same end.
  @Test(arguments: levels) func whatIsTypedIsRecorded(_ name: String) throws {
    let level = try Terminals.level(name)
    let keys =
      "   hst,.asdfgjkl123\r".map { String($0) } + ["\u{1B}[A", "\u{1B}[C", "\u{1B}[1;2D"]
      + ["\u{1B}[<0;20;12M", "\u{1B}[<0;33;9M", "\u{1B}"]
    for game in 0..<3 {
      var random = SeededRandom(key: StreamKey(rawValue: UInt64(game)).derived(name))
      let session = try Terminals.session(level, index: game)
      var time = 0.0
      for _ in 0..<150 where !session.isOver {
        time += Double(random.below(900)) / 1000
        session.pass(to: time)
        session.type("\(keys[random.below(keys.count)])", at: time)
        let size = (20 + random.below(120), 5 + random.below(50))
        #expect(session.lines(width: size.0, height: size.1, at: time).count == size.1)
      }
      let played = session.played
      #expect(played.moveCount > 0)
      #expect(played.fault == nil)
      let replay = try Terminals.replay(played, of: level, index: game)
      #expect(replay.hash == played.hash)
      #expect(replay.score == played.score)
      #expect(replay.outcome == played.outcome)
      #expect(replay.moves == played.moveCount)
    }
  }

  /// Two games whose hidden colours differ look alike and get the same hint.
  @Test func nothingHiddenIsShown() throws {
    func level(queue: String) throws -> PlayableLevel {
      try Terminals.level(
        text: """
          {"format":"playtest-level","version":1,"game":"bubble-blast","name":"Queue",
           "grid":["RRBB........","RRB........"],"preview":1,"shots":9,"swap":true,
           "queue":["red","blue"\(queue)]}
          """)
    }
    let one = try Terminals.session(try level(queue: #","red","red","red""#))
    let other = try Terminals.session(try level(queue: #","blue","green","blue""#))
    #expect(one.lines(at: 0) == other.lines(at: 0))
    one.type("h", at: 1)
    other.type("h", at: 1)
    #expect(one.lines(at: 1) == other.lines(at: 1))
    #expect(one.lines(at: 1)[22].hasPrefix("Hint: "))
    // The test can see a difference where there is one.
    one.type(" ", at: 2)
    other.type(" ", at: 2)
    one.pass(to: 9)
    other.pass(to: 9)
    #expect(one.lines(at: 9) != other.lines(at: 9))
  }

  /// The same of the line that shows the way, of the ball's flight and of hints where scripts draw.
  @Test func theDrawsToComeAreNotShown() throws {
    let level = try Terminals.level("builtin:peggle/01-garden-gate")
    let one = try Terminals.session(level, index: 0)
    let other = try Terminals.session(level, index: 1)
    #expect(one.lines(at: 0).dropFirst() == other.lines(at: 0).dropFirst())
  }

  @Test func aHighestScoreIsPassedOnce() throws {
    let level = try Terminals.level("builtin:bubble-pop/classic")
    let session = try Terminals.session(level, highest: 1)
    session.type(" ", at: 0)
    for second in 1..<30 { session.type("asdfgjkl", at: Double(second) + 0.5) }
    let passed = try #require(session.played.passed)
    #expect(passed.highest == 1 && passed.score > 1)
    #expect(session.played.score > passed.score)
    // An equal score passes nothing.
    let equal = try Terminals.session(level, highest: session.played.score)
    equal.type(" ", at: 0)
    for second in 1..<30 { equal.type("asdfgjkl", at: Double(second) + 0.5) }
    #expect(equal.played.score == session.played.score)
    #expect(equal.played.passed == nil)
    #expect(try Terminals.session(level).played.passed == nil)
  }

  @Test func hintsAreCountedAndChangeNothing() throws {
    for name in Self.levels {
      let level = try Terminals.level(name)
      let plain = try Terminals.session(level)
      let hinted = try Terminals.session(level)
      for session in [plain, hinted] { session.type(" ", at: 0) }
      hinted.type("hhh", at: 0.1)
      #expect(hinted.played.hints == 3 || name.contains("bubble-blast") || name.contains("peggle"))
      #expect(hinted.played.hash == plain.played.hash)
      #expect(hinted.played.moves == plain.played.moves)
    }
  }
}

/// The stages of a screen and what keys mean in them.
@Suite struct TerminalStageTests {
  @Test func leavingIsAskedTwice() throws {
    let session = try Terminals.session(try Terminals.level("builtin:bubble-blast/01-first-steps"))
    #expect(session.type("q", at: 0) == .none)
    #expect(session.lines(at: 0)[23].hasPrefix("Leave?"))
    #expect(session.type("x", at: 0) == .none)
    #expect(!session.lines(at: 0)[23].hasPrefix("Leave?"))
    #expect(session.type("q", at: 0) == .none)
    // The narrowest window shows the whole question.
    #expect(
      session.lines(width: 64, height: 20, at: 0)[19]
        == "Leave? The game is saved. y leaves, any other key continues")
    #expect(session.type("y", at: 0) == .leave)
    #expect(session.type("\u{3}", at: 0) == .interrupt)
    #expect(session.type("\u{1A}", at: 0) == .suspend)
    #expect(session.type("\u{C}", at: 0) == .redraw)
  }

  /// A game that has begun is not given up by one key among those of the cards.
  @Test func anotherDealIsAskedTwice() throws {
    let session = try Terminals.session(try Terminals.level("builtin:cards/01-tens"))
    #expect(session.type("r", at: 0) == .again)
    session.type("as", at: 0)
    #expect(session.type("r", at: 0) == .none)
    #expect(
      session.lines(width: 64, height: 20, at: 0)[19]
        == "A new deal? This game is saved. y deals, any other key continues")
    #expect(session.type("x", at: 0) == .none)
    #expect(session.type("r", at: 0) == .none)
    #expect(session.type("y", at: 0) == .again)
  }

  /// What cannot be seen is not played.
  @Test func aWindowThatIsTooSmallTakesNoMove() throws {
    let session = try Terminals.session(try Terminals.level("builtin:bubble-blast/01-first-steps"))
    #expect(session.lines(width: 63, height: 20, at: 0)[1].hasPrefix("Make it at least"))
    #expect(session.type("  h", at: 0) == .none)
    #expect(session.played.moves.isEmpty && session.played.hints == 0)
    #expect(session.type("q", at: 0) == .leave)
    _ = session.lines(width: 64, height: 20, at: 0)
    session.type(" ", at: 0)
    #expect(!session.played.moves.isEmpty)
  }

  @Test func aTimedGameWaitsForItsPlayer() throws {
    let session = try Terminals.session(try Terminals.level("builtin:bubble-pop/classic"))
    session.pass(to: 500)
    #expect(session.nextChange(after: 500) == nil)
    session.type("asdf", at: 500)
    #expect(session.played.moveCount == 0)
    session.type(" ", at: 500)
    #expect(session.nextChange(after: 500) == 500.1)
    session.pass(to: 503.5)
    // A refresh a second.
    #expect(session.played.moveCount == 3)
    // The clock runs on while the player is asked whether to leave.
    session.type("q", at: 504.5)
    session.pass(to: 559.9)
    #expect(!session.isOver)
    session.pass(to: 560)
    #expect(session.isOver)
    #expect(session.played.outcome == .ended)
    #expect(session.nextChange(after: 560) == nil)
    #expect(session.type("n", at: 561) == .again)
    #expect(session.type("q", at: 561) == .leave)
  }

  /// The goal of a level is no longer the last move once there is one, and sentences end with one
  /// stop.
  @Test func theGoalIsNotTheLastMove() throws {
    let game = try Open.game(
      "small",
      text: Open.small(
        """
        function game.apply(s, move, random, emit) s.place = s.place + move.step end
        function game.outcome(s, offered) if s.place > 4 then return "lost" end end
        function game.picture(s) return "at " .. s.place end
        """))
    let entry = GameEntry(game, like: OpenGames.entry)
    let level = try entry.ready(
      LevelFile(OpenLevelFile(of: game, name: "test")), Bubbles.library, .none)
    let session = try Open.session(of: level, in: entry)
    #expect(session.message(at: 0) == "Win the game.")
    session.type("3", at: 1)
    #expect(session.played.moveCount == 1 && session.message(at: 1) == "Step 3")
    session.type("3", at: 2)
    #expect(session.message(at: 2) == "Step 3. You lost with 0 points.")
  }

  /// What does not fit is cut between words, and says so.
  @Test(arguments: [
    ("Clear the board.", 16, "Clear the board."), ("Clear the board.", 15, "Clear the…"),
    ("Clear the board.", 10, "Clear the…"), ("Clear the board.", 9, "Clear…"),
    ("Cleartheboard.", 6, "Clear…"), ("Clear the board.", 1, ""),
  ])
  func aTextIsCutBetweenWords(_ text: String, _ width: Int, _ cut: String) {
    #expect(TerminalText.cut(text, to: width, Terminals.unicode) == cut)
    #expect(TerminalText.cut("Clear the board.", to: 12, Terminals.ascii) == "Clear the...")
  }

  @Test func whatFliesMayBeSkipped() throws {
    let session = try Terminals.session(try Terminals.level("builtin:bubble-blast/01-first-steps"))
    session.type(" ", at: 1)
    #expect(session.played.moveCount == 1)
    #expect(session.nextChange(after: 1) != nil)
    #expect(session.message(at: 1).isEmpty)
    // The key that skips shoots nothing.
    session.type(" ", at: 1.1)
    #expect(session.played.moveCount == 1)
    #expect(session.nextChange(after: 1.1) == nil)
    session.type(" ", at: 1.2)
    #expect(session.played.moveCount == 2)
  }

  /// The time that a person takes to aim is the move's, without the time that a ball flies.
  @Test func aimingTimeIsRecorded() throws {
    let level = try Terminals.level("builtin:peggle/01-garden-gate")
    let session = try Terminals.session(level)
    session.type(" ", at: 2.5)
    session.pass(to: 60)
    session.type(" ", at: 61)
    let peggle = try #require(level.content(as: PeggleLevel.self))
    let moves = try #require(PeggleState.decodeMoves(session.played.moves, level: peggle))
    #expect(moves.map(\.aim) == [.angle(.pi / 2), .angle(.pi / 2)])
    #expect(moves[0].seconds == 2.5)
    #expect(moves[1].seconds > 27 && moves[1].seconds < 58.5)
  }

  @Test func onlyTheLevelAllowsSwaps() throws {
    func session(_ swap: Bool) throws -> any TerminalSession {
      try Terminals.session(
        try Terminals.level(
          text: """
            {"format":"playtest-level","version":1,"game":"bubble-blast","name":"Swap",
             "grid":["RRBB........"],"queue":["red","blue"],"swap":\(swap),"shots":9}
            """))
    }
    let without = try session(false)
    without.type("s", at: 0)
    #expect(without.message(at: 0) == "This level does not allow swaps.")
    #expect(!without.lines(at: 0).contains { $0.contains("swap with") })
    let with = try session(true)
    #expect(with.lines(at: 0).contains { $0.contains("swap with the next") })
    with.type("s", at: 0)
    #expect(with.lines(at: 0).contains { $0.contains("the next goes first") })
    with.type(" ", at: 1)
    let replay = try Terminals.replay(
      with.played,
      of: try Terminals.level(
        text: """
          {"format":"playtest-level","version":1,"game":"bubble-blast","name":"Swap",
           "grid":["RRBB........"],"queue":["red","blue"],"swap":true,"shots":9}
          """))
    #expect(replay.hash == with.played.hash)
  }

  /// A click aims at its place; the line then goes through it.
  @Test func aClickAims() throws {
    let session = try Terminals.session(try Terminals.level("builtin:bubble-blast/01-first-steps"))
    let before = session.lines(at: 0)
    session.type("\u{1B}[<0;40;10M", at: 0)
    #expect(session.lines(at: 0) != before)
    // Beside the board nothing happens.
    let after = session.lines(at: 0)
    session.type("\u{1B}[<0;70;10M", at: 0)
    #expect(session.lines(at: 0) == after)
  }
}
