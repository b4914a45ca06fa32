import Agents
import BubblePopGame
import Catalogue
import SimHarness

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
