import SimHarnessTesting
import TestSupport
import Testing

@testable import Catalogue
@testable import SimHarness

/// Games in Lua that a person plays by taps on their boards.
@Suite struct BoardHandTests {
  private static func session(_ level: PlayableLevel, _ game: GameEntry) throws -> any HandSession {
    func host() throws -> ScriptHost {
      ScriptHost(interfaces: game.interfaces, libraries: try Bubbles.library.modules())
    }
    return try #require(
      try game.hand(
        HandRequest(
          level: level, seed: 1, index: 0, scripts: try host(), hintScripts: try host(),
          highest: nil)))
  }

  private static func ready(_ name: String) throws -> (PlayableLevel, GameEntry) {
    let path =
      name.contains("/")
      ? "levels/\(name).json" : "Tests/SimHarnessTests/Fixtures/Boards/\(name).json"
    let text = try Program.text(of: path, in: Oracle.root)
    let file = try LevelFile.read(Array(text.utf8), file: path, catalog: Bubbles.library)
    let game = try #require(Bubbles.library.games.game(named: file.header.game))
    return (try game.ready(file, Bubbles.library, .none), game)
  }

  /// The middle of a cell in a film.
  private static func cell(_ row: Int, _ column: Int) -> BoardPoint {
    BoardPoint(Double(26 + 40 * column), Double(26 + 40 * row))
  }

  /// A crate is tapped, then the cell that it goes to.
  @Test func twoTapsPlay() throws {
    let (level, game) = try Self.ready("one-push")
    let session = try Self.session(level, game)
    #expect(session.status(at: 0).offers.isEmpty)
    #expect(session.status(at: 0).facts.map(\.label) == ["home", "pushes left"])
    // A place where nothing begins says so.
    session.press(at: Self.cell(0, 0), at: 1)
    #expect(session.status(at: 1).message == "No move begins at row 0, column 0, wall.")
    // The crate under the pointer shows where it can go: left is where the person stands.
    let preview = session.point(at: Self.cell(2, 3), at: 2)
    #expect(preview.meant == [4 * 17 + 1])
    #expect(preview.marks.contains(4 * 18) && preview.words == "row 2, column 3, crate")
    session.press(at: Self.cell(2, 3), at: 3)
    #expect(session.played.moveCount == 0)
    #expect(session.status(at: 3).preview.meant == [4 * 17 + 1])
    #expect(session.point(at: Self.cell(2, 4), at: 3).words == "push 2,3 right")
    session.press(at: Self.cell(2, 4), at: 4)
    #expect(session.played.moveCount == 1 && session.stage == .over)
    #expect(session.played.outcome == .won)
  }

  /// The first tap is taken back by a second one on the same place.
  @Test func aTapIsTakenBack() throws {
    let (level, game) = try Self.ready("one-push")
    let session = try Self.session(level, game)
    session.press(at: Self.cell(2, 3), at: 1)
    session.press(at: Self.cell(2, 3), at: 2)
    #expect(session.status(at: 2).preview.meant.isEmpty)
    session.press(at: Self.cell(2, 4), at: 3)
    #expect(session.played.moveCount == 0)
  }

  /// Arrows go to places and Enter taps them.
  @Test func keysTap() throws {
    let (level, game) = try Self.ready("one-push")
    let session = try Self.session(level, game)
    session.take(.arrow(.right, isFine: false), at: 1)
    session.take(.enter, at: 1)
    session.take(.arrow(.right, isFine: false), at: 1)
    #expect(session.status(at: 1).preview.words == "push 2,3 right")
    session.take(.enter, at: 1)
    #expect(session.played.outcome == .won)
  }

  /// A hint puts the hand on its move.
  @Test func enterPlaysTheHint() throws {
    let (level, game) = try Self.ready("one-push")
    let session = try Self.session(level, game)
    session.hint(at: 1)
    #expect(session.status(at: 1).message == "Hint: push 2,3 right.")
    session.take(.enter, at: 1)
    #expect(session.played.outcome == .won)
  }

  /// The two places of a hint are tapped as for any move.
  @Test func tapsPlayTheHint() throws {
    let (level, game) = try Self.ready("one-push")
    let session = try Self.session(level, game)
    session.hint(at: 1)
    session.press(at: Self.cell(2, 3), at: 2)
    #expect(session.played.moveCount == 0)
    session.press(at: Self.cell(2, 4), at: 3)
    #expect(session.played.outcome == .won)
  }

  @Test(arguments: ["crates/03-around", "match-three/01-first-swaps", "patience/01-first-cards"])
  func boardsKeepTheContractOfHands(_ name: String) throws {
    let (level, game) = try Self.ready(name)
    let suite = HandConformance(
      level, of: game, modules: try Bubbles.library.modules(), presses: 12)
    #expect(suite.violations() == [])
  }

  // MARK: A game of a few lines

  private static func small(_ board: String, hand: String = "") throws -> any HandSession {
    let game = GameEntry(
      try Open.game(
        "small",
        text: Open.small(
          "function game.board(s) return { rows = { { \(board) } } } end \(hand)",
          fields: "tokens = { a = { colour = \"red\" } }")), like: OpenGames.entry)
    let definition = try #require(game.definition as? OpenGame)
    let file = LevelFile(OpenLevelFile(of: definition, name: "test"))
    return try session(try game.ready(file, Bubbles.library, .none), game)
  }

  /// Moves without taps stay in the list; without any, the list is all there is.
  @Test func movesWithoutTapsAreListed() throws {
    let taps = "function game.hand(s, move) if move.step < 3 then return move.step / 1 end end"
    let some = try Self.small("'a', 'a'", hand: taps)
    #expect(some.status(at: 0).offers.map(\.label) == ["Step 3"])
    some.press(at: Self.cell(0, 1), at: 1)
    some.take(.offer(0), at: 1)
    #expect(some.played.score == 5)
    let none = try Self.small("'a', 'a'")
    #expect(none.status(at: 0).offers.count == 3)
    none.press(at: Self.cell(0, 1), at: 1)
    #expect(none.played.moveCount == 0)
  }

  /// Arrow keys that the game itself takes are not said to go to places.
  @Test func arrowsThatPlayAreNamed() throws {
    let taps = "function game.hand(s, move) return move.step / 1 end"
    func words(_ key: String) throws -> [String] {
      let hand = taps + " function game.key(s, key) \(key) end"
      return try Self.small("'a', 'a', 'a'", hand: hand).status(at: 0).keys.map(\.meaning)
    }
    #expect(try words("if key == 'left' then return 2 end").contains("play a move"))
    #expect(try words("if key == 'q' then return 2 end").contains("go to a place"))
    #expect(try words("error('no')").contains("go to a place"))
  }

  /// A board or a hand that fails says so, and the list of moves is left.
  @Test(arguments: [
    ("'b'", "", "`tokens` has no 'b'"),
    ("'a'", "function game.hand(s, move) return 7 end", "hand must return the place of a tap"),
    (
      "'a'", "function game.hand(s, move) return 1.5 end",
      "hand must return the place of a tap, or two, from 1 to 1, not 1.5, for the move"
    ),
    (
      "'a'", "function game.hand(s, move) return 1, 2.5 end",
      "hand must return the place of a tap, or two, from 1 to 1, not 1, a fraction, for the move"
    ),
    ("'a'", "function game.hand(s, move) s.score = 1 return 1 end", "hand changes the state"),
  ])
  func faultsAreShown(_ board: String, _ hand: String, _ message: String) throws {
    let session = try Self.small(board, hand: hand)
    let status = session.status(at: 0)
    #expect(status.picture?.contains(message) == true, "\(status.picture ?? "")")
    #expect(status.offers.count == 3)
  }

  /// `script check` finds two moves with the same taps.
  @Test func doubledTapsAreReported() throws {
    let game = try Open.game(
      "small",
      text: Open.small(
        "function game.board(s) return { rows = { { 'a' } } } end"
          + " function game.hand(s, move) return 1 end", fields: "tokens = { a = {} }"))
    var report = ScriptCheck.Report(file: "small.lua")
    var check = OpenGameCheck(game)
    check.run(&report)
    #expect(
      report.problems.contains { $0.contains("two moves have the same taps") },
      "\(report.problems)")
  }

  // MARK: Terminal

  private static func terminal(_ name: String) throws -> (any TerminalSession, PlayableLevel) {
    let (level, game) = try ready(name)
    func host() throws -> ScriptHost {
      ScriptHost(interfaces: game.interfaces, libraries: try Bubbles.library.modules())
    }
    let session = try game.session(
      SessionRequest(
        level: level, seed: 1, index: 0, player: "Ann", scripts: try host(),
        hintScripts: try host(), highest: nil, glyphs: Terminals.unicode))
    return (try #require(session), level)
  }

  /// A long goal goes on in the line below, which is free while a person plays.
  @Test(arguments: ["patience/04-eighteen-home", "patience/01-first-cards"])
  func aLongGoalIsSeenWhole(_ name: String) throws {
    let (session, level) = try Self.terminal(name)
    #expect(level.goal.count > 80)
    let lines = session.lines(at: 0)
    #expect("\(lines[22]) \(lines[23])" == level.goal)
    // When the person is asked something there, the goal is cut between words.
    session.type("q", at: 1)
    let asked = session.lines(at: 1)
    #expect(asked[22].hasSuffix("…") && level.goal.hasPrefix(asked[22].dropLast() + " "))
    #expect(asked[23].hasPrefix("Leave?"))
  }

  /// A hint marks its own two places and no other move, until the cursor leaves them.
  @Test func aTerminalMarksTheHintAlone() throws {
    let (session, _) = try Self.terminal("match-three/01-first-swaps")
    session.type("h", at: 1)
    let lines = session.lines(at: 1)
    #expect(lines[22] == "Hint: swap to the right 2,1.")
    // The first column is 1: the places lie beside one another.
    let marks = lines.prefix(20).flatMap { line in
      line.prefix(52).filter { "<>[](){}".contains($0) }
    }
    #expect(String(marks) == "<>[]")
    session.type("\u{1B}[A", at: 2)
    #expect(!session.lines(at: 2).prefix(20).contains { $0.prefix(52).contains("<") })
  }

  @Test func aTerminalDrawsAndTakesClicks() throws {
    let (level, game) = try Self.ready("one-push")
    let session = try Open.session(of: level, in: game)
    let lines = session.canvas(width: 100, height: 30, at: 0).lines
    let row = try #require(lines.firstIndex { $0.contains("@  $  .") })
    let column = try #require(lines[row].firstIndex(of: "$"))
    let place = lines[row].distance(from: lines[row].startIndex, to: column)
    #expect(lines.contains { $0.contains("pushes left") })
    _ = session.handle(.click(column: place, row: row), at: 1)
    #expect(session.canvas(width: 100, height: 30, at: 1).lines[row].contains("<$>(.)"))
    // A first tap at the cursor has a sign of its own.
    session.type("\u{1B}[D", at: 1)
    #expect(session.canvas(width: 100, height: 30, at: 1).lines[row].contains("{$}(.)"))
    _ = session.handle(.click(column: place + 3, row: row), at: 2)
    #expect(session.played.outcome == .won)
  }
}
