/// What is looked at in a position that comes up in a random game.
extension OpenGameCheck {
  mutating func look(
    at state: OpenState, in context: borrowing GameContext, game index: Int, move: Int
  ) throws(ScriptFault) {
    try unchanged(state, .moves, [.moves], in: context)
    try unchanged(state, .outcome, [.moves, .outcome], in: context)
    if spec.functions.contains(.worth) {
      try unchanged(state, .worth, [.worth], in: context)
    }
    lookAtLooks(of: state, in: context)
    guard problems.isEmpty else { return }
    let place = "game \(index), move \(move + 1)"
    checkMoves(of: state, place)
    if spec.functions.contains(.slip) { try lookAtSlips(of: state, in: context, place) }
    guard problems.isEmpty else { return }
    lookAtObservation(of: state, place)
    checkPictures(of: state, place)
    checkWords(of: state, place)
    lookAtMetrics(of: state, in: context)
    guard !spec.hidden.isEmpty else { return }
    let leak = try OpenLeak(state, streams: context.streams, scripts: host)
      .found(moves: Self.futureMoves)
    // What a script keeps between calls looks like a leak, too, and is said to be what it is.
    if leak != .none { playFresh(state.level) }
    guard problems.isEmpty else { return }
    switch leak {
    case .none: break
    case .moves: addDependentMoves(place)
    case .view:
      add("an imagined copy does not look the same to the player (\(place))", at: "imagine")
    case .future:
      add(
        "the future of an imagined copy depends on what is hidden in the game (\(place))",
        at: "imagine")
    }
  }

  /// Reports moves that are offered twice: a player that moves at random chooses them twice as often.
  private mutating func checkMoves(of state: OpenState, _ place: String) {
    var offered: Set<UInt64> = []
    for number in 0..<state.legalMoveCount {
      let move = state.legalMove(at: number)
      guard !offered.insert(move.packed).inserted else { continue }
      let numbers = spec.move.indices.map { "\(move[$0])" }.joined(separator: ", ")
      add("`moves` calls offer(\(numbers)) twice; offer each move once (\(place))", at: "moves")
      return
    }
  }

  /// Reports counters that the state does not have.
  mutating func lookAtCounters(of state: OpenState) {
    let found = PackedFields(state.packedView).fields
    for name in spec.counters where found[name] == nil {
      let hint = NearestName.suggestion(for: name, among: found.keys.sorted())
      add(
        "`counters`: there is no s.\(name) at the start"
          + (hint.map { "; did you mean `\($0)`?" } ?? "; remove it or set it in setup"),
        at: "counters")
    }
  }

  /// Reports fields that are not as `observation` declares them.
  mutating func lookAtObservation(of state: OpenState, _ place: String) {
    for field in spec.observation {
      guard let problem = field.problem(with: state) else { continue }
      add("`observation`: \(problem) (\(place))", at: "observation")
    }
  }

  private mutating func addDependentMoves(_ place: String) {
    add("moves depend on what is hidden: an imagined copy has other moves (\(place))", at: "moves")
  }

  /// Lets the hand slip with each of a few moves.
  ///
  /// `slip` does not see what is hidden: where `moves` depends on that, `slip` is not to blame.
  private mutating func lookAtSlips(
    of state: OpenState, in context: borrowing GameContext, _ place: String
  ) throws(ScriptFault) {
    var random = SeededRandom(key: context.streams.agents.derived("slip"))
    do throws(ScriptFault) {
      for index in 0..<min(state.legalMoveCount, Self.slips) {
        _ = try state.slipped(state.legalMove(at: index), in: context, using: &random)
      }
    } catch {
      let leak = OpenLeak(state, streams: context.streams, scripts: host)
      guard try leak.movesDepend(onHiddenOf: Self.slipCopies) else { throw error }
      addDependentMoves(place)
    }
  }

  /// Reports functions that are to look at a position, or at one of its moves, and change it.
  ///
  /// Where one fails, that is said where it is asked as in a game, so it is not asked again here: it
  /// may take all that a call is given each time.
  mutating func lookAtLooks(of state: OpenState, in context: borrowing GameContext) {
    if spec.functions.contains(.picture) {
      try? unchanged(state, .picture, [.call], in: context)
    }
    for function in [RulesFunction.describe, .slip] where spec.functions.contains(function) {
      try? lookAtMoves(of: state, function, in: context)
    }
    guard spec.functions.contains(.key), worded < Self.worded else { return }
    try? lookAtKeys(of: state, in: context)
  }

  private mutating func lookAtMoves(
    of state: OpenState, _ function: RulesFunction, in context: borrowing GameContext
  ) throws(ScriptFault) {
    var call = RulesCall()
    call.extra = function == .slip ? .moveAndRandom : .move
    call.stream = context.streams.agents.derived("looks")
    for index in 0..<min(state.legalMoveCount, Self.slips) {
      call.move = state.legalMove(at: index).packed
      try unchanged(state, function, [.call], call, in: context)
    }
  }

  private mutating func lookAtKeys(
    of state: OpenState, in context: borrowing GameContext
  ) throws(ScriptFault) {
    var call = RulesCall()
    call.extra = .text
    for key in Self.keys {
      call.text = key
      try unchanged(state, .key, [.call], call, in: context)
    }
  }

  /// Reports a metric whose function changes the position.
  ///
  /// What else is wrong with it is said at the end of a game.
  mutating func lookAtMetrics(of state: OpenState, in context: borrowing GameContext) {
    for place in spec.metrics.indices {
      try? unchanged(state, .metric(place), [.call], in: context)
    }
  }

  /// Reports a function that changes the state.
  private mutating func unchanged(
    _ state: OpenState, _ function: RulesFunction, _ steps: RulesCall.Steps,
    _ made: RulesCall = RulesCall(), in context: borrowing GameContext
  ) throws(ScriptFault) {
    guard problems.isEmpty else { return }
    var call = made
    call.steps = steps.union([.load, .resave])
    call.function = function
    call.position = state.position
    call.player = max(1, Int(state.table.turn))
    try state.level.perform(&call, in: context)
    guard call.position != state.position else { return }
    let (name, place) = words(for: function)
    add("\(name) changes the state; what it changes is lost, so use local variables", at: place)
  }

  /// A function as messages name it, and the field of the game's table that has its line.
  func words(for function: RulesFunction) -> (name: String, place: String) {
    guard case .metric(let number) = function else { return ("`\(function.name)`", function.name) }
    return ("`value` of the metric `\(spec.metrics[number].name)`", "metrics")
  }
}
