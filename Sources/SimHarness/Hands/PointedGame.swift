/// A person's game with its hand, for a page or whatever else shows boards and takes pointers.
package final class PointedGame<Game: Hand>: HandSession {
  package typealias State = Game.State

  private let game: PersonGame<State>
  private var hand: Game
  /// Whether a simulated player sits at the table.
  private let hasOpponent: Bool
  package private(set) var stage: HandStage
  private var ending: HandEnding?
  private var message: String { didSet { saysHint = false } }
  /// Whether `message` is a hint.
  private var saysHint = false
  /// When the game began, in seconds.
  private var began: Double
  /// When the turn began; nil until the first input after a move, as it is seen by then.
  private var turnBegan: Double?
  /// Where the pointer was last, unless a key was pressed since.
  private var pointed: BoardPoint?

  /// Begins a game at a time in seconds.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - request: What it is a game of.
  ///   - configure: What the hand needs to know of who sits at the table.
  ///   - arrange: What the start needs to know of it.
  /// - Throws: A script's fault before the first move.
  package init(
    _ level: State.Level, _ request: HandRequest, configure: (inout Game) -> Void = { _ in },
    arrange: (inout State) -> Void = { _ in }
  ) throws(LevelError) {
    game = try PersonGame(
      level, request.streams, scripts: request.scripts, hintScripts: request.hintScripts,
      highest: request.highest, arrange: arrange)
    let view = game.view
    hand = Game(level: level, view: view)
    configure(&hand)
    hasOpponent = request.secondPlayer.isPresent
    hand.turnDidBegin(view)
    stage = hand.isTimed ? .ready : .playing
    began = 0
    message = [request.level.goal, hand.account(of: game.firstEvents, from: view, to: view)]
      .filter { !$0.isEmpty }.joined(separator: " ")
    if let outcome = game.outcome { end(outcome) }
    answer(at: 0)
  }

  package var isTimed: Bool { hand.isTimed }

  package var played: PlayedGame { game.played(secondScore: hand.secondScore(game.view)) }

  // MARK: Input

  package func point(at place: BoardPoint?, at seconds: Double) -> HandPreview {
    let moment = moment(at: seconds)
    guard stage == .playing else { return HandPreview() }
    if let place { pointed = onBoard(place) }
    return hand.preview(at: place.map(onBoard), moment).onFilm(unit: Game.filmUnits)
  }

  package func press(at place: BoardPoint, at seconds: Double) {
    pointed = nil
    handle(.press(onBoard(place)), at: seconds)
  }

  package func take(_ key: HandInput, at seconds: Double) {
    switch (stage, key) {
    case (.ready, .enter), (.ready, .character(" ")):
      stage = .playing
      began = seconds
      turnBegan = seconds
      message = ""
      answer(at: seconds)
    case (.playing, _):
      // Keys go on from where the pointer was.
      if let pointed, key.followsPointer {
        _ = hand.handle(.aim(pointed), moment(at: seconds))
      }
      pointed = nil
      handle(key, at: seconds)
    case (.ready, _), (.over, _): break
    }
  }

  private func handle(_ input: HandInput, at seconds: Double) {
    // What was due comes before the input.
    pass(to: seconds)
    guard stage == .playing else { return }
    switch hand.handle(input, moment(at: seconds)) {
    case .none, .moved: break
    case .say(let text): message = text
    case .play(let move):
      play(move, at: seconds, isOwn: true)
      answer(at: seconds)
    }
  }

  package func hint(at seconds: Double) {
    pass(to: seconds)
    guard stage == .playing else { return }
    pointed = nil
    _ = moment(at: seconds)
    do throws(AgentError) {
      let (move, index) = try game.hint()
      message = "Hint: " + hand.take(hint: move, index: index, game.view)
      saysHint = true
    } catch {
      message = "No hint: \(SafeText.escaped(error.description, limit: 200))"
    }
  }

  package func pass(to seconds: Double) {
    guard hand.isTimed else { return }
    while stage == .playing, let move = hand.passing(game.view, at: seconds - began) {
      play(move, at: seconds)
    }
    while stage == .playing, let move = opponentMove(at: seconds) { play(move, at: seconds) }
  }

  /// Lets a simulated player move whose turn it is.
  private func answer(at seconds: Double) {
    while stage == .playing, hand.awaitsOpponent(game.view), let move = opponentMove(at: seconds) {
      play(move, at: seconds)
    }
  }

  /// The move of a simulated player that is due.
  private func opponentMove(at seconds: Double) -> State.Move? {
    guard hasOpponent else { return nil }
    let waited = turnBegan.map { max(0, seconds - $0) } ?? 0
    do throws(AgentError) {
      return try game.opponentMove { (turn, imagination) throws(AgentError) in
        try hand.opponentMove(turn, after: waited, in: &imagination)
      }
    } catch {
      stage = .over
      message = "The other player failed: \(SafeText.escaped(error.description, limit: 200))"
      return nil
    }
  }

  /// The moment of an input, with which a turn begins that was not begun.
  private func moment(at seconds: Double) -> HandMoment<State.View> {
    let turnBegan = turnBegan ?? seconds
    self.turnBegan = turnBegan
    return HandMoment(
      view: game.view, seconds: seconds - began, thought: max(0, seconds - turnBegan))
  }

  private func onBoard(_ place: BoardPoint) -> BoardPoint {
    BoardPoint(place.x / Game.filmUnits, place.y / Game.filmUnits)
  }

  // MARK: Moves

  /// `isOwn` says that the person plays it: what was said before, such as the level's goal, is then no
  /// longer about the last move.
  private func play(_ move: State.Move, at seconds: Double, isOwn: Bool = false) {
    let (before, score) = (game.view, game.score)
    switch game.play(move) {
    case .refused(let why): if !why.isEmpty { message = why }
    case .failed(let why):
      message = why
      stage = .over
    case .played(let events, let passesHighest):
      // Who plays against the clock with the person does not wait until the person looks.
      turnBegan = hasOpponent && hand.isTimed ? seconds : nil
      let view = game.view
      let text = HandText.sentence(hand.account(of: events, from: before, to: view))
      if isOwn || !text.isEmpty || game.score != score {
        message = HandText.message(text, gain: game.score - score, width: .max)
      }
      hand.turnDidBegin(view)
      if saysHint, !hand.canFollowHint(view) { message = "" }
      if passesHighest { message = HandText.joined(message, "New high score!") }
      if let outcome = game.outcome { end(outcome) }
    }
  }

  private func end(_ outcome: Outcome) {
    stage = .over
    let ending = hand.verdict(game.view) ?? HandText.end(outcome, score: game.score)
    self.ending = ending
    message = HandText.joined(message, ending.words)
  }

  // MARK: Showing

  package func status(at seconds: Double) -> HandStatus {
    let view = game.view
    let now = stage == .ready ? 0 : max(0, seconds - began)
    let moment = HandMoment(view: view, seconds: now, thought: 0)
    return HandStatus(
      stage: stage, score: game.shownScore, highest: game.highest, hints: game.hints, seconds: now,
      message: message, ending: ending, facts: hand.facts(view, at: now), keys: hand.keys(view),
      offers: stage == .playing ? hand.offers(view) : [],
      labels: stage == .playing ? hand.labels(view) : [],
      motion: stage == .playing ? hand.motion(view) : nil,
      preview: stage == .playing
        ? hand.preview(at: nil, moment).onFilm(unit: Game.filmUnits) : HandPreview(),
      picture: hand.picture(view), canDealAgain: Game.canDealAgain)
  }
}
