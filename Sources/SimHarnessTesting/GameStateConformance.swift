import SimHarness

/// Checks a game's state against the contract of `GameState`, line by line, over random games.
///
/// Returns what is broken in words; an empty list is a pass. For this project's games and for
/// yours.
public struct GameStateConformance<State: GameState> {
  private let level: State.Level
  private let scripts: (any ScriptHosting)?
  private let games: Int
  private let maxMoves: Int

  /// - Parameters:
  ///   - level: what is played.
  ///   - scripts: the host, where the level needs one.
  ///   - games: random games to play.
  ///   - maxMoves: moves after which a game is stopped.
  public init(
    level: State.Level, scripts: (any ScriptHosting)? = nil, games: Int = 20, maxMoves: Int = 200
  ) {
    self.level = level
    self.scripts = scripts
    self.games = games
    self.maxMoves = maxMoves
  }

  /// Everything found broken, each once.
  public func violations() -> [String] {
    var found: [String] = []
    for game in 0..<games {
      for violation in violations(inGame: game) where !found.contains(violation) {
        found.append(violation)
      }
    }
    return found
  }

  private func violations(inGame index: Int) -> [String] {
    var found: [String] = []
    let streams = GameStreams(level: LevelStreams(seed: 11, levelID: "conformance"), index: index)
    var context = GameContext(streams: streams, scripts: scripts)
    var copyContext = GameContext(streams: streams, scripts: scripts)
    var imagination = GameContext.imagination(for: streams, scripts: scripts)
    var random = SeededRandom(key: streams.agents)
    scripts?.beginGame()
    guard var state = try? State(level: level, in: &context) else {
      return ["the level does not start"]
    }
    var moves = 0
    while state.outcome == nil && moves < maxMoves {
      found += movesViolations(state)
      let count = state.legalMoveCount
      if count == 0 {
        found.append("a game continues without a legal move")
        break
      }
      let imagined = state.imagined(in: &imagination)
      if imagined.view != state.view {
        found.append("an imagined state disagrees with the view")
      }
      // A copy replays identically.
      var copy = state
      let move = state.legalMove(at: random.below(count))
      var events = 0
      var copyEvents = 0
      do {
        try state.apply(move, in: &context) { _ in events += 1 }
        try copy.apply(move, in: &copyContext) { _ in copyEvents += 1 }
      } catch {
        found.append("a legal move was refused: \(error)")
        break
      }
      if copy != state || copy.stableHash != state.stableHash || copyEvents != events {
        found.append("a copy that is played the same way ends differently")
      }
      do {
        try state.checkInvariants()
      } catch {
        found.append("an invariant is broken: \(error)")
      }
      moves += 1
    }
    if state.outcome != nil { found += endViolations(state, in: &context) }
    return found
  }

  private func movesViolations(_ state: State) -> [String] {
    var listed: [State.Move] = []
    state.appendLegalMoves(to: &listed)
    if listed.count != state.legalMoveCount { return ["legalMoveCount is not the list's length"] }
    for index in listed.indices where state.legalMove(at: index) != listed[index] {
      return ["legalMove(at:) is not the list's move"]
    }
    return Set(listed).count == listed.count ? [] : ["a legal move is listed twice"]
  }

  /// After the end there are no moves, and any is refused without a trace.
  private func endViolations(_ state: State, in context: inout GameContext) -> [String] {
    var found: [String] = []
    if state.legalMoveCount != 0 { found.append("there are legal moves after the end") }
    guard let fresh = try? State(level: level, in: &context), fresh.legalMoveCount > 0 else {
      return found
    }
    var after = state
    do {
      try after.apply(fresh.legalMove(at: 0), in: &context) { _ in }
      found.append("a move after the end is not refused")
    } catch {
      if error != .gameOver { found.append("a move after the end is refused with \(error)") }
    }
    if after != state { found.append("a refused move changes the state") }
    return found
  }

  // MARK: Hidden information

  /// Plays imagined copies of two states that look alike but hide different futures.
  ///
  /// What is imagined may depend on the view and the imagination alone, so they must stay alike.
  public static func leak(
    _ first: State, _ second: State, scripts: (any ScriptHosting)? = nil, moves: Int = 12
  ) -> String? {
    precondition(first.view == second.view, "the two states must look alike")
    let streams = GameStreams(level: LevelStreams(seed: 5, levelID: "leak"), index: 0)
    for sample in 0..<4 {
      var one = GameContext.imagination(for: streams, scripts: scripts)
      var two = GameContext.imagination(for: streams, scripts: scripts)
      var random = SeededRandom(key: streams.agents.derived(UInt64(sample)))
      var imaginedFirst = first.imagined(in: &one)
      var imaginedSecond = second.imagined(in: &two)
      for move in 0..<moves {
        guard imaginedFirst.view == imaginedSecond.view else {
          return "imagined futures differ after \(move) moves: what is hidden leaks"
        }
        let count = imaginedFirst.legalMoveCount
        if count == 0 { break }
        let index = random.below(count)
        do {
          try imaginedFirst.apply(imaginedFirst.legalMove(at: index), in: &one) { _ in }
          try imaginedSecond.apply(imaginedSecond.legalMove(at: index), in: &two) { _ in }
        } catch {
          return "an imagined move was refused: \(error)"
        }
      }
    }
    return nil
  }
}
