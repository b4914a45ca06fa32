import SimHarness
import Synchronization

/// Which turns of a recorded game are looked at, and how closely.
package struct StudyTask: Sendable {
  /// The encoded moves of the game.
  let moves: [UInt8]
  /// The most turns that are looked at.
  let turns: Int
  /// Games played on from each turn and outcome.
  let rollouts: Int
  /// The most moves of a game played on.
  let maxMoves: Int
  /// Whether the level can be won or lost.
  let hasGoal: Bool
  let findings: StudyFindings
  /// Asked before each turn that is looked at.
  let isCancelled: @Sendable () -> Bool

  package init(
    moves: [UInt8], turns: Int, rollouts: Int, maxMoves: Int, hasGoal: Bool,
    findings: StudyFindings, isCancelled: @escaping @Sendable () -> Bool
  ) {
    self.moves = moves
    self.turns = turns
    self.rollouts = rollouts
    self.maxMoves = maxMoves
    self.hasGoal = hasGoal
    self.findings = findings
    self.isCancelled = isCancelled
  }
}

/// Where the turns of a studied game are noted.
package final class StudyFindings: Sendable {
  private let state = Mutex<(turns: [StudiedTurn], rollouts: Int)>((turns: [], rollouts: 0))

  package init() {}

  func add(_ turn: StudiedTurn, rollouts: Int) {
    state.withLock {
      $0.turns.append(turn)
      $0.rollouts += rollouts
    }
  }

  package var turns: [StudiedTurn] { state.withLock { $0.turns } }
  /// Games that were played on.
  package var rollouts: Int { state.withLock { $0.rollouts } }
}

/// Plays the moves of a record; at some turns it plays imagined games on from every move that could
/// differ from another, by `greedy@perfect`, to see what each brings.
///
/// The moves of a turn share their imagined futures and the hand's chance, so their differences are
/// paired, and moves with the same result in every future are one outcome (`StudiedTurn`). A game
/// continued from a turn without a choice of the first move estimates the chance to win.
package struct StudyAgent<State: PlanningGame & RecordedGame>: Agent {
  private let task: StudyTask
  private let moves: [State.Move]
  private var lookahead = State.Looking()

  package init(_ task: StudyTask, level: State.Level) {
    self.task = task
    moves = State.decodeMoves(task.moves, level: level) ?? []
  }

  package mutating func gameDidStart() {
    lookahead.gameDidStart(remembering: Int(Execution.perfect.memory))
  }

  package mutating func chooseMove(
    _ turn: borrowing Turn<State>, in imagination: inout GameContext,
    using random: inout SeededRandom
  ) throws(AgentError) -> State.Move {
    guard turn.index < moves.count else { throw .noMoves }
    lookahead.begin(turn)
    if isLookedAt(turn.index), !task.isCancelled() {
      try look(at: turn, in: &imagination, using: &random)
    }
    return moves[turn.index]
  }

  /// All turns of a short game, else the middles of as many equal parts.
  private func isLookedAt(_ index: Int) -> Bool {
    let count = moves.count
    guard count > task.turns else { return true }
    // The part that the turn lies in, and that part's middle.
    let part = index * task.turns / count
    return (2 * part + 1) * count / (2 * task.turns) == index
  }

  private mutating func look(
    at turn: borrowing Turn<State>, in imagination: inout GameContext,
    using random: inout SeededRandom
  ) throws(AgentError) {
    let distinct = lookahead.distinctMoves(turn)
    var results = [[Double]](repeating: [], count: distinct.count)
    var chance = 0.0
    for _ in 0..<task.rollouts {
      let hand = SeededRandom(key: StreamKey(rawValue: random.next()))
      let start = lookahead.position(of: turn, in: &imagination)
      if task.hasGoal {
        var own = hand
        chance += try worth(of: start, in: &imagination, using: &own)
      }
      guard distinct.count > 1 else { continue }
      for (place, index) in distinct.enumerated() {
        var state = start
        var own = hand
        let move = State.executed(.offered(index), of: turn, by: .perfect, using: &own)
        try state.play(move, imaginedIn: &imagination)
        results[place].append(try worth(of: state, in: &imagination, using: &own))
      }
    }
    let count = Double(task.rollouts)
    let played = (distinct.count > 1 ? distinct.count : 0) + (task.hasGoal ? 1 : 0)
    task.findings.add(
      StudiedTurn(
        moves: turn.moveCount, results: results, hasGoal: task.hasGoal,
        chance: task.hasGoal ? chance / count : nil), rollouts: played * task.rollouts)
  }

  /// Whether a game played on greedily is won, or its score in a level without a goal.
  private func worth(
    of start: State, in imagination: inout GameContext, using random: inout SeededRandom
  ) throws(AgentError) -> Double {
    var state = start
    var looking = lookahead
    var left = task.maxMoves
    while state.outcome == nil && left > 0 {
      let turn = Turn(state: state, index: task.maxMoves - left)
      looking.begin(turn)
      let choice = try looking.bestChoice(turn, in: &imagination)
      let move = State.executed(choice, of: turn, by: .perfect, using: &random)
      try state.play(move, imaginedIn: &imagination)
      left -= 1
    }
    return task.hasGoal ? (state.outcome == .won ? 1 : 0) : Double(state.score)
  }
}
