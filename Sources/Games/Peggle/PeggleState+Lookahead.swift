import PegglePhysics
import SimHarness

extension PeggleState: ForesightGame {
  public typealias Looking = PeggleLookahead
}

extension PeggleState: ExecutionGame {
  public static var executionNumbers: [String] { ["aim", "time"] }

  /// The aim with a normally distributed error, kept below the cannon, and the hand's aiming time.
  public static func executed(
    _ choice: Choice<PeggleState>, of turn: borrowing Turn<PeggleState>, by execution: Execution,
    using random: inout SeededRandom
  ) -> PeggleMove {
    var executed = turn.move(of: choice)
    executed.seconds = execution.aimingTime
    guard execution.aimError > 0, case .angle(let angle) = executed.aim else { return executed }
    let error = random.gaussian() * execution.aimError * (Double.pi / 180)
    executed.aim = .angle(
      min(max(angle + error, flattest), Double.pi - flattest))
    return executed
  }

  /// How close to horizontal an unsteady hand may aim, in radians.
  private static let flattest = 0.001
}

/// The lookahead of Peggle: the result of each aim if it is carried out exactly.
///
/// Shots are played on imagined copies, including scripts, whose draws are redrawn.
///
/// Greedy plays each aim of the fan and then finer ones around the best. It prefers to win, then
/// not to lose, then progress towards the mode's goal (`PeggleMeasure`) by an aim whose neighbours
/// are good, too; in the plain game the most orange pegs, balls and pegs. Ties go to the aim
/// nearest to straight down.
public struct PeggleLookahead: Lookahead {
  public typealias State = PeggleState

  /// The results calculated this turn, by move.
  private var known: [Foresight?] = []
  /// The last imagined shot of this turn; the next one reuses its memory.
  private var shot: PeggleShot?
  private var measure = PeggleMeasure()
  /// Whether the measure was made ready this turn.
  private var isMeasured = false

  public init() {}

  /// The finer aims around the best of the fan.
  static let refinements = 16

  public mutating func begin(_ turn: borrowing Turn<PeggleState>) {
    known.empty()
    shot = nil
    isMeasured = false
  }

  /// All of them: shots cannot be known to end equally before they are played.
  public mutating func distinctMoves(_ turn: borrowing Turn<PeggleState>) -> [Int] {
    Array(0..<turn.moveCount)
  }

  public mutating func foresee(
    _ index: Int, of turn: borrowing Turn<PeggleState>, in imagination: inout GameContext
  ) throws(AgentError) -> Foresight {
    if index < known.count, let foresight = known[index] { return foresight }
    let foresight = try foresee(
      turn.state.position.setup.angles[index], of: turn, in: &imagination)
    if known.count <= index {
      known += Array(repeating: nil, count: turn.moveCount - known.count)
    }
    known[index] = foresight
    return foresight
  }

  public mutating func greedyMove(
    _ turn: borrowing Turn<PeggleState>, in imagination: inout GameContext
  ) throws(AgentError) -> Int {
    try best(turn, in: &imagination).index
  }

  public mutating func refined(
    _ index: Int, of turn: borrowing Turn<PeggleState>, in imagination: inout GameContext
  ) throws(AgentError) -> PeggleMove? {
    let setup = turn.state.position.setup
    // With a goal of the mode's own, a broad aim was chosen; a finer one would be narrow.
    if isGuided { return nil }
    let middle = setup.angles[index]
    var best = try foresee(index, of: turn, in: &imagination).greedyValue
    let spacing = Double.pi / Double(setup.angles.count)
    var angle: Double?
    let half = Self.refinements / 2
    for place in -half...half where place != 0 {
      let finer = middle + spacing * (Double(place) / Double(half + 1))
      guard finer > 0 && finer < Double.pi else { continue }
      let value = try foresee(finer, of: turn, in: &imagination).greedyValue
      if value > best {
        best = value
        angle = finer
      }
    }
    return angle.map { PeggleMove(angle: $0) }
  }

  /// The best aim of the fan, from straight down outward.
  private mutating func best(
    _ turn: borrowing Turn<PeggleState>, in imagination: inout GameContext
  ) throws(AgentError) -> (index: Int, value: Int) {
    let angles = turn.state.position.setup.angles
    guard turn.moveCount > 0 else { throw .noMoves }
    var best = (index: -1, value: Int.min)
    for place in angles.indices {
      // The middle, then alternately one further to the right and to the left.
      let aside = (place + 1) / 2
      let index = angles.count / 2 + (place % 2 == 0 ? aside : -aside)
      guard angles.indices.contains(index) else { continue }
      let foresight = try foresee(index, of: turn, in: &imagination)
      var value = foresight.greedyValue
      if isGuided {
        let left = try foresee(max(index - 1, 0), of: turn, in: &imagination).greedyValue
        let right = try foresee(min(index + 1, angles.count - 1), of: turn, in: &imagination)
          .greedyValue
        value = left + 2 * value + right + (foresight.wins ? PeggleGreedyValue.certainWin : 0)
      }
      if value > best.value { best = (index, value) }
    }
    return best
  }

  /// Whether the goal is not the plain one.
  ///
  /// In such a mode a shot often succeeds only barely, so the neighbours of an aim count half as
  /// much as the aim itself.
  private var isGuided: Bool {
    switch measure.guide {
    case .progress, .goal: true
    case .plain, .value: false
    }
  }

  /// Plays a shot on an imagined copy.
  private mutating func foresee(
    _ angle: Double, of turn: borrowing Turn<PeggleState>, in imagination: inout GameContext
  ) throws(AgentError) -> Foresight {
    let move = PeggleMove(angle: angle)
    do throws(ScriptFault) {
      if !isMeasured {
        try measure.begin(turn.state, in: imagination)
        isMeasured = true
      }
      let shot = try shot(from: turn.state.position, in: &imagination)
      let direction = DeterministicMath.sincos(angle)
      try shot.play(
        direction: Vector(direction.cos, direction.sin), aiming: move.seconds)
      return try shot.foresight(from: turn.state.position, by: measure)
    } catch {
      shot = nil
      throw .script(error)
    }
  }

  /// A shot on an imagined copy: not of the whole state, because the only hidden information is the
  /// scripts' draws.
  private mutating func shot(
    from position: borrowing PegglePosition, in imagination: inout GameContext
  ) throws(ScriptFault) -> PeggleShot {
    let offset = imagination.nextImaginedOffset()
    if let shot, shot.setup === position.setup {
      shot.restart(from: position, offset: offset)
      return shot
    }
    let made = try PeggleShot(
      copy position, host: imagination.scripts, streams: imagination.streams, offset: offset,
      scriptDraws: 0, keepsEvents: false)
    shot = made
    return made
  }
}

extension PeggleShot {
  /// The result of the shot for a player who was at `before`.
  fileprivate func foresight(
    from before: borrowing PegglePosition, by measure: borrowing PeggleMeasure
  ) throws(ScriptFault) -> Foresight {
    var foresight = Foresight()
    foresight.score = Saturating.sum(position.score, -before.score)
    foresight.cleared = hits.count
    foresight.group = before.orangeLeft - orangeLeft
    foresight.wins = position.outcome == .won
    foresight.loses = position.outcome == .lost
    if foresight.wins {
      foresight.greedyValue = PeggleGreedyValue.win
      return foresight
    }
    let orange = PeggleGreedyValue.perOrangePeg * foresight.group
    let balls = Saturating.product(
      PeggleGreedyValue.perBall, position.balls + 1 - before.balls)
    var worth = orange + balls + PeggleGreedyValue.perPeg * foresight.cleared
    switch measure.guide {
    case .plain where setup.orangeCount == 0:
      worth += min(foresight.score, PeggleGreedyValue.maxScore)
    case .plain: break
    case .value:
      let value = (try value() ?? 0) * PeggleGreedyValue.perUnitOfValue
      worth = Saturating.sum(worth, Int(saturating: value))
    case .progress, .goal:
      if !foresight.loses {
        let nearness = try measure.worth(of: self) * PeggleGreedyValue.goal
        worth = Saturating.sum(0, Int(saturating: nearness))
      }
    }
    foresight.greedyValue = foresight.loses ? worth - PeggleGreedyValue.loss : worth
    return foresight
  }
}
