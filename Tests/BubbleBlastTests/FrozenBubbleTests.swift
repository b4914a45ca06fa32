import TestSupport
import Testing

@testable import BubbleBlastGame
@testable import SimHarness

/// The `frozen-bubble` rule set against the program's own output, shot by shot.
@Suite struct FrozenBubbleTests {
  private typealias State = BubbleState<SmallMask>

  private static let colours: [BubbleColour] = [
    .blue, .red, .green, .orange, .yellow, .purple, .cyan, .white,
  ]

  private func levels() throws -> [BubbleLevel]? {
    guard let text = try Oracle.text(at: FrozenBubbleText.installedPath) else { return nil }
    return try FrozenBubbleText.levels(Array(text.utf8), file: "levels").map {
      try $0.level(catalog: Bubbles.library)
    }
  }

  /// What a shot did, in the oracle's columns.
  private struct Shot {
    var cell = Cell(row: -1, column: -1)
    var frames = 0
    var bounces = 0
    var destroyed = 0
    var fell = 0
  }

  private func shoot(
    _ colour: Int, _ angle: Double, on state: inout State, in context: inout GameContext
  ) throws -> Shot {
    state.position.hand =
      (state.position.hand & ~15) | UInt64(Self.colours[colour].rawValue)
    var shot = Shot()
    shot.frames =
      FrozenBubble.flight(
        angle: angle, on: state.position.board.held, descended: state.position.descended,
        setup: state.position.setup
      ).frames
    try state.apply(BubbleMove(angle: angle), in: &context) { event in
      switch event {
      case .landed(_, let cell, let bounces):
        shot.cell = cell
        shot.bounces = bounces
      case .matched(_, let cells): shot.destroyed = cells.count
      case .fell(let cells): shot.fell = cells.count
      default: break
      }
    }
    try state.checkInvariants()
    return shot
  }

  @Test func everySingleShotAgrees() throws {
    guard let levels = try levels(),
      let lines = try Oracle.lines("frozen-bubble/shots.tsv")
    else { return }
    #expect(levels.count == 100)
    #expect(lines.count > 1000)
    for line in lines.dropFirst() {
      let fields = line.split(separator: "\t").map(String.init)
      var context = GameContext(streams: Bubbles.streams())
      var state = try State(
        level: levels[try #require(Int(fields[0])) - 1], in: &context)
      let shot = try shoot(
        try #require(Int(fields[1])), try #require(Double(fields[2])), on: &state, in: &context)
      let got = [
        shot.cell.column, shot.cell.row, shot.frames, shot.bounces, shot.destroyed == 0 ? 1 : 0,
        shot.destroyed, shot.fell, state.view.board.occupied.count,
      ]
      #expect(got.map(String.init) == Array(fields[3...]), "\(line)")
    }
  }

  @Test func everyWholeGameAgrees() throws {
    guard let levels = try levels(),
      let lines = try Oracle.lines("frozen-bubble/games.tsv")
    else { return }
    #expect(lines.count > 100)
    var current = ""
    var game: State?
    var context = GameContext(streams: Bubbles.streams())
    for line in lines.dropFirst() {
      let fields = line.split(separator: "\t").map(String.init)
      if fields[0] != current {
        current = fields[0]
        game = try State(level: levels[try #require(Int(fields[1])) - 1], in: &context)
      }
      var state = try #require(game)
      let before = state.view.descended
      let shot = try shoot(
        try #require(Int(fields[3])), try #require(Double(fields[4])), on: &state, in: &context)
      game = state
      // The program moves a stuck bubble down with the rest before it prints the row.
      let moved = shot.destroyed == 0 ? state.view.descended - before : 0
      let got = [
        shot.cell.column, shot.cell.row + before + moved, shot.frames, shot.bounces,
        shot.destroyed == 0 ? 1 : 0, shot.destroyed, shot.fell, state.view.descended,
        state.view.descended % 2, state.view.board.occupied.count,
        state.outcome == .lost ? 1 : 0,
      ]
      #expect(got.map(String.init) + [board(state)] == Array(fields[5...]), "\(line)")
    }
  }

  /// The board as the oracle prints it: 12 rows of 8, short rows padded.
  private func board(_ state: State) -> String {
    var text = ""
    for row in 0..<12 {
      for column in 0..<8 {
        let cell = Cell(row: row - state.view.descended, column: column)
        if cell.row >= 0, state.view.board.occupied.contains(cell),
          let colour = state.view.board.colour(at: cell),
          let number = Self.colours.firstIndex(of: colour)
        {
          text += String(number)
        } else {
          text += "-"
        }
      }
    }
    return text
  }
}
