import Glibc
import SimHarness
import Synchronization

/// Plays a level with its players while it is being edited: few games of every player first, so
/// that there is something to show at once, and all of them in the end.
///
/// The rows are those that a run of the plan has. Nothing is stopped early because of what is seen,
/// except for a player in whose games scripts fail.
public final class LiveEstimate: Sendable {
  /// What is known at a moment.
  public struct Snapshot: Sendable, Equatable {
    /// The games so far: of every player the same ones, but fewer of a player that was stopped.
    public var games: LiveGames
    /// Games of each player in the end.
    public var total: Int
    /// Whether nothing follows.
    public var isFinal: Bool

    public init(games: LiveGames, total: Int, isFinal: Bool) {
      self.games = games
      self.total = total
      self.isFinal = isFinal
    }
  }

  /// Faulted games of a player after which no more are played.
  public static let maxFaults = 3
  /// Seconds between two snapshots, at least; the first and the last one come at once, and so does
  /// the first one that has enough games for intervals.
  static let delay = 1.0 / 15

  private struct State {
    /// Each player's rows by index; nil until a game has ended.
    var rows: [[GameRow?]]
    /// Of each player: the games from index 0 on without a gap.
    var counts: [Int]
    /// Of each player: the games in which a script failed, also those of a batch that goes on.
    var faults: [Set<Int>]
    var published: Int
    var time: Double?
    var isCancelled = false
  }

  public let plan: RunPlan
  private let jobs: Int
  private let state: Mutex<State>
  private let now: @Sendable () -> Double
  private let rest: @Sendable () -> Void
  private let publish: @Sendable (Snapshot) -> Void

  /// - Parameters:
  ///   - plan: One level, its players and the number of games.
  ///   - jobs: The maximum number of workers.
  ///   - known: Games that have been played before, from the first one on; these are not played.
  ///   - now: Seconds of a clock that only runs forward; it decides what is published, and nothing
  ///     else.
  ///   - rest: How the worker that has published the first figures rests.
  ///   - publish: Takes snapshots, one after another, from any worker. The workers wait for it, so
  ///     it hands them on; it must not call the estimate.
  public init(
    _ plan: RunPlan, jobs: Int, known: LiveGames? = nil,
    now: @escaping @Sendable () -> Double = LiveEstimate.seconds,
    rest: @escaping @Sendable () -> Void = LiveEstimate.rest,
    publish: @escaping @Sendable (Snapshot) -> Void
  ) {
    precondition(plan.levels.count == 1, "an estimate is of one level")
    self.plan = plan
    self.jobs = jobs
    self.now = now
    self.rest = rest
    self.publish = publish
    let games = max(0, plan.games)
    var rows = [[GameRow?]](
      repeating: Array(repeating: nil, count: games), count: plan.players.count)
    for (player, known) in (known?.rows ?? []).prefix(rows.count).enumerated() {
      for (index, row) in known.prefix(games).enumerated() { rows[player][index] = row }
    }
    let state = State(
      rows: rows, counts: rows.map { $0.prefix { $0 != nil }.count },
      faults: rows.map { Set($0.compactMap(\.self).filter(Self.isFaulted).map(\.result.index)) },
      published: 0)
    self.state = Mutex(state)
  }

  /// Plays what is not known yet.
  ///
  /// - Returns: All games; those so far where the estimate was cancelled.
  public func run(
    log: @escaping @Sendable (PrintedLine) -> Void = { _ in }
  ) async throws -> LiveGames {
    let spans = LiveLadder.spans(games: plan.games, known: state.withLock { $0.counts })
    var plan = plan
    plan.players = plan.players.enumerated().map { number, player in
      stopping(player, number: number)
    }
    var engine = RunEngine(plan: plan, jobs: jobs)
    // What is drawn meanwhile comes first.
    engine.hasLowPriority = true
    try await engine.run(
      spans, isCancelled: { [self] in isCancelled }, log: log,
      rows: { [self] player, rows in add(rows, of: player) })
    return finish()
  }

  /// Stops playing; when this has returned, nothing is published any more.
  public func cancel() { state.withLock { $0.isCancelled = true } }

  private var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// What is known now.
  public var games: LiveGames { state.withLock { Self.games($0, upTo: .max) } }

  /// The seed of fresh games on which a level is confirmed that was chosen by those of a seed.
  public static func confirmationSeed(of seed: UInt64) -> UInt64 {
    StreamKey(rawValue: seed).derived("studio confirm").rawValue
  }

  /// Seconds of the system's clock that only runs forward.
  public static func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// Leaves a core to what shows the first figures for 4 ms.
  ///
  /// A lower priority is not enough. Linux may share a core between sessions before it looks at the
  /// priorities in them, and a browser is in another session: where all cores are busy, each of its
  /// threads that has a part in showing the figures waits for a worker, one after another.
  public static func rest() { usleep(4_000) }

  // MARK: Rows

  /// The player, which plays no more games once scripts have failed in several of them.
  private func stopping(_ player: RunPlayer, number: Int) -> RunPlayer {
    RunPlayer(
      name: player.name, summary: player.summary, scripts: player.scripts,
      recorded: player.recorded
    ) { [self] request, level, host, isCancelled, row in
      var next = request.games.lowerBound
      func stops() -> Bool { isCancelled() || self.isStopped(number, before: next) }
      if stops() { return }
      player.play(request, level, host, stops) { game in
        next = game.result.index + 1
        note([game], of: number)
        row(game)
      }
    }
  }

  /// Whether enough games before one have failed: whichever worker is first, the same games are
  /// played, and there is one to show.
  private func isStopped(_ player: Int, before game: Int) -> Bool {
    state.withLock { $0.faults[player].count { $0 < game } >= Self.maxFaults }
  }

  /// Takes note of the games in which scripts failed.
  private func note(_ rows: [GameRow], of player: Int) {
    let faulted = rows.filter(Self.isFaulted).map(\.result.index)
    if !faulted.isEmpty { state.withLock { $0.faults[player].formUnion(faulted) } }
  }

  private func add(_ rows: [GameRow], of player: Int) {
    // Those of a worker that was given up come here alone.
    note(rows, of: player)
    let isFirst = state.withLock { state in
      for row in rows where state.rows[player].indices.contains(row.result.index) {
        state.rows[player][row.result.index] = row
      }
      let known = state.rows[player][state.counts[player]...].prefix { $0 != nil }.count
      state.counts[player] += known
      let published = state.published
      if !state.isCancelled { show(&state) }
      return published == 0 && state.published > 0
    }
    if isFirst { rest() }
  }

  /// Publishes what is new, if the last snapshot is old enough.
  private func show(_ state: inout State) {
    let common = Self.common(state)
    // The last one is published when all workers have ended.
    guard common > state.published, common < plan.games else { return }
    let time = now()
    let hasIntervals = common >= LiveFigures.fewGames && state.published < LiveFigures.fewGames
    if !hasIntervals, let last = state.time, time - last < Self.delay { return }
    state.time = time
    state.published = common
    publish(
      Snapshot(
        games: Self.games(state, upTo: common), total: plan.games, isFinal: false))
  }

  private func finish() -> LiveGames {
    state.withLock { state in
      let games = Self.games(state, upTo: .max)
      if !state.isCancelled {
        publish(Snapshot(games: games, total: plan.games, isFinal: true))
      }
      return games
    }
  }

  private static func isFaulted(_ row: GameRow) -> Bool {
    row.result.end == .faulted || row.result.end == .inconclusive
  }

  /// The games that every player has played who plays on.
  private static func common(_ state: State) -> Int {
    state.counts.indices.filter { state.faults[$0].count < maxFaults }.map { state.counts[$0] }
      .min()
      ?? 0
  }

  private static func games(_ state: State, upTo end: Int) -> LiveGames {
    LiveGames(
      rows: state.rows.indices.map { player in
        state.rows[player].prefix(min(end, state.counts[player])).compactMap(\.self)
      })
  }
}
