import SimHarness

/// A run's turns as a table, a row per move, made by playing the recorded games again.
///
/// Rows come by level, player, game and turn, the same bytes with any number of workers; memory
/// does not grow with their number. Each game's end is compared with its row in the store.
public struct MoveExport {
  /// Which games are written.
  public struct Selection: Sendable {
    /// Names of levels; nil: all.
    public var levels: [String]?
    /// Names of players; nil: all.
    public var agents: [String]?
    /// Indices of games; nil: all.
    public var games: ClosedRange<Int>?

    public init(
      levels: [String]? = nil, agents: [String]? = nil, games: ClosedRange<Int>? = nil
    ) {
      self.levels = levels
      self.agents = agents
      self.games = games
    }
  }

  private let run: RecordedRun
  private let levels: [PlayableLevel]
  private let modules: [ScriptSource]
  private let selection: Selection

  /// `levels` are the run's, in its order, with the scripts that the run kept; `modules` are what
  /// those may require.
  public init(
    _ run: RecordedRun, levels: [PlayableLevel], modules: [ScriptSource], selection: Selection
  ) {
    self.run = run
    self.levels = levels
    self.modules = modules
    self.selection = selection
  }

  /// The maximum number of games that will be written; for progress.
  public var totalGames: Int {
    cells.reduce(0) { total, cell in
      let range = run.manifest.range(ofCell: cell)
      guard let games = selection.games else { return total + range.count }
      return total + range.clamped(to: games.lowerBound..<games.upperBound + 1).count
    }
  }

  /// The numbers of the chosen cells.
  private var cells: [Int] {
    run.cells.indices.filter { number in
      let cell = run.cells[number]
      return selection.agents?.contains(cell.agent) ?? true
        && selection.levels?.contains(run.manifest.levels[cell.level].name) ?? true
    }
  }

  /// Writes the table.
  ///
  /// - Parameters:
  ///   - layout: How rows are written.
  ///   - jobs: Workers.
  ///   - isCancelled: Looked at often; the export then ends with `CancellationError`.
  ///   - progress: Called with the number of games that are written.
  ///   - output: Takes the text piece by piece, from the caller's thread.
  /// - Throws: `MoveExportError` for a game that cannot be played again to the same end.
  public func write(
    _ layout: ExportLayout, jobs: Int, isCancelled: @escaping @Sendable () -> Bool,
    progress: (Int) -> Void, to output: ([UInt8]) throws -> Void
  ) throws {
    let columns = run.game.turns.columns.map(\.name)
    try output(Array(layout.head(columns).utf8))
    let writer = RowWriter(layout, columns: columns)
    let game = run.game
    let modules = modules
    let work = Work(jobs: jobs, isCancelled: isCancelled) {
      let host = ScriptHost(interfaces: game.interfaces, libraries: modules)
      return { piece in
        var writer = writer
        for row in piece.rows { try piece.write(row, of: game, host: host, into: &writer) }
        return (piece.rows.count, writer.bytes)
      }
    }
    defer { work.close() }
    var games = 0
    func take(_ written: Written) throws {
      try output(written.bytes)
      games += written.games
      progress(games)
    }
    for cell in cells { try give(cell, to: work, take: take) }
    while let written = try work.next() { try take(written) }
  }

  private typealias Written = (games: Int, bytes: [UInt8])
  private typealias Work = OrderedWork<Piece, Written>

  /// Games per piece: few enough that all workers are busy until the end.
  private static let pieceSize = 32

  /// Submits the games of a cell and collects what is written meanwhile.
  private func give(
    _ number: Int, to work: Work, take: (Written) throws -> Void
  ) throws {
    let cell = run.cells[number]
    var piece = Piece(
      path: run.path, level: levels[cell.level],
      levelName: run.manifest.levels[cell.level].name, agent: cell.agent, seed: run.manifest.seed)
    var failure: (any Error)?
    do throws(StorageError) {
      try run.store.forEachGame(ofCell: number, of: run.manifest, records: true) { row in
        guard selection.games?.contains(row.result.index) ?? true else { return }
        piece.rows.append(row)
        guard piece.rows.count == Self.pieceSize else { return }
        do {
          if let written = try work.add(piece) { try take(written) }
        } catch {
          // Stored separately, because the store would wrap it in its own error.
          failure = error
          throw error
        }
        piece.rows.removeAll(keepingCapacity: true)
      }
    } catch {
      throw failure ?? error
    }
    if !piece.rows.isEmpty, let written = try work.add(piece) { try take(written) }
  }

  /// Games of one cell.
  private struct Piece: Sendable {
    let path: String
    let level: PlayableLevel
    let levelName: String
    let agent: String
    let seed: UInt64
    var rows: [GameRow] = []

    /// Adds the turns of a game and compares its end with its row.
    func write(
      _ row: GameRow, of game: GameEntry, host: ScriptHost, into writer: inout RowWriter
    ) throws(MoveExportError) {
      let isFaulted = row.result.end == .faulted || row.result.end == .inconclusive
      // It failed before its first move, perhaps before it had a position.
      if isFaulted && row.result.moves == 0 && row.record.isEmpty { return }
      let turns = RecordedTurns(
        level: level, levelName: levelName, agent: agent, seed: seed, row: row,
        isForTwo: MetricDefinition.areForTwo(game.metrics), host: host)
      let replay: Replay
      do throws(ReplayError) {
        replay = try game.turns.write(turns, &writer)
      } catch {
        throw failure(row, error.description)
      }
      if let fault = replay.fault, !isFaulted || fault.message != row.result.fault {
        throw failure(
          row,
          "move \(replay.moves + 1): \(SafeText.escaped(fault.message, limit: 300)), recorded"
            + " \(SafeText.escaped(row.result.fault ?? row.result.end.rawValue, limit: 300))")
      }
      let end = replay.outcome.map { GameEnd($0) } ?? .capped
      if !isFaulted && end != row.result.end {
        throw failure(row, "outcome \(end.rawValue), recorded \(row.result.end.rawValue)")
      }
      for (what, found, recorded) in [
        ("moves", replay.moves, row.result.moves), ("score", replay.score, row.result.score),
      ] where found != recorded {
        throw failure(row, "\(what) \(found), recorded \(recorded)")
      }
      if replay.hash != row.result.hash {
        throw failure(
          row,
          "hash \(StableDigest.hex(replay.hash)), recorded \(StableDigest.hex(row.result.hash))")
      }
    }

    private func failure(_ row: GameRow, _ reason: String) -> MoveExportError {
      MoveExportError(
        path: path, game: row.result.index, agent: agent, level: levelName, reason: reason)
    }
  }
}

/// A recorded game that cannot be played again to the same end.
public struct MoveExportError: Error, Sendable, Equatable, CustomStringConvertible {
  public let path: String
  public let game: Int
  public let agent: String
  public let level: String
  public let reason: String

  public var description: String {
    "\(SafeText.escaped(path, limit: 1000)): game \(game) of \(SafeText.escaped(agent, limit: 60))"
      + " on \(SafeText.escaped(level, limit: 60)) does not replay as recorded: \(reason); export"
      + " it with the build of playtest that played it, or play the run again"
  }
}
