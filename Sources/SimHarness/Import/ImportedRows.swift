/// The rows of a table of results, column by column, all checked.
public struct ImportedRows: Sendable {
  /// A level or player of the table.
  public struct Name: Sendable, Equatable {
    /// User text.
    public var name: String
    /// The first line that it is on, from 1.
    public var line: Int
    public var rows = 0
  }

  /// In the order in which they first appear.
  public internal(set) var levels: [Name] = []
  public internal(set) var players: [Name] = []
  /// The metrics of the further columns.
  public internal(set) var metrics: [MetricDefinition] = []
  /// What to know about the columns, a sentence each.
  public internal(set) var notes: [String] = []

  /// Of each row the place of its level and player, and the game's number; -1: it has none.
  var level: [Int32] = []
  var player: [Int32] = []
  var game: [Int] = []
  var end: [GameEnd] = []
  var score: [Int] = []
  var moves: [Int] = []
  var line: [Int] = []
  /// By metric; NaN where it is undefined.
  var values: [[Double]] = []

  public var count: Int { level.count }

  /// Maximum numbers of rows, players, and pairs of a level and a player in one run.
  public static let maxRows = 20_000_000
  public static let maxPlayers = 200
  public static let maxLevels = 10_000
  static let maxCells = 200_000
  /// Pairs from which on there is a note: their report takes about 2 s and 10 MB.
  static let manyCells = 2_000
  /// The maximum number of a game, and of its moves.
  static let maxGame = RunPlan.maxGames - 1
  static let maxMoves = 1_000_000_000

  /// A hash of everything that is in the rows, the same for any way to write them.
  var digest: UInt64 {
    var digest = StableDigest()
    for name in levels { digest.combine(name.name) }
    for name in players { digest.combine(name.name) }
    for metric in metrics { digest.combine(metric.name) }
    for row in level.indices {
      digest.combine(Int(level[row]))
      digest.combine(Int(player[row]))
      digest.combine(game[row])
      digest.combine(end[row] == .won ? 1 : end[row] == .lost ? 0 : 2)
      digest.combine(score[row])
      digest.combine(moves[row])
      for metric in values.indices { digest.combine(values[metric][row]) }
    }
    return digest.value
  }

  /// A row's values of the metrics as a store keeps them.
  func metricValues(_ row: Int) -> [Int64?] {
    metrics.indices.map { place in
      let value = values[place][row]
      if value.isNaN { return nil }
      return metrics[place].kind == .real
        ? MetricDefinition.fixed(value) : Int64(saturating: value)
    }
  }
}
