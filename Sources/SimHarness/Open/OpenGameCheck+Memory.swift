/// What a script keeps between calls, which positions do not have.
extension OpenGameCheck {
  /// Games in which every call is made in a new Lua machine.
  private static let freshGames = 5
  /// Every so many moves the looks at a position are compared, and moves are tried out as a player
  /// who looks ahead does: so many, and so many random moves after each.
  private static let movesBetweenLooks = 4
  private static let tries = 2
  private static let triedMoves = 4

  /// Plays games with a new Lua machine for each call: what a script keeps between calls is then
  /// lost, and the game is another one.
  mutating func playFresh(_ level: OpenLevel) {
    let fresh = ScriptHost(
      interfaces: [], libraries: game.modules, machineReuse: .never, log: { _ in })
    for index in 0..<Self.freshGames where problems.isEmpty {
      let streams = GameStreams(level: LevelStreams(seed: 1, levelID: level.id), index: index)
      var one = GameContext(streams: streams, scripts: host)
      var other = GameContext(streams: streams, scripts: fresh)
      var random = SeededRandom(key: streams.agents)
      host.beginGame()
      fresh.beginGame()
      var made = 0
      var lastMade = RulesFunction.setup
      // Whether a fault comes of what the script does not find in a new machine.
      var isFresh = false
      do throws(ScriptFault) {
        var state = try Self.start(level, in: &one)
        isFresh = true
        var repeated = try Self.start(level, in: &other)
        isFresh = false
        while problems.isEmpty {
          let isLookedAt = made % Self.movesBetweenLooks == 0 || state.outcome != nil
          if let function = try difference(
            state, repeated, one, other, lastMade, isLookedAt, &isFresh)
          {
            addMemory(of: function, "game \(index), move \(made)")
            return
          }
          guard state.outcome == nil, made < Self.futureMoves else { break }
          if isLookedAt { tryOut(state, streams, &random) }
          let move = state.legalMove(at: random.below(state.legalMoveCount))
          try Self.apply(move, to: &state, in: &one)
          isFresh = true
          try Self.apply(move, to: &repeated, in: &other)
          isFresh = false
          made += 1
          lastMade = .apply
        }
      } catch {
        let place =
          isFresh
          ? "each call in a new Lua machine: keep everything in the state" : "move \(made + 1)"
        add(error, "game \(index), \(place)")
        return
      }
    }
  }

  private mutating func addMemory(of function: RulesFunction, _ place: String) {
    var (name, line) = ("`\(function.name)`", function.name)
    if case .metric(let number) = function {
      (name, line) = ("`value` of the metric `\(spec.metrics[number].name)`", "metrics")
    }
    switch function {
    case .setup, .apply:
      add("the script keeps something between calls (\(place)); keep it in the state", at: line)
    case .imagine:
      add(
        "the script keeps something between calls (\(place)) that an imagined copy then shows; keep"
          + " it in the state", at: line)
    default:
      add(
        "\(name) depends on something that the script keeps between calls (\(place)); keep it in"
          + " the state", at: line)
    }
  }

  /// The function that gives something else for one position in a new machine; nil: none does.
  ///
  /// `lastMade` is the function that made the position; `isFresh` says, where this throws, whether
  /// only the new machine failed.
  private func difference(
    _ state: OpenState, _ repeated: OpenState, _ one: borrowing GameContext,
    _ other: borrowing GameContext, _ lastMade: RulesFunction, _ isLookedAt: Bool,
    _ isFresh: inout Bool
  ) throws(ScriptFault) -> RulesFunction? {
    guard state == repeated, state.score == repeated.score else { return lastMade }
    guard state.outcome == repeated.outcome else { return .outcome }
    guard state.moves == repeated.moves else { return .moves }
    guard isLookedAt else { return nil }
    if spec.imaginesItself, state.outcome == nil,
      imagined(state, one) != imagined(repeated, other)
    {
      return .imagine
    }
    for look in looks(at: state) {
      let answer = try answer(look, state, one)
      isFresh = true
      let repeatedAnswer = try self.answer(look, state, other)
      isFresh = false
      if repeatedAnswer != answer { return look.function }
    }
    guard state.outcome == .lost, !spec.lossReasons.isEmpty else { return nil }
    return try state.namedReason(in: one) == repeated.namedReason(in: other) ? nil : .outcome
  }

  /// A copy of a position, imagined by a machine of this context's host.
  private func imagined(_ state: OpenState, _ context: borrowing GameContext) -> OpenState {
    var imagination = GameContext.imagination(for: context.streams, scripts: context.scripts)
    return state.imagined(in: &imagination)
  }

  /// The calls that look at a position: its worth and slips of its first moves, or the metrics of a
  /// last position, as no other has them.
  private func looks(at state: OpenState) -> [RulesCall] {
    var call = RulesCall()
    call.position = state.position
    guard state.outcome == nil else {
      return spec.metrics.indices.map { place in
        call.steps = [.load, .call]
        call.function = .metric(place)
        return call
      }
    }
    call.player = max(1, Int(state.table.turn))
    var looks: [RulesCall] = []
    if spec.functions.contains(.worth) {
      call.steps = [.load, .worth]
      call.function = .worth
      looks.append(call)
    }
    if spec.functions.contains(.slip) {
      call.steps = [.load, .hideHiddenFields, .call]
      call.function = .slip
      call.extra = .moveAndRandom
      for index in 0..<min(state.legalMoveCount, Self.slips) {
        call.move = state.legalMove(at: index).packed
        looks.append(call)
      }
    }
    return looks
  }

  /// What a call gives, for comparing.
  private func answer(
    _ look: RulesCall, _ state: OpenState, _ context: borrowing GameContext
  ) throws(ScriptFault) -> [UInt64] {
    var call = look
    call.stream = context.streams.agents.derived("memory")
    try state.level.perform(&call, in: context)
    return switch look.function {
    case .worth: [call.worth.bitPattern]
    case .slip: call.numbers.map { UInt64(bitPattern: Int64($0)) }
    default: [call.number.bitPattern]
    }
  }

  /// Plays on from copies of a position, as a player who looks ahead does, so that a script that
  /// keeps something has something to keep.
  ///
  /// What fails there fails in a game, too, and is said there.
  private func tryOut(_ state: OpenState, _ streams: GameStreams, _ random: inout SeededRandom) {
    var imagination = GameContext.imagination(for: streams, scripts: host)
    for _ in 0..<Self.tries {
      var copy = state
      for _ in 0..<Self.triedMoves where copy.outcome == nil {
        let move = copy.legalMove(at: random.below(copy.legalMoveCount))
        guard (try? Self.apply(move, to: &copy, in: &imagination)) != nil else { break }
        for look in looks(at: copy) { _ = try? answer(look, copy, imagination) }
      }
    }
  }
}
