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
  ///   - viewer: The seat from which a game for two is seen, 1 or 2; 0: that of whoever moves.
  ///   - isMoving: Whether it shows what happens within a turn, where that takes longer.
  /// - Returns: The film; nil in games without films.
  public func film(
    seed: UInt64, index: Int, moves: [UInt8], viewer: Int = 1, isMoving: Bool = true
  ) -> GameFilm? {
    guard var cutter = game.film(level) else { return nil }
    // A `var` that two closures of the request change in turn, never at once.
    let replay = ReplayLines()
    let request = ReplayRequest(
      level: level, seed: seed, index: index, moves: moves, scripts: host, viewer: viewer,
      frame: game.hasFrames && isMoving ? { replay.lines.append(($0, nil)) } : nil
    ) { step in
      replay.lines.append((step.trace(), step.account()))
    }
    // A game that a script's fault ended stops there again.
    _ = try? game.replay(request)
    for (line, words) in replay.lines {
      if let words { cutter.add(line, words: words) } else { cutter.addFrame(line) }
    }
    return cutter.film
  }
}

/// The lines of one replay: frames without words, turns with them.
private final class ReplayLines {
  var lines: [(line: JSONTree, words: String?)] = []
}
