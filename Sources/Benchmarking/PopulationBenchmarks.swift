import Lab
import SimHarness

/// The population model: 10,000 players through 1,000 levels.
///
/// A game is a player, a move one of its levels.
enum PopulationBenchmarks {
  private static let levels = 1000

  static var all: [Benchmark] {
    let difficulties = (0..<levels).map { Double($0 % 41) / 10 - 2 }
    let players = PopulationModel.Traits.standard.players
    return [
      Benchmark(name: "population", games: players) {
        let last = PopulationModel(difficulties: difficulties).levels.last
        return (players * levels, last?.started.bitPattern ?? 0)
      }
    ]
  }
}
