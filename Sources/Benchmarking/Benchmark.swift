import Glibc
import SimHarness

/// One benchmark's figures: nanoseconds of CPU time per move.
package struct BenchResult {
  package let name: String
  /// The median of the rounds.
  package let nanoseconds: Double
  package let minimum: Double
  package let maximum: Double
  package let games: Int
  package let moves: Int
  package let checksum: UInt64
}

/// A benchmark: plays its games once per round.
package struct Benchmark {
  package let name: String
  let games: Int
  /// Plays all games; gives the moves made and the checksum.
  let round: () throws -> (moves: Int, checksum: UInt64)

  /// All benchmarks of the bundled games.
  ///
  /// `library` and `levelsFolder` are where the preloaded levels and their scripts are.
  package static func all(library: ScriptLibrary, levelsFolder: String) throws -> [Benchmark] {
    try BubbleBenchmarks.all(library: library) + PopBenchmarks.all
      + CardsBenchmarks.all(library: library)
      + PeggleBenchmarks.all(library: library, levelsFolder: levelsFolder)
      + StoreBenchmarks.all(library: library) + PopulationBenchmarks.all
      + StateBenchmarks.all(library: library)
  }

  package func measure(rounds: Int) throws -> BenchResult {
    var times: [Double] = []
    var last = try round()
    for _ in 0..<rounds {
      let start = Self.processTime()
      last = try round()
      times.append((Self.processTime() - start) / Double(last.moves) * 1e9)
    }
    times.sort()
    return BenchResult(
      name: name, nanoseconds: times[rounds / 2], minimum: times[0], maximum: times[rounds - 1],
      games: games, moves: last.moves, checksum: last.checksum)
  }

  /// CPU seconds of this process.
  package static func processTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
