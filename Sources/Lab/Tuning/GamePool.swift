import SimHarness

/// The data of one game that tuning keeps.
public struct TrialGame: Equatable, Sendable {
  public var end: GameEnd
  public var score: Int
  public var moves: Int
  /// The requested metrics; nil where one is undefined.
  public var metrics: [Int64?]
  /// Why the game was not won, where its rules say so.
  public var lossReason: String?
  /// Whether two players reached the move limit, so that neither won.
  public var isDraw: Bool

  public init(
    end: GameEnd, score: Int, moves: Int, metrics: [Int64?], lossReason: String? = nil,
    isDraw: Bool = false
  ) {
    self.end = end
    self.score = score
    self.moves = moves
    self.metrics = metrics
    self.lossReason = lossReason
    self.isDraw = isDraw
  }

  /// Whether the game was passed; nil where that is not the question.
  public var isPassed: Bool? { end.isPassed(isForTwo: isDraw) }
}

/// Plays games of variants of a level over several workers; the answer is the same for any number
/// of them.
public struct GamePool: Sendable {
  public let game: GameEntry
  public let players: [RunPlayer]
  public let maxMoves: Int
  /// The modules that scripts may require.
  public let modules: [ScriptSource]
  /// The metrics to keep, by their places among the game's.
  public let columns: [Int]
  /// Whether games in which a script failed are returned like others, not thrown.
  public var toleratesFaults = false
  /// Whether the game is one for two players.
  private let isForTwo: Bool
  var workers: WorkerPool
  /// Receives what scripts print, from any worker; nil: it is dropped.
  public var printed: (@Sendable (PrintedLine) -> Void)? {
    get { workers.log }
    set { workers.log = newValue }
  }
  /// Which of these lines are kept.
  public var prints: PrintFilter {
    get { workers.prints }
    set { workers.prints = newValue }
  }

  public init(
    game: GameEntry, players: [RunPlayer], maxMoves: Int, jobs: Int, modules: [ScriptSource],
    columns: [Int] = []
  ) {
    self.game = game
    self.players = players
    self.maxMoves = maxMoves
    self.modules = modules
    self.columns = columns
    isForTwo = MetricDefinition.areForTwo(game.metrics)
    workers = WorkerPool(jobs: jobs, game: game, modules: modules)
  }

  /// A part of a request that one worker plays.
  private struct Part: Sendable {
    let request: Int
    let games: Range<Int>
  }

  /// Few enough games that all workers are busy, many enough that distributing them costs nothing.
  private static let partSize = 32

  /// What came of requests.
  struct Outcomes {
    /// The games of each request in the order of their indices; nil when cancelled.
    var games: [[TrialGame]]?
    /// What failed in each request's games; nil where nothing did.
    var faults: [GameFault?]
  }

  /// The games of each request in the order of their indices; nil when cancelled.
  ///
  /// - Parameters:
  ///   - requests: What to play.
  ///   - isCancelled: Looked at between games.
  ///   - progress: Called with the number of games that have just been played, from any worker.
  /// - Returns: The games, request by request.
  /// - Throws: `TuneError.faulted` where a script or an engine failed in a game.
  public func play(
    _ requests: [GameRequest], isCancelled: @escaping @Sendable () -> Bool,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> [[TrialGame]]? {
    let played = await outcomes(of: requests, isCancelled: isCancelled, progress: progress)
    if !toleratesFaults, let fault = played.faults.lazy.compactMap(\.self).first {
      throw TuneError.faulted(fault)
    }
    return played.games
  }

  /// The same with what failed, request by request.
  func outcomes(
    of requests: [GameRequest], isCancelled: @escaping @Sendable () -> Bool,
    progress: @escaping @Sendable (Int) -> Void
  ) async -> Outcomes {
    let parts = requests.enumerated().flatMap { number, request in
      stride(from: request.games.lowerBound, to: request.games.upperBound, by: Self.partSize).map {
        Part(request: number, games: $0..<min($0 + Self.partSize, request.games.upperBound))
      }
    }
    let played = await workers.outcomes(
      of: parts, isCancelled: isCancelled,
      batch: { part in
        let request = requests[part.request]
        return GameBatch(
          printedCell: request.cell, level: request.level, player: players[request.player],
          request: BatchRequest(
            seed: request.seed, levelID: request.level.id, games: part.games, maxMoves: maxMoves))
      },
      outcome: { part, rows in
        progress(rows.count)
        let fault = rows.lazy.compactMap { self.fault($0, in: requests[part.request]) }.first
        return (games: rows.map(trial), fault: fault)
      })
    var games: [[TrialGame]] = Array(repeating: [], count: requests.count)
    var faults: [GameFault?] = Array(repeating: nil, count: requests.count)
    var isWhole = !isCancelled()
    for (part, played) in zip(parts, played) {
      guard let played else {
        isWhole = false
        continue
      }
      games[part.request] += played.games
      faults[part.request] = faults[part.request] ?? played.fault
    }
    return Outcomes(games: isWhole ? games : nil, faults: faults)
  }

  private func trial(_ row: GameRow) -> TrialGame {
    TrialGame(
      end: row.result.end, score: row.result.score, moves: row.result.moves,
      metrics: columns.map { $0 < row.metrics.count ? row.metrics[$0] : nil },
      lossReason: row.lossReason, isDraw: isForTwo && row.result.end == .capped)
  }

  /// What failed in a game; nil where nothing did.
  private func fault(_ row: GameRow, in request: GameRequest) -> GameFault? {
    guard row.result.end == .faulted || row.result.end == .inconclusive else { return nil }
    let message = row.result.fault ?? "no reason was recorded"
    return GameFault(
      message: message, level: request.level.name, player: players[request.player].name,
      seed: request.seed, game: row.result.index,
      culprit: FailedGames.culprit(of: message, engine: game.engine?.name))
  }
}
