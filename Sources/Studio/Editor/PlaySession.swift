import SimHarness
import TextFormats

/// A person's game: the game, its film, and what of it a page was sent.
///
/// Scripts of the level run here, so the editor goes on while they do.
actor PlaySession {
  typealias Members = [(key: String, value: JSONTree)]

  /// Whether time passes by itself.
  nonisolated let isTimed: Bool
  private let session: any HandSession
  private let recorder: FilmRecorder
  private let seed: UInt64
  /// The game whose deal is played, and the seat from which it is seen.
  private let deal: Int
  private let viewer: Int
  private var film: GameFilm?
  /// Turns and kinds of the film that the page has.
  private var sentTurns = 0
  private var sentKinds = 0
  /// Counts the messages, so that a page can tell which is the newest.
  private var step = 0

  /// Begins a game on another thread than the caller's.
  @concurrent
  static func begin(
    _ seat: PersonSeat, index: Int, highest: Int?, modules: [ScriptSource],
    opponents: (any TableOpponents)?
  ) async throws -> PlaySession {
    try PlaySession(
      seat, index: index, highest: highest, modules: modules,
      second: try opponents?.player(for: seat, index: index) ?? .nobody)
  }

  private init(
    _ seat: PersonSeat, index: Int, highest: Int?, modules: [ScriptSource], second: SecondPlayer
  ) throws {
    let (game, level) = (seat.game, seat.level)
    func host() -> ScriptHost { ScriptHost(interfaces: game.interfaces, libraries: modules) }
    let request = HandRequest(
      level: level, seed: seat.seed, index: index, scripts: host(), hintScripts: host(),
      highest: highest, player: seat.name, secondPlayer: second)
    guard let session = try game.hand(request) else {
      throw LevelError.invalid("nobody can play \(level.game) here")
    }
    self.session = session
    isTimed = session.isTimed
    recorder = FilmRecorder(game, level, modules: modules)
    seed = seat.seed
    deal = request.deal
    // Who plays both sides sees the one that moves.
    viewer = second.isPresent ? request.seat : 0
  }

  /// The game as it stands, and whether it is over.
  var standing: (isOver: Bool, played: PlayedGame) { (session.stage == .over, session.played) }

  /// Everything that a page needs to show the game.
  func start(at seconds: Double) -> Members {
    film = recorder.film(seed: seed, index: deal, moves: session.played.moves, viewer: viewer)
    sentKinds = film?.kinds.count ?? 0
    sentTurns = film?.turns.count ?? 0
    return [
      (key: "film", value: film?.tree ?? .null), (key: "timed", value: .bool(isTimed)),
    ] + status(at: seconds)
  }

  // MARK: Input

  /// What pressing at a place would do.
  func point(at place: BoardPoint?, at seconds: Double) -> Members {
    [(key: "preview", value: session.point(at: place, at: seconds).tree)]
  }

  func press(at place: BoardPoint, at seconds: Double) -> Members {
    session.press(at: place, at: seconds)
    return changes(at: seconds)
  }

  func take(_ key: HandInput, at seconds: Double) -> Members {
    session.take(key, at: seconds)
    return changes(at: seconds)
  }

  func hint(at seconds: Double) -> Members {
    session.hint(at: seconds)
    return changes(at: seconds)
  }

  /// Lets time pass; nil if nothing happens.
  func pass(to seconds: Double) -> Members? {
    let before = (session.played.moveCount, session.stage)
    session.pass(to: seconds)
    return before == (session.played.moveCount, session.stage) ? nil : changes(at: seconds)
  }

  // MARK: What is sent

  /// The turns that the page does not have, and what is beside the board.
  private func changes(at seconds: Double) -> Members {
    let played = session.played
    guard played.moveCount > sentTurns, let old = film,
      let new = recorder.film(seed: seed, index: deal, moves: played.moves, viewer: viewer)
    else { return status(at: seconds) }
    var members: Members = [
      (key: "from", value: .int(sentTurns)),
      (key: "turns", value: .array(new.turns.dropFirst(sentTurns).map(GameFilm.tree(of:)))),
    ]
    if new.kinds.count > sentKinds {
      members.append((key: "firstKind", value: .int(sentKinds)))
      members.append(
        (key: "kinds", value: .array(new.kinds.dropFirst(sentKinds).map(GameFilm.tree(of:)))))
    }
    if new.width != old.width || new.height != old.height {
      members.append((key: "size", value: [.int(new.width), .int(new.height)]))
    }
    sentTurns = new.turns.count
    sentKinds = new.kinds.count
    film = new
    return members + status(at: seconds)
  }

  private func status(at seconds: Double) -> Members {
    step += 1
    return [(key: "step", value: .int(step))] + session.status(at: seconds).members
  }
}
