import TestSupport
import Testing

@testable import CardsGame
@testable import SimHarness
@testable import TextFormats

/// The rules of a two-player table.
@Suite struct CardsForTwoTests {
  private static func claim(_ places: [Int], by player: UInt8) throws -> CardsMove {
    var move = try #require(CardsMove.cards(places))
    move.player = player
    return move
  }

  @Test func pointsGoToWhoMoves() throws {
    var play = try CardsPlay(try Cards.level("set"))
    #expect(play.state.table.secondScore == nil)
    var move = play.state.legalMove(at: 0)
    try #require(move.action == .cards)
    move.player = 2
    try play.play(move)
    #expect(play.state.score == 0 && play.state.table.secondScore == 3)
    let mismatch = play.mismatch()
    let wrong = try #require(mismatch)
    try play.play(try Self.claim(wrong, by: 1))
    #expect(play.state.score == -1 && play.state.table.secondScore == 3)
    try play.play(try Self.claim(wrong, by: 2))
    #expect(play.state.score == -1 && play.state.table.secondScore == 2)
  }

  /// What one player does alone is as before, to the hash.
  @Test func aSecondPlayerIsPartOfTheState() throws {
    var alone = try CardsPlay(try Cards.level("set"))
    var first = try CardsPlay(try Cards.level("set"))
    var move = alone.state.legalMove(at: 0)
    try alone.play(move)
    move.player = 1
    try first.play(move)
    #expect(first.state.score == alone.state.score && first.state.table.secondScore == 0)
    #expect(first.state != alone.state)
    #expect(first.state.stableHash != alone.state.stableHash)
  }

  /// Makes a player claim sets until a player has won; gives who claimed how many.
  private static func claims(
    of player: UInt8, in play: inout CardsPlay
  ) throws -> Int {
    var claims = 0
    while play.state.outcome == nil {
      var move = play.state.legalMove(at: 0)
      move.player = player
      try play.play(move)
      if move.action == .cards { claims += 1 }
    }
    return claims
  }

  /// The first of two players to reach a score wins, the second as well as the first.
  @Test(arguments: [UInt8(1), 2]) func whoReachesTheScoreFirstWins(_ player: UInt8) throws {
    var play = try CardsPlay(try Cards.level("set") { $0.goal = .score(6) })
    #expect(try Self.claims(of: player, in: &play) == 2)
    #expect(play.state.outcome == (player == 1 ? .won : .lost))
    #expect(play.state.score == (player == 1 ? 6 : 0))
    #expect(play.state.table.secondScore == (player == 1 ? 0 : 6))
    let account = CardsTrace.step(
      turn: 2, move: nil, events: play.events, state: play.state
    ).account()
    #expect(
      account.hasSuffix(
        "player \(player) WON, score \(player == 1 ? "6 to 0" : "0 to 6")"), "\(account)")
  }

  /// A game that the second player has won is lost for another reason than one that nobody has.
  @Test func aLossSaysWhetherTheOtherPlayerWon() throws {
    func reason(_ goal: CardsRules.Goal, by player: UInt8) throws -> String? {
      var play = try CardsPlay(try Cards.level("set") { $0.goal = goal })
      var tally = CardsTally<SetMeasures>()
      tally.gameDidStart(play.state, index: 0)
      _ = try Self.claims(of: player, in: &play)
      tally.gameDidEnd(play.state, end: .capped, moves: play.state.table.turn)
      return tally.lossReason
    }
    #expect(try reason(.score(6), by: 2) == "other player")
    #expect(try reason(.score(1000), by: 2) == "cards left")
    #expect(try reason(.score(6), by: 1) == nil)
  }

  /// The second player looks for what reaches the goal with its own points.
  @Test func theSecondPlayerCountsItsOwnPoints() throws {
    var play = try CardsPlay(try Cards.level("set") { $0.goal = .score(6) })
    var move = play.state.legalMove(at: 0)
    move.player = 1
    try play.play(move)
    let seen = play.state.seenBySecond
    #expect(seen.score == 0 && seen.table.secondScore == 3 && play.state.isPlayedToScore)
    func wins(_ state: CardsState) throws -> Bool {
      var lookahead = CardsLookahead()
      let turn = Turn(state: state)
      lookahead.gameDidStart(remembering: 0)
      lookahead.begin(turn)
      return try lookahead.foresee(0, of: turn, in: &play.context).wins
    }
    #expect(try wins(play.state))
    #expect(try !wins(seen))
  }

  @Test func aThirdPlayerCannotMove() throws {
    var play = try CardsPlay(try Cards.level("set"))
    let mismatch = play.mismatch()
    let wrong = try #require(mismatch)
    #expect(
      play.refusal(try Self.claim(wrong, by: 3)) == "illegal move: there is no player 3; use 1 or 2"
    )
    #expect(play.refusal(try Self.claim([0, 1, 90], by: 2)).hasPrefix("illegal move: there is no"))
    #expect(play.state.table.secondScore == nil)
    var cards = try CardsPlay(try Cards.level("playing-cards"))
    var choice = CardsMove.select(0)
    choice.player = 1
    #expect(cards.refusal(choice).contains("lie face up"))
  }

  @Test func movesAreRecordedWithTheirPlayer() throws {
    let level = try Cards.level("set")
    var moves: [CardsMove] = []
    for player in 0...2 {
      for thought in [0, 1, 2_000_000_000] {
        for var move in [try #require(CardsMove.cards([3, 11, 70])), .deal, .select(5)] {
          move.player = UInt8(player)
          move.thought = Int32(thought)
          moves.append(move)
        }
      }
    }
    var bytes: [UInt8] = []
    for move in moves { CardsState.encode(move, level: level, into: &bytes) }
    #expect(CardsState.decodeMoves(bytes, level: level) == moves)
    // A third player, a bit without a meaning and an action that there is not.
    for head: UInt8 in [0x30, 0x40, 0x83, 0x04, 0x14] {
      #expect(CardsState.decodeMoves([head, 1, 2, 3], level: level) == nil)
    }
    for move in moves {
      let text = JSONWriter.compact(CardsTrace.tree(of: move))
      #expect(text.contains("\"player\":\(move.player)") == (move.player > 0))
    }
  }
}
