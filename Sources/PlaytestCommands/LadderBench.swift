import Benchmarking
import Catalogue
import SimHarness

/// `playtest bench --ladder`: how well each player does on each bundled level, and what it costs.
enum LadderBench {
  /// Games of each level by player; searches take long.
  private static func games(_ player: String, _ games: Int) -> Int {
    switch player {
    case "oracle": max(1, games / 10)
    case "expert": max(1, games / 2)
    default: games
    }
  }

  /// Plays all bundled levels whose path holds `filter` and prints a line for each level and
  /// player.
  ///
  /// - Returns: whether no pair of players was out of order.
  static func run(
    games count: Int, seed: UInt64, jobs: Int, filter: String?, library: ScriptLibrary
  ) async throws -> Bool {
    let folder = Workspace.builtInLevels()
    var rows = [["level", "player", "games", "pass rate or score", "95% interval", "ms/decision"]]
    var cells: [Ladder.Cell] = []
    for game in Playtest.games.games {
      let files = try LevelLibrary(folder: folder, catalog: library)
        .levels(for: ["\(folder)/\(game.name)"])
      let levels =
        try files
        .filter { file in filter.map(file.header.name.contains) ?? true }
        .map { try game.ready($0, library, .none) }
      if levels.isEmpty { continue }
      for level in levels {
        for player in Ladder.players(of: game) {
          let start = Benchmark.processTime()
          var cell = try await Ladder.play(
            player, of: game, on: [level], games: games(player, count), seed: seed, jobs: jobs,
            library: library)[0]
          cell.seconds = Benchmark.processTime() - start
          rows.append(row(cell))
          cells.append(cell)
          Console.note("\(game.name), \(level.name): \(player)\n")
        }
      }
    }
    let violations = Ladder.violations(cells, order: Ladder.order)
    Console.output(TextTable.text(rows))
    Console.line("")
    for violation in violations { Console.line("out of order: \(violation)") }
    Console.line(
      "\(violations.count) pairs of players are out of order (5% error rate over all pairs, Holm)")
    return violations.isEmpty
  }

  private static func row(_ cell: Ladder.Cell) -> [String] {
    let played = cell.played
    let milliseconds = cell.seconds * 1000 / Double(max(1, cell.moves))
    let decimals = cell.hasGoal ? 3 : 1
    let mean = cell.mean
    return [
      cell.level, cell.player, "\(played.count)",
      mean.map { fixed($0.value, decimals) } ?? "-",
      mean.map { "\(fixed($0.low, decimals)) to \(fixed($0.high, decimals))" } ?? "-",
      fixed(milliseconds, 3),
    ]
  }

  /// A number with the given number of decimals.
  private static func fixed(_ value: Double, _ decimals: Int) -> String {
    var scale = 1
    for _ in 0..<decimals { scale *= 10 }
    let units = Int(saturating: (value * Double(scale)).rounded())
    let fraction = String(units.magnitude % UInt(scale))
    let zeros = String(repeating: "0", count: max(0, decimals - fraction.count))
    return (units < 0 ? "-" : "") + "\(units.magnitude / UInt(scale)).\(zeros)\(fraction)"
  }
}
