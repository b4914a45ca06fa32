import SimHarness

extension BubbleState: PlanningGame {
  public typealias Plans = BubblePlanning<Mask>
}

/// What Bubble Blast's players who look several moves ahead know: a position is better the fewer
/// shots it seems to need.
///
/// Moves are considered in the order of a greedy player. An unsteady hand aims where its error does
/// least harm, mostly in the middle of the gap.
public struct BubblePlanning<Mask: CellMask>: Planning {
  public typealias State = BubbleState<Mask>

  private var lookahead = BubbleLookahead<Mask>()
  /// How likely the hand errs by each number of steps of the fine fan to one side, compared with 0.
  private let errors: [Double]
  /// The number of the cell in which each aim of the fine fan lands; 0: none.
  private var cells: [Int] = []
  /// The move of the decision that lands in each cell; -1: none.
  private var known: [Int] = []

  public init(hand: Execution) {
    var errors: [Double] = [1]
    if hand.aimError > 0 {
      let step = Self.fineStep / hand.aimError
      var place = 1
      while Double(place) * step < 3 && place < 60 {
        let z = Double(place) * step
        errors.append(DeterministicMath.exp(-0.5 * z * z))
        place += 1
      }
    }
    self.errors = errors
  }

  /// Degrees between two aims of the fine fan.
  private static var fineStep: Double { 1 }

  public mutating func scan(
    _ turn: borrowing Turn<State>, isDecision: Bool, in imagination: inout GameContext,
    into prospects: inout [Prospect<BubbleMove>]
  ) throws(AgentError) {
    let fan = turn.state.position.setup.fan
    let hand = turn.state.position.hand
    try lookahead.foreseeDistinct(turn, in: &imagination) { index, foresight in
      let isSwapped = index >= fan.count
      let colour = Int(isSwapped ? (hand &>> 4) & 15 : hand & 15)
      prospects.append(
        Prospect(
          move: BubbleMove(
            angle: fan.angles[isSwapped ? index &- fan.count : index], swap: isSwapped),
          index: nil, outcome: 16 &* foresight.place &+ colour,
          order: Double(foresight.greedyValue)))
    }
  }

  public mutating func rolloutMove(
    _ turn: borrowing Turn<State>, in imagination: inout GameContext
  ) throws(AgentError) -> BubbleMove {
    turn.move(at: try lookahead.greedyMove(turn, in: &imagination))
  }

  // MARK: The hand

  public mutating func allowForHand(
    _ turn: borrowing Turn<State>, values: [Double], prospects: inout [Prospect<BubbleMove>]
  ) {
    guard errors.count > 1 else { return }
    let position = turn.state.position
    let fan = position.setup.fan
    let count = Int((fan.maximum - fan.minimum) / (Self.fineStep * (Double.pi / 180))) + 1
    let step = (fan.maximum - fan.minimum) / Double(count - 1)
    cells.removeAll(keepingCapacity: true)
    for aim in 0..<count {
      let direction = AimFan.Direction(angle: fan.minimum + Double(aim) * step)
      let landing = ShotPath.landing(
        direction: direction, on: position.board.held, descended: position.descended,
        setup: position.setup)
      var place = 0
      if case .cell(let cell, _) = landing { place = position.numbering.number(of: cell) }
      cells.append(place)
    }
    for swap in [false, true] where !swap || position.setup.rules.swap {
      let colour = Int(position.colour(inHand: swap ? 1 : 0).rawValue)
      known.removeAll(keepingCapacity: true)
      for place in prospects.indices where prospects[place].outcome & 15 == colour {
        let cell = prospects[place].outcome >> 4
        while known.count <= cell { known.append(-1) }
        known[cell] = place
      }
      settle(first: fan.minimum, step: step, swap: swap, values: values, &prospects)
    }
  }

  /// Moves each move to the aim at which it is worth most with the hand's error.
  ///
  /// The remaining expected loss is not subtracted: a miss can mostly be compensated later, so that
  /// a player who avoids it plays worse. Aims whose landing cell no move of the decision reaches
  /// are left out of the mean.
  private func settle(
    first: Double, step: Double, swap: Bool, values: [Double],
    _ prospects: inout [Prospect<BubbleMove>]
  ) {
    func outcome(_ aim: Int) -> Int {
      let cell = cells[min(max(aim, 0), cells.count - 1)]
      return cell < known.count ? known[cell] : -1
    }
    var best = [Double](repeating: -.infinity, count: prospects.count)
    for aim in cells.indices {
      let place = outcome(aim)
      guard place >= 0, prospects[place].move.swap == swap else { continue }
      var sum = 0.0
      var weight = 0.0
      for error in (1 - errors.count)..<errors.count {
        let other = outcome(aim + error)
        if other < 0 { continue }
        let chance = errors[abs(error)]  // in range: an error of the table
        weight += chance
        sum += chance * values[other]
      }
      let mean = sum / weight
      guard mean > best[place] else { continue }
      best[place] = mean
      prospects[place].move.angle = first + Double(aim) * step
    }
  }

  // MARK: Worth

  public func worth(
    of state: State, in imagination: inout GameContext
  ) throws(AgentError) -> Double {
    let weights = BubbleWorth.standard
    let cost = cost(of: state, weights)
    switch state.position.outcome {
    case .won: return weights.win + Double(state.position.shotsLeft ?? 0)
    case .lost: return -2 * weights.win - cost
    case .ended, nil: break
    }
    if case .score(let goal) = state.position.setup.rules.goal {
      return weights.goal * Double(state.position.score) / Double(goal) - 0.1 * cost
    }
    return -cost
  }

  /// About how many shots the board needs, in a unit of its own.
  private func cost(of state: State, _ weights: BubbleWorth) -> Double {
    let shape = state.position.board.shape
    let depth =
      Double(state.position.board.rowsUsed &+ state.position.descended)
      / Double(state.position.setup.rules.rows)
    return weights.bubble * Double(shape.bubbles) + weights.group * Double(shape.groups)
      + weights.single * Double(shape.singles) + weights.colour * Double(shape.colours)
      + weights.ceiling * Double(shape.ceiling) + weights.depth * depth * depth
  }
}

/// The costs of a bubble, a group and so on in a position.
///
/// Tuned by doubling and halving each on the harder bundled levels; only the ceiling's weight
/// matters much.
struct BubbleWorth {
  var bubble = 1.0
  /// A connected group takes a shot.
  var group = 2.0
  /// A bubble that touches none of its colour takes one more.
  var single = 2.0
  /// Fewer colours are matched sooner.
  var colour = 3.0
  /// What hangs from the ceiling never falls.
  var ceiling = 1.0
  /// The share of the board's height in use, squared.
  var depth = 10.0
  /// Winning, far above all costs of a normal board.
  var win = 1000.0
  /// Reaching a goal of points.
  var goal = 50.0

  static let standard = BubbleWorth()
}

/// What a board looks like to somebody who thinks of the shots that it needs.
struct BoardShape {
  var bubbles = 0
  /// Connected groups of one colour.
  var groups = 0
  /// Bubbles that touch none of their colour.
  var singles = 0
  /// Colours on the board.
  var colours = 0
  /// Bubbles in the ceiling row.
  var ceiling = 0
}

extension BubbleBoard {
  /// Groups are counted by Euler's formula, as bubbles minus edges plus triangles; a group with a
  /// hole in it counts less.
  var shape: BoardShape {
    var shape = BoardShape()
    shape.bubbles = held.occupied.count
    shape.ceiling = held.occupied[0].nonzeroBitCount
    var colours = present
    shape.colours = colours.nonzeroBitCount
    while colours != 0 {
      let colour = BubbleColour(rawValue: UInt8(colours.trailingZeroBitCount))
      colours &= colours &- 1
      guard let colour else { continue }
      let plane = self.colours[colour]
      var above: Mask.Row = 0
      var here = plane[0]
      for row in 0..<rowsUsed {
        let below = row &+ 1 < rowsUsed ? plane[row &+ 1] : 0
        if here != 0 {
          let right = here & (here &>> 1)
          let isShort = HexGrid.isShort(row)
          let upLeft = here & (isShort ? above : above &<< 1)
          let upRight = here & (isShort ? above &>> 1 : above)
          let edges =
            right.nonzeroBitCount &+ upLeft.nonzeroBitCount &+ upRight.nonzeroBitCount
          let triangles = (upLeft & upRight).nonzeroBitCount &+ (right & upRight).nonzeroBitCount
          shape.groups &+= here.nonzeroBitCount &- edges &+ triangles
          let down = HexGrid.spread(below, fromRow: row &+ 1)
          let beside = (here &<< 1) | (here &>> 1)
          shape.singles &+= (here & ~(beside | down | upLeft | upRight)).nonzeroBitCount
        }
        above = here
        here = below
      }
    }
    return shape
  }
}
