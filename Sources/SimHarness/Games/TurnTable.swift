/// The turns of a game as a table: the columns of its moves and positions, and what writes the
/// rows.
///
/// The erased form of an `ExportedGame`.
public struct TurnTable: Sendable {
  /// The columns of the move.
  public let moves: [ExportColumn]
  /// The columns of the position before the move.
  public let features: [ExportColumn]
  package let write: @Sendable (RecordedTurns, inout RowWriter) throws(ReplayError) -> Replay

  /// The table of a game; `write` names the type that a level is played as.
  package init<State: ExportedGame>(
    _ game: State.Type,
    write: @escaping @Sendable (RecordedTurns, inout RowWriter) throws(ReplayError) -> Replay
  ) {
    moves = State.moveColumns.map(\.column)
    features = State.features.map(\.column)
    self.write = write
  }

  /// The table of a game whose columns are data.
  package init<State: ExportedGame>(
    _ game: State.Type, moves: [TurnColumn<State>], features: [TurnColumn<State>]
  ) {
    self.moves = moves.map(\.column)
    self.features = features.map(\.column)
    write = { turns, writer throws(ReplayError) in
      guard let level = turns.level.content(as: State.Level.self) else { throw .unreadable }
      return try turns.write(
        level, as: State.self, moves: moves, features: features, into: &writer)
    }
  }

  /// The table of a game that has one type for all its levels.
  public init<State: ExportedGame>(_ game: State.Type) {
    self.init(game) { turns, writer throws(ReplayError) in
      guard let level = turns.level.content(as: State.Level.self) else { throw .unreadable }
      return try turns.write(level, as: State.self, into: &writer)
    }
  }

  /// The columns of a row, in order.
  public var columns: [ExportColumn] { labelledColumns.map(\.column) }

  /// The columns with what each is about: `game`, `move`, `position` or `result`.
  public var labelledColumns: [(about: String, column: ExportColumn)] {
    func label(_ about: String, _ columns: [ExportColumn]) -> [(String, ExportColumn)] {
      columns.map { (about, $0) }
    }
    return label("game", Self.game) + label("move", moves) + label("position", Self.before)
      + label("position", features) + label("result", Self.after)
  }

  /// Which game and turn.
  static let game = [
    ExportColumn("level", "text", "the level's name", .text),
    ExportColumn("agent", "text", "the player's name", .text),
    ExportColumn(
      "game", "number", "the game's index, from 0; the same for every player of a level"),
    ExportColumn("turn", "number", "the number of the move in its game, from 1"),
  ]
  static let before = [
    ExportColumn("score_before", "points", "the score before the move")
  ]
  /// What the move brought, and how its game ended.
  static let after = [
    ExportColumn("points", "points", "points that the move scored"),
    ExportColumn("score_after", "points", "the score after the move"),
    ExportColumn(
      "outcome", "text", "how the game ended, as in `results`; `faulted` where a script failed",
      .text),
    ExportColumn(
      "passed", "share",
      "1 if won, 0 if lost or capped, otherwise null; between two players a capped game is a draw (null)"
    ),
    ExportColumn("final_score", "points", "the score at the end of the game"),
    ExportColumn("total_moves", "moves", "the number of moves in the whole game"),
  ]
}

/// A recorded game whose turns are to be written.
package struct RecordedTurns {
  package let level: PlayableLevel
  let levelName: String
  package let agent: String
  let seed: UInt64
  package let row: GameRow
  /// Whether the game is one for two players.
  package let isForTwo: Bool
  package let host: ScriptHost

  package init(
    level: PlayableLevel, levelName: String, agent: String, seed: UInt64, row: GameRow,
    isForTwo: Bool, host: ScriptHost
  ) {
    self.level = level
    self.levelName = levelName
    self.agent = agent
    self.seed = seed
    self.row = row
    self.isForTwo = isForTwo
    self.host = host
  }

  /// Plays the game again and adds a row for each move.
  package func write<State: ExportedGame>(
    _ level: State.Level, as game: State.Type, into writer: inout RowWriter
  ) throws(ReplayError) -> Replay {
    try write(
      level, as: game, moves: State.moveColumns, features: State.features, into: &writer)
  }

  /// The same with these columns of the move and of the position.
  func write<State: ExportedGame>(
    _ level: State.Level, as game: State.Type, moves moveColumns: [TurnColumn<State>],
    features: [TurnColumn<State>], into writer: inout RowWriter
  ) throws(ReplayError) -> Replay {
    guard let moves = State.decodeMoves(row.record, level: level) else { throw .unreadable }
    let streams = LevelStreams(seed: seed, levelID: self.level.id)
    let deal = State.deal(ofGame: row.result.index, moves: moves)
    var context = GameContext(
      streams: GameStreams(level: streams, index: deal), scripts: host)
    host.beginGame()
    var state: State
    do throws(LevelError) {
      state = try State(level: level, in: &context)
    } catch {
      throw .level(error)
    }
    let head = writer.written([.text(levelName), .text(agent), .int(row.result.index)])
    let passed = row.result.end.isPassed(isForTwo: isForTwo)
    let tail = writer.written(
      [.text(row.result.end.rawValue), passed.map { .int($0 ? 1 : 0) } ?? .null]
        + [.int(row.result.score)]
        + [.int(row.result.moves)],
      from: 4 + moveColumns.count + 1 + features.count + 2)
    // Whether an engine is late in the move that ended such a game is not repeatable.
    let isLate = row.result.end == .inconclusive
    let played = isLate ? moves.prefix(row.result.moves) : moves[...]
    for (index, move) in played.enumerated() {
      let start = writer.rowStart
      writer.add(head)
      writer.add(.int(index + 1))
      for column in moveColumns { writer.add(column.value(state, move)) }
      writer.add(.int(state.score))
      for column in features { writer.add(column.value(state, move)) }
      let mover = state.mover(of: move)
      let points = state.points(of: mover)
      do throws(MoveError) {
        try state.apply(move, in: &context) { _ in }
      } catch {
        // A fault ended the game in this move, which then has no row.
        writer.discardRow(from: start)
        return try .end(
          at: index, of: moves.count, error, score: state.score, hash: state.stableHash)
      }
      writer.add(.int(state.points(of: mover) &- points))
      writer.add(.int(state.score))
      writer.add(tail)
      writer.endRow()
    }
    return Replay(
      outcome: state.outcome, score: state.score, hash: state.stableHash, moves: played.count)
  }
}
