import SimHarness

/// The results of a suite's gates.
///
/// A gate fails only on statistical evidence: of suites whose figures all meet their conditions, at
/// most 1 in 20 has a failing gate.
public struct GateReport: Sendable {
  /// The false alarms allowed to all gates of a suite together.
  public static let error = 0.05

  /// One gate on one level.
  public struct Result: Sendable {
    public var condition: Condition
    public var level: String
    /// The figure with its 95% interval; nil where it is undefined.
    public var value: Interval?
    public var games: Int
    /// The p-value of the figure lying outside; nil if it is undefined.
    public var p: Double?
    /// Corrected for the number of gates and levels (Holm).
    public var correctedP: Double?
    public var power: GatePower?
    public var hasFailed: Bool
    /// A game of the cell to look at.
    public var example: GameReference?
    /// The games were stopped because they had decided.
    public var wasStopped = false
  }

  public var title: String
  public var seed: UInt64
  public var results: [Result]
  /// The cells that were played.
  public var cells: [CellSummary]
  public var gamesAsked: Int
  public var isSequential: Bool
  /// Where the games come from if they were not played but imported.
  public var imported: ImportedResults?

  public var gamesPlayed: Int { cells.reduce(0) { $0 + $1.games } }
  public var failed: [Result] { results.filter(\.hasFailed) }
  /// Games that ended by a script's fault.
  public var faults: Int { cells.reduce(0) { $0 + $1.uncounted } }

  /// Tests every gate on every level it matches.
  /// - Parameters:
  ///   - title: The suite's name.
  ///   - seed: The seed of its games.
  ///   - gates: The gates.
  ///   - cells: The games of each level and agent that a gate is about.
  ///   - gamesAsked: The games that the suite asks for.
  ///   - sequential: Which gates failed or not before the last game, where tests were sequential.
  init(
    title: String, seed: UInt64, gates: [Gate], cells: [CellSummary], gamesAsked: Int,
    sequential: [GateCell: Bool]? = nil
  ) {
    self.title = title
    self.seed = seed
    self.cells = cells
    self.gamesAsked = gamesAsked
    isSequential = sequential != nil
    results = []
    let matches = gates.indices.flatMap { gate in
      cells.filter { gates[gate].condition.agent == $0.agent && gates[gate].matches($0.level) }
        .map { (gate: gate, cell: $0) }
    }
    let error = Self.error / Double(max(matches.count, 1))
    for (gate, cell) in matches {
      let condition = gates[gate].condition
      let evidence = FigureEvidence(condition, in: cell)
      var result = Result(
        condition: condition, level: cell.level, value: evidence?.interval,
        games: evidence?.games ?? 0, p: evidence?.pValue(condition.bound), hasFailed: false,
        example: cell.example("near miss", "median", "worst"))
      result.power = evidence.map { GatePower($0, condition.bound, error: error) }
      if let decided = sequential?[GateCell(gate: gate, level: cell.level)] {
        result.wasStopped = true
        result.hasFailed = decided
      }
      results.append(result)
    }
    judge(error: error)
  }

  /// Gates without an early decision are decided at the end.
  private mutating func judge(error: Double) {
    if isSequential {
      // Half of each gate's error was spent on the early tests.
      for index in results.indices where !results[index].wasStopped {
        results[index].hasFailed = results[index].p.map { $0 < error / 2 } ?? false
      }
      return
    }
    let tested = results.indices.filter { results[$0].p != nil }
    let corrected = Statistics.holm(tested.compactMap { results[$0].p })
    for (index, p) in zip(tested, corrected) {
      results[index].correctedP = p
      results[index].hasFailed = p < Self.error
    }
  }
}

/// A gate and one of its levels.
struct GateCell: Hashable, Sendable {
  var gate: Int
  var level: String
}
