import Foundation
import TestSupport
import Testing

@testable import Catalogue
@testable import SimHarness

/// What is shown of a game in Lua whose pictures fail, or that has none.
@Suite struct OpenPictureTests {
  private static func level(_ body: String) throws -> OpenLevel {
    try Open.level(
      try Open.game("small", text: Open.small(body, fields: "tokens = { a = {} }")))
  }

  /// Pictures say in one line why there is no board, below what can be said without it.
  @Test(arguments: [
    (
      "function game.board(s) return { rows = { { 'b' } } } end",
      "board: row 1, cell 1: `tokens` has"
    ),
    ("function game.picture(s) return s.nope.x end", "attempt to index a nil value"),
    ("function game.picture(s) return 3 end", "picture must return a string, not 3"),
  ])
  func aPictureThatFailsSaysSo(_ body: String, _ message: String) throws {
    let level = try Self.level(body)
    let lines = level.startPicture(otherwise: "").split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first == "score 0, 3 moves possible")
    #expect(lines.last?.hasPrefix("games/small.lua:13: \(message)") == true, "\(lines)")
    let broken = try Self.level("function game.setup(s) error('no start') end")
    #expect(broken.startPicture(otherwise: "text") == "text\ngames/small.lua:13: no start")
  }

  /// A level of a game that draws nothing shows its grids, and how to draw; the report has no film.
  @Test func aGameWithoutAPictureShowsItsLevel() throws {
    let game = try Open.game(
      "small",
      text: Open.small(
        fields: "fields = { { name = 'map', kind = 'grid', letters = '-#',"
          + " rows = { 2, 9 }, columns = { 2, 9 }, default = { '-#', '##' } } }"))
    let level = try Open.level(game)
    #expect(
      level.startPicture(otherwise: "")
        == "-#\n##\n\nThis game draws no positions; give it a function `picture` or `board`.")
    #expect(
      try Self.level("").startPicture(otherwise: "")
        == "This game draws no positions; give it a function `picture` or `board`.")
    let entry = GameEntry(game, like: OpenGames.entry)
    let ready = try entry.ready(
      LevelFile(OpenLevelFile(of: game, name: "test")), Bubbles.library, .none)
    #expect(FilmRecorder(entry, ready, modules: []).film(seed: 1, index: 0, moves: []) == nil)
  }

  /// How many moves there are is said in words, of one as of several.
  @Test func theNumberOfMovesIsSaid() throws {
    let one = try Self.level("function game.moves(s, offer) offer(2) end")
    #expect(try OpenRenderer(one).start().view.fields == "score 0, 1 move possible")
  }

  /// Between two players it is said whose score is whose, and that the other one moves.
  @Test(arguments: [
    (2, 1, "2 moves possible"), (2, 2, "the other player moves"), (0, 1, "the game is over"),
    (0, 2, "the game is over"),
  ])
  func theScoresOfTwoPlayersAreSaid(_ left: Int, _ seat: UInt8, _ next: String) throws {
    let text = """
      local game = { name = "duel", summary = "Take.", players = 2, move = { { "take", 1, 2 } } }
      function game.setup(s) s.scores, s.turn, s.left = { 3, 0 }, 1, \(left) end
      function game.moves(s, offer) for take = 1, s.left do offer(take) end end
      function game.apply(s, move) s.left, s.turn = s.left - move.take, 3 - s.turn end
      function game.outcome(s) return s.left == 0 and "draw" or nil end
      return game
      """
    let renderer = OpenRenderer(try Open.level(try Open.game("duel", text: text)))
    let view = try renderer.start().view(from: seat)
    #expect(view.fields == "player 1 has 3, player 2 has 0, \(next)")
  }

  /// A terminal shows a message whole, however long it is.
  @Test func aTerminalWrapsWhatIsWrong() throws {
    let game = try Open.game(
      "small",
      text: Open.small(
        "function game.board(s) error(('word '):rep(30) .. 'end') end",
        fields: "tokens = { a = {} }"))
    let entry = GameEntry(game, like: OpenGames.entry)
    let level = try entry.ready(
      LevelFile(OpenLevelFile(of: game, name: "test")), Bubbles.library, .none)
    let session = try Open.session(of: level, in: entry)
    let screen = session.canvas(width: 80, height: 30, at: 0).lines.joined(separator: " ")
    #expect(screen.contains("games/small.lua:13: word"))
    #expect(screen.components(separatedBy: "word").count == 31)
    #expect(screen.contains("word end"))
    #expect(screen.contains("step 3"))
  }
}
