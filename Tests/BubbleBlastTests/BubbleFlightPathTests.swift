import TestSupport
import Testing

@testable import BubbleBlastGame
@testable import SimHarness

/// The way that a shot will take, as a person sees it.
@Suite struct BubbleFlightPathTests {
  /// It begins at the launcher, stays between the walls, goes up all the time, and ends beside the
  /// centre of the cell in which the shot then lands.
  @Test(arguments: BubbleRules.Ruleset.allCases) func endsWhereTheShotLands(
    _ ruleset: BubbleRules.Ruleset
  ) throws {
    var random = SeededRandom(key: StreamKey(rawValue: 31))
    var landed = 0
    for _ in 0..<60 {
      let columns = ruleset == .saga ? 6 + random.below(8) : 8
      let grid = (0..<random.below(7)).map { row in
        String((0..<(columns - row % 2)).map { _ in ["R", "B", "G", "."][random.below(4)] })
      }
      let level = try Bubbles.level(grid, columns: columns) { rules in
        rules.ruleset = ruleset
        if ruleset == .frozenBubble {
          rules = .frozenBubble
        }
      }
      let game = try BubbleGame<SmallMask>(level)
      guard game.state.outcome == nil else { continue }
      for _ in 0..<20 {
        let angle = 0.1 + 2.94 * random.uniform()
        let path = BubbleFlightPath(angle: angle, on: game.state.view)
        let first = try #require(path.points.first)
        #expect(abs(first.x - Double(columns) / 2) < 1e-9)
        for (point, next) in zip(path.points, path.points.dropFirst()) {
          #expect(next.y <= point.y)
          #expect(next.x >= 0.5 - 1e-9 && next.x <= Double(columns) - 0.5 + 1e-9)
          #expect(abs(next.x - point.x) <= 0.2)
        }
        guard case .cell(let cell, _) = path.landing else { continue }
        landed += 1
        let last = try #require(path.points.last)
        let x = HexGrid.x(row: cell.row, column: cell.column) - last.x
        let y = 0.5 + Double(cell.row) * HexGrid.pitch - last.y
        #expect((x * x + y * y).squareRoot() < (ruleset == .saga ? 0.8 : 1.2))
        // And the shot does land there.
        var shot = game.state
        var context = GameContext(streams: Bubbles.streams(), scripts: nil)
        var place: Cell?
        try shot.apply(BubbleMove(angle: angle), in: &context) { event in
          if case .landed(_, let cell, _) = event { place = cell }
        }
        #expect(place == cell)
        #expect(path.frames.count <= 45)
      }
    }
    #expect(landed > 800)
  }
}
