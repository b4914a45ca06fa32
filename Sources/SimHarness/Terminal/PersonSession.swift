/// A game that a person plays at a terminal: the game and its screen.
package final class PersonSession<Game: TerminalGame>: TerminalSession {
  package typealias State = Game.State

  private let game: PersonGame<State>
  private(set) var screen: TerminalScreen<Game>

  package init(
    _ level: State.Level, _ request: SessionRequest, configure: (inout Game) -> Void = { _ in },
    arrange: (inout State) -> Void = { _ in }
  ) throws(LevelError) {
    let streams = GameStreams(
      level: LevelStreams(seed: request.seed, levelID: request.level.id), index: request.deal)
    game = try PersonGame(
      level, streams, scripts: request.scripts, hintScripts: request.hintScripts,
      highest: request.highest, arrange: arrange)
    let view = game.view
    var hand = Game(level: level, view: view)
    configure(&hand)
    screen = TerminalScreen(
      game: hand, view: view, score: game.score,
      heading: TerminalHeading(
        game: request.level.game, level: request.level.name, player: request.player,
        index: request.index), glyphs: request.glyphs)
    screen.highest = request.highest
    screen.game.turnDidBegin(view)
    screen.message = [
      request.level.goal, screen.game.account(of: game.firstEvents, from: view, to: view),
    ].filter { !$0.isEmpty }.joined(separator: " ")
    if let outcome = game.outcome { screen.gameDidEnd(outcome) }
    answer(at: 0)
  }

  package var isOver: Bool { game.isOver }

  package var note: String {
    get { screen.note }
    set { screen.note = newValue }
  }

  package var standings: [Standing] {
    get { screen.standings }
    set { screen.standings = newValue }
  }

  package var played: PlayedGame { game.played(secondScore: screen.game.secondScore(screen.view)) }

  package func handle(_ key: TerminalKey, at seconds: Double) -> TerminalRequest {
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
      play(move, at: seconds, isOwn: true)
      answer(at: seconds)
      return .none
    case .request(let request): return request
    }
  }

  package func pass(to seconds: Double) {
    if let flight = screen.flight, flight.flight.end <= seconds {
      screen.endFlight(at: flight.flight.end)
    }
    guard screen.game.isTimed, isRunning else { return }
    while !isOver, let move = screen.game.passing(screen.view, at: seconds - screen.began) {
      play(move, at: seconds)
    }
    while !isOver, let move = opponentMove(at: seconds) { play(move, at: seconds) }
  }

  /// Lets a simulated player move whose turn it is.
  private func answer(at seconds: Double) {
    while !isOver, screen.game.awaitsOpponent(screen.view),
      let move = opponentMove(at: seconds)
    {
      play(move, at: seconds)
    }
  }

  /// Whether the clock of a timed game runs.
  private var isRunning: Bool {
    switch screen.stage {
    case .playing, .leaving, .dealingAgain: true
    case .ready, .over: false
    }
  }

  private func opponentMove(at seconds: Double) -> State.Move? {
    let waited = max(0, seconds - screen.turnBegan)
    do throws(AgentError) {
      return try game.opponentMove { (turn, imagination) throws(AgentError) in
        try screen.game.opponentMove(turn, after: waited, in: &imagination)
      }
    } catch {
      screen.stage = .over
      screen.message =
        "The other player failed: \(SafeText.escaped(error.description, limit: 200))"
      return nil
    }
  }

  package func nextChange(after seconds: Double) -> Double? {
    if screen.flight != nil { return seconds + 1 / TerminalFlight.rate }
    guard screen.game.isTimed, isRunning else { return nil }
    return seconds + 0.1
  }

  package func canvas(width: Int, height: Int, at seconds: Double) -> Canvas {
    screen.width = width
    screen.height = height
    return screen.canvas(at: seconds)
  }

  // MARK: Moves

  private func play(_ move: State.Move, at seconds: Double, isOwn: Bool = false) {
    var frames: [[BoardPoint]] = []
    let result = game.play(move) { state, move, context, emit throws(MoveError) in
      frames = try Game.apply(move, to: &state, in: &context, emit: emit)
    }
    switch result {
    case .refused(let why): if !why.isEmpty { screen.message = why }
    case .failed(let why):
      screen.stage = .over
      screen.message = why
    case .played(let events, let passesHighest):
      screen.moveDidApply(
        isOwn: isOwn, events: events, view: game.view, score: game.score, frames: frames,
        at: seconds)
      screen.shownScore = game.shownScore
      if passesHighest { screen.message = HandText.joined(screen.message, "New high score!") }
      if let outcome = game.outcome { screen.gameDidEnd(outcome) }
    }
  }

  /// What a player who looks one move ahead would do; counted.
  private func hint() {
    guard !isOver else { return }
    do throws(AgentError) {
      let (move, index) = try game.hint()
      screen.hints = game.hints
      screen.show(hint: screen.game.take(hint: move, index: index, screen.view))
    } catch {
      screen.message = "No hint: \(SafeText.escaped(error.description, limit: 200))"
    }
  }
}
