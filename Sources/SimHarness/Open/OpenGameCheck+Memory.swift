/// What a script keeps between calls, which positions do not have.
extension OpenGameCheck {
  /// Games in which every call is made in a new Lua machine.
  private static let freshGames = 5
  /// Every so many moves the looks at a position are compared, and moves are tried out as a player
  /// who looks ahead does: so many random moves, of one copy of the position after another.
  private static let movesBetweenLooks = 4
  private static let triedMoves = 60

  /// What a call gives, for comparing.
  private struct Answer: Equatable {
    /// As bits, as two values that are no number are the same answer.
    let number: UInt64
    let worth: UInt64
    let numbers: [Int]
    let text: String?
    let table: LuaValue
  }

  /// A game that is played with one kind of machine.
  private struct Played: ~Copyable {
    var context: GameContext
    var state: OpenState

    init(
      _ level: OpenLevel, _ streams: GameStreams, _ host: ScriptHost
    ) throws(ScriptFault) {
      var context = GameContext(streams: streams, scripts: host)
      host.beginGame()
      state = try OpenGameCheck.start(level, in: &context)
      self.context = context
    }

    mutating func apply(_ move: OpenMove) throws(ScriptFault) {
      try OpenGameCheck.apply(move, to: &state, in: &context)
    }

    func answer(_ look: RulesCall) throws(ScriptFault) -> Answer {
      try OpenGameCheck.answer(look, state, context)
    }

    /// A copy of the position, imagined by a machine of the same kind.
    var imagined: OpenState {
      var imagination = GameContext.imagination(for: context.streams, scripts: context.scripts)
      return state.imagined(in: &imagination)
    }
  }

  /// Plays games with a new Lua machine for each call: what a script keeps between calls is then
  /// lost, and the game is another one.
  mutating func playFresh(_ level: OpenLevel) {
    let fresh = ScriptHost(
      interfaces: [], libraries: game.modules, machineReuse: .never, log: { _ in })
    for index in 0..<Self.freshGames where problems.isEmpty {
      let streams = GameStreams(level: LevelStreams(seed: 1, levelID: level.id), index: index)
      var random = SeededRandom(key: streams.agents)
      var made = 0
      // Whether a fault comes of what the script does not find in a new machine.
      var isFresh = false
      do throws(ScriptFault) {
        var usual = try Played(level, streams, host)
        isFresh = true
        var renewed = try Played(level, streams, fresh)
        isFresh = false
        while problems.isEmpty {
          var found = Self.difference(usual, renewed, madeBy: made == 0 ? .setup : .apply)
          let isLookedAt = made % Self.movesBetweenLooks == 0 || usual.state.outcome != nil
          if found == nil, isLookedAt {
            var looks = looks(at: usual.state)
            if made <= Self.movesBetweenLooks || usual.state.outcome != nil {
              looks += shownLooks(at: usual.state)
            }
            found = try lookDifference(usual, renewed, looks, &isFresh)
          }
          if let found {
            addMemory(of: found, "game \(index), move \(made)")
            return
          }
          let state = usual.state
          guard state.outcome == nil, made < Self.futureMoves else { break }
          if isLookedAt { tryOut(state, streams, &random) }
          let move = state.legalMove(at: random.below(state.legalMoveCount))
          try usual.apply(move)
          isFresh = true
          try renewed.apply(move)
          isFresh = false
          made += 1
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
    let (name, line) = words(for: function)
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

  /// The function that makes another position, or gives something else of it, in new machines; nil:
  /// none does.
  private static func difference(
    _ usual: borrowing Played, _ renewed: borrowing Played, madeBy function: RulesFunction
  ) -> RulesFunction? {
    let (one, other) = (usual.state, renewed.state)
    guard one == other, one.score == other.score else { return function }
    guard one.outcome == other.outcome else { return .outcome }
    return one.moves == other.moves ? nil : .moves
  }

  /// The function that only looks, or imagines, and gives something else in a new machine; nil: none
  /// does.
  ///
  /// `isFresh` says, where this throws, whether only the new machine failed.
  private func lookDifference(
    _ usual: borrowing Played, _ renewed: borrowing Played, _ looks: [RulesCall],
    _ isFresh: inout Bool
  ) throws(ScriptFault) -> RulesFunction? {
    if spec.imaginesItself, usual.state.outcome == nil, usual.imagined != renewed.imagined {
      return .imagine
    }
    for look in looks {
      let answer = try usual.answer(look)
      isFresh = true
      let repeated = try renewed.answer(look)
      isFresh = false
      if repeated != answer { return look.function }
    }
    guard usual.state.outcome == .lost, !spec.lossReasons.isEmpty else { return nil }
    return try usual.state.namedReason(in: usual.context)
      == renewed.state.namedReason(in: renewed.context) ? nil : .outcome
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

  /// The calls that show a position to people and read their keys and taps.
  private func shownLooks(at state: OpenState) -> [RulesCall] {
    let view = state.view
    var call = RulesCall()
    call.steps = [.load, .call]
    call.position = view.position
    call.player = view.player
    var looks: [RulesCall] = []
    if spec.functions.contains(.picture) {
      call.function = .picture
      looks.append(call)
    }
    for function in [RulesFunction.describe, .hand] where spec.functions.contains(function) {
      call.function = function
      call.extra = .move
      for move in view.moves.prefix(Self.slips) {
        call.move = move.packed
        looks.append(call)
      }
    }
    if spec.functions.contains(.key) {
      call.function = .key
      call.extra = .text
      for key in Self.keys {
        call.text = key
        looks.append(call)
      }
    }
    guard spec.functions.contains(.board) else { return looks }
    call.function = .board
    call.extra = .none
    call.text = nil
    call.steps.insert(.table)
    return looks + [call]
  }

  private static func answer(
    _ look: RulesCall, _ state: OpenState, _ context: borrowing GameContext
  ) throws(ScriptFault) -> Answer {
    var call = look
    call.stream = context.streams.agents.derived("memory")
    try state.level.perform(&call, in: context)
    return Answer(
      number: call.number.bitPattern, worth: call.worth.bitPattern, numbers: call.numbers,
      text: call.text, table: call.table)
  }

  /// Plays on from copies of a position, as a player who looks ahead does, so that a script that
  /// keeps something has something to keep.
  ///
  /// What fails there fails in a game, too, and is said there.
  private func tryOut(_ state: OpenState, _ streams: GameStreams, _ random: inout SeededRandom) {
    var imagination = GameContext.imagination(for: streams, scripts: host)
    var copy = state
    for _ in 0..<Self.triedMoves {
      if copy.outcome != nil { copy = state }
      guard copy.outcome == nil else { return }
      let move = copy.legalMove(at: random.below(copy.legalMoveCount))
      guard (try? Self.apply(move, to: &copy, in: &imagination)) != nil else { return }
      for look in looks(at: copy) { _ = try? Self.answer(look, copy, imagination) }
    }
  }
}
