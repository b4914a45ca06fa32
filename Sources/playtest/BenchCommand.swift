import Agents
import ArgumentParser
import Glibc
import SimHarness

/// `playtest bench`: how fast games are played on this machine.
struct BenchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measure games per second and time per move, for each game and agent.",
    discussion: """
      CPU time of one core, divided by the moves made; the median of all rounds.

      Examples:
        playtest bench
        playtest bench --json
        playtest bench --signature   one hash of fixed games, same on all machines
        playtest bench --ladder      every player on every bundled level
      """)

  @Flag(help: "Print one hash of the results of fixed games, with fixed seeds.")
  var signature = false

  @Flag(help: "Rank all players on the bundled levels; exits with 1 if the order is wrong.")
  var ladder = false

  @Option(
    help: ArgumentHelp(
      "Games per level for --ladder; half as many for expert, a tenth for oracle.", valueName: "n"))
  var games = 200

  @Option(help: ArgumentHelp("The seed of --ladder.", valueName: "s"))
  var seed: UInt64 = 1

  @Flag(help: "Print JSON.")
  var json = false

  @Option(help: ArgumentHelp("The number of rounds; the median is printed.", valueName: "n"))
  var rounds = 9

  @Option(
    help: ArgumentHelp(
      "Only benchmarks, or levels of --ladder, whose name contains this text.", valueName: "text"))
  var filter: String?

  @Option(help: ArgumentHelp("Workers for --signature and --ladder.", valueName: "j"))
  var jobs = 2

  @OptionGroup var workspace: WorkspaceOptions

  func validate() throws {
    guard (1...999).contains(rounds) else { throw ValidationError("--rounds must be 1 to 999") }
    guard (1...100_000).contains(games) else {
      throw ValidationError("--games must be 1 to 100000")
    }
    guard (1...1024).contains(jobs) else { throw ValidationError("--jobs must be 1 to 1024") }
  }

  func run() async throws {
    if signature {
      Console.line(try await Signature.compute(jobs: jobs))
      return
    }
    let library = try Workspace.scripts(workspace.scripts)
    if ladder {
      let isInOrder = try await LadderBench.run(
        games: games, seed: seed, jobs: jobs, filter: filter, library: library)
      if !isInOrder { throw ExitCode(1) }
      return
    }
    var results: [BenchResult] = []
    let all =
      try BubbleBenchmarks.all(library: library) + PopBenchmarks.all
      + CardsBenchmarks.all(library: library)
      + PeggleBenchmarks.all(library: library, levelsFolder: Workspace.builtInLevels())
      + StoreBenchmarks.all(library: library) + PopulationBenchmarks.all
    // A whole name means that one alone, although it may be part of others.
    let named = all.filter { $0.name == filter }
    let chosen = named.isEmpty ? all.filter { filter.map($0.name.contains) ?? true } : named
    guard !chosen.isEmpty else {
      throw CommandFailure(
        .usage,
        "--filter: no benchmark's name contains '\(SafeText.escaped(filter ?? ""))'; leave it out"
          + " to see all names")
    }
    for benchmark in chosen { results.append(try benchmark.measure(rounds: rounds)) }
    Console.output(json ? Self.json(results) : Self.table(results))
  }

  private static func table(_ results: [BenchResult]) -> String {
    var rows = [["benchmark", "ns/move", "moves/s", "games/s", "min", "max"]]
    for result in results {
      rows.append([
        result.name, RunOutput.oneDecimal(result.nanoseconds),
        "\(Int(saturating: 1e9 / result.nanoseconds))",
        "\(Int(saturating: 1e9 / result.nanoseconds * Double(result.games) / Double(result.moves)))",
        RunOutput.oneDecimal(result.least), RunOutput.oneDecimal(result.most),
      ])
    }
    return TextTable.text(rows)
  }

  private static func json(_ results: [BenchResult]) -> String {
    JSONWriter.pretty(
      .array(
        results.map { result in
          .object([
            ("name", .string(result.name)), ("nanosecondsPerMove", .double(result.nanoseconds)),
            ("leastNanoseconds", .double(result.least)), ("mostNanoseconds", .double(result.most)),
            ("games", .int(result.games)), ("moves", .int(result.moves)),
            ("checksum", .string(StableDigest.hex(result.checksum))),
          ])
        }))
  }
}

/// One benchmark's figures: nanoseconds of CPU time a move.
struct BenchResult {
  let name: String
  /// The median of the rounds.
  let nanoseconds: Double
  let least: Double
  let most: Double
  let games: Int
  let moves: Int
  let checksum: UInt64
}

/// A benchmark: plays its games once a round.
struct Benchmark {
  let name: String
  let games: Int
  /// Plays all games; gives the moves made and the checksum.
  let round: () throws -> (moves: Int, checksum: UInt64)

  func measure(rounds: Int) throws -> BenchResult {
    var times: [Double] = []
    var last = try round()
    for _ in 0..<rounds {
      let start = Self.processTime()
      last = try round()
      times.append((Self.processTime() - start) / Double(last.moves) * 1e9)
    }
    times.sort()
    return BenchResult(
      name: name, nanoseconds: times[rounds / 2], least: times[0], most: times[rounds - 1],
      games: games, moves: last.moves, checksum: last.checksum)
  }

  /// CPU seconds of this process.
  static func processTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

/// Bubble pop's benchmarks: whole games of 60 seconds.
enum PopBenchmarks {
  static var all: [Benchmark] {
    [
      benchmark("random", games: 1000, RandomAgent<PopState>()),
      benchmark("casual", games: 500, SkillAgent<PopState>(SkillModel(.greedy, .shaky))),
      benchmark("expert", games: 20, SkillAgent<PopState>(SkillModel(.planner, .steady))),
      benchmark("mcts", games: 2, SkillAgent<PopState>(SkillModel(.mcts, .steady))),
    ]
  }

  private static func benchmark<Player: Agent<PopState>>(
    _ name: String, games: Int, _ agent: Player
  ) -> Benchmark {
    Benchmark(name: "bubble-pop/\(name)", games: games) {
      let counter = PopBench.play(games: games, with: agent)
      return (counter.moves, counter.checksum)
    }
  }
}

/// Bubble Blast's benchmarks, through the Runner with a counting observer.
enum BubbleBenchmarks {
  static func all(library: ScriptLibrary) throws -> [Benchmark] {
    typealias Small = BubbleState<SmallMask>
    typealias Large = BubbleState<LargeMask>
    var benchmarks = [
      benchmark("random", .plain, games: 1000, RandomAgent<Small>()),
      benchmark("greedy", .plain, games: 200, GreedyAgent<Small>()),
      benchmark("casual", .plain, games: 200, SkillAgent<Small>(SkillModel(.greedy, .shaky))),
      benchmark("expert", .plain, games: 20, SkillAgent<Small>(SkillModel(.planner, .steady))),
      benchmark("mcts", .plain, games: 2, SkillAgent<Small>(SkillModel(.mcts, .steady))),
      benchmark(
        "random 12x12", .sized(columns: 12, rows: 12), games: 1000, RandomAgent<Small>()),
      benchmark(
        "random 64x64", .sized(columns: 64, rows: 64), games: 200, RandomAgent<Large>()),
      benchmark(
        "random 12x12 large", .sized(columns: 12, rows: 12), games: 500, RandomAgent<Large>()),
    ]
    var kinds: [BubbleKind] = []
    for name in ["bomb", "indestructible", "lightning", "star"] {
      if let kind = try library.bubbleKind(named: name) { kinds.append(kind) }
    }
    if kinds.count == 4 {
      benchmarks += [
        benchmark("random specials", .specials, games: 1000, RandomAgent<Small>(), kinds: kinds),
        benchmark("greedy specials", .specials, games: 200, GreedyAgent<Small>(), kinds: kinds),
      ]
    }
    if let source = try library.source(of: .agent, named: "lua_greedy") {
      let script = try AgentScript(
        from: source, libraries: try library.libraries(for: source),
        knownGames: [BubbleBlast.name])
      benchmarks.append(
        benchmark("greedy in Lua", .plain, games: 200, ScriptedAgent<Small>(script)))
    }
    return benchmarks
  }

  private static func benchmark<Mask: CellMask, Player: Agent>(
    _ name: String, _ board: BubbleBench.Board, games: Int, _ agent: Player,
    kinds: [BubbleKind] = []
  ) -> Benchmark where Player.State == BubbleState<Mask> {
    let prepared = Prepared(games: games, board: board, kinds: kinds)
    return Benchmark(name: "bubble-blast/\(name)", games: games) {
      let levels = prepared.levels
      var runner = Runner(agent: agent, name: nil, maxMoves: 500)
      var counter = BubbleBench.Counter<Mask>()
      for game in levels.indices {
        _ = runner.play(
          levels[game], index: game, streams: BubbleBench.streams(game: game),
          scripts: prepared.host, observer: &counter)
      }
      return (counter.shots, counter.checksum)
    }
  }

  /// Levels that are made once, before the first round, when the benchmark is run at all.
  private final class Prepared {
    private let make: () -> [BubbleLevel]
    lazy var levels: [BubbleLevel] = make()
    let host = ScriptHost(interfaces: BubbleBlast.entry.interfaces)

    init(games: Int, board: BubbleBench.Board, kinds: [BubbleKind]) {
      make = { BubbleBench.levels(games: games, board: board, kinds: kinds) }
    }
  }
}
