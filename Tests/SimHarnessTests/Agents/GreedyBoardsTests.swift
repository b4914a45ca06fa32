import TestSupport
import Testing

@testable import Agents
@testable import BubbleBlastGame
@testable import SimHarness

/// Twenty boards on which a casual player would see the move, with the reason in words.
@Suite struct GreedyBoardsTests {
  struct Board: CustomTestStringConvertible {
    let reason: String
    let grid: [String]
    /// The colour in the cannon, then the next.
    var queue = "RB"
    /// The board's cells that go; empty: nothing goes, and `lands` says where the shot stays.
    var clears: [[Int]] = []
    var lands: [Int]?
    var shots: Int?
    var rows = 12
    var swap = false
    var swaps = false
    var testDescription: String { reason }
  }

  static let boards = [
    Board(
      reason: "a pair hangs there: make it three", grid: ["RR....B....."],
      clears: [[0, 0], [0, 1]]),
    Board(
      reason: "three are better than two: clear the larger group", grid: ["RR...RRR...B"],
      clears: [[0, 5], [0, 6], [0, 7]]),
    Board(
      reason: "of two equal groups the one nearer to straight up", grid: ["RR..RR......"],
      clears: [[0, 4], [0, 5]]),
    Board(
      reason: "clearing three that hold five beats clearing four",
      grid: ["RR....RRR...", "B..........", "GO..........", "GO........."],
      clears: [[0, 0], [0, 1], [1, 0], [2, 0], [2, 1], [3, 0], [3, 1]]),
    Board(
      reason: "no group to clear: build a pair", grid: ["R....B....G."],
      lands: [0, 1]),
    Board(
      reason: "a triple in the making beats a pair elsewhere: join the group of two",
      grid: ["B.RR....R..G"], queue: "RB", clears: [[0, 2], [0, 3]]),
    Board(
      reason: "nothing of its colour in reach: stay high", grid: ["BBB......GGG", "BB.......GG"],
      lands: [0, 6]),
    Board(
      reason: "no use for red: as high and as straight as can be", grid: ["BGBGB.BGBGBG"],
      lands: [0, 5]),
    Board(
      reason: "the last three win the game", grid: ["RR.........."],
      clears: [[0, 0], [0, 1]]),
    Board(
      reason: "joining both sides makes five", grid: ["RR.RR...BBB."],
      clears: [[0, 0], [0, 1], [0, 3], [0, 4]]),
    Board(
      reason: "the star takes every red", grid: ["R..R.$.R..RB"],
      clears: [[0, 0], [0, 3], [0, 5], [0, 7], [0, 10]]),
    Board(
      reason: "the lightning takes its row", grid: ["BGBGB=GBGBGB"],
      clears: (0..<12).map { [0, $0] }),
    Board(
      reason: "the bomb takes more than the pair", grid: ["RRB.BGBGBGB.", "...B*G....."],
      clears: [[0, 4], [0, 5], [1, 3], [1, 4], [1, 5]]),
    Board(
      reason: "a group behind an obstacle is out of reach: take the open one",
      grid: ["RRR#....RR..", "###........"], clears: [[0, 8], [0, 9]]),
    Board(
      reason: "a pair below the line would lose: stay high instead",
      grid: [
        "BGBGB..GBGBG", "GBGB...GBGB", "BGBGB..GBGBG", "GBGB...GBGB", "BGBGB..GBGBG",
        "GBGB...GBGB", "BGBGB..GBGBG", "GBGB...GBGB", "BGOGB..GBOBG",
      ], queue: "OB", lands: [0, 6], rows: 9),
    Board(
      reason: "the rainbow makes the pair a triple", grid: ["R~.....B...."],
      clears: [[0, 0], [0, 1]]),
    Board(
      reason: "with a swap the next colour clears", grid: ["BB.....G...."], queue: "RB",
      clears: [[0, 0], [0, 1]], swap: true, swaps: true),
    Board(
      reason: "no swap where the current colour clears more", grid: ["BB....RRR..."], queue: "RB",
      clears: [[0, 6], [0, 7], [0, 8]], swap: true),
    Board(
      reason: "off the wall to the pair behind the curtain",
      grid: ["RR.........B", "...........", "............"], clears: [[0, 0], [0, 1]]),
    Board(
      reason: "drop what hangs from a thread",
      grid: ["....RR......", "....B......", "...GOG......", "...GO......"],
      clears: [[0, 4], [0, 5], [1, 4], [2, 3], [2, 4], [2, 5], [3, 3], [3, 4]]),
  ]

  @Test(arguments: boards)
  func picksTheMoveAPlayerWouldSee(_ board: Board) throws {
    let level = try Bubbles.level(
      board.grid, queue: board.queue, legend: ["~": "rainbow"], rows: board.rows
    ) {
      $0.swap = board.swap
      $0.shots = board.shots
    }
    let host = Bubbles.host()
    var context = GameContext(streams: Bubbles.streams(), scripts: host)
    let state = try BubbleState<SmallMask>(level: level, in: &context)
    var imagination = GameContext.imagination(for: Bubbles.streams(), scripts: host)
    var random = SeededRandom(key: StreamKey(rawValue: 1))
    var agent = GreedyAgent<BubbleState<SmallMask>>()
    let move = try agent.chooseMove(Turn(state: state), in: &imagination, using: &random)
    #expect(move.swap == board.swaps)
    var after = state
    try after.apply(move, in: &context) { _ in }
    var gone = state.view.board.occupied
    gone.subtract(after.view.board.occupied)
    #expect(gone.cells.map { [$0.row, $0.column] } == board.clears)
    if board.clears.isEmpty {
      #expect(after.view.landed.map { [$0.row, $0.column] } == board.lands)
    }
  }

  @Test func thereAreTwenty() { #expect(Self.boards.count == 20) }
}
