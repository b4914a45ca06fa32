/// An agent written in Lua.
///
/// It has a new machine in every game, so nothing leaks from game to game.
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
    let isFirst = session == nil
    if isFirst { try begin(in: imagination) }
    guard let session, let server else {
      throw ScriptFault(kind: .error, message: "\(script.source.name):0: no session")
    }
    let answer = try session.choose(
      turn, using: &random, starts: isFirst && script.hasStart, server: server)
    guard let index = answer.integer, index >= 1, index <= turn.moveCount else {
      let line = session.lineOfChoose
      throw ScriptFault(
        kind: .error,
        message: "\(script.source.name):\(line): choose must return a move's index from 1 to"
          + " \(turn.moveCount), not \(answer.found)")
    }
    return index - 1
  }

  /// Makes the game's session.
  private mutating func begin(in imagination: borrowing GameContext) throws(ScriptFault) {
    guard let host = imagination.scripts as? ScriptHost else {
      throw ScriptFault(kind: .error, message: "\(script.source.name):0: no script host")
    }
    let handle = try host.handles(for: script)[0]
    let session = AgentSession<State>(host: host, handle: handle, streams: imagination.streams)
    self.session = session
    // Not the session itself: calls through a generic class's conformance would not be
    // specialised for the game.
    server = ScriptServer { (request, reply) throws(ScriptCallError) in
      try session.serve(request, reply: &reply)
    }
  }
}

/// Answers an agent's script for one game.
final class AgentSession<State: ScriptPlayable> {
  private let turnObject: ScriptDatum
  private let host: ScriptHost
  private let handle: ScriptHandle
  private var random: SeededRandom
  /// The turn that is being played, while `choose` runs: borrowed, because a copy per turn would
  /// cost more than a shot.
  private var borrowedTurn: UnsafePointer<Turn<State>>?
  private var lookahead = State.Looking()
  private var imagination: GameContext
  /// What `probes` found this turn, in the first `foreseenCount` places.
  private var foreseen: [(index: Int, foresight: Foresight)] = []
  private var foreseenCount = 0
  /// Whether any of them wins, and whether any loses: mostly none does.
  private var foreseesWin = false
  private var foreseesLoss = false
  /// Imagined copies of this turn; the first has number `firstCopy`.
  private var copies: [State] = []
  private var firstCopy = 1
  /// Instructions that imagined work has cost and that are not charged yet.
  private var uncharged = 0
  /// The game's own work that has been charged.
  private var paidWork = 0

  /// Copies a script may hold in one turn.
  private static var copyLimit: Int { 4096 }
  /// What imagined work is charged, in instructions.
  private static var imagineCharge: Int { 500 }
  private static var probeCharge: Int { 200 }

  init(host: ScriptHost, handle: ScriptHandle, streams: GameStreams) {
    self.host = host
    self.handle = handle
    random = SeededRandom(key: streams.agents)
    imagination = GameContext(streams: streams, scripts: host)
    turnObject = host.object("turn", instance: 0)
  }

  /// What the script's `choose` answers, called with the turn and the agent's own draws; before it
  /// `start`, in a game's first turn.
  func choose(
    _ turn: borrowing Turn<State>, using random: inout SeededRandom, starts: Bool,
    server: ScriptServer
  ) throws(ScriptFault) -> ScriptDatum {
    self.random = random
    foreseenCount = 0
    paidWork = host.work
    lookahead.begin(turn)
    let answer = try withUnsafePointer(to: turn) { turn throws(ScriptFault) in
      borrowedTurn = turn
      defer { borrowedTurn = nil }
      if starts { try call(.start, server) }
      return try call(.choose, server)
    }
    random = self.random
    end()
    return answer
  }

  @discardableResult
  private func call(
    _ hook: AgentScript.Hook, _ server: ScriptServer
  ) throws(ScriptFault) -> ScriptDatum {
    do throws(ScriptFault) {
      return try host.call(handle, hook: hook.rawValue, turnObject, .none, .none, server: server)
    } catch {
      throw error.inside("\(hook.name) of the agent")
    }
  }

  /// Where the script's `choose` begins.
  var lineOfChoose: Int { host.line(of: handle, hook: AgentScript.Hook.choose.rawValue) }

  /// Charges imagined work to the script, some calls at a time, and the game's own work since the
  /// last charge.
  private func charge(_ instructions: Int) {
    uncharged += instructions + (host.work - paidWork)
    paidWork = host.work
    if uncharged >= 10_000 {
      host.charge(handle, instructions: uncharged)
      uncharged = 0
    }
  }

  /// The turn is over: drops its imagined copies.
  private func end() {
    charge(0)
    host.charge(handle, instructions: uncharged)
    uncharged = 0
    firstCopy += copies.count
    copies.removeAll(keepingCapacity: true)
  }

  func serve(_ request: ScriptRequest, reply: inout ScriptReply) throws(ScriptCallError) {
    guard let borrowedTurn else { throw ScriptCallError("turn: no turn is being played") }
    try serve(request, of: borrowedTurn.pointee, reply: &reply)
  }

  private func serve(
    _ request: ScriptRequest, of turn: borrowing Turn<State>, reply: inout ScriptReply
  ) throws(ScriptCallError) {
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
    case .move:
      State.give(
        turn.move(at: try moveIndex(request, function, of: turn)), of: turn, to: &reply)
    case .probe: try probe(try moveIndex(request, function, of: turn), of: turn, to: &reply)
    case .probes: try probeAll(request, of: turn, to: &reply)
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
      _ = try moveIndex(request, function, of: turn)
      try answerByGame(function, request, of: turn, to: &reply)
    case .snapshot:
      guard request[0].kind == .none || request[0].kind == .table else {
        throw ScriptCallError(
          "turn:snapshot needs a table to fill or nothing, not \(request[0].typeName)")
      }
      try answerByGame(function, request, of: turn, to: &reply)
    case .current, .next, .shotsLeft, .at, .neighbours, .rows, .columns, .view:
      try answerByGame(function, request, of: turn, to: &reply)
    }
  }

  private func answerByGame(
    _ function: TurnFunction, _ request: ScriptRequest, of turn: borrowing Turn<State>,
    to reply: inout ScriptReply
  ) throws(ScriptCallError) {
    guard try lookahead.answer(function, request, of: turn, to: &reply) else {
      throw ScriptCallError("\(State.Looking.gameName) has no \(function.name)")
    }
  }

  private func moveIndex(
    _ request: ScriptRequest, _ function: TurnFunction, of turn: borrowing Turn<State>
  ) throws(ScriptCallError) -> Int {
    let count = turn.moveCount
    guard let index = request.place(0, among: count) else {
      throw ScriptCallError("\(function.name) needs a move's index from 1 to \(count)")
    }
    return index
  }

  private func probe(
    _ index: Int, of turn: borrowing Turn<State>, to reply: inout ScriptReply
  ) throws(ScriptCallError) {
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

  /// Returns one list per requested field, with the values of all distinct moves.
  private func probeAll(
    _ request: ScriptRequest, of turn: borrowing Turn<State>, to reply: inout ScriptReply
  ) throws(ScriptCallError) {
    if request.count == 0 { throw ScriptCallError("turn:probes needs names of fields") }
    if foreseenCount == 0 { try foreseeAll(of: turn) }
    let foreseen = foreseen
    let count = foreseenCount
    guard count * request.count <= reply.listCapacity else {
      throw ScriptCallError(
        "turn:probes: \(request.count) fields of \(count) moves are too many at once")
    }
    for argument in 0..<request.count {
      switch try ForesightField(request[argument]) {
      case .move: reply.giveList(count) { place in foreseen[place].index + 1 }
      case .score: reply.giveList(count) { place in foreseen[place].foresight.score }
      case .cleared: reply.giveList(count) { place in foreseen[place].foresight.cleared }
      case .group: reply.giveList(count) { place in foreseen[place].foresight.group }
      case .cell: reply.giveList(count) { place in foreseen[place].foresight.place }
      case .clears:
        reply.givePlaces(among: count) { place in foreseen[place].foresight.cleared > 0 }
      case .joins:
        reply.givePlaces(among: count) { place in foreseen[place].foresight.group > 1 }
      case .wins:
        reply.givePlaces(among: foreseesWin ? count : 0) { place in foreseen[place].foresight.wins }
      case .loses:
        reply.givePlaces(among: foreseesLoss ? count : 0) { place in
          foreseen[place].foresight.loses
        }
      }
    }
  }

  /// Calculates the predicted result of each distinct move of this turn.
  private func foreseeAll(of turn: borrowing Turn<State>) throws(ScriptCallError) {
    if foreseen.count < turn.moveCount {
      foreseen = Array(repeating: (0, Foresight()), count: turn.moveCount)
    }
    var count = 0
    var wins = false
    var loses = false
    do throws(AgentError) {
      // Written in place: appending checks each time whether the array is shared.
      try foreseen.withUnsafeMutableBufferPointer { found throws(AgentError) in
        try lookahead.foreseeDistinct(turn, in: &imagination) { index, foresight in
          found[count] = (index, foresight)
          count &+= 1
          wins = wins || foresight.wins
          loses = loses || foresight.loses
        }
      }
    } catch {
      throw ScriptCallError(error.description)
    }
    foreseenCount = count
    foreseesWin = wins
    foreseesLoss = loses
    charge(Self.probeCharge * count)
  }

  private func giveRandom(
    _ request: ScriptRequest, to reply: inout ScriptReply
  ) throws(ScriptCallError) {
    if request.count == 0 {
      reply.give(random.uniform())
      return
    }
    guard let bound = request.whole(0, in: 1...Int.max) else {
      throw ScriptCallError("turn:random needs a whole number of at least 1")
    }
    reply.give(1 + random.below(bound))
  }

  // MARK: Imagined copies

  private func keep(_ state: State) throws(ScriptCallError) -> ScriptDatum {
    guard copies.count < Self.copyLimit else {
      throw ScriptCallError("a turn can have at most \(Self.copyLimit) imagined copies")
    }
    copies.append(state)
    return host.object("copy", instance: firstCopy + copies.count - 1)
  }

  private func copy(_ request: ScriptRequest) throws(ScriptCallError) -> Int {
    let index = request.instance - firstCopy
    guard copies.indices.contains(index) else {
      throw ScriptCallError("this copy is from an earlier turn; imagine a new one")
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
    guard let index = request.place(0, among: count) else {
      throw ScriptCallError("copy:apply needs a move's index from 1 to \(count)")
    }
    do throws(MoveError) {
      let move = copies[place].legalMove(at: index)
      try copies[place].apply(move, in: &imagination) { _ in }
    } catch {
      throw ScriptCallError(error.description)
    }
    reply.give(copies[place].score)
  }
}
