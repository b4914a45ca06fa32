import Dispatch
import Glibc
import Synchronization
import Testing

@testable import Agents
@testable import Catalogue
@testable import Lab
@testable import SimHarness

@Suite struct LiveEstimateTests {
  static func plan(
    _ variants: LevelVariants, _ players: [String] = ["novice", "casual", "skilled"],
    games: Int = 200
  ) throws -> RunPlan {
    RunPlan(
      title: "live", game: variants.entry, levels: [try variants.unchanged().level],
      players: try players.map { try Tuning.player($0, variants) }, games: games, seed: 1,
      maxMoves: variants.entry.defaultMaxMoves)
  }

  static func plan(games: Int = 200) throws -> RunPlan {
    try plan(try Tuning.variants(Tuning.bubbles), games: games)
  }

  /// The rows of `RunEngine` alone, by player and index.
  static func rows(of plan: RunPlan) async throws -> LiveGames {
    let all = Mutex([[GameRow]](repeating: [], count: plan.players.count))
    try await RunEngine(plan: plan, jobs: 2).run(
      isCancelled: { false }, log: { _ in },
      rows: { cell, rows in all.withLock { $0[cell] += rows } })
    return LiveGames(
      rows: all.withLock { $0 }.map { $0.sorted { $0.result.index < $1.result.index } })
  }

  /// Snapshots as they came, and a clock that goes on by an hour with each look.
  final class Show: Sendable {
    let snapshots = Mutex<[LiveEstimate.Snapshot]>([])
    let time = Mutex(0.0)

    var all: [LiveEstimate.Snapshot] { snapshots.withLock { $0 } }

    @Sendable func add(_ snapshot: LiveEstimate.Snapshot) {
      snapshots.withLock { $0.append(snapshot) }
    }

    func now() -> Double {
      time.withLock { time in
        time += 3_600
        return time
      }
    }
  }

  // MARK: The ladder

  @Test func fewGamesOfEveryPlayerComeFirst() {
    let few = Array(1...8)
    #expect(LiveLadder.ends(32) == few + [16, 24, 32])
    #expect(LiveLadder.ends(30) == few + [16, 24, 30])
    #expect(LiveLadder.ends(9) == few + [9] && LiveLadder.ends(8) == few)
    #expect(LiveLadder.ends(3) == [1, 2, 3] && LiveLadder.ends(0) == [])
    // Of many games the last ones are few at a time.
    #expect(LiveLadder.ends(200).suffix(9) == [168, 176, 184, 188, 192, 194, 196, 198, 200])
    #expect(LiveLadder.ends(66).suffix(8) == [48, 50, 54, 58, 60, 62, 64, 66])
    #expect(
      LiveLadder.spans(games: 12, known: [7, 6]) == [
        GameSpan(cell: 1, games: 6..<7),
        GameSpan(cell: 1, games: 7..<8), GameSpan(cell: 0, games: 7..<8),
        GameSpan(cell: 1, games: 8..<12), GameSpan(cell: 0, games: 8..<12),
      ])
  }

  /// Whatever is known, every other game is there once.
  @Test func theLadderHoldsEveryGameOnce() {
    for games in [0, 1, 7, 200, 333] {
      for known in [[0, 0], [5, 0], [200, 3], [400, 400]] {
        var seen = known.map { [Bool](repeating: false, count: max(games, $0)) }
        for span in LiveLadder.spans(games: games, known: known) {
          for game in span.games {
            #expect(!seen[span.cell][game])
            seen[span.cell][game] = true
          }
        }
        for (cell, count) in known.enumerated() {
          for game in 0..<games { #expect(seen[cell][game] == (game >= count)) }
        }
      }
    }
  }

  // MARK: Rows

  @Test(arguments: [1, 2, 5]) func theRowsAreThoseOfARun(jobs: Int) async throws {
    let plan = try Self.plan(games: 60)
    let show = Show()
    let estimate = LiveEstimate(plan, jobs: jobs, now: { show.now() }, publish: show.add)
    let games = try await estimate.run()
    let wanted = try await Self.rows(of: plan)
    #expect(games == wanted && estimate.games == wanted)
    // Each snapshot has the same games of every player, and more than the one before.
    let snapshots = show.all
    #expect(snapshots.count >= 2)
    #expect(snapshots.last == LiveEstimate.Snapshot(games: wanted, total: 60, isFinal: true))
    #expect(snapshots.dropLast().allSatisfy { !$0.isFinal && $0.total == 60 })
    for (before, after) in zip(snapshots, snapshots.dropFirst()) {
      #expect(before.games.common < after.games.common)
    }
    for snapshot in snapshots {
      let common = snapshot.games.common
      #expect(common > 0)
      #expect(snapshot.games.rows == wanted.rows.map { Array($0.prefix(common)) })
    }
  }

  /// Between the first and the last snapshot there is none before its time, except for the first one
  /// with enough games for intervals.
  @Test func snapshotsKeepTheirDistance() async throws {
    let show = Show()
    let estimate = LiveEstimate(try Self.plan(games: 60), jobs: 1, now: { 5 }, publish: show.add)
    _ = try await estimate.run()
    #expect(show.all.map(\.isFinal) == [false, false, true])
    #expect(show.all.map(\.games.common) == [1, LiveFigures.fewGames, 60])
  }

  /// One worker, once, when the first figures are out; nobody where none are shown before the last.
  @Test(arguments: [1, 3]) func aWorkerRestsAfterTheFirstFigures(jobs: Int) async throws {
    let plan = try Self.plan(games: 60)
    func rests(known: LiveGames? = nil, games: Int = 60) async throws -> [Int] {
      let show = Show()
      let rests = Mutex<[Int]>([])
      var plan = plan
      plan.games = games
      let estimate = LiveEstimate(
        plan, jobs: jobs, known: known, now: { 5 },
        rest: { rests.withLock { $0.append(show.all.first?.games.common ?? 0) } },
        publish: show.add)
      _ = try await estimate.run()
      return rests.withLock { $0 }
    }
    let first = try await rests()
    #expect(first.count == 1 && first.allSatisfy { $0 > 0 && $0 < 60 })
    #expect(try await rests(known: try await Self.rows(of: plan)) == [])
    #expect(try await rests(games: 1) == [])
  }

  @Test func whatIsKnownIsNotPlayed() async throws {
    let plan = try Self.plan(games: 60)
    let wanted = try await Self.rows(of: plan)
    let played = Mutex<[[Int]]>([[], [], []])
    var watched = plan
    watched.players = plan.players.enumerated().map { number, player in
      RunPlayer(name: player.name, summary: "", scripts: []) {
        request, level, host, isCancelled, row in
        player.play(request, level, host, isCancelled) { game in
          played.withLock { $0[number].append(game.result.index) }
          row(game)
        }
      }
    }
    let known = LiveGames(
      rows: [Array(wanted.rows[0].prefix(7)), wanted.rows[1], []])
    let games = try await LiveEstimate(watched, jobs: 2, known: known) { _ in }.run()
    #expect(games == wanted)
    #expect(played.withLock { $0.map { $0.sorted() } } == [Array(7..<60), [], Array(0..<60)])
  }

  /// Whoever draws does not wait for the workers; a run's workers have the program's priority.
  @Test func theWorkersGiveWay() async throws {
    let processes = __priority_which_t(PRIO_PROCESS.rawValue)
    let own = getpriority(processes, id_t(getpid()))
    var plan = try Self.plan(games: 3)
    let seen = Mutex<Set<Int32>>([])
    plan.players = plan.players.map { player in
      RunPlayer(name: player.name, summary: "", scripts: []) {
        request, level, host, isCancelled, row in
        // Of the current thread.
        let priority = getpriority(processes, 0)
        seen.withLock { _ = $0.insert(priority) }
        player.play(request, level, host, isCancelled, row)
      }
    }
    let games = try await LiveEstimate(plan, jobs: 2) { _ in }.run()
    #expect(games.common == 3 && seen.withLock { $0 } == [min(own + 5, 19)])
    seen.withLock { $0 = [] }
    _ = try await Self.rows(of: plan)
    #expect(seen.withLock { $0 } == [own])
  }

  // MARK: Cancelling

  /// When `cancel` has returned, nothing more comes.
  @Test(arguments: [1, 3]) func aCancelledOnePublishesNothingMore(jobs: Int) async throws {
    let plan = try Self.plan(games: 200)
    let show = Show()
    // Nobody plays to the end before the estimate is cancelled.
    let gate = DispatchSemaphore(value: 0)
    var held = plan
    held.players[1] = RunPlayer(name: plan.players[1].name, summary: "", scripts: []) {
      request, level, host, isCancelled, row in
      if request.games.lowerBound >= 64 {
        gate.wait()
        gate.signal()
      }
      plan.players[1].play(request, level, host, isCancelled, row)
    }
    let cancelled = Atomic<Bool>(false)
    let late = Atomic<Int>(0)
    let publish: @Sendable (LiveEstimate.Snapshot) -> Void = { snapshot in
      if cancelled.load(ordering: .sequentiallyConsistent) {
        late.wrappingAdd(1, ordering: .relaxed)
      }
      show.add(snapshot)
    }
    let estimate = LiveEstimate(held, jobs: jobs, now: { show.now() }, publish: publish)
    async let games = estimate.run { _ in }
    // After the first snapshot, as a new stroke does it.
    while show.all.isEmpty { await Task.yield() }
    estimate.cancel()
    cancelled.store(true, ordering: .sequentiallyConsistent)
    gate.signal()
    let left = try await games
    #expect(late.load(ordering: .relaxed) == 0)
    #expect(show.all.allSatisfy { !$0.isFinal })
    // What was played is right, and can be gone on from.
    let wanted = try await Self.rows(of: plan)
    for (own, all) in zip(left.rows, wanted.rows) { #expect(all.starts(with: own)) }
    let rest = try await LiveEstimate(plan, jobs: jobs, known: left) { _ in }.run()
    #expect(rest == wanted)
  }

  @Test func cancelledBeforeItBeginsItPlaysNothing() async throws {
    let show = Show()
    let estimate = LiveEstimate(try Self.plan(), jobs: 2, publish: show.add)
    estimate.cancel()
    let games = try await estimate.run()
    #expect(games == LiveGames(players: 3) && show.all.isEmpty)
  }

  // MARK: Scripts

  /// A player in whose games a script fails is stopped after a few; the others play on.
  @Test func aFailingScriptStopsItsPlayer() async throws {
    let variants = try Tuning.variants(Tuning.bubbles)
    var plan = try Self.plan(variants, ["casual", "greedy"], games: 100)
    let source = ScriptSource(
      name: "agents/broken.lua",
      text: """
        return { name = "broken", games = { "bubble-blast" }, summary = "Fails.",
          choose = function(turn) error("no") end }
        """)
    plan.players[0] = try Roster.player(
      "broken", game: variants.entry, library: ScriptLibrary(kept: [source]))
    let games = try await LiveEstimate(plan, jobs: 1) { _ in }.run()
    #expect(games.rows[0].count == LiveEstimate.maxFaults)
    #expect(games.rows[0].allSatisfy { $0.result.end == .faulted })
    #expect(games.rows[1].count == 100)
    let figures = LiveFigures(
      LiveEstimate.Snapshot(games: games, total: 100, isFinal: true), of: plan)
    #expect(figures.players[0].fault?.games == [0, 1, 2])
    #expect(figures.players[0].fault?.message.hasSuffix("broken.lua:2: no") == true)
    #expect(figures.players[0].value == nil && figures.players[0].lost == 0)
    #expect(figures.players[1].fault == nil)
  }

  @Test func freshGamesHaveAnotherSeed() {
    let seeds = [UInt64](0..<100).map { LiveEstimate.confirmationSeed(of: $0) }
    #expect(Set(seeds).count == 100 && seeds == seeds.filter { $0 > 1_000 })
  }
}
