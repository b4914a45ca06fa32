import Glibc

/// One benchmark's figures: nanoseconds of CPU time per move.
struct BenchResult {
  let name: String
  /// The median of the rounds.
  let nanoseconds: Double
  let minimum: Double
  let maximum: Double
  let games: Int
  let moves: Int
  let checksum: UInt64
}

/// A benchmark: plays its games once per round.
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
      name: name, nanoseconds: times[rounds / 2], minimum: times[0], maximum: times[rounds - 1],
      games: games, moves: last.moves, checksum: last.checksum)
  }

  /// CPU seconds of this process.
  static func processTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
