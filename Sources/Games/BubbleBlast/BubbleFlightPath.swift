import SimHarness

/// The path of a shot, from what the player sees alone.
struct BubbleFlightPath {
  /// Points of the centre from the launcher on, in diameters from the board's top left corner.
  let points: [BoardPoint]
  let landing: ShotPath.Landing

  /// Points per diameter.
  static let fineness = 8.0
  /// A flight with more points is cut here.
  private static let maxPoints = 6000

  init<Mask: CellMask>(angle: Double, on view: borrowing BubblePosition<Mask>) {
    let clamped = view.setup.fan.clamped(angle)
    landing = ShotPath.landing(
      angle: clamped, on: view.board.held, descended: view.descended, setup: view.setup)
    points =
      switch view.setup.rules.ruleset {
      case .saga: Self.straight(clamped, on: view)
      case .frozenBubble: Self.stepped(clamped, on: view)
      }
  }

  /// A straight line, mirrored at the walls.
  private static func straight<Mask: CellMask>(
    _ angle: Double, on view: borrowing BubblePosition<Mask>
  ) -> [BoardPoint] {
    let rules = view.setup.rules
    let direction = AimFan.Direction(angle: angle)
    let flight = ShotPath.foldedFlight(
      direction: direction, on: view.board.held, descended: view.descended, setup: view.setup)
    var (x, y) = (Double(rules.columns) / 2, 0.5 + Double(rules.rows + 1) * HexGrid.pitch)
    let (left, right) = (0.5, Double(rules.columns) - 0.5)
    var aside = direction.cosine / fineness
    let end = flight.isLost ? -Double.infinity : flight.y
    var bounces = 0
    var points: [BoardPoint] = []
    while y > end, points.count < maxPoints {
      points.append(BoardPoint(x, y))
      x += aside
      y -= direction.sine / fineness
      guard x < left || x > right else { continue }
      if bounces == rules.maxBounces { break }
      bounces += 1
      x = 2 * (x < left ? left : right) - x
      aside = -aside
    }
    if !flight.isLost { points.append(BoardPoint(flight.x, flight.y)) }
    return points
  }

  /// Frozen-Bubble's steps, whose pixels are turned into diameters.
  private static func stepped<Mask: CellMask>(
    _ angle: Double, on view: borrowing BubblePosition<Mask>
  ) -> [BoardPoint] {
    let flight = FrozenBubble.flight(
      angle: angle, on: view.board.held, descended: view.descended, setup: view.setup)
    let turn = DeterministicMath.sincos(angle)
    let step = FrozenBubble.speed / 4
    var (x, y) = (FrozenBubble.launcherX, FrozenBubble.launcherY)
    var aside = step * turn.cos
    var points: [BoardPoint] = []
    while y > flight.y, points.count < min(4 * flight.frames, maxPoints) {
      points.append(
        BoardPoint(
          (x - FrozenBubble.left) / FrozenBubble.diameter + 0.5,
          (y - FrozenBubble.top) / FrozenBubble.rowHeight * HexGrid.pitch + 0.5))
      x += aside
      y -= step * turn.sin
      if x < FrozenBubble.left || x > FrozenBubble.right {
        x = 2 * (x < FrozenBubble.left ? FrozenBubble.left : FrozenBubble.right) - x
        aside = -aside
      }
    }
    return points
  }

  /// The frames of the flight: one diameter per frame, and no longer than 1.5 seconds.
  var frames: [[BoardPoint]] {
    let stride = max(Int(Self.fineness), (points.count + 44) / 45)
    return Swift.stride(from: 0, to: points.count, by: stride).map { [points[$0]] }
  }
}
