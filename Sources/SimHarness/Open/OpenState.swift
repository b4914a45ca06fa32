/// A position of an open game: bytes that the rules' backend understands, and what every player may
/// ask.
///
/// The moves, the score and the outcome are there from the start, so that asking for them needs no
/// backend.
public struct OpenState: GameState {
  let level: OpenLevel
  var position = PackedPosition()
  /// How far the game is in the rules' stream, and where an imagined game begins in it.
  var draws: UInt64 = 0
  var offset: UInt64 = 0
  public private(set) var score = 0
  public private(set) var outcome: Outcome?
  /// The moves, packed as the rules' backend gives them: its list is taken as it is.
  private(set) var packedMoves: [UInt64] = []
  /// What belongs to a two-player game.
  var table = OpenTable()
  /// Why the position could not be imagined, which its first move reports.
  private(set) var fault: ScriptFault?

  private static let results: RulesCall.Steps = [.save, .score, .moves, .outcome]

  public init(
    level: OpenLevel, in context: inout GameContext, emit: (OpenEvent) -> Void
  ) throws(LevelError) {
    self.level = level
    var call = RulesCall()
    call.steps = Self.results.union(.setup)
    call.stream = context.streams.deal
    call.streams = context.streams
    do throws(ScriptFault) {
      try level.perform(&call, in: context)
    } catch {
      throw .script(error)
    }
    take(&call)
    for event in call.events { emit(event) }
  }

  private mutating func take(_ call: inout RulesCall) {
    swap(&position, &call.position)
    swap(&packedMoves, &call.moves)
    score = call.score
    outcome = OpenTable.outcome(call.ending, of: 1)
    guard level.isForTwo else { return }
    table.turn = UInt8(call.turn)
    (table.first, table.second) = call.scores
    table.ending = call.ending
    takeTable()
  }

  /// Gives score and outcome from the table's seat.
  private mutating func takeTable() {
    score = table.score(of: table.seat)
    outcome = table.outcome(of: table.seat)
  }

  /// A person plays from a seat, and sees nothing of what the other player holds.
  mutating func seatPerson(at seat: UInt8) {
    table.seat = seat
    table.isSeated = true
    table.viewer = seat
    takeTable()
  }

  // MARK: Looking

  public var view: OpenView { OpenView(self) }

  public var shownScore: Int { table.isSeated ? score : scoreOnTurn }

  public var scoreOnTurn: Int { level.isForTwo ? table.score(of: table.turn) : score }

  /// The moves offered.
  var moves: [OpenMove] { packedMoves.map { OpenMove(packed: $0) } }

  public func appendLegalMoves(to moves: inout [OpenMove]) {
    moves += packedMoves.lazy.map { OpenMove(packed: $0) }
  }

  public var legalMoveCount: Int { packedMoves.count }

  public func legalMove(at index: Int) -> OpenMove { OpenMove(packed: packedMoves[index]) }

  public static func == (a: Self, b: Self) -> Bool {
    a.position == b.position && a.draws == b.draws && a.offset == b.offset && a.fault == b.fault
      && a.table == b.table && a.level.isSame(as: b.level)
  }

  public func hash(into digest: inout StableDigest) {
    digest.combine(position.visibleCount)
    for byte in position.bytes { digest.combine(UInt64(byte)) }
    digest.combine(draws)
    digest.combine(offset)
    if level.isForTwo { digest.combine(Int(table.seat)) }
  }

  public var stableHash: UInt64 {
    if let remote = position.remote { return remote.stableHash(of: position) }
    var digest = StableDigest()
    hash(into: &digest)
    return digest.value
  }

  /// What the player on turn sees, as an agent's script is given it: hidden values only where they
  /// are that player's own.
  package var packedView: ArraySlice<UInt8> {
    position.remote?.seen(of: position)[...] ?? SeenPosition.bytes(of: self)?[...]
      ?? position.bytes[..<position.visibleCount]
  }

  /// Identifies what a player sees, counters apart, among the positions of one game.
  var visibleDigest: UInt64 { level.digest(of: position) }

  public func checkInvariants() throws(InvariantViolation) {
    guard outcome == nil || packedMoves.isEmpty else {
      throw InvariantViolation("a game that is over offers moves")
    }
    guard outcome != nil || !packedMoves.isEmpty else {
      throw InvariantViolation("a game that is not over offers no move")
    }
  }

  // MARK: Playing

  /// Whether the position offers a move, whoever makes it.
  ///
  /// All moves are compared: where a loop ends at the chosen move, the processor mispredicts its end
  /// at nearly every move of a game, and that takes longer than the rest of a short list.
  private func offers(_ move: OpenMove) -> Bool {
    var difference = UInt64.max
    for offered in packedMoves { difference = min(difference, offered ^ move.packed) }
    return difference == 0
  }

  public mutating func apply(
    _ move: OpenMove, in context: inout GameContext, emit: (OpenEvent) -> Void
  ) throws(MoveError) {
    guard outcome == nil else { throw .gameOver }
    if let fault { throw .script(fault) }
    guard offers(move) else {
      throw .illegal("there is no move \(level.words(for: move))")
    }
    // Out of the position while it plays: a reference that moves is not counted.
    if position.isPlayedInPlace, let remote = position.remote.take() {
      defer { position.remote = remote }
      return try play(move, by: remote, emit: emit)
    }
    var table = table
    try table.seat(move)
    var call = RulesCall()
    call.steps = Self.results.union([.load, .apply])
    // What the position and the moves are kept in is then changed in place where no other copy refers
    // to it.
    swap(&call.position, &position)
    swap(&call.moves, &packedMoves)
    call.move = move.packed
    call.stream = context.streams.rules
    call.draws = offset &+ draws
    do throws(ScriptFault) {
      try level.perform(&call, in: context)
    } catch {
      swap(&call.position, &position)
      swap(&call.moves, &packedMoves)
      throw .script(error)
    }
    draws = call.draws &- offset
    self.table = table
    take(&call)
    for event in call.events { emit(event) }
  }

  /// Plays a move in place, without a call of the rules' backend.
  @inline(__always)
  private mutating func play(
    _ move: OpenMove, by remote: any RemotePosition, emit: (OpenEvent) -> Void
  ) throws(MoveError) {
    if move.player > 0 { try table.seat(move) }
    do throws(ScriptFault) {
      let played = try remote.play(move.packed, on: &position, emit: emit)
      score = played.score
      outcome = OpenTable.outcome(played.ending, of: 1)
      // In the memory of the moves before.
      let count = played.moves.count
      while packedMoves.count > count { packedMoves.removeLast() }
      for place in packedMoves.indices {
        packedMoves[place] = UInt64(bitPattern: played.moves[place])
      }
      for place in packedMoves.count..<count {
        packedMoves.append(UInt64(bitPattern: played.moves[place]))
      }
    } catch {
      throw .script(error)
    }
  }

  // MARK: Its end

  /// Why the game has the outcome that it has; nil: the rules do not say.
  ///
  /// - Throws: What failed, also where a reason is none of those that the game declares.
  func reason(in context: borrowing GameContext) throws(ScriptFault) -> String? {
    let known = level.spec.lossReasons
    guard !known.isEmpty, let reason = try namedReason(in: context) else { return nil }
    guard known.contains(reason) else {
      let complaint = NearestName.complaint(about: reason, called: "reason", known: known)
      throw ScriptFault(
        kind: .error,
        message: "\(level.game.source.name):\(level.game.source.line(settingField: "outcome")):"
          + " outcome gives the \(complaint)")
    }
    return reason
  }

  /// The reason that the rules give, whether the game declares it or not.
  func namedReason(in context: borrowing GameContext) throws(ScriptFault) -> String? {
    var call = RulesCall()
    call.steps = [.load, .moves, .outcome, .reason]
    call.position = position
    try level.perform(&call, in: context)
    return call.text
  }

  // MARK: Imagining

  public func imagined(in imagination: inout GameContext) -> OpenState {
    let offset = imagination.nextImaginedOffset()
    return imagined(at: offset, in: imagination)
  }

  /// What a player imagines, drawn from the imagination's streams at an offset.
  func imagined(at offset: UInt64, in imagination: borrowing GameContext) -> OpenState {
    var copy = self
    copy.offset = offset
    copy.draws = 0
    if let position = shuffledPosition(at: offset, in: imagination) {
      copy.position = position
      return copy
    }
    if let remote = position.remote {
      copy.position = remote.imagined(position, in: imagination.streams, at: offset)
      return copy
    }
    if level.isForTwo { copy.imagineTable() }
    if level.hiddenPools == 0 { return copy }
    if level.imaginesItself {
      do throws(ScriptFault) {
        try copy.imagineItself(in: imagination)
      } catch {
        copy.fault = error
      }
      return copy
    }
    copy.dealHidden(to: table.turn, in: imagination)
    return copy
  }

  /// The position that a player imagines where it takes no more than a shuffle of what is hidden; nil
  /// where an engine, a table or the rules have a part in it.
  func shuffledPosition(
    at offset: UInt64, in imagination: borrowing GameContext
  ) -> PackedPosition? {
    if position.remote != nil || level.isForTwo { return nil }
    if level.hiddenPools == 0 { return position }
    if level.imaginesItself { return nil }
    var position = position
    var random = SeededRandom(key: imagination.streams.deal, count: offset)
    position.dealHidden(pools: level.hiddenPools, using: &random)
    return position
  }

  /// The player who moves imagines: the game is seen from that seat.
  private mutating func imagineTable() {
    table.seat = table.turn
    table.isSeated = true
    table.viewer = 0
    takeTable()
  }

  /// Has the rules draw what is hidden, which they do not get to see.
  private mutating func imagineItself(
    in imagination: borrowing GameContext
  ) throws(ScriptFault) {
    var call = RulesCall()
    call.steps = [.load, .hideHiddenFields, .imagine, .save]
    call.position = hiding(position)
    call.player = Int(table.turn)
    call.stream = imagination.streams.deal
    call.draws = offset
    try level.perform(&call, in: imagination)
    let seen = position.bytes[..<position.visibleCount]
    guard call.position.bytes[..<call.position.visibleCount] == seen, keepsOwn(call.position) else {
      throw ScriptFault(
        kind: .error,
        message: "\(level.game.source.name):\(level.game.source.line(settingField: "imagine")):"
          + " imagine must leave what players see as it is, and give each hidden field the same"
          + " number of values")
    }
    position = call.position
  }
}
