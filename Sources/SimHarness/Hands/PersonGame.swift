/// A game that a person plays, without what shows it: the state, the record, hints and faults.
package final class PersonGame<State: RecordedGame & ForesightGame> {
  /// The result of a move.
  package enum Result {
    /// It was played; `passesHighest` for the move that passes the level's highest score.
    case played(events: [State.Event], passesHighest: Bool)
    /// It changed nothing, for this reason; empty if there is none to tell.
    case refused(String)
    /// A script ended the game.
    case failed(String)
  }

  private let level: State.Level
  private var turn: Turn<State>
  private var context: GameContext
  private var imagination: GameContext
  private var looking = State.Looking()
  private var moves: [UInt8] = []
  private var passed: PlayedGame.Passed?
  private var fault: String?
  private(set) var hints = 0
  /// The highest score of the level before this game.
  let highest: Int?
  /// What happened before the first move.
  let firstEvents: [State.Event]

  /// Begins a game.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - streams: Where the game's random numbers come from.
  ///   - scripts: What runs the game's scripts.
  ///   - hintScripts: What runs them where a hint looks ahead, so that hints use up nothing of the
  ///     game's limits.
  ///   - highest: The highest score of the level so far.
  ///   - arrange: What the start needs to know of who plays, such as a seat.
  /// - Throws: A script's fault before the first move.
  init(
    _ level: State.Level, _ streams: GameStreams, scripts: (any ScriptHosting)?,
    hintScripts: (any ScriptHosting)?, highest: Int?, arrange: (inout State) -> Void = { _ in }
  ) throws(LevelError) {
    self.level = level
    self.highest = highest
    var context = GameContext(streams: streams, scripts: scripts)
    scripts?.beginGame()
    var events: [State.Event] = []
    var state = try State(level: level, in: &context) { events.append($0) }
    arrange(&state)
    firstEvents = events
    imagination = GameContext.imagination(for: streams, scripts: hintScripts)
    self.context = context
    turn = Turn(state: state)
    looking.gameDidStart(remembering: Int(Execution.perfect.memory))
    looking.begin(turn)
  }

  var view: State.View { turn.state.view }
  var score: Int { turn.state.score }
  var shownScore: Int { turn.state.shownScore }
  var outcome: Outcome? { turn.state.outcome }
  /// Moves made.
  var moveCount: Int { turn.index }
  /// Whether it has ended by its own rules, or by a fault.
  var isOver: Bool { turn.state.outcome != nil || fault != nil }

  /// The game as it stands, for its record.
  func played(secondScore: Int?) -> PlayedGame {
    PlayedGame(
      moves: moves, moveCount: turn.index, outcome: turn.state.outcome, score: turn.state.score,
      secondScore: secondScore, hash: turn.state.stableHash, hints: hints, passed: passed,
      fault: fault)
  }

  /// Plays a move; `apply` for games that tell more about it than `GameState.apply`.
  package func play(
    _ move: State.Move,
    apply: (inout State, State.Move, inout GameContext, (State.Event) -> Void) throws(MoveError) ->
      Void = { state, move, context, emit throws(MoveError) in
        try state.apply(move, in: &context, emit: emit)
      }
  ) -> Result {
    guard !isOver else { return .refused("") }
    var events: [State.Event] = []
    do throws(MoveError) {
      try apply(&turn.state, move, &context) { events.append($0) }
    } catch {
      return refuse(error)
    }
    turn.index += 1
    State.encode(move, level: level, into: &moves)
    var passesHighest = false
    if let highest, passed == nil, turn.state.score > highest {
      passed = PlayedGame.Passed(turn: turn.index, score: turn.state.score, highest: highest)
      passesHighest = true
    }
    if turn.state.outcome == nil { looking.begin(turn) }
    return .played(events: events, passesHighest: passesHighest)
  }

  private func refuse(_ error: MoveError) -> Result {
    switch error {
    case .illegal(let reason): return .refused("Illegal move: \(reason).")
    case .gameOver: return .refused("")
    case .script(let failure):
      fault = failure.message
      return .failed("A script failed: \(SafeText.escaped(failure.message, limit: 200))")
    }
  }

  /// What a player who looks one move ahead would do; counted where there is such a move.
  func hint() throws(AgentError) -> (move: State.Move, index: Int) {
    imagination.scripts?.beginGame()
    let index = try looking.greedyMove(turn, in: &imagination)
    let better = try looking.refined(index, of: turn, in: &imagination)
    hints += 1
    return (better ?? turn.move(at: index), index)
  }

  /// The move that another player at the table chooses; nil if that player fails, which ends the
  /// game.
  func opponentMove(
    _ choose: (borrowing Turn<State>, inout GameContext) throws(AgentError) -> State.Move?
  ) throws(AgentError) -> State.Move? {
    imagination.scripts?.beginGame()
    do throws(AgentError) {
      return try choose(turn, &imagination)
    } catch {
      fault = error.description
      throw error
    }
  }
}
