import TestSupport
import Testing

@testable import SimHarness

/// Why games of one's own are lost: what `outcome` returns behind "lost".
@Suite struct LossReasonTests {
  /// `Open.small`, lost after four steps, for reasons of its own if it has gone an odd way.
  private static func text(
    _ outcome: String = "return 'lost', s.place % 2 == 1 and 'no way' or 'steps'",
    reasons: String = "reasons = { 'steps', 'no way' },"
  ) -> String {
    Open.small(
      """
      function game.outcome(s, offered)
        if offered ~= 3 and offered ~= 1 then error('offered is ' .. offered) end
        if s.place > 8 then return 'won', 'luck' end
        if #s.seen == 4 then \(outcome) end
      end
      """, fields: reasons
    ).replacing(
      "function game.outcome(s, offered) if s.place > 9 then return \"won\" end end\n", with: "")
  }

  private static func rows(_ text: String, games: Int = 40) throws -> [GameRow] {
    let game = try Open.game("small", text: text)
    var rows: [GameRow] = []
    BatchRequest(seed: 1, levelID: "test", games: 0..<games, maxMoves: 20).play(
      try Open.level(game), with: RandomMoves(), named: "random", tally: OpenTally.self,
      scripts: Open.host(game), row: { rows.append($0) })
    return rows
  }

  @Test func rowsSayWhyAGameIsLost() throws {
    let rows = try Self.rows(Self.text())
    #expect(Set(rows.map(\.result.end)) == [.won, .lost])
    var reasons: Set<String> = []
    for row in rows {
      // Each step is worth its length, so that the score is the place.
      let isOdd = row.result.score % 2 == 1
      #expect(row.lossReason == (row.result.end == .won ? nil : isOdd ? "no way" : "steps"))
      if let reason = row.lossReason { reasons.insert(reason) }
    }
    #expect(reasons == ["no way", "steps"])
  }

  /// Without `reasons`, or with nil behind "lost", nothing is said, and the games are the same.
  @Test func aReasonIsOptional() throws {
    let declared = try Self.rows(Self.text())
    for text in [
      Self.text(reasons: ""), Self.text("return 'lost'"), Self.text("return 'lost', nil"),
    ] {
      let rows = try Self.rows(text)
      #expect(rows.allSatisfy { $0.lossReason == nil })
      #expect(rows.map(\.result) == declared.map(\.result))
    }
  }

  @Test(arguments: [
    (
      "return 'lost', 'step'",
      "outcome gives the unknown reason 'step'; did you mean 'steps'? known: steps, no way"
    ),
    ("return 'lost', ''", "outcome gives the unknown reason ''; known: steps, no way"),
    (
      "return 'lost', 3", "the reason that outcome returns behind the outcome must be a string"
    ),
    (
      "return 'lost', {}", "the reason that outcome returns behind the outcome must be a string"
    ),
    (
      "return 'lost', ('x'):rep(70000)", "the text is longer than 65536 bytes"
    ),
  ]) func aWrongReasonIsAFault(_ outcome: String, _ message: String) throws {
    let rows = try Self.rows(Self.text(outcome), games: 10)
    let faulted = rows.filter { $0.result.end != .won }
    #expect(!faulted.isEmpty)
    for row in faulted {
      #expect(row.result.end == .faulted && row.lossReason == nil)
      let fault = try #require(row.result.fault)
      #expect(fault.hasPrefix("games/small.lua:12: ") && fault.hasSuffix(message), "\(fault)")
    }
  }

  @Test func aReasonThatIsNotDeclaredIsFound() {
    let report = ScriptCheck(library: Bubbles.library).report(
      ScriptSource(name: "games/small.lua", text: Self.text(reasons: "")))
    let words =
      "games/small.lua:12: outcome gives the reason 'steps', and the game declares none; add"
      + " reasons = { \"steps\" }"
    let other = words.replacing("steps", with: "no way")
    #expect(report.problems.count == 1)
    #expect(
      report.problems.first == words || report.problems.first == other, "\(report.problems)")
  }

  /// A game for two that ends after two moves as `ending` says.
  private static func forTwo(_ ending: String, reasons: String = "reasons = { 'late' }") -> String {
    """
    local game = {
      name = "small", players = 2, move = { { "step", 1, 1 } }, \(reasons)
    }
    function game.setup(s) s.turn, s.scores, s.left = 1, { 0, 0 }, 2 end
    function game.moves(s, offer) offer(1) end
    function game.apply(s) s.left, s.turn = s.left - 1, 3 - s.turn end
    function game.outcome(s) if s.left == 0 then return \(ending) end end
    return game
    """
  }

  /// Player 1's loss is player 2's win, and the row is that of the player named first.
  @Test(arguments: ["lost", "won"])
  func twoPlayersSeeTheReasonFromTheirSeat(_ ending: String) throws {
    let game = try Open.game("small", text: Self.forTwo("'\(ending)', 'late'"))
    let level = try Open.level(game)
    let host = Open.host(game)
    let loser: UInt8 = ending == "lost" ? 1 : 2
    for seat: UInt8 in [1, 2] {
      var context = GameContext(streams: Open.streams(0), scripts: host)
      var state = try OpenState(level: level, in: &context)
      for _ in 0..<2 { try state.apply(state.legalMove(at: 0), in: &context) { _ in } }
      state.seatPerson(at: seat)
      var tally = OpenTally(level: level)
      tally.gameDidStart(state, index: 0)
      try tally.gameWillEnd(state, in: &context)
      #expect(tally.lossReason == (seat == loser ? "late" : nil))
    }
  }

  /// The last turn of a replay and of a film says it, and names the one who lost of two.
  @Test(arguments: [
    (forTwo("'lost', 'late'"), "player 2 WON (player 1 lost: late)"),
    (forTwo("'won', 'late'"), "player 1 WON (player 2 lost: late)"),
    (forTwo("'won'"), "player 1 WON"), (forTwo("'draw'"), "a draw"),
    (text("return 'lost', 'no way'"), "LOST (no way)"), (text("return 'lost'"), "LOST"),
    (text("return 'won', 'steps'"), "WON"), (text("return 'ended'"), "the end"),
    (text("return 'lost', 'nobody knows'"), "LOST"),
  ])
  func theLastTurnSaysWhy(_ text: String, _ words: String) throws {
    let game = try Open.game("small", text: text)
    let level = try Open.level(game)
    var context = GameContext(streams: Open.streams(0), scripts: Open.host(game))
    var state = try OpenState(level: level, in: &context)
    let renderer = OpenRenderer(level)
    while state.outcome == nil {
      #expect(state.endWords(by: renderer) == nil)
      try state.apply(state.legalMove(at: 0), in: &context) { _ in }
    }
    #expect(state.endWords(by: renderer) == words)
  }

  /// The one who loses may sit in the second seat.
  @Test func theCheckSeesTheReasonsOfBothSeats() {
    for (text, words) in [
      (Self.forTwo("'won', 'lat'"), "unknown reason 'lat'; did you mean 'late'? known: late"),
      (Self.forTwo("'lost', 'lat'"), "unknown reason 'lat'; did you mean 'late'? known: late"),
      (
        Self.forTwo("'won', 'late'", reasons: ""),
        "the game declares none; add reasons = { \"late\" }"
      ),
    ] {
      let report = ScriptCheck(library: Bubbles.library).report(
        ScriptSource(name: "games/small.lua", text: text))
      #expect(report.problems.count == 1, "\(report.problems)")
      #expect(report.problems.first?.contains(words) == true, "\(report.problems)")
    }
    for text in [
      Self.forTwo("'won', 'late'"), Self.forTwo("'draw'"),
      Self.forTwo("'won', s.left", reasons: ""),
    ] {
      let report = ScriptCheck(library: Bubbles.library).report(
        ScriptSource(name: "games/small.lua", text: text))
      #expect(report.problems.isEmpty, "\(report.problems)")
    }
  }

  /// The bundled games say it of every game that is lost.
  @Test(arguments: ["crates", "match-three", "patience", "tiles"])
  func bundledGamesSayWhy(_ name: String) throws {
    let game = try Open.game(name)
    let level = try Open.level(game, name == "crates" ? ["pushes": .whole(1)] : [:])
    var lost = 0
    BatchRequest(seed: 1, levelID: "test", games: 0..<10, maxMoves: game.spec.maxMoves).play(
      level, with: RandomMoves(), named: "random", tally: OpenTally.self,
      scripts: Open.host(game),
      row: { row in
        guard row.result.end == .lost else { return }
        lost += 1
        #expect(game.spec.lossReasons.contains(row.lossReason ?? ""))
      })
    #expect(lost > 0)
  }
}
