import TestSupport
import Testing

@testable import BubbleBlastGame
@testable import SimHarness

/// docs/rules.md, "Flight" and "Snap", against flying in small steps and against each other.
@Suite struct ShotPathTests {
  /// A board of random bubbles hanging from the ceiling.
  private func board<Mask: CellMask>(
    _ random: inout SeededRandom, columns: Int, rows: Int
  ) -> BubbleBoard<Mask> {
    var board = BubbleBoard<Mask>()
    let full = random.below(rows)
    for row in 0..<full {
      for column in 0..<HexGrid.width(ofRow: row, columns: columns) where random.below(4) > 0 {
        board.place(.red, at: Cell(row: row, column: column))
      }
    }
    board.remove(board.held.loose)
    return board
  }

  private func setup(columns: Int, rows: Int, contact: Double = 0.86) throws -> BubbleSetup {
    try Bubbles.level([], columns: columns, rows: rows) { $0.contact = contact }.setup
  }

  /// 4,000 random boards and angles: the unfolded flight and the folded one land in the same cell
  /// after the same bounces, and a flight in steps of 1/2000 diameter ends where the folded one
  /// does.
  @Test func flightsAgree() throws {
    var random = SeededRandom(key: StreamKey(rawValue: 9))
    var compared = 0
    for trial in 0..<4000 {
      let columns = 2 + random.below(15)
      let rows = 9 + random.below(8)
      let contact = random.below(2) == 0 ? 0.86 : 0.3 + 0.7 * random.uniform()
      let setup = try setup(columns: columns, rows: rows, contact: contact)
      let board: BubbleBoard<SmallMask> = board(&random, columns: columns, rows: rows)
      let descended = random.below(max(1, rows - board.rowsUsed))
      let angle = setup.fan.clamped(Double.pi * random.uniform())
      let direction = AimFan.Direction(angle: angle)
      let folded = ShotPath.foldedFlight(
        direction: direction, on: board.held, descended: descended, setup: setup)
      let unfolded = UnfoldedFlight(
        rowsUsed: board.rowsUsed, descended: descended, rowCapacity: SmallMask.rowCapacity,
        rules: setup.rules, perSpan: setup.steps.perSpan)
      var unfoldedRows = AllUnfoldedRows()
      unfoldedRows.unfold(board.held, columns: columns)
      let landing = unfolded?.landing(
        direction: direction, rows: unfoldedRows,
        step: {
          FlightSteps.Step(
            direction: direction, rise: $0, isShort: ($0 + rows + 1 - descended) & 1 != 0,
            columns: columns, contact: contact)
        },
        boardColumn: { setup.steps.boardColumn(place: $0, isLeftward: $1, short: $2) })
      if let landing {
        compared += 1
        #expect(
          landing
            == ShotPath.foldedLanding(
              direction: direction, on: board.held, descended: descended, setup: setup),
          "trial \(trial)")
      }
      if trial % 8 == 0 && !folded.isLost {
        let stepped = step(direction, board, descended: descended, setup: setup)
        #expect(abs(stepped.x - folded.x) < 0.05 && abs(stepped.y - folded.y) < 0.05)
      }
    }
    // Contacts above the surely free one are two thirds and more of the trials.
    #expect(compared > 2500)
  }

  /// The plain meaning of the rule: small steps, looking at every bubble.
  private func step(
    _ direction: AimFan.Direction, _ board: BubbleBoard<SmallMask>, descended: Int,
    setup: BubbleSetup
  ) -> (x: Double, y: Double) {
    let rules = setup.rules
    let length = 1.0 / 2000
    var x = Double(rules.columns) / 2
    var y = 0.5 + Double(rules.rows + 1) * HexGrid.pitch
    var dx = direction.cosine * length
    let ceiling = 0.5 + Double(descended) * HexGrid.pitch
    let cells = board.occupied.cells
    while y > ceiling {
      for cell in cells {
        let cx = HexGrid.x(row: cell.row, column: cell.column) - x
        let cy = ceiling + Double(cell.row) * HexGrid.pitch - y
        if cx * cx + cy * cy <= rules.contact * rules.contact { return (x, y) }
      }
      x += dx
      y -= direction.sine * length
      if x < 0.5 {
        x = 1 - x
        dx = -dx
      } else if x > Double(rules.columns) - 0.5 {
        x = 2 * Double(rules.columns) - 1 - x
        dx = -dx
      }
    }
    return (x, ceiling)
  }

  /// 4,000 random ends of flight: the quick nearest cell against a search of every cell.
  @Test func snapAgreesWithASearchOfEveryCell() throws {
    var random = SeededRandom(key: StreamKey(rawValue: 10))
    for _ in 0..<4000 {
      let columns = 2 + random.below(15)
      let rows = 9 + random.below(8)
      let setup = try setup(columns: columns, rows: rows)
      let board: BubbleBoard<SmallMask> = board(&random, columns: columns, rows: rows)
      let flight = ShotPath.foldedFlight(
        direction: AimFan.Direction(angle: setup.fan.clamped(Double.pi * random.uniform())),
        on: board.held, descended: 0, setup: setup)
      if flight.isLost { continue }
      let quick = ShotPath.snap(
        x: flight.x, y: flight.y, on: board.held, descended: 0, setup: setup)
      #expect(quick == nearest(flight.x, flight.y, board, setup))
    }
  }

  private func nearest(
    _ x: Double, _ y: Double, _ board: BubbleBoard<SmallMask>, _ setup: BubbleSetup
  ) -> Cell? {
    var candidates: [(cell: Cell, distance: Double)] = []
    for row in 0...setup.rules.rows {
      for column in 0..<HexGrid.width(ofRow: row, columns: setup.rules.columns) {
        let cell = Cell(row: row, column: column)
        if board.occupied.contains(cell) { continue }
        let touches = HexGrid.neighbours(of: cell).contains {
          $0.row >= 0 && $0.column >= 0 && $0.row < 17 && $0.column < 16
            && board.occupied.contains($0)
        }
        guard row == 0 || touches else { continue }
        let dx = HexGrid.x(row: row, column: column) - x
        let dy = 0.5 + Double(row) * HexGrid.pitch - y
        candidates.append((cell, (dx * dx + dy * dy).squareRoot()))
      }
    }
    guard let least = candidates.map(\.distance).min() else { return nil }
    return candidates.first { $0.distance <= least + 1e-9 }?.cell
  }

  /// "A straight-up shot at an empty ceiling is such a tie": smallest row, then smallest column.
  @Test func straightUpAtAnEmptyCeilingIsATie() throws {
    let level = try Bubbles.level([], queue: "RR") { $0.goal = .score(1000) }
    var game = try BubbleGame<SmallMask>(level)
    try game.shoot(.pi / 2)
    #expect(game.state.view.landed == Cell(row: 0, column: 5))
    var large = try BubbleGame<LargeMask>(level)
    try large.shoot(.pi / 2)
    #expect(large.state.view.landed == Cell(row: 0, column: 5))
  }

  /// docs/rules.md, "Aim": finite angles are clamped to [0.1, pi - 0.1], others are illegal.
  @Test(arguments: [-3.0, 0, 0.05, 0.1])
  func anglesAreClamped(_ angle: Double) throws {
    let level = try Bubbles.level(["RR.........."], queue: "BB")
    var low = try BubbleGame<SmallMask>(level)
    var clamp = try BubbleGame<SmallMask>(level)
    try low.shoot(angle)
    try clamp.shoot(0.1)
    #expect(low.rows == clamp.rows)
    var high = try BubbleGame<SmallMask>(level)
    var mirror = try BubbleGame<SmallMask>(level)
    try high.shoot(Double.pi - angle)
    try mirror.shoot(Double.pi - 0.1)
    #expect(high.rows == mirror.rows)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func anglesThatAreNoNumbersAreIllegal(_ angle: Double) throws {
    var game = try BubbleGame<SmallMask>(try Bubbles.level(["RR.........."]))
    let before = game.state
    #expect(throws: MoveError.illegal("the angle must be a finite number")) {
      try game.state.apply(BubbleMove(angle: angle), in: &game.context) { _ in }
    }
    #expect(game.state == before)
  }

  /// docs/rules.md, "Flight": 64 bounces are survived, the next wall is not.
  ///
  /// The board has 2 columns and 64 rows.
  @Test func tooManyBouncesLoseTheShot() throws {
    let level = try Bubbles.level(["R.", "."], queue: "BBBB", columns: 2, rows: 64) {
      $0.shots = 5
    }
    var game = try BubbleGame<LargeMask>(level)
    try game.shoot(0.1)
    #expect(
      game.names() == [#"{"type":"shotLost","colour":"blue","reason":"bounces","bounces":64}"#])
    #expect(game.state.view.shotsLeft == 4)
    #expect(game.state.view.landed == nil)
    #expect(game.state.view.landedShots == 0)
    // A little steeper it arrives within the 64.
    try game.shoot(0.8)
    #expect(game.state.view.landedShots == 1)
  }

  @Test func aLostShotLeavesTheDescentAlone() throws {
    let level = try Bubbles.level(["R.", "."], queue: "BBBBB", columns: 2, rows: 64) {
      $0.descentEvery = 1
    }
    var game = try BubbleGame<LargeMask>(level)
    try game.shoot(0.1)
    #expect(game.state.view.descended == 0)
    try game.shoot(0.8)
    #expect(game.state.view.descended == 1)
  }

  /// Boards of 16 x 16 and of 64 x 64 both work.
  @Test(arguments: [(2, 9), (16, 16), (17, 9), (64, 64)])
  func boardsOfAllSizesPlay(_ columns: Int, _ rows: Int) throws {
    let grid = (0..<5).map { row in
      String(
        (0..<(columns - row % 2)).map {
          "RBOG"[String.Index(utf16Offset: ($0 + row) % 4, in: "RBOG")]
        })
    }
    let level = try Bubbles.level(grid, columns: columns, rows: rows) { $0.shots = 30 }
    #expect(level.fitsSmallMask == (columns <= 16 && rows <= 16))
    var game = try BubbleGame<LargeMask>(level)
    var random = SeededRandom(key: StreamKey(rawValue: 3))
    while game.state.outcome == nil {
      try game.shoot(0.1 + 2.9 * random.uniform())
    }
    #expect(game.state.view.turn <= 30)
  }
}
