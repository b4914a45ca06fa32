extension OpenState {
  public static func carriedOut(
    _ choice: Choice<OpenState>, aimlessly: Bool, of turn: borrowing Turn<OpenState>,
    by execution: Execution, in imagination: inout GameContext, using random: inout SeededRandom
  ) throws(AgentError) -> OpenMove {
    guard turn.state.level.spec.functions.contains(.slip) else {
      return executed(choice, of: turn, by: execution, using: &random)
    }
    let move = turn.move(of: choice)
    guard execution.slips > 0, random.uniform() < execution.slips else { return move }
    do throws(ScriptFault) {
      return try turn.state.slipped(move, in: imagination, using: &random)
    } catch {
      throw .imagination(.script(error))
    }
  }

  /// What becomes of a move when the hand slips, by the rules' own function, which does not get to
  /// see what is hidden.
  /// - Throws: The script's fault, or that it gave no move that is offered.
  func slipped(
    _ move: OpenMove, in context: borrowing GameContext, using random: inout SeededRandom
  ) throws(ScriptFault) -> OpenMove {
    var call = RulesCall()
    call.steps = [.load, .hideHiddenFields, .call]
    call.function = .slip
    call.extra = .moveAndRandom
    call.position = position
    call.move = move.packed
    call.stream = random.key
    call.draws = random.count
    try level.perform(&call, in: context)
    random = SeededRandom(key: random.key, count: call.draws)
    let slipped = OpenMove(call.numbers)
    guard call.numbers.count == level.spec.move.count, moves.contains(slipped),
      zip(call.numbers, level.spec.move).allSatisfy({ $1.range.contains($0) })
    else {
      let source = level.game.source
      let names = level.spec.move.map(\.name).joined(separator: ", ")
      throw ScriptFault(
        kind: .error,
        message: "\(source.name):\(source.line(settingField: "slip")): slip must return the"
          + " numbers of a move that is offered (\(names)), not \(call.given); offered: \(offered)")
    }
    return slipped
  }

  /// The first moves that are offered, in numbers, as scripts name them: `1 or 3`, `(1, 2) or (1, 3)`.
  private var offered: String {
    let shown = 5
    let texts = moves.prefix(shown).map { move in
      let numbers = level.spec.move.indices.map { "\(move[$0])" }.joined(separator: ", ")
      return level.spec.move.count == 1 ? numbers : "(\(numbers))"
    }
    return texts.joined(separator: " or ")
      + (moves.count > shown ? " or \(moves.count - shown) more" : "")
  }
}
