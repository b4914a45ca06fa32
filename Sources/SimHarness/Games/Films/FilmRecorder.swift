/// Films games of one level by playing their moves again.
public struct FilmRecorder {
  private let game: GameEntry
  private let level: PlayableLevel
  private let host: ScriptHost

  /// - Parameters:
  ///   - game: The level's game.
  ///   - level: The level.
  ///   - modules: What its scripts may require.
  public init(_ game: GameEntry, _ level: PlayableLevel, modules: [ScriptSource]) {
    self.init(game, level, host: ScriptHost(interfaces: game.interfaces, libraries: modules))
  }

  /// The same with a host that several levels of the game share.
  public init(_ game: GameEntry, _ level: PlayableLevel, host: ScriptHost) {
    self.game = game
    self.level = level
    self.host = host
  }

  /// The film of a game, which ends where a script's fault ended the game.
  ///
  /// - Parameters:
  ///   - seed: The seed of its run.
  ///   - index: Its index in the run.
  ///   - moves: Its moves as rows hold them; none for its start alone.
  ///   - viewer: The seat from which a two-player game is seen, 1 or 2; 0: that of whoever moves.
  ///   - isMoving: Whether it shows what happens within a turn, where that takes longer.
  ///   - maxBytes: The most bytes of its text, beyond which the last turns are left out; the start
  ///     always stays.
  /// - Returns: The film; nil in games without films.
  public func film(
    seed: UInt64, index: Int, moves: [UInt8], viewer: Int = 1, isMoving: Bool = true,
    maxBytes: Int = .max
  ) -> GameFilm? {
    guard let cutter = game.film(level) else { return nil }
    let reel = Reel(cutter, maxBytes: maxBytes)
    let request = ReplayRequest(
      level: level, seed: seed, index: index, moves: moves, scripts: host, viewer: viewer,
      frame: game.hasFrames && isMoving ? { reel.add($0) } : nil
    ) { step in
      reel.add(step)
    }
    // A game that a script's fault ended stops there again.
    _ = try? game.replay(request)
    return reel.film
  }
}

/// The film of one replay while it is made.
///
/// A `var` that two closures of the request change in turn, never at once.
private final class Reel {
  private var cutter: any FilmBuilding
  private let maxBytes: Int
  /// Bytes of the turns so far, at least.
  private var bytes = 0
  private var turnsLeftOut = 0

  init(_ cutter: any FilmBuilding, maxBytes: Int) {
    self.cutter = cutter
    self.maxBytes = maxBytes
  }

  /// Whether no further turn can have a place: then the board is not even looked at.
  private var isFull: Bool { bytes > maxBytes }

  func add(_ frame: JSONTree) {
    if !isFull { cutter.addFrame(frame) }
  }

  func add(_ step: ReplayStep) {
    guard !isFull else {
      turnsLeftOut += 1
      return
    }
    cutter.add(step.trace(), words: step.account())
    if maxBytes < .max { bytes += cutter.film?.turns.last?.minBytes ?? 0 }
  }

  var film: GameFilm? {
    guard var film = cutter.film, maxBytes < .max else { return cutter.film }
    film.leaveOut(turnsLeftOut)
    film.shorten(toBytes: maxBytes)
    return film
  }
}
