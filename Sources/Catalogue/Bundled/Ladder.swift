import Agents
import SimHarness
import Synchronization

/// The ladder of players tried on levels: whether stronger ones do better in the same games.
public enum Ladder {
  /// What one player did on one level.
  public struct Cell: Sendable {
    public let game: String
    public let level: String
    public let player: String
    /// Whether games can be passed; else the score counts.
    public let hasGoal: Bool
    /// Of each game by its index, 1 or 0 for passed or not, or the score; nil if the game
    /// faulted.
    public let results: [Double?]
    public let moves: Int
    /// Seconds that the games took on one worker: a measurement on which nothing else depends.
    public var seconds = 0.0

    public var played: [Double] { results.compactMap { $0 } }

    /// The player's name without its numbers.
    var base: String { String(player.prefix { $0 != ":" }) }

    /// The pass rate with Wilson's interval, or the mean score with Student's; nil without games,
    /// or of one score.
    public var mean: Interval? {
      let played = played
      let sum = played.reduce(0, +)
      guard !hasGoal else { return Statistics.rate(successes: Int(sum), trials: played.count) }
      return Statistics.meanInterval(
        count: played.count, sum: Int128(sum),
        sumOfSquares: played.reduce(0) { $0 + Int128($1) * Int128($1) })
    }
  }

  /// A stronger player that did significantly worse than a weaker one in the same games.
  public struct Violation: Sendable, CustomStringConvertible {
    public let level: String
    public let stronger: String
    public let weaker: String
    /// The means over the games that both played.
    public let means: (stronger: Double, weaker: Double)
    public let games: Int
    /// One-sided, corrected for all pairs on all levels.
    public let pValue: Double

    public var description: String {
      "\(level): \(stronger) \(means.stronger) < \(weaker) \(means.weaker) in"
        + " \(ReportNumber.plain(games, "game")),"
        + " p = \(pValue)"
    }
  }

  /// The players from weak to strong.
  public static var order: [String] { SkillModel.presets.map(\.name) }

  /// Those of them that play a game.
  public static func players(of game: GameEntry) -> [String] {
    SkillModel.presets.filter { Roster.supports(game, $0.model.strategy) }
      .map(\.name)
  }

  /// Plays games 0..<`games` of each level.
  public static func play(
    _ player: String, of game: GameEntry, on levels: [PlayableLevel], games: Int, seed: UInt64,
    jobs: Int, library: ScriptLibrary
  ) async throws -> [Cell] {
    let plan = RunPlan(
      title: "ladder", game: game, levels: levels,
      players: [try Roster.player(player, game: game, library: library)], games: games, seed: seed,
      maxMoves: game.defaultMaxMoves)
    let found = Mutex<[Int: [GameRow]]>([:])
    try await RunEngine(plan: plan, jobs: jobs).run(
      isCancelled: { false }, log: { _ in },
      rows: { cell, rows in found.withLock { $0[cell, default: []] += rows } })
    let rows = found.withLock { $0 }
    return levels.enumerated().map { place, level in
      var results = [Double?](repeating: nil, count: games)
      var moves = 0
      for row in rows[place] ?? [] {
        let result = row.result
        moves += result.moves
        if result.end == .faulted || result.end == .inconclusive { continue }
        results[result.index] = level.hasGoal ? (result.end == .won ? 1 : 0) : Double(result.score)
      }
      return Cell(
        game: game.name, level: level.name, player: player, hasGoal: level.hasGoal,
        results: results, moves: moves)
    }
  }

  /// The pairs of players that are significantly out of order on any level.
  ///
  /// All pairs of a level are compared, `order` naming the players from weak to strong, in the
  /// games that both played: passes by McNemar's exact test, scores by Student's paired t. With
  /// Holm's correction over all of them the chance of any violation where there is none is at most
  /// `error`.
  public static func violations(
    _ cells: [Cell], order: [String], error: Double = 0.05
  ) -> [Violation] {
    var found: [Violation] = []
    for (place, cell) in cells.enumerated() {
      for other in cells[(place + 1)...] where other.level == cell.level && other.game == cell.game
      {
        guard let one = order.firstIndex(of: cell.base),
          let two = order.firstIndex(of: other.base), one != two
        else { continue }
        if let violation = one > two ? compare(cell, other) : compare(other, cell) {
          found.append(violation)
        }
      }
    }
    let pValues = Statistics.holm(found.map(\.pValue))
    return zip(found, pValues).filter { $0.1 < error }.map { violation, pValue in
      Violation(
        level: violation.level, stronger: violation.stronger, weaker: violation.weaker,
        means: violation.means, games: violation.games, pValue: pValue)
    }
  }

  /// The one-sided p-value for the stronger player being worse; nil without games.
  private static func compare(_ stronger: Cell, _ weaker: Cell) -> Violation? {
    let pairs = zip(stronger.results, weaker.results).compactMap { one, two in
      one.flatMap { one in two.map { (one, $0) } }
    }
    guard !pairs.isEmpty else { return nil }
    let count = Double(pairs.count)
    let means = (
      pairs.reduce(0) { $0 + $1.0 } / count, pairs.reduce(0) { $0 + $1.1 } / count
    )
    var pValue = 1.0
    if means.0 < means.1 {
      pValue =
        stronger.hasGoal
        ? Statistics.mcNemar(
          gained: pairs.count { $0.0 > $0.1 }, lost: pairs.count { $0.0 < $0.1 }) / 2
        : pairedT(pairs.map { $0.1 - $0.0 }) / 2
    }
    return Violation(
      level: stronger.level, stronger: stronger.player, weaker: weaker.player, means: means,
      games: pairs.count, pValue: pValue)
  }

  /// The two-sided p-value of a mean difference from 0.
  private static func pairedT(_ differences: [Double]) -> Double {
    let count = Double(differences.count)
    guard count > 1 else { return 1 }
    let mean = differences.reduce(0, +) / count
    let squares = differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let error = (squares / (count - 1) / count).squareRoot()
    return error > 0
      ? Statistics.studentT(beyond: (mean / error).magnitude, degreesOfFreedom: count - 1) : 0
  }
}
