/// A game that a person plays: the state, the record of the moves, and the screen.
final class PersonSession<Game: TerminalGame>: TerminalSession {
  typealias State = Game.State

  private let level: State.Level
  private var turn: Turn<State>
  private var context: GameContext
  private var imagination: GameContext
  private var looking = State.Looking()
  private var moves: [UInt8] = []
  private var passed: PlayedGame.Passed?
  private var fault: String?
  private(set) var screen: TerminalScreen<Game>

  init(
    _ level: State.Level, _ request: SessionRequest, configure: (inout Game) -> Void = { _ in }
  ) throws(LevelError) {
    self.level = level
    let streams = GameStreams(
      level: LevelStreams(seed: request.seed, levelID: request.level.id), index: request.deal)
    var context = GameContext(streams: streams, scripts: request.scripts)
    request.scripts?.beginGame()
    var events: [State.Event] = []
    let state = try State(level: level, in: &context) { events.append($0) }
    var game = Game(level: level, view: state.view)
    configure(&game)
    screen = TerminalScreen(
      game: game, view: state.view, score: state.score,
      heading: TerminalHeading(
        game: request.level.game, level: request.level.name, player: request.player,
        index: request.index), glyphs: request.glyphs)
    screen.highest = request.highest
    screen.game.turnDidBegin(state.view)
    imagination = GameContext.imagination(for: streams, scripts: request.hintScripts)
    self.context = context
    turn = Turn(state: state)
    screen.message = [
      request.level.goal, screen.game.account(of: events, from: state.view, to: state.view),
    ].filter { !$0.isEmpty }.joined(separator: " ")
    looking.gameDidStart(remembering: Int(Execution.perfect.memory))
    looking.begin(turn)
    if let outcome = turn.state.outcome { screen.gameDidEnd(outcome) }
  }

  var isOver: Bool { turn.state.outcome != nil || fault != nil }

  var note: String {
    get { screen.note }
    set { screen.note = newValue }
  }

  var standings: [Standing] {
    get { screen.standings }
    set { screen.standings = newValue }
  }

  var played: PlayedGame {
    PlayedGame(
      moves: moves, moveCount: turn.index, outcome: turn.state.outcome, score: turn.state.score,
      secondScore: screen.game.secondScore(screen.view), hash: turn.state.stableHash,
      hints: screen.hints, passed: passed, fault: fault)
  }

  func handle(_ key: TerminalKey, at seconds: Double) -> TerminalRequest {
    // What was due comes before the key.
    pass(to: seconds)
    switch screen.handle(key, at: seconds) {
    case .none: return .none
    case .start:
      screen.began = seconds
      screen.turnBegan = seconds
      return .none
    case .hint:
      hint()
      return .none
    case .play(let move):
      play(move, at: seconds)
      return .none
    case .request(let request): return request
    }
  }

  func pass(to seconds: Double) {
    if let flight = screen.flight, flight.flight.end <= seconds {
      screen.endFlight(at: flight.flight.end)
    }
    guard screen.game.isTimed, isRunning else { return }
    while !isOver, let move = screen.game.passing(screen.view, at: seconds - screen.began) {
      play(move, at: seconds)
    }
    while !isOver, let move = opponentMove(at: seconds) { play(move, at: seconds) }
  }

  /// Whether the clock of a timed game runs.
  private var isRunning: Bool { screen.stage == .playing || screen.stage == .leaving }

  private func opponentMove(at seconds: Double) -> State.Move? {
    imagination.scripts?.beginGame()
    do throws(AgentError) {
      return try screen.game.opponentMove(
        turn, after: max(0, seconds - screen.turnBegan), in: &imagination)
    } catch {
      fault = error.description
      screen.stage = .over
      screen.message =
        "The other player failed: \(SafeText.escaped(error.description, limit: 200))"
      return nil
    }
  }

  func nextChange(after seconds: Double) -> Double? {
    if screen.flight != nil { return seconds + 1 / TerminalFlight.rate }
    guard screen.game.isTimed, isRunning else { return nil }
    return seconds + 0.1
  }

  func canvas(width: Int, height: Int, at seconds: Double) -> Canvas {
    screen.width = width
    screen.height = height
    return screen.canvas(at: seconds)
  }

  // MARK: Moves

  private func play(_ move: State.Move, at seconds: Double) {
    guard !isOver else { return }
    var events: [State.Event] = []
    let frames: [[TerminalPoint]]
    do throws(MoveError) {
      frames = try Game.apply(move, to: &turn.state, in: &context) { events.append($0) }
    } catch {
      refuse(error)
      return
    }
    turn.index += 1
    State.encode(move, level: level, into: &moves)
    let state = turn.state
    screen.moveDidApply(
      events: events, view: state.view, score: state.score, frames: frames, at: seconds)
    if let highest = screen.highest, passed == nil, state.score > highest {
      passed = PlayedGame.Passed(turn: turn.index, score: state.score, highest: highest)
      screen.message += (screen.message.isEmpty ? "" : ". ") + "New high score!"
    }
    if let outcome = state.outcome {
      screen.gameDidEnd(outcome)
    } else {
      looking.begin(turn)
    }
  }

  private func refuse(_ error: MoveError) {
    switch error {
    case .illegal(let reason): screen.message = "Illegal move: \(reason)."
    case .gameOver: break
    case .script(let failure):
      fault = failure.message
      screen.stage = .over
      screen.message = "A script failed: \(SafeText.escaped(failure.message, limit: 200))"
    }
  }

  /// What a player who looks one move ahead would do; counted.
  private func hint() {
    guard !isOver else { return }
    imagination.scripts?.beginGame()
    do throws(AgentError) {
      let index = try looking.greedyMove(turn, in: &imagination)
      let better = try looking.refined(index, of: turn, in: &imagination)
      let move = better ?? turn.move(at: index)
      screen.hints += 1
      screen.message = "Hint: " + screen.game.take(hint: move, index: index, screen.view)
    } catch {
      screen.message = "No hint: \(SafeText.escaped(error.description, limit: 200))"
    }
  }
}
