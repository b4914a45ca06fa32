/// Plays whole games: the only place that changes a state.
///
/// One value plays one game after another with one agent; memory is used again.
public struct Runner<Player: Agent> {
  public typealias State = Player.State

  public var agent: Player
  /// Moves after which a game is stopped and recorded as capped.
  public let maxMoves: Int
  /// The agent's part of its stream's key: its name and parameters.
  let agentLabel: UInt64?
  /// Check the state's invariants after every move.
  let checks: Bool

  /// The agent's stream is derived from `name`, its name and parameters.
  ///
  /// Where `name` is nil it draws from the streams' own agent key, as benchmarks shared with other
  /// programs do.
  public init(agent: Player, name: String?, maxMoves: Int, checks: Bool = false) {
    self.agent = agent
    self.maxMoves = maxMoves
    self.checks = checks
    agentLabel = name.map { name in
      var digest = StableDigest()
      digest.combine(name)
      return digest.value
    }
  }

  /// Plays game `index` of a level.
  ///
  /// A script's fault ends the game and is recorded with it; it never ends the batch.
  public mutating func play<Watcher: Observer>(
    _ level: State.Level, index: Int, streams: GameStreams, scripts: (any ScriptHosting)?,
    observer: inout Watcher
  ) -> GameResult where Watcher.State == State {
    var context = GameContext(streams: streams, scripts: scripts)
    return play(level, index: index, in: &context, observer: &observer)
  }

  package mutating func play<Watcher: Observer>(
    _ level: State.Level, index: Int, in context: inout GameContext, observer: inout Watcher
  ) -> GameResult where Watcher.State == State {
    context.scripts?.beginGame(index)
    let printing = context.scripts?.printing
    printing?.game = index
    var imagination = GameContext.imagination(
      for: context.streams, scripts: context.scripts)
    let key = context.streams.agents
    var random = SeededRandom(key: agentLabel.map { key.derived($0) } ?? key)
    var turn: Turn<State>
    do throws(LevelError) {
      turn = Turn(
        state: try State(level: level, in: &context) { observer.eventDidOccur($0) })
    } catch {
      observer.gameDidNotStart()
      return GameResult(index: index, failure: error.fault)
    }
    agent.gameDidStart()
    observer.gameDidStart(turn.state, index: index)
    var end: GameEnd?
    var fault: ScriptFault?
    while end == nil {
      if let outcome = turn.state.outcome {
        end = GameEnd(outcome)
        break
      }
      if turn.index >= maxMoves {
        end = .capped
        break
      }
      do throws(PlayError) {
        let move: State.Move
        printing?.turn = turn.index &+ 1
        printing?.isChoosing = true
        do throws(AgentError) {
          move = try agent.chooseMove(turn, in: &imagination, using: &random)
        } catch {
          throw PlayError(error)
        }
        printing?.isChoosing = false
        do throws(MoveError) {
          try turn.state.apply(move, in: &context) { observer.eventDidOccur($0) }
        } catch {
          if case .script = error { observer.moveDidFail(move) }
          throw PlayError(error)
        }
        turn.index &+= 1
        if checks { try check(turn.state) }
        observer.moveDidApply(move, state: turn.state)
      } catch {
        fault = error.fault
        end = error.fault.kind == .deadline ? .inconclusive : .faulted
      }
    }
    // After a fault of the rules there is nothing more to ask of them.
    if fault == nil {
      do throws(ScriptFault) {
        try observer.gameWillEnd(turn.state, in: &context)
      } catch {
        fault = error
        end = error.kind == .deadline ? .inconclusive : .faulted
      }
    }
    let finalEnd = end ?? .faulted
    observer.gameDidEnd(turn.state, end: finalEnd, moves: turn.index)
    return GameResult(
      index: index, end: finalEnd, score: turn.state.score, moves: turn.index,
      hash: turn.state.stableHash, fault: fault?.message)
  }

  func check(_ state: borrowing State) throws(PlayError) {
    do throws(InvariantViolation) {
      try state.checkInvariants()
    } catch {
      preconditionFailure("the game broke its own rules: \(error.description)")
    }
  }
}

/// Why a game in progress could not continue.
package struct PlayError: Error {
  package let fault: ScriptFault

  package init(_ error: AgentError) {
    fault = error.fault ?? ScriptFault(kind: .error, message: error.description)
  }

  package init(_ error: MoveError) {
    if case .script(let fault) = error {
      self.fault = fault
    } else {
      fault = ScriptFault(kind: .error, message: "the agent made an \(error.description)")
    }
  }
}

extension LevelError {
  package var fault: ScriptFault {
    switch self {
    case .script(let fault): fault
    case .invalid, .override: ScriptFault(kind: .error, message: description)
    }
  }
}
