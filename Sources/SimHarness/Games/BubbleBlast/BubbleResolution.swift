/// A special on its way to its effect; it has left the board already.
private struct Activation {
  let kind: Int
  let cell: Cell
  let byContact: Bool
}

/// A change a script has asked for.
private enum Change {
  case remove(Cell)
  case set(Cell, kind: Int?, colour: BubbleColour?)
}

/// One turn's resolution on a board whose kinds have hooks: activations, match, fall and the
/// scripts' other hooks, in the order of RULES, "Resolve".
///
/// Works on a copy of the position and collects events, so that a script's fault leaves the game
/// as it was. What a hook asks for is queued and applied by the engine when the hook has returned.
/// One object may resolve one turn after another: its memory is used again.
final class BubbleResolution<Mask: CellMask> {
  private(set) var position: BubblePosition<Mask>
  private(set) var events: [BubbleEvent<Mask>] = []
  /// Draws that scripts have taken.
  private(set) var scriptDraws: UInt64

  private var setup: BubbleSetup
  private var numbering: CellNumbering
  private var host: any ScriptHosting
  private var handles: [ScriptHandle]
  private var draws: StreamKey
  private var drawOffset: UInt64
  private var shotColour: BubbleColour

  private var activations: [Activation] = []
  private var activationsDone = 0
  /// Which cells had which hook this turn: each at most once.
  private var visited: InlineArray<5, Mask> = InlineArray(repeating: Mask())
  private var fallenCount = 0

  /// What the running hook has asked for, in order.
  private var requests: [Change] = []
  /// The kind whose hook runs now, and whether a shot beside it is the cause.
  private var runningKind = 0
  private var runsByContact = false
  private var boardObject: ScriptDatum
  private var causeObject: ScriptDatum
  /// Hands scripts' calls to `serve`.
  ///
  /// A class that is not generic: calls through a generic one's conformance would not be
  /// specialised for the mask.
  private var server: ScriptServer?
  /// Activations in one turn beyond which a script is taken to run in a circle.
  private static var activationLimit: Int { 20_000 }

  /// A shot of `colour` that has come to rest in the empty `cell`.
  init(
    placing colour: BubbleColour, at cell: Cell, on position: BubblePosition<Mask>,
    host: any ScriptHosting, streams: GameStreams, offset: UInt64, scriptDraws: UInt64
  ) throws(ScriptFault) {
    self.position = position
    shotColour = colour
    self.host = host
    setup = position.setup
    numbering = position.numbering
    handles = try host.handles(for: position.setup)
    draws = streams.scripts
    drawOffset = offset
    self.scriptDraws = scriptDraws
    boardObject = host.object("board", instance: 0)
    causeObject = host.object("cause", instance: 0)
    self.position.board.place(colour, at: cell)
  }

  /// Takes up another shot, in place of the one before.
  func begin(
    placing colour: BubbleColour, at cell: Cell, on position: BubblePosition<Mask>,
    host: any ScriptHosting, streams: GameStreams, offset: UInt64
  ) throws(ScriptFault) {
    self.position = position
    shotColour = colour
    if host !== self.host || setup !== position.setup {
      self.host = host
      setup = position.setup
      handles = try host.handles(for: position.setup)
      boardObject = host.object("board", instance: 0)
      causeObject = host.object("cause", instance: 0)
    }
    numbering = position.numbering
    draws = streams.scripts
    drawOffset = offset
    scriptDraws = 0
    events.removeAll(keepingCapacity: true)
    activations.removeAll(keepingCapacity: true)
    activationsDone = 0
    visited = InlineArray(repeating: Mask())
    fallenCount = 0
    requests.removeAll(keepingCapacity: true)
    self.position.board.place(colour, at: cell)
  }

  /// What the resolved turn brings to a player who had `bubbles` bubbles and `score` before it.
  func foresight(bubbles: Int, score: Int, shotAt cell: Cell) -> Foresight {
    var foresight = Foresight()
    foresight.cleared = bubbles + 1 - position.board.occupied.count
    foresight.score = position.score - score
    foresight.wins = position.isGoalReached
    if !foresight.wins { foresight.loses = position.losesByLine }
    foresight.group = foresight.cleared > 0 ? 0 : position.board.groupSize(at: cell)
    foresight.greedyValue = PlainForesight<Mask>.greedyValue(
      cleared: foresight.cleared, group: foresight.group, row: cell.row, foresight)
    return foresight
  }

  // MARK: The phases

  /// Resolves a shot that has just been placed at `cell`.
  func resolve(shotAt cell: Cell) throws(ScriptFault) {
    if server == nil {
      // Unowned: the server lives no longer than what it serves.
      server = ScriptServer { [unowned self] (request, reply) throws(ScriptCallError) in
        try serve(request, reply: &reply)
      }
    }
    activateBeside(cell)
    try drainActivations()
    if position.board.occupied.contains(cell) { try match(at: cell) }
    try dropLoose()
    if setup.hooks.has(.onTurn) { try endTurn() }
    position.board.settleData()
  }

  /// Queues every special beside the landing cell, by (priority, name), then row and column.
  private func activateBeside(_ cell: Cell) {
    // Six at most; taken in the order of their ranks, and by row and column within a rank.
    let beside = position.board.specialsBeside(cell)
    var left = beside.count
    var done = -1
    while left > 0 {
      var rank = Int.max
      for cell in beside {
        guard let kind = position.board.kind(at: cell) else { continue }
        let own = setup.activationRank[kind]
        if own > done && own < rank { rank = own }
      }
      if rank == Int.max { return }
      for cell in beside {
        guard let kind = position.board.kind(at: cell), setup.activationRank[kind] == rank else {
          continue
        }
        left -= 1
        if setup.canActivate(kind) { enqueue(kind: kind, cell: cell, byContact: true) }
      }
      done = rank
    }
  }

  private func enqueue(kind: Int, cell: Cell, byContact: Bool) {
    position.board.remove(cell)
    position.score += setup.rules.scoring.activated
    activations.append(Activation(kind: kind, cell: cell, byContact: byContact))
  }

  /// Runs the queued specials' effects, breadth first.
  private func drainActivations() throws(ScriptFault) {
    while activationsDone < activations.count {
      let next = activations[activationsDone]
      activationsDone += 1
      if activationsDone > Self.activationLimit {
        throw ScriptFault(
          kind: .error,
          message: "\(setup.kinds[next.kind].source.name):0: more than"
            + " \(Self.activationLimit) activations in one turn")
      }
      try run(.onActivate, of: next.kind, at: next.cell, byContact: next.byContact)
      let place = events.count
      events.append(.activated(kind: UInt8(next.kind), cell: next.cell, removed: Mask()))
      var removed = applyRequests(of: next.kind, event: nil)
      events[place] = .activated(kind: UInt8(next.kind), cell: next.cell, removed: removed)
      if next.byContact { removed.insert(next.cell) }
      try notify(removed)
    }
    activations.removeAll(keepingCapacity: true)
    activationsDone = 0
  }

  private func match(at cell: Cell) throws(ScriptFault) {
    guard
      let group = position.board.match(of: shotColour, at: cell, size: setup.rules.matchSize)
    else { return }
    let specials = specials(in: group)
    position.board.remove(group)
    position.score += setup.rules.scoring.matched * group.count
    events.append(.matched(colour: shotColour, cells: group))
    for (cell, kind) in specials { try runOnce(.onMatch, of: kind, formerlyAt: cell) }
    try notify(group)
    try drainActivations()
  }

  private func dropLoose() throws(ScriptFault) {
    while true {
      let fallen = position.board.held.loose
      let count = fallen.count
      if count == 0 { return }
      let specials = setup.hooks.has(.onFall) ? specials(in: fallen) : []
      position.board.remove(fallen)
      let scoring = setup.rules.scoring
      position.score += scoring.fall(of: fallenCount + count) - scoring.fall(of: fallenCount)
      fallenCount += count
      events.append(.fell(fallen))
      guard setup.hooks.has(.onFall) else { return }
      for (cell, kind) in specials { try runOnce(.onFall, of: kind, formerlyAt: cell) }
      try drainActivations()
    }
  }

  private func endTurn() throws(ScriptFault) {
    for cell in position.board.special.cells {
      guard let kind = position.board.kind(at: cell), setup.kinds[kind].hooks.has(.onTurn),
        !visited[BubbleKind.Hook.onTurn.rawValue].contains(cell)
      else { continue }
      visited[BubbleKind.Hook.onTurn.rawValue].insert(cell)
      try run(.onTurn, of: kind, at: cell, byContact: false)
      try notify(applyRequests(of: kind, event: .onTurn))
      try drainActivations()
    }
    try dropLoose()
  }

  // MARK: Hooks

  private func run(
    _ hook: BubbleKind.Hook, of kind: Int, at cell: Cell, byContact: Bool,
    third: ScriptDatum = .none
  ) throws(ScriptFault) {
    guard let server else { return }
    runningKind = kind
    runsByContact = byContact
    requests.removeAll(keepingCapacity: true)
    try host.call(
      handles[kind], hook: hook.rawValue, boardObject, .integer(numbering.number(of: cell)),
      hook == .onActivate ? causeObject : third, server: server)
  }

  /// Runs a hook for a bubble that has left the board, once a cell and turn.
  private func runOnce(
    _ hook: BubbleKind.Hook, of kind: Int, formerlyAt cell: Cell
  ) throws(ScriptFault) {
    guard setup.kinds[kind].hooks.has(hook), !visited[hook.rawValue].contains(cell)
    else { return }
    visited[hook.rawValue].insert(cell)
    try run(hook, of: kind, at: cell, byContact: false)
    try notify(applyRequests(of: kind, event: hook))
  }

  /// Tells the neighbours of what went, and of what they remove in turn, breadth first.
  private func notify(_ removed: Mask) throws(ScriptFault) {
    guard setup.hooks.has(.onNeighbourRemoved), !removed.isEmpty else { return }
    var waves = [removed]
    var next = 0
    while next < waves.count {
      let wave = waves[next]
      next += 1
      for cell in position.board.specials(beside: wave).cells {
        let hook = BubbleKind.Hook.onNeighbourRemoved
        guard let kind = position.board.kind(at: cell), setup.kinds[kind].hooks.has(hook),
          !visited[hook.rawValue].contains(cell)
        else { continue }
        visited[hook.rawValue].insert(cell)
        let gone = HexGrid.neighbours(of: cell).first { isInside($0) && wave.contains($0) }
        try run(
          hook, of: kind, at: cell, byContact: false,
          third: gone.map { .integer(numbering.number(of: $0)) } ?? ScriptDatum.none)
        let more = applyRequests(of: kind, event: hook)
        if !more.isEmpty { waves.append(more) }
      }
    }
  }

  // MARK: Changes

  /// Applies what the hook has asked for, in order, and gives the set of cells it removed.
  private func applyRequests(of kind: Int, event hook: BubbleKind.Hook?) -> Mask {
    var removed = Mask()
    var pending = Mask()
    for request in requests {
      switch request {
      case .remove(let cell):
        pending.insert(cell)
      case .set(let cell, let newKind, let colour):
        removed.formUnion(removeNow(pending))
        pending = Mask()
        place(newKind, colour, at: cell)
      }
    }
    removed.formUnion(removeNow(pending))
    requests.removeAll(keepingCapacity: true)
    if let hook, !removed.isEmpty {
      events.append(.removed(kind: UInt8(kind), by: hook, cells: removed))
    }
    return removed
  }

  /// Removes the bubbles of a set, by row and column; specials among them join the queue.
  private func removeNow(_ asked: Mask) -> Mask {
    var removed = Mask()
    var plain = Mask()
    for row in 0..<position.board.rowsUsed {
      let bits = asked[row] & position.board.occupied[row]
      plain[row] = bits & ~position.board.special[row]
      removed[row] = plain[row]
      var specials = bits & position.board.special[row]
      while specials != 0 {
        let cell = Cell(row: row, column: specials.trailingZeroBitCount)
        specials &= specials &- 1
        guard let kind = position.board.kind(at: cell), !setup.kinds[kind].isImmune else {
          continue
        }
        removed.insert(cell)
        if setup.canActivate(kind) {
          enqueue(kind: kind, cell: cell, byContact: false)
        } else {
          plain.insert(cell)
        }
      }
    }
    position.score += setup.rules.scoring.removed * plain.count
    position.board.remove(plain)
    return removed
  }

  private func place(_ kind: Int?, _ colour: BubbleColour?, at cell: Cell) {
    if let old = position.board.kind(at: cell), setup.kinds[old].isImmune, old != kind { return }
    let data = position.board.data(at: cell)
    let keepsData = position.board.kind(at: cell) == kind && position.board.occupied.contains(cell)
    position.board.remove(cell)
    var matching = BubbleKind.Matching.nothing
    if let kind {
      matching = colour.map { .colour($0) } ?? setup.kinds[kind].matching
      position.board.place(kind: kind, matching: matching, at: cell)
    } else if let colour {
      position.board.place(colour, at: cell)
    }
    position.board.setData(keepsData ? data : 0, at: cell)
    var shown: UInt8 = 255
    if let colour { shown = colour.rawValue }
    if case .colour(let own) = matching { shown = own.rawValue }
    events.append(.changed(cell: cell, kind: kind.map { UInt8($0) } ?? 255, colour: shown))
  }

  /// The specials of a set, which is about to leave the board, by row and column.
  private func specials(in cells: Mask) -> [(cell: Cell, kind: Int)] {
    var special = cells
    special.formIntersection(position.board.special)
    return special.cells.compactMap { cell in
      position.board.kind(at: cell).map { (cell, $0) }
    }
  }

  private func isInside(_ cell: Cell) -> Bool {
    cell.row >= 0 && cell.column >= 0 && cell.row < Mask.rowCapacity
      && cell.column < Mask.Row.bitWidth
  }
}

// MARK: What scripts ask

extension BubbleResolution {
  private func serve(_ request: ScriptRequest, reply: inout ScriptReply) throws(ScriptCallError) {
    guard let function = BubbleScriptFunction(rawValue: request.function) else {
      // The sandbox's own: math.random draws from the game's script stream.
      reply.give(Int(bitPattern: UInt(nextDraw())))
      return
    }
    switch function {
    case .kind: give(kindAt: try numbering.cell(request[0], calledBy: "board:kind"), to: &reply)
    case .colour:
      let colour = try numbering.cell(request[0], calledBy: "board:colour").flatMap {
        position.board.colour(at: $0)
      }
      if let colour { reply.give(colour.name) } else { reply.give(.none) }
    case .neighbours: try giveNeighbours(request, to: &reply)
    case .row: try giveRow(request, to: &reply)
    case .cells: try giveCells(request, to: &reply)
    case .remove:
      if let cell = try numbering.cell(request[0], calledBy: "board:remove") {
        requests.append(.remove(cell))
      }
    case .set: try requestSet(request)
    case .score:
      guard let points = request[0].integer, abs(points) <= 1_000_000 else {
        throw ScriptCallError("board:score needs a whole number from -1000000 to 1000000")
      }
      position.score += points
    case .random: try giveRandom(request, to: &reply)
    case .data:
      let cell = try numbering.cell(request[0], calledBy: "board:data")
      reply.give(cell.map { position.board.data(at: $0) } ?? 0)
    case .setData:
      guard let value = request[1].integer else {
        throw ScriptCallError("board:set_data needs a whole number")
      }
      if let cell = try numbering.cell(request[0], calledBy: "board:set_data") {
        position.board.setData(value, at: cell)
      }
    case .rows: reply.give(setup.rules.rows)
    case .columns: reply.give(setup.rules.columns)
    case .turn: reply.give(position.turn)
    case .parameters: reply.give(host.parameters(of: handles[runningKind]))
    case .variables: reply.give(host.object("board.vars", instance: 0))
    case .getVariable:
      let name = request[0].string ?? ""
      if let variable = position.variables.first(where: { $0.name == name }) {
        reply.give(variable.value)
      } else {
        reply.give(0)
      }
    case .setVariable: try setVariable(request)
    case .causeKind: reply.give(runsByContact ? "contact" : "chain")
    case .causeColour: reply.give(shotColour.name)
    }
  }

  private func nextDraw() -> UInt64 {
    scriptDraws &+= 1
    return draws.bits(drawOffset &+ scriptDraws)
  }

  private func give(kindAt cell: Cell?, to reply: inout ScriptReply) {
    if let cell, let kind = position.board.kind(at: cell) {
      reply.give(setup.kinds[kind].name)
    } else if let cell, let colour = position.board.colour(at: cell) {
      reply.give(colour.name)
    } else {
      reply.give(.none)
    }
  }

  private func giveNeighbours(
    _ request: ScriptRequest, to reply: inout ScriptReply
  ) throws(ScriptCallError) {
    let cell = try numbering.cell(request[0], calledBy: "board:neighbours")
    reply.beginList()
    guard let cell else { return }
    for neighbour in HexGrid.neighbours(of: cell) where numbering.isOnBoard(neighbour) {
      reply.append(numbering.number(of: neighbour))
    }
  }

  private func giveRow(
    _ request: ScriptRequest, to reply: inout ScriptReply
  ) throws(ScriptCallError) {
    let cell = try numbering.cell(request[0], calledBy: "board:row")
    reply.beginList()
    guard let cell else { return }
    for column in 0..<HexGrid.width(ofRow: cell.row, columns: setup.rules.columns) {
      reply.append(numbering.number(of: Cell(row: cell.row, column: column)))
    }
  }

  private func giveCells(
    _ request: ScriptRequest, to reply: inout ScriptReply
  ) throws(ScriptCallError) {
    var mask = position.board.occupied
    if request[0].kind != .none {
      let name = request[0].string ?? ""
      if let colour = BubbleColour(name: name) {
        mask = position.board[colour]
      } else if let kind = setup.kinds.firstIndex(where: { $0.name == name }) {
        mask = Mask()
        for cell in position.board.special.cells where position.board.kind(at: cell) == kind {
          mask.insert(cell)
        }
      } else {
        throw ScriptCallError(
          "board:cells: \(unknownKind(request[0])); leave it out for all bubbles")
      }
    }
    reply.beginList()
    for cell in mask.cells { reply.append(numbering.number(of: cell)) }
  }

  private func unknownKind(_ datum: ScriptDatum) -> String {
    guard let name = datum.string else {
      return "a kind or colour is a string, not \(datum.typeName)"
    }
    let known = BubbleColour.allCases.map(\.name) + setup.kinds.map(\.name)
    let hint = NearestName.suggestion(for: name, among: known).map { "; did you mean '\($0)'?" }
    return "this level has no kind or colour '\(name)'" + (hint ?? "")
  }

  private func requestSet(_ request: ScriptRequest) throws(ScriptCallError) {
    guard let cell = try numbering.cell(request[0], calledBy: "board:set") else {
      throw ScriptCallError("board:set: the cell is not on the board now")
    }
    guard let name = request[1].string else {
      throw ScriptCallError("board:set needs a kind or colour, not \(request[1].typeName)")
    }
    var colour: BubbleColour?
    if request[2].kind != .none {
      colour = request[2].string.flatMap(BubbleColour.init(name:))
      if colour == nil { throw ScriptCallError("board:set: the third value must be a colour") }
    }
    if let plain = BubbleColour(name: name) {
      requests.append(.set(cell, kind: nil, colour: plain))
    } else if let kind = setup.kinds.firstIndex(where: { $0.name == name }) {
      requests.append(.set(cell, kind: kind, colour: colour))
    } else {
      throw ScriptCallError("board:set: \(unknownKind(request[1]))")
    }
  }

  private func giveRandom(
    _ request: ScriptRequest, to reply: inout ScriptReply
  ) throws(ScriptCallError) {
    if request.count == 0 {
      reply.give(Double(nextDraw() &>> 11) * 0x1p-53)
      return
    }
    guard let bound = request[0].integer, bound >= 1 else {
      throw ScriptCallError("board:random needs a whole number of at least 1")
    }
    reply.give(1 + Int(truncatingIfNeeded: nextDraw().multipliedFullWidth(by: UInt64(bound)).high))
  }

  private func setVariable(_ request: ScriptRequest) throws(ScriptCallError) {
    guard let name = request[0].string, name.utf8.count <= 64 else {
      throw ScriptCallError("board.vars: a name is a string of at most 64 bytes")
    }
    guard let value = request[1].integer else {
      throw ScriptCallError("board.vars.\(name) holds whole numbers, not \(request[1].typeName)")
    }
    if let index = position.variables.firstIndex(where: { $0.name == name }) {
      position.variables[index].value = value
    } else if position.variables.count < 16 {
      position.variables.append(ScriptVariable(name: name, value: value))
    } else {
      throw ScriptCallError("board.vars holds 16 names at most")
    }
  }
}

extension BubbleState {
  /// Resolves a landed shot on a level whose kinds have hooks.
  ///
  /// On a fault nothing has changed.
  mutating func resolveWithScripts(
    _ colour: BubbleColour, at cell: Cell, bounces: Int, in context: borrowing GameContext,
    emit: (BubbleEvent<Mask>) -> Void
  ) throws(ScriptFault) {
    if !needsScripts(at: cell) {
      emit(.landed(colour: colour, cell: cell, bounces: bounces))
      position.board.place(colour, at: cell)
      resolve(colour, at: cell, emit: emit)
      return
    }
    guard let host = context.scripts else {
      throw ScriptFault(kind: .error, message: "this level needs scripts, and no host was given")
    }
    let resolution = try BubbleResolution(
      placing: colour, at: cell, on: position, host: host, streams: context.streams,
      offset: offset, scriptDraws: scriptDraws)
    try resolution.resolve(shotAt: cell)
    position = resolution.position
    scriptDraws = resolution.scriptDraws
    emit(.landed(colour: colour, cell: cell, bounces: bounces))
    for event in resolution.events { emit(event) }
  }

  /// Whether a hook can run when a shot lands in `cell`: else the plain resolution is the same.
  func needsScripts(at cell: Cell) -> Bool {
    if position.setup.hooks != BubbleKind.Hooks(.onActivate) { return true }
    return HexGrid.touches(position.board.special, at: cell)
      && HexGrid.touches(position.activatable, at: cell)
  }
}

extension BubblePosition {
  /// The cells beside which a shot asks scripts: all of them where a hook may run in any turn.
  var asksScripts: Mask {
    if setup.hooks.isEmpty { return Mask() }
    if setup.hooks == BubbleKind.Hooks(.onActivate) { return activatable }
    var all = Mask()
    for row in 0..<Mask.rowCapacity { all[row] = ~0 }
    return all
  }

  /// The specials that a shot beside them activates.
  var activatable: Mask {
    // Inlined, its loop would copy the whole position in every shot.
    @inline(never) get { activatableCells() }
  }

  private func activatableCells() -> Mask {
    var found = Mask()
    for row in 0..<board.rowsUsed {
      var bits = board.special[row]
      while bits != 0 {
        let cell = Cell(row: row, column: bits.trailingZeroBitCount)
        bits &= bits &- 1
        if let kind = board.kind(at: cell), setup.canActivate(kind) { found.insert(cell) }
      }
    }
    return found
  }
}

extension BubbleSetup {
  func canActivate(_ kind: Int) -> Bool {
    kinds[kind].hooks.has(.onActivate) && !kinds[kind].isImmune
  }
}
