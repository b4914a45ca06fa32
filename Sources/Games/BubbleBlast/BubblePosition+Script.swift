import SimHarness

extension BubbleState: ScriptPlayable {
  public static func give(_ move: BubbleMove, to reply: inout ScriptReply) {
    reply.beginRecord(count: 2)
    reply.give("angle")
    reply.give(move.angle)
    reply.give("swap")
    reply.give(move.swap)
  }
}

extension BubbleLookahead: ScriptAnswering {
  public static var gameName: String { BubbleBlast.name }

  public mutating func answer(
    _ function: TurnFunction, _ request: ScriptRequest, of turn: borrowing Turn<State>,
    to reply: inout ScriptReply
  ) throws(ScriptCallError) -> Bool {
    guard function == .landing else {
      return try turn.state.position.answer(function, request, to: &reply)
    }
    if let index = request.place(0, among: turn.moveCount), let place = place(of: index, in: turn) {
      reply.give(place)
    } else {
      reply.give(.none)
    }
    return true
  }

  public mutating func place(of index: Int, in turn: borrowing Turn<State>) -> Int? {
    guard case .cell(let cell, _) = landing(of: index, in: turn) else { return nil }
    return turn.state.position.numbering.number(of: cell)
  }
}

extension BubblePosition {
  /// Answers what needs no flight.
  fileprivate func answer(
    _ function: TurnFunction, _ request: ScriptRequest, to reply: inout ScriptReply
  ) throws(ScriptCallError) -> Bool {
    switch function {
    case .current: reply.give(current.name)
    case .next:
      let place = request.count == 0 ? 1 : request[0].integer ?? 0
      guard place >= 1 else { throw ScriptCallError("turn:next needs a whole number from 1") }
      if place <= setup.rules.preview {
        reply.give(colour(inHand: place).name)
      } else {
        reply.give(.none)
      }
    case .shotsLeft:
      if let left = shotsLeft { reply.give(left) } else { reply.give(.none) }
    case .at: give(try numbering.cell(request[0], calledBy: function.name), to: &reply)
    case .snapshot: giveSnapshot(request, to: &reply)
    case .neighbours:
      let numbering = numbering
      let cell = try numbering.cell(request[0], calledBy: function.name)
      reply.beginList()
      for neighbour in cell.map(HexGrid.neighbours(of:)) ?? [] where numbering.isOnBoard(neighbour)
      {
        reply.append(numbering.number(of: neighbour))
      }
    case .rows: reply.give(setup.rules.rows)
    case .columns: reply.give(setup.rules.columns)
    default: return false
    }
    return true
  }

  /// Every cell's content by number: 0 empty, 1...8 the colours in order, 8 + k the level's k-th
  /// kind of special.
  private func giveSnapshot(_ request: ScriptRequest, to reply: inout ScriptReply) {
    let numbering = numbering
    if request[0].kind == .table { reply.beginFill(argument: 0) } else { reply.beginList() }
    for screenRow in 0...setup.rules.rows {
      for column in 0..<setup.rules.columns {
        let cell = Cell(row: screenRow - descended, column: column)
        guard numbering.isOnBoard(cell), board.occupied.contains(cell) else {
          reply.append(0)
          continue
        }
        if let kind = board.kind(at: cell) {
          reply.append(9 + kind)
        } else {
          reply.append((board.colour(at: cell)?.index ?? 0) + 1)
        }
      }
    }
  }

  private func give(_ cell: Cell?, to reply: inout ScriptReply) {
    if let cell, let kind = board.kind(at: cell) {
      reply.give(setup.kinds[kind].name)
    } else if let cell, let colour = board.colour(at: cell) {
      reply.give(colour.name)
    } else {
      reply.give(.none)
    }
  }

  /// How scripts number this board's cells.
  var numbering: CellNumbering {
    CellNumbering(columns: setup.rules.columns, rows: setup.rules.rows, descended: descended)
  }
}
