/// Looks one move ahead in an open game: plays each move on one imagined copy and asks what the
/// position is then worth.
///
/// Moves of equal value are drawn, so that the order in which a game lists them says nothing; and
/// positions that were seen before in the game are avoided, so that players do not go back and forth.
public struct OpenLookahead: Lookahead {
  /// The worth of what was foreseen last, and whether that position was seen before.
  private(set) var worth = 0.0
  private(set) var isRepeated = false

  private var met: Set<UInt64> = []
  /// The imagined position, and how far the rules' stream is in it; or why there is none.
  private var imagined: PackedPosition?
  private var draws: UInt64 = 0
  private var fault: ScriptFault?
  private var call = RulesCall()
  /// What comes of each move, where the rules say that of all at once; nil: not asked yet.
  private var looks: [RulesLook]?
  private let viewBytes = ViewBytes()

  public init() {}

  public mutating func gameDidStart(remembering count: Int) {
    met.removeAll(keepingCapacity: true)
  }

  public mutating func begin(_ turn: borrowing Turn<OpenState>) {
    beginImagined()
    // Between two of its turns the other player moves: the position is another one anyway.
    if !turn.state.level.isForTwo { met.insert(turn.state.visibleDigest) }
  }

  /// A turn of an imagined game begins: it is not one that was seen.
  mutating func beginImagined() {
    imagined = nil
    fault = nil
    looks = nil
  }

  func hasMet(_ digest: UInt64) -> Bool { met.contains(digest) }

  public mutating func distinctMoves(_ turn: borrowing Turn<OpenState>) -> [Int] {
    Array(0..<turn.moveCount)
  }

  public mutating func foresee(
    _ index: Int, of turn: borrowing Turn<OpenState>, in imagination: inout GameContext
  ) throws(AgentError) -> Foresight {
    if let looks { return foresight(of: turn.state.level, from: turn.state.score, looks[index]) }
    let position = try position(of: turn, in: &imagination)
    let level = turn.state.level
    let player = turn.state.table.turn
    let score = turn.state.scoreOnTurn
    do throws(ScriptFault) {
      let rules = try level.rules(in: imagination)
      var found: [RulesLook] = []
      if position.remote != nil,
        try rules.look(at: position, moves: turn.state.packedMoves, into: &found)
      {
        looks = found
        // Nobody refers to the position any more, so that the game is played on in place.
        imagined = nil
        return foresight(of: level, from: score, found[index])
      }
      call.steps = [.load, .apply, .save, .score, .outcome, .worth]
      call.position = position
      call.move = turn.move(at: index).packed
      call.player = max(1, Int(player))
      call.stream = imagination.streams.rules
      call.draws = draws
      try rules.perform(&call)
    } catch {
      throw .imagination(.script(error))
    }
    let seat: UInt8 = level.isForTwo ? player : 1
    let reached =
      !level.isForTwo
      ? call.score : seat == 2 ? call.scores.second : call.scores.first
    return foresight(
      from: score, to: reached, OpenTable.outcome(call.ending, of: seat), worth: call.worth,
      isMet: !met.isEmpty && met.contains(level.digest(of: call.position)))
  }

  /// The position that the player imagines in this turn, drawn at the first look at a move.
  private mutating func position(
    of turn: borrowing Turn<OpenState>, in imagination: inout GameContext
  ) throws(AgentError) -> PackedPosition {
    if let imagined { return imagined }
    if let fault { throw .imagination(.script(fault)) }
    let offset = imagination.nextImaginedOffset()
    // Not a copy of the whole state: all workers count the references to the objects in it.
    if turn.state.fault == nil,
      let position = turn.state.shuffledPosition(at: offset, in: imagination)
    {
      imagined = position
      draws = offset
      return position
    }
    let state = turn.state.imagined(at: offset, in: imagination)
    fault = state.fault
    if let fault { throw .imagination(.script(fault)) }
    imagined = state.position
    draws = state.offset &+ state.draws
    return state.position
  }

  /// What a look at a move means to a player.
  private mutating func foresight(
    of level: OpenLevel, from score: Int, _ look: RulesLook
  ) -> Foresight {
    let isMet =
      !look.seen.isEmpty
      && met.contains(
        level.digest(
          of: PackedPosition(bytes: look.seen, visibleCount: look.seen.count)))
    return foresight(
      from: score, to: look.score, OpenTable.outcome(look.ending, of: 1), worth: look.worth,
      isMet: isMet)
  }

  private mutating func foresight(
    from before: Int, to score: Int, _ outcome: Outcome?, worth: Double, isMet: Bool
  ) -> Foresight {
    self.worth = worth
    isRepeated = isMet
    var foresight = Foresight()
    foresight.score = score &- before
    foresight.wins = outcome == .won
    foresight.loses = outcome == .lost
    foresight.greedyValue =
      WorthOrder.key(of: worth)
      + (foresight.wins ? WorthOrder.decisive : 0) - (foresight.loses ? WorthOrder.decisive : 0)
      - (isMet ? WorthOrder.repeated : 0)
    return foresight
  }

  public mutating func greedyMove(
    _ turn: borrowing Turn<OpenState>, in imagination: inout GameContext
  ) throws(AgentError) -> Int {
    var random = SeededRandom(
      key: imagination.streams.agents, count: imagination.nextImaginedOffset())
    var best = -1
    var bestValue = Int.min
    var equal = 0
    for index in 0..<turn.moveCount {
      let value = try foresee(index, of: turn, in: &imagination).greedyValue
      if value > bestValue {
        best = index
        bestValue = value
        equal = 1
      } else if value == bestValue {
        equal += 1
        if random.below(equal) == 0 { best = index }
      }
    }
    guard best >= 0 else { throw .noMoves }
    return best
  }
}

extension OpenLookahead: ScriptAnswering {
  public static var gameName: String { "this game" }

  public mutating func place(of index: Int, in turn: borrowing Turn<OpenState>) -> Int? { nil }

  public mutating func answer(
    _ function: TurnFunction, _ request: ScriptRequest, of turn: borrowing Turn<OpenState>,
    to reply: inout ScriptReply
  ) throws(ScriptCallError) -> Bool {
    guard function == .view else { return false }
    let view = turn.state.packedView
    reply.charge(20 + view.count / 8)
    reply.give(packed: viewBytes.keep(view))
    return true
  }
}

/// The bytes of a view while a script's machine reads them.
private final class ViewBytes {
  private var bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 0)

  func keep(_ view: ArraySlice<UInt8>) -> UnsafeBufferPointer<UInt8> {
    if bytes.count < view.count {
      bytes.deallocate()
      bytes = .allocate(capacity: view.count)
    }
    _ = bytes.initialize(from: view)
    return UnsafeBufferPointer(rebasing: bytes[..<view.count])
  }

  deinit { bytes.deallocate() }
}
