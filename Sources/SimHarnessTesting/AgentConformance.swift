import SimHarness

/// Checks that an agent is repeatable, plays what is offered and sees no more than a player could.
///
/// Returns what is broken in words; an empty list is a pass. For this project's agents and for
/// yours.
public struct AgentConformance<Player: Agent> {
  public typealias State = Player.State

  private let make: (State.Level) -> Player
  private let scripts: (any ScriptHosting)?

  /// - Parameters:
  ///   - scripts: the host, for agents or levels that need one.
  ///   - make: makes the agent for a level; what it takes from the level besides the view is what
  ///     `cheating` looks for.
  public init(scripts: (any ScriptHosting)? = nil, make: @escaping (State.Level) -> Player) {
    self.make = make
    self.scripts = scripts
  }

  /// Plays games on a level twice with one agent and once with a new one: all must be equal, and
  /// every move must be accepted.
  public func violations(on level: State.Level, games: Int = 5, maxMoves: Int = 60) -> [String] {
    var found: [String] = []
    var used = make(level)
    for index in 0..<games {
      var fresh = make(level)
      let first = play(&used, level, index: index, maxMoves: maxMoves)
      let again = play(&used, level, index: index, maxMoves: maxMoves)
      let other = play(&fresh, level, index: index, maxMoves: maxMoves)
      if let failure = first.failure { found.append(failure) }
      if first.moves != again.moves {
        found.append("the same game is played differently the second time")
      }
      if first.moves != other.moves { found.append("an agent remembers earlier games") }
    }
    return found
  }

  private func play(
    _ agent: inout Player, _ level: State.Level, index: Int, maxMoves: Int
  ) -> (moves: [State.Move], failure: String?) {
    let streams = GameStreams(level: LevelStreams(seed: 21, levelID: "agents"), index: index)
    var context = GameContext(streams: streams, scripts: scripts)
    scripts?.beginGame()
    var moves: [State.Move] = []
    guard var state = try? State(level: level, in: &context) else {
      return ([], "the level does not start")
    }
    var imagination = GameContext.imagination(for: streams, scripts: scripts)
    var random = SeededRandom(key: streams.agents)
    agent.gameDidStart()
    while state.outcome == nil && moves.count < maxMoves {
      do {
        let turn = Turn(state: state, index: moves.count)
        let move = try agent.chooseMove(turn, in: &imagination, using: &random)
        try state.apply(move, in: &context) { _ in }
        moves.append(move)
      } catch {
        return (moves, "move \(moves.count + 1): \(error)")
      }
    }
    return (moves, nil)
  }

  /// Gives the agent two states that look alike but hide different futures, as two levels and the
  /// states they start with, and demands one move.
  public func cheating(
    _ first: (level: State.Level, state: State), _ second: (level: State.Level, state: State),
    tries: Int = 8
  ) -> String? {
    precondition(first.state.view == second.state.view, "the two states must look alike")
    for attempt in 0..<tries {
      let one = choose(first.level, first.state, attempt)
      let two = choose(second.level, second.state, attempt)
      if one != two {
        return "two states with one view get different moves: the agent sees what is hidden"
      }
    }
    return nil
  }

  private func choose(_ level: State.Level, _ state: State, _ attempt: Int) -> State.Move? {
    let streams = GameStreams(level: LevelStreams(seed: 33, levelID: "views"), index: attempt)
    var imagination = GameContext.imagination(for: streams, scripts: scripts)
    var random = SeededRandom(key: streams.agents)
    scripts?.beginGame()
    var agent = make(level)
    agent.gameDidStart()
    return try? agent.chooseMove(Turn(state: state), in: &imagination, using: &random)
  }
}
