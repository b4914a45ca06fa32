import SimHarness

extension BubbleState {
  /// A move on a level whose spawner deals: nothing changes, and no event is emitted, before the
  /// spawner has answered.
  @inline(never)
  mutating func applyWithSpawner(
    _ move: BubbleMove, in context: borrowing GameContext, emit: (BubbleEvent<Mask>) -> Void
  ) throws(MoveError) {
    var after = self
    var events: [BubbleEvent<Mask>] = []
    try after.shoot(move, in: context) { events.append($0) }
    after.position.hand &>>= 4
    do throws(ScriptFault) {
      try after.dealSpawned(to: after.position.setup.rules.preview, in: context)
    } catch {
      throw .script(error)
    }
    self = after
    for event in events { emit(event) }
  }

  /// Deals one more colour into the hand: the queue's, else the spawner's from the next uniform of
  /// the deal.
  ///
  /// After the end nobody shoots it, so the spawner is not asked.
  mutating func dealSpawned(
    to place: Int, in context: borrowing GameContext
  ) throws(ScriptFault) {
    let isQueued = !forgetsQueue && dealt < level.queue.count
    if isQueued || position.outcome != nil {
      dealColour(to: place, in: context)
    } else {
      let uniform = context.streams.deal.uniform(offset &+ UInt64(dealt))
      let colour = try position.spawnedColour(at: uniform, for: place, in: context)
      dealt &+= 1
      position.deal(colour, to: place)
    }
    position.dealtCounts[position.colour(inHand: place).index] &+= 1
  }
}

extension BubblePosition {
  /// The colour that the level's spawner draws at a uniform number.
  fileprivate func spawnedColour(
    at uniform: Double, for place: Int, in context: borrowing GameContext
  ) throws(ScriptFault) -> BubbleColour {
    guard let spawner = setup.spawner else { return .blue }
    let host = try context.requiredScripts()
    let handles = try host.handles(for: setup.scriptUser)
    let handle = handles[handles.count - 1]
    let server = BubbleSpawnerServer(self, last: place > 0 ? colour(inHand: place - 1) : nil)
    let answer = try spawner.draw(at: uniform, by: handle, on: host, server: server)
    let colours = server.colours
    if let colour = answer.string.flatMap(BubbleColour.init(name:)), colours.contains(colour) {
      return colour
    }
    throw spawner.fault(drawing: answer, wanted: "view's colours, now", colours.map(\.name))
  }
}

/// Answers a spawner; the spawner sees what a player sees.
private final class BubbleSpawnerServer<Mask: CellMask>: ScriptServing {
  private let position: BubblePosition<Mask>
  /// The colour that was dealt before this one, as far as the hand still shows it.
  private let last: BubbleColour?
  /// The colours that may be dealt now: those with a weight that are on the board, or all with a
  /// weight where the level asks for that or none is.
  let colours: [BubbleColour]

  init(_ position: BubblePosition<Mask>, last: BubbleColour?) {
    self.position = position
    self.last = last
    let setup = position.setup
    let there = setup.weighted & position.board.present
    let among = setup.spawn.onlyPresent && there != 0 ? there : setup.weighted
    colours = BubbleColour.allCases.filter { among &>> UInt8($0.index) & 1 != 0 }
  }

  func serve(_ request: ScriptRequest, reply: inout ScriptReply) throws(ScriptCallError) {
    switch BubbleSpawnerFunction(rawValue: request.function) {
    case .turn: reply.give(position.turn)
    case .score: reply.give(position.score)
    case .last:
      // A spawner may give it again: only while it may be drawn.
      if let last, colours.contains(last) { reply.give(last.name) } else { reply.give(.none) }
    case .count: reply.give(position.board.occupied.count)
    case .colours: reply.give(colours.count)
    case .colour: reply.give(try numbered(request, calledBy: "view:colour").name)
    case .probability:
      let colour = try numbered(request, calledBy: "view:probability")
      let weights = position.setup.weights
      let total = colours.reduce(0) { $0 + weights[$1.index] }
      reply.give(weights[colour.index] / total)
    case .shown:
      reply.give(position.board[try named(request[0], calledBy: "view:shown")].count)
    case .dealt:
      let colour = try named(request[0], calledBy: "view:dealt")
      reply.give(Int(position.dealtCounts[colour.index]))
    case .ready:
      // Groups are gathered from cell to cell.
      reply.charge(4 &* position.board.occupied.count)
      reply.give(position.ready(try named(request[0], calledBy: "view:ready")))
    case nil: throw ScriptCallError("a spawner must draw from its argument u, not from math.random")
    }
  }

  private func numbered(
    _ request: ScriptRequest, calledBy name: String
  ) throws(ScriptCallError) -> BubbleColour {
    guard let place = request.place(0, among: colours.count) else {
      throw ScriptCallError("\(name) needs a colour's number from 1 to \(colours.count)")
    }
    return colours[place]
  }

  private func named(
    _ datum: ScriptDatum, calledBy name: String
  ) throws(ScriptCallError) -> BubbleColour {
    guard let colour = datum.string.flatMap(BubbleColour.init(name:)) else {
      throw ScriptCallError("\(name) needs a colour's name, such as \"red\"")
    }
    return colour
  }
}

extension BubblePosition {
  /// How many bubbles one more of the colour would match: those in groups that lack one, and that
  /// an empty cell touches.
  fileprivate func ready(_ colour: BubbleColour) -> Int {
    let plane = board.matching(colour)
    var seen = Mask()
    var count = 0
    for cell in plane.cells where !seen.contains(cell) {
      let group = HexGrid.group(of: cell, in: plane)
      seen.formUnion(group)
      guard group.count + 1 >= setup.rules.matchSize else { continue }
      let isOpen = group.cells.contains { member in
        HexGrid.neighbours(of: member).contains {
          numbering.isOnBoard($0) && !board.occupied.contains($0)
        }
      }
      if isOpen { count += group.count }
    }
    return count
  }
}
