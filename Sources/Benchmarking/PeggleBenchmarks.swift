import Agents
import Catalogue
import PeggleGame
import SimHarness

/// Peggle's benchmarks: the physics alone, one greedy shot on crowded boards and on the preloaded
/// ones, and whole games.
enum PeggleBenchmarks {
  /// `library` and `levelsFolder` are where the preloaded levels and their scripts are.
  static func all(library: ScriptLibrary, levelsFolder: String) throws -> [Benchmark] {
    let boards = try PeggleBench.levels()
    // As a worker has it: one for all its games.
    let host = ScriptHost(interfaces: Peggle.entry.interfaces)
    var benchmarks = [
      drops("bare", hasBucket: false),
      drops("bucket", hasBucket: true),
      Benchmark(name: "peggle/greedy shot", games: boards.count) {
        let counter = PeggleBench.play(
          games: boards.count, on: boards, maxMoves: 1, with: GreedyAgent(), scripts: host)
        return (counter.moves, counter.checksum)
      },
    ]
    let preloaded = preloadedLevels(library: library, levelsFolder: levelsFolder)
    if !preloaded.isEmpty {
      benchmarks.append(
        Benchmark(name: "peggle/greedy set", games: preloaded.count) {
          let counter = PeggleBench.play(
            games: preloaded.count, on: preloaded, maxMoves: 1, with: GreedyAgent(), scripts: host)
          return (counter.moves, counter.checksum)
        })
    }
    if let level = preloaded.first(where: { $0.file.mode == "classic" }) {
      let casual = SkillAgent<PeggleState>(SkillModel(.greedy, .shaky))
      benchmarks.append(
        Benchmark(name: "peggle/casual", games: 20) {
          let counter = PeggleBench.play(games: 20, on: [level], with: casual, scripts: host)
          return (counter.moves, counter.checksum)
        })
    }
    return benchmarks
  }

  /// Whole drops of one ball among 60 pegs; its games are drops and its moves are steps.
  private static func drops(_ name: String, hasBucket: Bool) -> Benchmark {
    let worlds = PeggleBench.worlds(hasBucket: hasBucket)
    return Benchmark(name: "peggle/\(name)", games: 1000) {
      let total = PeggleBench.play(drops: 1000, on: worlds)
      return (total.steps, total.checksum)
    }
  }

  /// The preloaded levels in their order; none where their folder is not.
  private static func preloadedLevels(
    library: ScriptLibrary, levelsFolder: String
  ) -> [PeggleLevel] {
    let files = try? LevelLibrary(folder: levelsFolder, catalog: library)
      .levels(for: ["\(levelsFolder)/\(Peggle.name)"])
    return (files ?? []).compactMap { level in
      guard let file = level.content as? PeggleLevelFile else { return nil }
      return try? PeggleLevel(file, catalog: library)
    }
  }
}
