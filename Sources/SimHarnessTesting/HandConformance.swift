import SimHarness

/// Checks a game against the contract of `Hand`: previews change nothing, presses are legal, and
/// keys alone play it to its end.
///
/// Returns what is broken in words; an empty list is a pass. For this project's games and for
/// yours.
public struct HandConformance {
  private let begin: () throws -> (any HandSession)?
  private let replay: ([UInt8]) throws -> Replay
  private let width: Double
  private let height: Double
  private let presses: Int

  /// - Parameters:
  ///   - level: A level of the game.
  ///   - game: The game, which has a hand.
  ///   - modules: What scripts of the level may require.
  ///   - presses: How many presses are tried.
  public init(
    _ level: PlayableLevel, of game: GameEntry, modules: [ScriptSource] = [], presses: Int = 40
  ) {
    func host() -> ScriptHost { ScriptHost(interfaces: game.interfaces, libraries: modules) }
    let film = FilmRecorder(game, level, modules: modules).film(seed: 1, index: 0, moves: [])
    self.init(
      width: film?.width ?? 100, height: film?.height ?? 100, presses: presses,
      begin: {
        try game.hand(
          HandRequest(
            level: level, seed: 1, index: 0, scripts: host(), hintScripts: host(), highest: nil))
      },
      replay: {
        try game.replay(
          ReplayRequest(level: level, seed: 1, index: 0, moves: $0, scripts: host()) { _ in })
      })
  }

  init(
    width: Int, height: Int, presses: Int, begin: @escaping () throws -> (any HandSession)?,
    replay: @escaping ([UInt8]) throws -> Replay
  ) {
    self.width = Double(width)
    self.height = Double(height)
    self.presses = presses
    self.begin = begin
    self.replay = replay
  }

  /// Everything found broken.
  public func violations() -> [String] {
    do {
      guard let pointing = try begin(), let pressing = try begin(), let typing = try begin() else {
        return ["the game has no hand"]
      }
      var found = pointerViolations(pointing, pressing)
      found += recordViolations(pressing, "by presses")
      if !KeyPlayer().play(typing) { found.append("keys alone do not come to the end") }
      found += recordViolations(typing, "by keys")
      return found
    } catch {
      return ["the game cannot be played: \(error)"]
    }
  }

  /// The same presses, with and without previews before them.
  private func pointerViolations(
    _ pointing: any HandSession, _ pressing: any HandSession
  ) -> [String] {
    var random = SeededRandom(key: StreamKey(rawValue: 7))
    func place() -> BoardPoint {
      BoardPoint(width * random.uniform(), height * random.uniform())
    }
    let both = [pointing, pressing]
    for session in both where session.stage == .ready { session.take(.enter, at: 0) }
    for press in 0..<presses where pressing.stage == .playing {
      let seconds = 0.3 * Double(press + 1)
      for session in both { session.pass(to: seconds) }
      let before = pointing.status(at: seconds)
      for place in [place(), place(), BoardPoint(-1, 1e9), BoardPoint(.nan, .infinity), nil] {
        let preview = pointing.point(at: place, at: seconds)
        if preview != pointing.point(at: place, at: seconds) {
          return ["two previews of one place differ"]
        }
        if pointing.status(at: seconds) != before { return ["a preview changes something"] }
      }
      let target = place()
      for session in both { session.press(at: target, at: seconds) }
      let after = pressing.status(at: seconds)
      if pointing.played != pressing.played || pointing.status(at: seconds) != after {
        return ["a press after a preview is another one"]
      }
      if after.message.hasPrefix("Illegal") { return ["a pressed move: \(after.message)"] }
    }
    return []
  }

  /// A record that is replayed ends as the game did.
  private func recordViolations(_ session: any HandSession, _ how: String) -> [String] {
    let played = session.played
    guard played.fault == nil else { return [] }
    do {
      let replay = try replay(played.moves)
      return replay.hash == played.hash && replay.outcome == played.outcome
        ? [] : ["the record of a game \(how) ends otherwise"]
    } catch {
      return ["the record of a game \(how) cannot be replayed: \(error)"]
    }
  }
}
