import SimHarness

/// A special that is about to take effect; it has left the board already.
private struct Activation {
  let kind: Int
  let cell: Cell
  let byContact: Bool
}

/// A change that a script requested.
enum RequestedChange {
  case remove(Cell)
  case set(Cell, kind: Int?, colour: BubbleColour?)
  case move(Cell, to: Cell)
}

/// One turn's resolution on a board whose kinds have hooks: activations, match, fall and the
/// scripts' other hooks, in the order of docs/rules.md, "Resolve".
///
/// Works on a copy of the position and collects events, so that a script's fault leaves the game as
/// it was. Requests of a hook are queued and applied by the engine when the hook has returned. One
/// object may resolve one turn after another: its memory is used again.
final class BubbleResolution<Mask: CellMask> {
  var position: BubblePosition<Mask>
  private(set) var events: [BubbleEvent<Mask>] = []
  /// Draws that scripts have taken.
  var scriptDraws: UInt64

  private(set) var setup: BubbleSetup
  private(set) var numbering: CellNumbering
  /// Unowned: the host keeps this between two shots.
  private(set) unowned var host: any ScriptHosting
  private(set) var handles: [ScriptHandle]
  private(set) var draws: StreamKey
  private(set) var drawOffset: UInt64
  private(set) var shotColour: BubbleColour

  private var activations: [Activation] = []
  private var activationsDone = 0
  /// Which cells had which hook this turn: each at most once.
  private var visited: InlineArray<5, Mask> = InlineArray(repeating: Mask())
  private var fallenCount = 0

  /// The running hook's requests, in order.
  var requests: [RequestedChange] = []
  /// The kind whose hook runs now, and whether a shot beside it is the cause.
  private(set) var runningKind = 0
  private(set) var runsByContact = false
  private var boardObject: ScriptDatum
  private var causeObject: ScriptDatum
  /// Passes scripts' calls to `serve`.
  ///
  /// A class that is not generic: calls through a generic one's conformance would not be
  /// specialised for the mask.
  private var server: ScriptServer?
  /// Activations in one turn beyond which a script is assumed to loop forever.
  private static var activationLimit: Int { 20_000 }
  /// The maximum number of requests of a hook in one call; a list is accepted as a whole.
  static var maxRequests: Int { 20_000 }

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
    handles = try host.handles(for: position.setup.scriptUser)
    draws = streams.scripts
    drawOffset = offset
    self.scriptDraws = scriptDraws
    boardObject = host.object("board", instance: 0)
    causeObject = host.object("cause", instance: 0)
    self.position.board.place(colour, at: cell)
  }

  /// Starts another shot, replacing the one before.
  func begin(
    placing colour: BubbleColour, at cell: Cell, on position: BubblePosition<Mask>,
    host: any ScriptHosting, streams: GameStreams, offset: UInt64, scriptDraws: UInt64
  ) throws(ScriptFault) {
    self.position = position
    shotColour = colour
    if host !== self.host || setup !== position.setup {
      self.host = host
      setup = position.setup
      handles = try host.handles(for: position.setup.scriptUser)
      boardObject = host.object("board", instance: 0)
      causeObject = host.object("cause", instance: 0)
    }
    numbering = position.numbering
    draws = streams.scripts
    drawOffset = offset
    self.scriptDraws = scriptDraws
    events.removeAll(keepingCapacity: true)
    activations.removeAll(keepingCapacity: true)
    activationsDone = 0
    visited = InlineArray(repeating: Mask())
    fallenCount = 0
    requests.removeAll(keepingCapacity: true)
    self.position.board.place(colour, at: cell)
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
    if position.board.held.occupied.contains(cell) { try match(at: cell) }
    try dropLoose()
    if setup.hooks.has(.onTurn) { try endTurn() }
    position.board.settleData()
    position.score = Saturating.bounded(position.score)
  }

  /// Queues every special beside the landing cell, by (priority, name), then row and column.
  private func activateBeside(_ cell: Cell) {
    let beside = HexGrid.beside(cell, in: position.board.special)
    var done = -1
    // Six at most; taken in the order of their ranks, and by row and column within a rank.
    while true {
      var rank = Int.max
      beside.forEachCell { cell in
        guard let kind = kind(at: cell) else { return }
        let own = setup.activationRank[kind]
        if own > done && own < rank { rank = own }
      }
      if rank == Int.max { return }
      beside.forEachCell { cell in
        guard let kind = kind(at: cell), setup.activationRank[kind] == rank else { return }
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
        let kind = setup.kinds[next.kind]
        let hook = BubbleKind.Hook.onActivate.name
        throw ScriptFault(
          kind: .error,
          message: "\(kind.source.name):\(kind.source.line(settingField: hook)): more than"
            + " \(Self.activationLimit) activations in one turn; \(hook) must not set and remove"
            + " bubbles that go off again and again"
        ).inside("\(hook) of \(kind.name)")
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
      let (group, count) = HexGrid.match(
        in: matching(shotColour), at: cell, size: setup.rules.matchSize)
    else { return }
    let specials = specials(in: group)
    position.board.remove(group)
    position.score += setup.rules.scoring.matched * count
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
    // Only those that exist now: what a hook adds takes effect in the next turn.
    let specials = position.board.special
    try specials.forEachCell { cell throws(ScriptFault) in
      guard let kind = kind(at: cell), setup.kinds[kind].hooks.has(.onTurn),
        !visited[BubbleKind.Hook.onTurn.rawValue].contains(cell)
      else { return }
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
    do throws(ScriptFault) {
      try host.call(
        handles[kind], hook: hook.rawValue, boardObject, .integer(numbering.number(of: cell)),
        hook == .onActivate ? causeObject : third, server: server)
    } catch {
      let name = setup.kinds[kind].name
      throw error.inside("\(hook.name) of \(name) at row \(cell.row), column \(cell.column)")
    }
  }

  /// Runs a hook for a bubble that has left the board, once per cell and turn.
  private func runOnce(
    _ hook: BubbleKind.Hook, of kind: Int, formerlyAt cell: Cell
  ) throws(ScriptFault) {
    guard setup.kinds[kind].hooks.has(hook), !visited[hook.rawValue].contains(cell)
    else { return }
    visited[hook.rawValue].insert(cell)
    try run(hook, of: kind, at: cell, byContact: false)
    try notify(applyRequests(of: kind, event: hook))
  }

  /// Notifies the neighbours of removed bubbles, and of what these remove in turn, breadth first.
  private func notify(_ removed: Mask) throws(ScriptFault) {
    guard setup.hooks.has(.onNeighbourRemoved), !removed.isEmpty else { return }
    var waves = [removed]
    var next = 0
    while next < waves.count {
      let wave = waves[next]
      next += 1
      let beside = HexGrid.beside(wave, in: position.board.special)
      try beside.forEachCell { cell throws(ScriptFault) in
        let hook = BubbleKind.Hook.onNeighbourRemoved
        guard let kind = kind(at: cell), setup.kinds[kind].hooks.has(hook),
          !visited[hook.rawValue].contains(cell)
        else { return }
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

  /// Applies the hook's requests, in order, and returns the set of cells it removed.
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
      case .move(let cell, let target):
        removed.formUnion(removeNow(pending))
        pending = Mask()
        move(cell, to: target)
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
    for row in 0..<position.board.held.rowsUsed {
      let bits = asked[row] & position.board.held.occupied[row]
      plain[row] = bits & ~position.board.special[row]
      removed[row] = plain[row]
      var specials = bits & position.board.special[row]
      while specials != 0 {
        let cell = Cell(row: row, column: specials.trailingZeroBitCount)
        specials &= specials &- 1
        guard let kind = kind(at: cell), !setup.kinds[kind].isImmune else {
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
    let old = self.kind(at: cell)
    if let old, setup.kinds[old].isImmune, old != kind { return }
    let data = data(at: cell)
    let keepsData = old == kind && position.board.held.occupied.contains(cell)
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

  /// Moves the bubble of a cell, with what it carries, to another one that is free; does nothing
  /// where there is no bubble, or no room for it.
  private func move(_ from: Cell, to: Cell) {
    guard position.board.held.occupied.contains(from), !position.board.held.occupied.contains(to)
    else { return }
    let data = data(at: from)
    let colour = colour(at: from)
    if let kind = kind(at: from) {
      let isWild = position.board.wild.contains(from)
      position.board.remove(from)
      position.board.place(
        kind: kind, matching: isWild ? .any : colour.map { .colour($0) } ?? .nothing, at: to)
    } else if let colour {
      position.board.remove(from)
      position.board.place(colour, at: to)
    }
    position.board.setData(0, at: from)
    position.board.setData(data, at: to)
    // Its hooks run once per turn wherever it is.
    for hook in visited.indices where visited[hook].contains(from) { visited[hook].insert(to) }
    events.append(.moved(from: from, to: to))
  }

  /// The specials of a set, which is about to leave the board, by row and column.
  private func specials(in cells: Mask) -> [(cell: Cell, kind: Int)] {
    var special = cells
    special.formIntersection(position.board.special)
    if special.isEmpty { return [] }
    return special.cells.compactMap { cell in kind(at: cell).map { (cell, $0) } }
  }

  private func isInside(_ cell: Cell) -> Bool {
    cell.row >= 0 && cell.column >= 0 && cell.row < Mask.rowCapacity
      && cell.column < Mask.Row.bitWidth
  }
}
