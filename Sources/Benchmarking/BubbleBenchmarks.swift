import Agents
import BubbleBlastGame
import Catalogue
import SimHarness

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
