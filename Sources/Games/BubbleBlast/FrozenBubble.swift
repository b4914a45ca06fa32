import SimHarness

/// Frozen-Bubble 2.212's flight and landing, in its own pixels: top-left corners, y downward.
///
/// Source: docs/rules.md, "Ruleset `frozen-bubble`"; checked shot by shot against the program's
/// output.
public enum FrozenBubble {
  static let diameter = 32.0
  static let rowHeight = 28.0
  static let left = 190.0
  static let right = 414.0
  static let top = 44.0
  static let launcherX = 302.0
  static let launcherY = 390.0
  static let speed = 10.0
  /// Squared distance of corners below which a shot sticks.
  static let contactSquared = (0.82 * diameter) * (0.82 * diameter)

  /// A flight steps 10 px per frame until it is at the ceiling or near a bubble.
  ///
  /// The flight's end is the point whose cell is landed in.
  static func flight<Mask: CellMask>(
    angle: Double, on board: OccupiedCells<Mask>, descended: Int, setup: BubbleSetup
  ) -> ShotPath.Flight {
    var angle = angle
    var x = launcherX
    var y = launcherY
    var (sine, cosine) = DeterministicMath.sincos(angle)
    var bounces = 0
    var frames = 0
    let ceiling = top + rowHeight * Double(descended)
    while true {
      let oldX = x
      let oldY = y
      frames &+= 1
      x += speed * cosine
      y -= speed * sine
      if x < left {
        x = 2 * left - x
        angle = Double.pi - angle
        bounces &+= 1
        (sine, cosine) = DeterministicMath.sincos(angle)
      }
      if x > right {
        x = 2 * right - x
        angle = Double.pi - angle
        bounces &+= 1
        (sine, cosine) = DeterministicMath.sincos(angle)
      }
      if y <= ceiling {
        return ShotPath.Flight(x: x, y: y, bounces: bounces, isLost: false, frames: frames)
      }
      if isNear(x: x, y: y, on: board, ceiling: ceiling) {
        return ShotPath.Flight(
          x: (oldX + x) / 2, y: (oldY + y) / 2, bounces: bounces, isLost: false, frames: frames)
      }
    }
  }

  /// Whether a bubble lies within the contact distance of (x, y).
  static func isNear<Mask: CellMask>(
    x: Double, y: Double, on board: OccupiedCells<Mask>, ceiling: Double
  ) -> Bool {
    let near = Int(((y - ceiling) / rowHeight).rounded(.down))
    var row = max(near, 0)
    while row <= min(near &+ 1, board.rowsUsed &- 1) {
      let dy = ceiling + Double(row) * rowHeight - y
      let start = left + (HexGrid.isShort(row) ? diameter / 2 : 0)
      var bits = board.occupied[row]
      while bits != 0 {
        let dx = start + diameter * Double(bits.trailingZeroBitCount) - x
        if dx * dx + dy * dy < contactSquared { return true }
        bits &= bits &- 1
      }
      row &+= 1
    }
    return false
  }

  /// The cell a flight lands in.
  ///
  /// Its own formula; where that names a taken cell or none at all, the nearest free one.
  static func landing<Mask: CellMask>(
    angle: Double, on board: OccupiedCells<Mask>, descended: Int, setup: BubbleSetup
  ) -> ShotPath.Landing {
    let flight = flight(angle: angle, on: board, descended: descended, setup: setup)
    let fromTop = Int((flight.y - top + rowHeight / 2) / rowHeight)
    let row = fromTop &- descended
    let lastRow = setup.rules.rows &- descended
    if row >= 0 && row <= lastRow {
      let shift = HexGrid.isShort(row) ? diameter / 2 : 0
      let column = Int((flight.x - left + diameter / 2 - shift) / diameter)
      let cell = Cell(
        row: row,
        column: min(column, HexGrid.width(ofRow: row, columns: setup.rules.columns) &- 1))
      if !board.occupied.contains(cell) { return .cell(cell, bounces: flight.bounces) }
    }
    let cell = ShotPath.snap(
      x: (flight.x - left) / diameter + 0.5,
      y: 0.5 + (flight.y - top) / rowHeight * HexGrid.pitch, on: board, descended: descended,
      setup: setup)
    guard let cell else { return .lost(.overflow, bounces: flight.bounces) }
    return .cell(cell, bounces: flight.bounces)
  }
}
