import Synchronization

/// What tuning keeps of one game.
public struct TrialGame: Equatable, Sendable {
  public var end: GameEnd
  public var score: Int
  public var moves: Int
  /// The metrics that were asked for; nil where one is undefined.
  public var metrics: [Int64?]

  /// Whether the game was passed; nil where that is not the question.
  public var isPassed: Bool? { end.isPassed }
}

/// Plays games of variants over several workers.
///
/// A game depends on seed, level id, player and index alone, so the answer is the same at any
/// number of workers.
public struct GameCrew: Sendable {
  public let game: GameEntry
  public let players: [RunPlayer]
  public let maxMoves: Int
  public let jobs: Int
  /// The modules that scripts may require.
  public let modules: [ScriptSource]
  /// The metrics to keep, by their places among the game's.
  public let columns: [Int]
  /// Whether games in which a script failed are given like others, not thrown.
  public var toleratesFaults = false
  /// Takes what scripts print, from any worker; nil: nobody does.
  public var printed: (@Sendable (PrintedLine) -> Void)?
  /// Which of these lines are kept.
  public var prints = PrintFilter.all

  public init(
    game: GameEntry, players: [RunPlayer], maxMoves: Int, jobs: Int, modules: [ScriptSource],
    columns: [Int] = []
  ) {
    self.game = game
    self.players = players
    self.maxMoves = maxMoves
    self.jobs = jobs
    self.modules = modules
    self.columns = columns
  }

  /// A level and player whose games are wanted.
  public struct Demand: Sendable {
    public var level: PlayableLevel
    /// The player's place.
    public var player: Int
    public var seed: UInt64
    public var games: Range<Int>
    /// The number of the level and player in what scripts print.
    public var cell = 0

    public init(level: PlayableLevel, player: Int, seed: UInt64, games: Range<Int>) {
      self.level = level
      self.player = player
      self.seed = seed
      self.games = games
    }
  }

  /// A part of a demand that one worker plays.
  private struct Chunk: Sendable {
    let demand: Int
    let games: Range<Int>
  }

  private struct Answer: Sendable {
    let chunk: Int
    let games: [TrialGame]
    let fault: String?
  }

  /// Few enough games that all workers have work, many enough that dealing them costs nothing.
  private static let chunkSize = 32

  /// The games of each demand in the order of their indices; nil when cancelled.
  ///
  /// - Parameters:
  ///   - demands: What to play.
  ///   - isCancelled: Looked at between games.
  ///   - progress: Called with the number of games that have just been played, from any worker.
  /// - Returns: The games, demand by demand.
  /// - Throws: The fault of a script that failed in a game.
  public func play(
    _ demands: [Demand], isCancelled: @escaping @Sendable () -> Bool,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> [[TrialGame]]? {
    var chunks: [Chunk] = []
    for (index, demand) in demands.enumerated() {
      var start = demand.games.lowerBound
      while start < demand.games.upperBound {
        let end = min(start + Self.chunkSize, demand.games.upperBound)
        chunks.append(Chunk(demand: index, games: start..<end))
        start = end
      }
    }
    let answers = await answers(to: demands, chunks, isCancelled, progress)
    if !toleratesFaults,
      let fault = answers.sorted(by: { $0.chunk < $1.chunk }).lazy.compactMap(\.fault).first
    {
      throw TuneError.faulted(fault)
    }
    guard answers.count == chunks.count, !isCancelled() else { return nil }
    var games: [[TrialGame]] = Array(repeating: [], count: demands.count)
    for answer in answers.sorted(by: { $0.chunk < $1.chunk }) {
      games[chunks[answer.chunk].demand] += answer.games
    }
    return games
  }

  private func answers(
    to demands: [Demand], _ chunks: [Chunk], _ isCancelled: @escaping @Sendable () -> Bool,
    _ progress: @escaping @Sendable (Int) -> Void
  ) async -> [Answer] {
    await withTaskGroup(of: [Answer].self) { group in
      let dealer = Dealer()
      for _ in 0..<max(1, min(jobs, chunks.count)) {
        group.addTask {
          let host = ScriptHost(
            interfaces: game.interfaces, libraries: modules,
            printing: printed.map { ScriptPrinting(prints, sink: $0) })
          var answers: [Answer] = []
          while !isCancelled() {
            let number = dealer.take()
            guard number < chunks.count else { break }
            let answer = play(number, chunks[number], demands, host, isCancelled)
            progress(answer.games.count)
            answers.append(answer)
          }
          return answers
        }
      }
      var all: [Answer] = []
      for await answers in group { all += answers }
      return all
    }
  }

  private func play(
    _ number: Int, _ chunk: Chunk, _ demands: [Demand], _ host: ScriptHost,
    _ isCancelled: () -> Bool
  ) -> Answer {
    let demand = demands[chunk.demand]
    let request = BatchRequest(
      seed: demand.seed, levelID: demand.level.id, games: chunk.games, maxMoves: maxMoves)
    host.printing?.cell = demand.cell
    host.printing?.level = demand.level.name
    host.printing?.player = players[demand.player].name
    var games: [TrialGame] = []
    var fault: String?
    players[demand.player].play(request, demand.level, host, isCancelled) { row in
      if row.result.end == .faulted || row.result.end == .inconclusive {
        fault = fault ?? row.result.fault ?? "a script failed"
      }
      games.append(
        TrialGame(
          end: row.result.end, score: row.result.score, moves: row.result.moves,
          metrics: columns.map { $0 < row.metrics.count ? row.metrics[$0] : nil }))
    }
    return Answer(chunk: number, games: games, fault: fault)
  }
}

/// Numbers dealt to workers, each once.
private final class Dealer: Sendable {
  private let value = Atomic<Int>(0)

  func take() -> Int { value.wrappingAdd(1, ordering: .relaxed).oldValue }
}
