import SimHarness

extension PeggleState: PlanningGame {
  public typealias Plans = PegglePlanning
}

/// What Peggle's players who look several shots ahead know.
///
/// A decision plays every aim of the fan, then finer aims about the best of them, and values each
/// by the mean over the hand's error: a shot whose neighbours are good, too, is better than one
/// that a tiny error spoils. Imagined shots are chosen from a coarse fan.
public struct PegglePlanning: Planning {
  public typealias State = PeggleState

  private let hand: Execution
  /// How likely the hand errs by each number of fine steps to one side, compared with 0.
  private let errors: [Double]
  private var values: [Double] = []
  private var orders: [Double] = []
  private var fine: [Double] = []
  private var measure = PeggleMeasure()

  /// The aims of the fan that are refined.
  private static var windows: Int { 8 }
  /// The aims of an imagined shot.
  private static var coarse: Int { 12 }
  /// The imagined shots that are followed.
  private static var followed: Int { 2 }

  public static var treeDepth: Int { 1 }
  public static var rolloutDepth: Int { 1 }

  public init(hand: Execution) {
    self.hand = hand
    errors =
      hand.aimError > 0
      ? (0...4).map { DeterministicMath.exp(-0.125 * Double($0 * $0)) } : [1]
  }

  public mutating func scan(
    _ turn: borrowing Turn<PeggleState>, isDecision: Bool, in imagination: inout GameContext,
    into prospects: inout [Prospect<PeggleMove>]
  ) throws(AgentError) {
    guard turn.moveCount > 0 else { return }
    if isDecision { try beginMeasure(turn.state, in: imagination) }
    let aims = isDecision ? turn.moveCount : Self.coarse
    let spacing = Double.pi / Double(aims)
    values.removeAll(keepingCapacity: true)
    for aim in 0..<aims {
      values.append(
        try value((Double(aim) + 0.5) * spacing, on: turn.state, in: &imagination))
    }
    // A shot that is good next to the aim, too, is not only lucky.
    orders.removeAll(keepingCapacity: true)
    for aim in values.indices {
      let left = values[max(aim - 1, 0)]
      let right = values[min(aim + 1, aims - 1)]
      orders.append(0.25 * left + 0.5 * values[aim] + 0.25 * right)
    }
    for _ in 0..<min(aims, isDecision ? Self.windows : Self.followed) {
      var best = 0
      for aim in orders.indices where orders[aim] > orders[best] { best = aim }
      let middle = (Double(best) + 0.5) * spacing
      var prospect = Prospect(
        move: move(middle), index: nil, outcome: best, order: orders[best])
      if isDecision {
        try lookInto(
          middle, within: spacing / 2, of: turn.state, in: &imagination, for: &prospect)
      }
      prospects.append(prospect)
      orders[best] = -.infinity
    }
  }

  /// Finds the best aim near the middle of a step of the fan, each aim being valued by the mean
  /// over the hand's error.
  private mutating func lookInto(
    _ middle: Double, within half: Double, of state: PeggleState,
    in imagination: inout GameContext, for prospect: inout Prospect<PeggleMove>
  ) throws(AgentError) {
    let reach = errors.count - 1
    let step = reach == 0 ? half / 8 : hand.aimError * (Double.pi / 180) / 2
    let aside = max(1, Int(saturating: half / step))
    let places = aside + reach
    fine.removeAll(keepingCapacity: true)
    for place in -places...places {
      fine.append(
        try value(middle + Double(place) * step, on: state, in: &imagination))
    }
    var best = -Double.infinity
    for place in -aside...aside {
      var sum = 0.0
      var weight = 0.0
      for error in -reach...reach {
        let chance = errors[abs(error)]  // in range: within the reach
        weight += chance
        sum += chance * fine[places + place + error]
      }
      let mean = sum / weight
      guard mean > best else { continue }
      best = mean
      prospect.move = move(middle + Double(place) * step)
      prospect.order = mean
      prospect.allowance = mean - fine[places + place]
    }
  }

  private func move(_ angle: Double) -> PeggleMove {
    PeggleMove(
      angle: min(max(angle, Self.flattest), Double.pi - Self.flattest),
      seconds: hand.aimingTime)
  }

  /// How close to horizontal an aim may be, in radians.
  private static var flattest: Double { 0.001 }

  /// The value of the position after a shot.
  private mutating func value(
    _ angle: Double, on state: PeggleState, in imagination: inout GameContext
  ) throws(AgentError) -> Double {
    var copy = state
    do throws(MoveError) {
      try copy.apply(move(angle), in: &imagination) { _ in }
    } catch {
      throw .imagination(error)
    }
    return try worth(of: copy, in: &imagination)
  }

  /// The best of a coarse fan.
  public mutating func rolloutMove(
    _ turn: borrowing Turn<PeggleState>, in imagination: inout GameContext
  ) throws(AgentError) -> PeggleMove {
    var best = (angle: Double.pi / 2, value: -Double.infinity)
    for aim in 0..<Self.rolloutAims {
      let angle = (Double(aim) + 0.5) * Double.pi / Double(Self.rolloutAims)
      let value = try value(angle, on: turn.state, in: &imagination)
      if value > best.value { best = (angle, value) }
    }
    return move(best.angle)
  }

  /// The aims among which an imagined game is played on.
  private static var rolloutAims: Int { 6 }

  /// How near to winning a position is, 0...1.
  public mutating func worth(
    of state: PeggleState, in imagination: inout GameContext
  ) throws(AgentError) -> Double {
    do throws(ScriptFault) {
      return try measure.worth(of: state.position, in: imagination)
    } catch {
      throw .script(error)
    }
  }

  private mutating func beginMeasure(
    _ state: PeggleState, in imagination: borrowing GameContext
  ) throws(AgentError) {
    do throws(ScriptFault) {
      try measure.begin(state, in: imagination)
    } catch {
      throw .script(error)
    }
  }
}
