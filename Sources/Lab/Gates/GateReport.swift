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
    /// Why no game gives the figure; nil where it was measured.
    public var unmeasured: String?
    /// A game of the cell to look at.
    public var example: GameReference?
    /// The gate was decided on the way, so its games are not tested again at the end.
    var isDecidedEarly = false
    /// The gate was decided on the way, and fewer games were played than asked for.
    public var wasStopped = false
  }

  /// How a game of the report is seen.
  public struct GameCommands: Sendable {
    /// Plays the games and keeps them; nil where they lie in a run already.
    public var run: String?
    /// The run's folder.
    public var runPath: String

    public init(run: String?, runPath: String) {
      self.run = run
      self.runPath = runPath
    }

    func text(_ game: GameReference) -> [String] { [run].compactMap(\.self) + [replay(game)] }

    /// Shows a game that lies in the run.
    public func replay(_ game: GameReference) -> String {
      ReplayCommand.text(runPath: runPath, game)
    }
  }

  /// What sequential tests said on the way.
  struct Sequential {
    /// The games that every cell was to have.
    var games: Int
    /// Which gates failed or not before the last game.
    var decided: [GateCell: Bool]
  }

  public var title: String
  public var seed: UInt64
  public var results: [Result]
  /// The cells that were played.
  public var cells: [CellSummary]
  public var gamesAsked: Int
  public var isSequential: Bool
  /// The false alarms allowed to each test at the end, whose p-value is not corrected; nil where
  /// tests were not sequential.
  var finalError: Double?
  /// Gates times the levels they match.
  var tests: Int
  /// The commands that show a game: nothing of these games is kept, so the first one may play them.
  public var commands: GameCommands?
  /// Where the games come from if they were not played but imported.
  public var imported: ImportedResults?

  public var gamesPlayed: Int { cells.reduce(0) { $0 + $1.games } }
  public var failed: [Result] { results.filter(\.hasFailed) }
  /// Gates whose figure no game gives, which says nothing of the level.
  public var unmeasured: [Result] { results.filter { $0.unmeasured != nil } }
  /// Whether every gate was measured and none failed.
  public var hasPassed: Bool { failed.isEmpty && unmeasured.isEmpty }
  /// The engine that the game is of, if it is of one.
  public var engine: String?
  /// Games that ended because a script or an engine failed, or were not played because of that.
  public var faults: Int { failedGames.count }
  var failedGames: FailedGames { FailedGames(cells, engine: engine) }

  /// Tests every gate on every level it matches.
  /// - Parameters:
  ///   - title: The suite's name.
  ///   - seed: The seed of its games.
  ///   - gates: The gates.
  ///   - cells: The games of each level and agent that a gate is about.
  ///   - gamesAsked: The games that the suite asks for.
  ///   - sequential: What was decided on the way; nil where tests were not sequential.
  init(
    title: String, seed: UInt64, gates: [Gate], cells: [CellSummary], gamesAsked: Int,
    sequential: Sequential? = nil
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
    tests = matches.count
    let error = Self.error / Double(max(matches.count, 1))
    for (gate, cell) in matches {
      let condition = gates[gate].condition
      let evidence = FigureEvidence(condition, in: cell)
      var result = Result(
        condition: condition, level: cell.level, value: evidence?.interval,
        games: evidence?.games ?? 0, p: evidence?.pValue(condition.bound), hasFailed: false,
        example: (condition.metric == "fault_rate" ? cell.shownFault?.game : nil)
          ?? cell.example("near miss", "median", "worst") ?? cell.shownFault?.game)
      if evidence == nil { result.unmeasured = cell.reasonUndefined(condition.metric) }
      if let sequential {
        let decided = sequential.decided[GateCell(gate: gate, level: cell.level)]
        result.isDecidedEarly = decided != nil
        result.hasFailed = decided ?? false
        result.wasStopped = decided != nil && cell.games < sequential.games
        result.power = evidence.map {
          SequentialGate.power(
            $0, condition, games: decided == nil ? nil : sequential.games, error: error,
            hasPairs: TableNames.names(in: cell.agent).count == 2)
        }
      } else {
        result.power = evidence.map { GatePower($0, condition.bound, error: error) }
      }
      results.append(result)
    }
    if isSequential { finalError = SequentialGate.finalError(of: error) }
    judge()
  }

  /// Gates without an early decision are decided at the end.
  private mutating func judge() {
    if let finalError {
      for index in results.indices where !results[index].isDecidedEarly {
        results[index].hasFailed = results[index].p.map { $0 < finalError } ?? false
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
