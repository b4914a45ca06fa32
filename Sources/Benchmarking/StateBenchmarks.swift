import Catalogue
import SimHarness

/// What positions of games in Lua cost as bytes, beside a deep copy that Lua makes of them.
///
/// A move is a position here.
package enum StateBenchmarks {
  private static let moves = 5000
  /// The game, and fields of its level.
  private static let games: [(name: String, fields: [String: Int])] = [
    ("tiles", ["target": 8]), ("patience", ["piles": 7, "passes": 3]),
  ]

  static func all(library: ScriptLibrary) throws -> [Benchmark] {
    var benchmarks: [Benchmark] = []
    for (name, fields) in games {
      guard let source = try library.source(of: .game, named: name) else { continue }
      let played = PlayedOnce(source, fields)
      for part in StateCost.Part.allCases {
        benchmarks.append(
          Benchmark(name: label(name, part), games: 1) {
            let done = try played.cost().run(part)
            return (moves: done.count, checksum: done.checksum)
          })
      }
    }
    return benchmarks
  }

  private static func label(_ game: String, _ part: StateCost.Part) -> String {
    "state/\(game)/\(part.rawValue)"
  }

  /// The shares of a deep copy in Lua, one line per game of which all parts were measured.
  package static func shares(_ results: [BenchResult]) -> [String] {
    games.compactMap { game in
      let times = StateCost.Part.allCases.compactMap { part in
        results.first { $0.name == label(game.name, part) }?.nanoseconds
      }
      guard times.count == StateCost.Part.allCases.count else { return nil }
      let (refill, pack, copy) = (times[0], times[1] - times[0], times[2])
      return "\(game.name): refill \(percent(refill / copy)), pack \(percent(pack / copy)) of a"
        + " deep copy in Lua"
    }
  }

  private static func percent(_ share: Double) -> String {
    "\((share * 1000).rounded() / 10)%"
  }

  /// Positions that are played once, when the benchmark is run at all.
  private final class PlayedOnce {
    private let source: ScriptSource
    private let fields: [String: Int]
    private var kept: StateCost?

    init(_ source: ScriptSource, _ fields: [String: Int]) {
      self.source = source
      self.fields = fields
    }

    func cost() throws -> StateCost {
      if let kept { return kept }
      let cost = try StateCost(of: source, fields: fields, moves: StateBenchmarks.moves)
      kept = cost
      return cost
    }
  }
}
