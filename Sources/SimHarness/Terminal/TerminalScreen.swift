/// All that a person's screen shows of a game: a value that keys change.
///
/// `handle` and `canvas` touch neither a terminal nor a clock.
struct TerminalScreen<Game: TerminalGame> {
  package typealias State = Game.State

  enum Stage: Hashable, Sendable {
    /// A timed game waits for its player.
    case ready
    case playing
    /// The player is asked whether to leave.
    case leaving
    /// The player is asked whether to leave this game for another deal.
    case dealingAgain
    case over
  }

  /// What a key asks of the session.
  enum Effect {
    case none
    case start
    case play(State.Move)
    case hint
    case request(TerminalRequest)
  }

  let heading: TerminalHeading
  let glyphs: Glyphs
  var game: Game
  var view: State.View
  var score: Int
  /// The score that is shown, once a move was made: another one where a person plays for both players.
  var shownScore: Int?
  var stage: Stage
  var message = "" { didSet { saysHint = false } }
  /// Whether `message` is a hint.
  private(set) var saysHint = false
  /// The text at the foot of the screen once the game is over.
  var note = ""
  /// The high scores, shown once the game is over.
  var standings: [Standing] = []
  var hints = 0
  /// The highest score of the level before this game.
  var highest: Int?
  package var width = 80
  package var height = 24
  /// When the turn began, in seconds.
  var turnBegan = 0.0
  /// When the game began, in seconds.
  var began = 0.0
  /// Whether the person has played a move.
  private var hasBegun = false
  /// What flies, and the view and score before it flew.
  var flight: (flight: TerminalFlight, view: State.View, score: Int)?

  init(game: Game, view: State.View, score: Int, heading: TerminalHeading, glyphs: Glyphs) {
    self.game = game
    self.view = view
    self.score = score
    self.heading = heading
    self.glyphs = glyphs
    stage = game.isTimed ? .ready : .playing
  }

  // MARK: Keys

  /// Handles one key and returns its request.
  mutating func handle(_ key: TerminalKey, at seconds: Double) -> Effect {
    switch key {
    case .interrupt: return .request(.interrupt)
    case .suspend: return .request(.suspend)
    case .redraw: return .request(.redraw)
    default: break
    }
    guard isShown else {
      return key == .character("q") || key == .escape ? .request(.leave) : .none
    }
    if flight != nil {
      // A key skips the flight.
      endFlight(at: seconds)
      return .none
    }
    switch stage {
    case .ready:
      switch key {
      case .enter, .character(" "):
        stage = .playing
        message = ""
        return .start
      case .character("q"), .escape: return .request(.leave)
      default: return .none
      }
    case .leaving:
      if key == .character("y") || key == .character("Y") { return .request(.leave) }
      stage = .playing
      return .none
    case .dealingAgain:
      if key == .character("y") || key == .character("Y") { return .request(.again) }
      stage = .playing
      return .none
    case .over:
      switch key {
      case .character("n"), .character("N"), .enter: return .request(.again)
      case .character("q"), .escape: return .request(.leave)
      default: return .none
      }
    case .playing: return play(key, at: seconds)
    }
  }

  private mutating func play(_ key: TerminalKey, at seconds: Double) -> Effect {
    if let local = onBoard(key) {
      let board = layout.board
      let hand = HandMoment(
        view: view, seconds: seconds - began, thought: max(0, seconds - turnBegan))
      let moment = TerminalMoment(hand: hand, width: board.width, height: board.height)
      switch game.input(for: local, moment).map({ game.handle($0, hand) }) ?? .none {
      case .none: break
      case .moved: return .none
      case .say(let text):
        message = text
        return .none
      case .play(let move): return .play(move)
      }
    }
    switch key {
    case .character("h"): return .hint
    case .character("r") where Game.canDealAgain:
      guard hasBegun else { return .request(.again) }
      stage = .dealingAgain
    case .character("q"), .escape: stage = .leaving
    default: break
    }
    return .none
  }

  /// A click counted from the board's corner, nil beside the board; any other key as it is.
  private func onBoard(_ key: TerminalKey) -> TerminalKey? {
    guard case .click(let column, let row) = key else { return key }
    let board = layout.board
    let (x, y) = (column - board.column, row - board.row)
    guard (0..<board.width).contains(x), (0..<board.height).contains(y) else { return nil }
    return .click(column: x, row: y)
  }

  // MARK: What happened

  /// A move was played.
  ///
  /// `isOwn` says that the person played it: what was said before, such as the level's goal, is then
  /// no longer about the last move.
  mutating func moveDidApply(
    isOwn: Bool, events: [State.Event], view after: State.View, score new: Int,
    frames: [[BoardPoint]],
    at seconds: Double
  ) {
    let before = (view: view, score: score)
    if isOwn { hasBegun = true }
    view = after
    score = new
    let text = HandText.sentence(game.account(of: events, from: before.view, to: after))
    if isOwn || !text.isEmpty || new != before.score {
      message = HandText.message(text, gain: new - before.score, width: width)
    }
    if frames.isEmpty {
      turnBegan = seconds
      game.turnDidBegin(view)
      if saysHint, !game.canFollowHint(view) { message = "" }
    } else {
      let flying = TerminalFlight(frames: frames, start: seconds)
      flight = (flying, before.view, before.score)
    }
  }

  mutating func endFlight(at seconds: Double) {
    guard flight != nil else { return }
    flight = nil
    turnBegan = seconds
    game.turnDidBegin(view)
  }

  /// Shows a hint, which stays until something is said or it cannot be followed any more.
  mutating func show(hint words: String) {
    message = "Hint: " + words
    saysHint = true
  }

  mutating func gameDidEnd(_ outcome: Outcome) {
    stage = .over
    let end = (game.verdict(view) ?? HandText.end(outcome, score: score)).words
    // How the game ended is seen whole, whatever happened before.
    let room = max(0, width - end.count - 2)
    message = HandText.joined(TerminalText.cut(message, to: room, glyphs), end)
  }
}

/// What a person asks of the program that runs the session.
public enum TerminalRequest: Hashable, Sendable {
  case none
  /// To leave for good.
  case leave
  /// Control-C.
  case interrupt
  case suspend
  /// To redraw the whole screen.
  case redraw
  /// Another game of the level.
  case again
}

/// What stands at the top of a screen.
public struct TerminalHeading: Sendable, Hashable {
  public let game: String
  public let level: String
  public let player: String
  public let index: Int
}
