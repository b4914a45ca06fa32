import SimHarness

extension PeggleState: ScriptPlayable {
  public static func give(_ move: PeggleMove, to reply: inout ScriptReply) {
    var angle = 0.0
    if case .angle(let own) = move.aim { angle = own }
    reply.beginRecord(count: 1)
    reply.give("angle")
    reply.give(angle)
  }
}

extension PeggleLookahead: ScriptAnswering {
  public static var gameName: String { Peggle.name }

  /// A shot has no place of landing.
  public mutating func place(of index: Int, in turn: borrowing Turn<PeggleState>) -> Int? { nil }

  public mutating func answer(
    _ function: TurnFunction, _ request: ScriptRequest, of turn: borrowing Turn<PeggleState>,
    to reply: inout ScriptReply
  ) throws(ScriptCallError) -> Bool {
    let position = turn.state.position
    switch function {
    case .shotsLeft: reply.give(position.balls)
    case .at:
      let kinds = position.setup.kinds
      guard let object = request.place(0, among: kinds.count) else {
        throw ScriptCallError("turn:at needs an object's number from 1 to \(kinds.count)")
      }
      if kinds[object] >= 0 && position.world.isAlive(object) {
        reply.give(position.setup.scripts[kinds[object]].name)
      } else {
        reply.give(.none)
      }
    case .snapshot:
      // Every object by number: 0 gone, 1 a peg, 2 an orange one, 3 a block or other shape.
      if request[0].kind == .table { reply.beginFill(argument: 0) } else { reply.beginList() }
      for object in position.setup.kinds.indices {
        let isPeg = position.setup.kinds[object] >= 0
        reply.append(
          !position.world.isAlive(object)
            ? 0 : !isPeg ? 3 : position.setup.isOrange[object] ? 2 : 1)
      }
    default: return false
    }
    return true
  }
}
