/// An agent written in Lua.
///
/// Its machine is fresh in every game, so nothing leaks from game to game.
public struct ScriptedAgent<State: ScriptPlayable>: Agent {
  private let script: AgentScript
  private var session: AgentSession<State>?
  private var server: ScriptServer?

  public init(_ script: AgentScript) { self.script = script }

  public mutating func gameDidStart() {
    session = nil
    server = nil
  }

  public mutating func chooseMove(
    _ turn: borrowing Turn<State>, in imagination: inout GameContext,
    using random: inout SeededRandom
  ) throws(AgentError) -> State.Move {
    do throws(ScriptFault) {
      let index = try chooseIndex(turn, in: imagination, using: &random)
      return turn.move(at: index)
    } catch {
      throw .script(error)
    }
  }

  private mutating func chooseIndex(
    _ turn: borrowing Turn<State>, in imagination: borrowing GameContext,
    using random: inout SeededRandom
  ) throws(ScriptFault) -> Int {
    guard let host = imagination.scripts as? ScriptHost else {
      throw ScriptFault(kind: .error, message: "\(script.source.name):0: no script host")
    }
    let handle = try host.handles(for: script)[0]
    let session: AgentSession<State>
    if let known = self.session {
      session = known
      session.begin(turn, random: random)
    } else {
      session = AgentSession(
        turn, host: host, handle: handle, streams: imagination.streams, random: random)
      self.session = session
      // Not the session itself: calls through a generic class's conformance would not be
      // specialised for the game.
      server = ScriptServer { (request, reply) throws(ScriptCallError) in
        try session.serve(request, reply: &reply)
      }
      if script.hasStart, let server {
        try host.call(
          handle, hook: AgentScript.Hook.start.rawValue, session.turnObject, .none, .none,
          server: server)
      }
    }
    guard let server else {
      throw ScriptFault(kind: .error, message: "\(script.source.name):0: no session")
    }
    let answer = try host.call(
      handle, hook: AgentScript.Hook.choose.rawValue, session.turnObject, .none, .none,
      server: server)
    random = session.random
    session.end()
    guard let index = answer.integer, (1...turn.moveCount).contains(index) else {
      let line = host.line(of: handle, hook: AgentScript.Hook.choose.rawValue)
      let found = answer.integer.map { "\($0)" } ?? answer.number.map { "\($0)" }
      throw ScriptFault(
        kind: .error,
        message: "\(script.source.name):\(line): choose must return a move's index from 1 to"
          + " \(turn.moveCount), not \(found ?? answer.typeName)")
    }
    return index - 1
  }
}

/// Answers an agent's script for one game.
final class AgentSession<State: ScriptPlayable> {
  private(set) var random: SeededRandom
  let turnObject: ScriptDatum
  private var turn: Turn<State>
  private var lookahead = State.Looking()
  private var imagination: GameContext
  private let host: ScriptHost
  private let handle: ScriptHandle
  /// What `probes` found this turn.
  private var foreseen: [(index: Int, foresight: Foresight)] = []
  /// Imagined copies of this turn; the first has number `firstCopy`.
  private var copies: [State] = []
  private var firstCopy = 1
  /// Instructions that imagined work has cost and that are not charged yet.
  private var owed = 0

  /// Copies a script may hold in one turn.
  private static var copyLimit: Int { 4096 }
  /// What imagined work is charged, in instructions.
  private static var imagineCharge: Int { 500 }
  private static var probeCharge: Int { 200 }

  init(
    _ turn: borrowing Turn<State>, host: ScriptHost, handle: ScriptHandle, streams: GameStreams,
    random: SeededRandom
  ) {
    self.turn = turn.copy()
    self.host = host
    self.handle = handle
    self.random = random
    imagination = GameContext(streams: streams, scripts: host)
    turnObject = host.object("turn", instance: 0)
    lookahead.begin(self.turn)
  }

  func begin(_ turn: borrowing Turn<State>, random: SeededRandom) {
    self.turn = turn.copy()
    self.random = random
    foreseen.removeAll(keepingCapacity: true)
    lookahead.begin(self.turn)
  }

  /// Charges imagined work to the script, some calls at a time.
  private func charge(_ instructions: Int) {
    owed += instructions
    if owed >= 10_000 {
      host.charge(handle, instructions: owed)
      owed = 0
    }
  }

  /// The turn is over: its imagined copies go.
  func end() {
    host.charge(handle, instructions: owed)
    owed = 0
    firstCopy += copies.count
    copies.removeAll(keepingCapacity: true)
  }

  func serve(_ request: ScriptRequest, reply: inout ScriptReply) throws(ScriptCallError) {
    guard let function = TurnFunction(rawValue: request.function) else {
      reply.give(Int(bitPattern: UInt(random.next())))
      return
    }
    switch function {
    case .count: reply.give(turn.moveCount)
    case .distinct:
      let moves = lookahead.distinctMoves(turn)
      reply.beginList()
      for move in moves { reply.append(move + 1) }
    case .move: State.give(turn.move(at: try moveIndex(request, function)), to: &reply)
    case .probe: try probe(try moveIndex(request, function), to: &reply)
    case .probes: try probeAll(request, to: &reply)
    case .score: reply.give(turn.score)
    case .random: try giveRandom(request, to: &reply)
    case .index: reply.give(turn.index + 1)
    case .parameters: reply.give(host.parameters(of: handle))
    case .imagine:
      charge(Self.imagineCharge)
      let state = turn.imagine(in: &imagination)
      reply.give(try keep(state))
    case .imaginedCount: reply.give(copies[try copy(request)].legalMoveCount)
    case .imaginedScore: reply.give(copies[try copy(request)].score)
    case .imaginedOutcome:
      if let outcome = copies[try copy(request)].outcome {
        reply.give(outcome.rawValue)
      } else {
        reply.give(.none)
      }
    case .imaginedCopy:
      charge(Self.imagineCharge)
      reply.give(try keep(copies[try copy(request)]))
    case .imaginedApply: try applyImagined(request, to: &reply)
    case .landing:
      _ = try moveIndex(request, function)
      try answerByGame(function, request, to: &reply)
    case .current, .next, .shotsLeft, .at, .snapshot, .neighbours, .rows, .columns:
      try answerByGame(function, request, to: &reply)
    }
  }

  private func answerByGame(
    _ function: TurnFunction, _ request: ScriptRequest, to reply: inout ScriptReply
  ) throws(ScriptCallError) {
    guard try lookahead.answer(function, request, of: turn, to: &reply) else {
      throw ScriptCallError("\(State.Looking.gameName) has no \(function.name)")
    }
  }

  private func moveIndex(
    _ request: ScriptRequest, _ function: TurnFunction
  ) throws(ScriptCallError) -> Int {
    let count = turn.moveCount
    guard let index = request[0].integer, index >= 1, index <= count else {
      throw ScriptCallError("\(function.name) needs a move's index from 1 to \(count)")
    }
    return index - 1
  }

  private func probe(_ index: Int, to reply: inout ScriptReply) throws(ScriptCallError) {
    charge(Self.probeCharge)
    do throws(AgentError) {
      let foresight = try lookahead.foresee(index, of: turn, in: &imagination)
      reply.give(foresight.score)
      reply.give(foresight.cleared)
      reply.give(foresight.wins)
      reply.give(foresight.loses)
      reply.give(foresight.group)
      if foresight.place > 0 { reply.give(foresight.place) } else { reply.give(.none) }
    } catch {
      throw ScriptCallError(error.description)
    }
  }

  /// Gives the distinct moves and, for each field asked for, what each of them would bring.
  private func probeAll(
    _ request: ScriptRequest, to reply: inout ScriptReply
  ) throws(ScriptCallError) {
    if foreseen.isEmpty {
      do throws(AgentError) {
        try lookahead.foreseeDistinct(turn, in: &imagination) { foreseen.append(($0, $1)) }
      } catch {
        foreseen.removeAll(keepingCapacity: true)
        throw ScriptCallError(error.description)
      }
      charge(Self.probeCharge * foreseen.count)
    }
    guard foreseen.count * (request.count + 1) <= reply.listCapacity else {
      throw ScriptCallError(
        "turn:probes: \(request.count) fields of \(foreseen.count) moves are too many at once")
    }
    reply.beginList()
    for (index, _) in foreseen { reply.append(index + 1) }
    for argument in 0..<request.count {
      let field = try ForesightField(request[argument])
      reply.beginList()
      switch field {
      case .score: for (_, foresight) in foreseen { reply.append(foresight.score) }
      case .cleared: for (_, foresight) in foreseen { reply.append(foresight.cleared) }
      case .group: for (_, foresight) in foreseen { reply.append(foresight.group) }
      case .cell: for (_, foresight) in foreseen { reply.append(foresight.place) }
      case .wins:
        for (place, (_, foresight)) in foreseen.enumerated() where foresight.wins {
          reply.append(place + 1)
        }
      case .loses:
        for (place, (_, foresight)) in foreseen.enumerated() where foresight.loses {
          reply.append(place + 1)
        }
      }
    }
  }

  private func giveRandom(
    _ request: ScriptRequest, to reply: inout ScriptReply
  ) throws(ScriptCallError) {
    if request.count == 0 {
      reply.give(random.uniform())
      return
    }
    guard let bound = request[0].integer, bound >= 1 else {
      throw ScriptCallError("turn:random needs a whole number of at least 1")
    }
    reply.give(1 + random.below(bound))
  }

  // MARK: Imagined copies

  private func keep(_ state: State) throws(ScriptCallError) -> ScriptDatum {
    guard copies.count < Self.copyLimit else {
      throw ScriptCallError("a turn may hold \(Self.copyLimit) imagined copies")
    }
    copies.append(state)
    return host.object("copy", instance: firstCopy + copies.count - 1)
  }

  private func copy(_ request: ScriptRequest) throws(ScriptCallError) -> Int {
    let index = request.instance - firstCopy
    guard copies.indices.contains(index) else {
      throw ScriptCallError("this copy ended with the turn it was imagined in; imagine a new one")
    }
    return index
  }

  private func applyImagined(
    _ request: ScriptRequest, to reply: inout ScriptReply
  ) throws(ScriptCallError) {
    charge(Self.imagineCharge)
    let place = try copy(request)
    let count = copies[place].legalMoveCount
    guard count > 0 else { throw ScriptCallError("copy:apply: this imagined game has ended") }
    guard let index = request[0].integer, (1...count).contains(index) else {
      throw ScriptCallError("copy:apply needs a move's index from 1 to \(count)")
    }
    do throws(MoveError) {
      let move = copies[place].legalMove(at: index - 1)
      try copies[place].apply(move, in: &imagination) { _ in }
    } catch {
      throw ScriptCallError(error.description)
    }
    reply.give(copies[place].score)
  }
}
