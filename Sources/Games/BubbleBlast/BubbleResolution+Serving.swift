import SimHarness

/// What scripts ask while one of their hooks runs.
extension BubbleResolution {
  func serve(_ request: ScriptRequest, reply: inout ScriptReply) throws(ScriptCallError) {
    guard let function = BubbleScriptFunction(rawValue: request.function) else {
      // The sandbox's own: math.random draws from the game's script stream.
      reply.give(Int(bitPattern: UInt(nextDraw())))
      return
    }
    switch function {
    case .kind: give(kindAt: try numbering.cell(request[0], calledBy: "board:kind"), to: &reply)
    case .colour:
      let colour = try numbering.cell(request[0], calledBy: "board:colour").flatMap {
        self.colour(at: $0)
      }
      if let colour { reply.give(colour.name) } else { reply.give(.none) }
    case .neighbours: try giveNeighbours(request, to: &reply)
    case .row: try giveRow(request, to: &reply)
    case .cells: try giveCells(request, to: &reply)
    case .remove, .set, .move:
      guard requests.count < Self.maxRequests else {
        throw ScriptCallError("more than \(Self.maxRequests) changes in one hook")
      }
      switch function {
      case .set: try requestSet(request)
      case .move: try requestMove(request)
      default: try requestRemoval(request)
      }
    case .score:
      guard let points = request.whole(0, in: -1_000_000...1_000_000) else {
        throw ScriptCallError("board:score needs a whole number from -1000000 to 1000000")
      }
      position.score = Saturating.sum(position.score, points)
    case .random: try reply.giveRandom(request, calledBy: "board:random", draw: nextDraw)
    case .data:
      let cell = try numbering.cell(request[0], calledBy: "board:data")
      reply.give(cell.map { data(at: $0) } ?? 0)
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
    case .setVariable: try position.variables.set(request, in: "board.vars")
    case .causeKind: reply.give(runsByContact ? "contact" : "chain")
    case .causeColour: reply.give(shotColour.name)
    case .position:
      guard let cell = try numbering.cell(request[0], calledBy: "board:position") else {
        return reply.give(.none)
      }
      reply.give(position.screenRow(cell.row))
      reply.give(cell.column)
    case .cell: try giveCell(request, to: &reply)
    case .distance:
      let first = try numbering.cell(request[0], calledBy: "board:distance")
      let second = try numbering.cell(request[1], calledBy: "board:distance")
      guard let first, let second else { return reply.give(.none) }
      reply.give(HexGrid.distance(from: first, to: second))
    case .shotsLeft:
      // The shot that is being resolved is already counted.
      if let left = position.shotsLeft { reply.give(max(0, left - 1)) } else { reply.give(.none) }
    }
  }

  /// Gives the number of the cell in a row and column, both from 0; nothing where the board has no
  /// such cell now.
  private func giveCell(
    _ request: ScriptRequest, to reply: inout ScriptReply
  ) throws(ScriptCallError) {
    guard let row = request[0].integer, let column = request[1].integer else {
      let wrong = request[0].integer == nil ? request[0] : request[1]
      throw ScriptCallError(
        "board:cell needs a row and a column, whole numbers from 0, not \(wrong.found)")
    }
    guard (0...numbering.rows).contains(row), (0..<numbering.columns).contains(column) else {
      return reply.give(.none)
    }
    let cell = Cell(row: row - numbering.descended, column: column)
    if numbering.isOnBoard(cell) {
      reply.give(numbering.number(of: cell))
    } else {
      reply.give(.none)
    }
  }

  private func nextDraw() -> UInt64 {
    scriptDraws &+= 1
    return draws.bits(drawOffset &+ scriptDraws)
  }

  private func give(kindAt cell: Cell?, to reply: inout ScriptReply) {
    if let cell, let kind = kind(at: cell) {
      reply.give(setup.kinds[kind].name)
    } else if let cell, let colour = colour(at: cell) {
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
    reply.charge(setup.rules.rows &* setup.rules.columns / 16)
    var mask = position.board.held.occupied
    if request[0].kind != .none {
      let name = request[0].string ?? ""
      if let colour = BubbleColour(name: name) {
        mask = position.board.colours[colour]
      } else if let kind = setup.kinds.firstIndex(where: { $0.name == name }) {
        mask = Mask()
        for cell in position.board.special.cells where self.kind(at: cell) == kind {
          mask.insert(cell)
        }
      } else {
        throw ScriptCallError(
          "board:cells: \(unknownKind(request[0])); leave it out to get all bubbles")
      }
    }
    reply.beginList()
    mask.forEachCell { reply.append(numbering.number(of: $0)) }
  }

  private func unknownKind(_ datum: ScriptDatum) -> String {
    guard let name = datum.string else {
      return "a kind or colour is a string, not \(datum.typeName)"
    }
    let known = BubbleColour.allCases.map(\.name) + setup.kinds.map(\.name)
    let hint = NearestName.suggestion(for: name, among: known).map { "; did you mean '\($0)'?" }
    return "this level has no kind or colour '\(name)'" + (hint ?? "")
  }

  /// Asks to remove one cell's bubble, or those of a list.
  private func requestRemoval(_ request: ScriptRequest) throws(ScriptCallError) {
    guard let list = request.list else {
      if let cell = try numbering.cell(request[0], calledBy: "board:remove") {
        requests.append(.remove(cell))
      }
      return
    }
    for number in list {
      if let cell = try numbering.cell(Int(number), calledBy: "board:remove") {
        requests.append(.remove(cell))
      }
    }
  }

  private func requestSet(_ request: ScriptRequest) throws(ScriptCallError) {
    guard let cell = try numbering.cell(request[0], calledBy: "board:set") else {
      throw ScriptCallError("board:set: the cell is not on the board")
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
      // Its own colour is no contradiction: scripts copy cells by kind and colour.
      guard colour == nil || colour == plain else {
        throw ScriptCallError(
          "board:set: a bubble that is \(name) cannot have another colour; leave the third value"
            + " out")
      }
      requests.append(.set(cell, kind: nil, colour: plain))
    } else if let kind = setup.kinds.firstIndex(where: { $0.name == name }) {
      requests.append(.set(cell, kind: kind, colour: colour))
    } else {
      throw ScriptCallError("board:set: \(unknownKind(request[1]))")
    }
  }

  private func requestMove(_ request: ScriptRequest) throws(ScriptCallError) {
    let from = try numbering.cell(request[0], calledBy: "board:move")
    guard let to = try numbering.cell(request[1], calledBy: "board:move") else {
      throw ScriptCallError("board:move: the cell to move to is not on the board")
    }
    if let from { requests.append(.move(from, to: to)) }
  }
}
