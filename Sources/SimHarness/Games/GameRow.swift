/// One game as the store keeps it.
public struct GameRow: Sendable, Equatable {
  public var result: GameResult
  /// Why the game was not won.
  public var lossReason: String?
  /// The metrics' values in the order of the game's definitions.
  public var metrics: [Int64?]
  /// The executed moves, encoded.
  public var record: [UInt8]

  public init(
    result: GameResult, lossReason: String? = nil, metrics: [Int64?] = [], record: [UInt8] = []
  ) {
    self.result = result
    self.lossReason = lossReason
    self.metrics = metrics
    self.record = record
  }

  private static let unplayedPrefix = "not played: "

  /// Whether a fault says that its game was not played because too many before it had failed.
  static func isUnplayed(_ fault: String) -> Bool { fault.hasPrefix(unplayedPrefix) }

  /// The row of a game that is not played because too many before it have failed.
  init(unplayed index: Int, afterFailures reason: String, metricCount: Int) {
    self.init(unplayed: index, because: Self.unplayedPrefix + reason, metricCount: metricCount)
  }

  /// The row of a game that is not played.
  init(unplayed index: Int, because reason: String, metricCount: Int) {
    self.init(
      result: GameResult(index: index, failure: ScriptFault(kind: .deadline, message: reason)),
      metrics: Array(repeating: nil, count: metricCount))
  }

  /// The row of a game that does not count, because of what was found after its end.
  func faulted(_ fault: ScriptFault) -> GameRow {
    var row = self
    row.result = GameResult(
      index: result.index, end: GameResult.end(of: fault), score: result.score,
      moves: result.moves, hash: result.hash, fault: fault.message)
    row.lossReason = nil
    return row
  }

  /// Why the game counts as not passed; nil for the others.
  package var reasonNotWon: String? {
    switch result.end {
    case .lost: lossReason ?? "lost"
    case .capped: "capped"
    case .won, .ended, .faulted, .inconclusive: nil
    }
  }
}

/// Watches a game for its row: the tally and the executed moves.
@usableFromInline
struct RowObserver<State: RecordedGame, Tally: GameTally>: Observer where Tally.State == State {
  @usableFromInline let level: State.Level
  /// Read once per batch: a generic tally creates its definitions each time.
  @usableFromInline let metricCount = Tally.metrics.count
  @usableFromInline var tally: Tally
  @usableFromInline var record: [UInt8] = []

  @usableFromInline
  init(level: State.Level) {
    self.level = level
    tally = Tally(level: level)
  }

  @inlinable
  mutating func gameDidStart(_ state: borrowing State, index: Int) {
    tally.gameDidStart(state, index: index)
    record.removeAll(keepingCapacity: true)
  }

  // Always: a tally is generic where its game is, and would look up its types at each event.
  @inlinable @inline(__always)
  mutating func eventDidOccur(_ event: State.Event) { tally.eventDidOccur(event) }

  @inlinable @inline(__always)
  mutating func moveDidApply(_ move: State.Move, state: borrowing State) {
    tally.moveDidApply(move, state: state)
    State.encode(move, level: level, into: &record)
  }

  /// The record ends with the move in which a script failed, so that a replay fails there too.
  @inlinable
  mutating func moveDidFail(_ move: State.Move) { State.encode(move, level: level, into: &record) }

  @inlinable
  mutating func gameWillEnd(
    _ state: borrowing State, in context: inout GameContext
  ) throws(ScriptFault) { try tally.gameWillEnd(state, in: &context) }

  /// A row of a game that did not start holds nothing of the one before.
  @inlinable
  mutating func gameDidNotStart() {
    tally = Tally(level: level)
    record.removeAll(keepingCapacity: true)
  }

  @inlinable
  mutating func gameDidEnd(_ state: borrowing State, end: GameEnd, moves: Int) {
    tally.gameDidEnd(state, end: end, moves: moves)
  }
}
