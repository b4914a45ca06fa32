extension RunStore {
  /// The statement that makes the view `results`: a row per game, in units that can be averaged.
  ///
  /// It is the interface for other programs (docs/data.md); the table `games` is storage. No name
  /// needs quotes in SQLite, DuckDB or PostgreSQL. DuckDB reads the statement itself, so it only
  /// uses what both interpret equally: a number with an exponent is a double there, one with a
  /// point is a decimal, and REAL has 32 bits.
  static func resultsView(_ metrics: [StoredMetric]) -> String {
    // Between two players a game that hit the move limit is a draw.
    let capped = MetricDefinition.areForTwo(metrics.map(\.name)) ? "" : " WHEN 'capped' THEN 0"
    let columns = metrics.map { ", \(counted(value(of: $0))) AS \(resultColumn($0.name))" }
    return """
      CREATE VIEW results AS SELECT levels.name AS level, cells.agent AS agent, \
      (\(RowNumber.sqlIndex)) AS game, games."end" AS outcome, \
      CASE games."end" WHEN 'won' THEN 1 WHEN 'lost' THEN 0\(capped) END AS passed, \
      \(counted("games.score")) AS score, \(counted("games.moves")) AS moves, \
      games.reason AS reason, games.fault AS fault, printf('%016x', games.hash) AS hash\
      \(columns.joined()) FROM games JOIN cells ON cells.cell = (\(RowNumber.sqlCell)) \
      JOIN levels ON levels.position = cells.level
      """
  }

  /// The view's columns before the metrics, with what they hold.
  static let resultColumns: [(name: String, unit: String, summary: String)] = [
    ("level", "text", "the level's name"),
    ("agent", "text", "the player's name"),
    ("game", "number", "the game's index, from 0; the same for every player of a level"),
    ("outcome", "text", "`won`, `lost`, `ended`, `capped`, `faulted` or `inconclusive`"),
    (
      "passed", "share",
      "1 if won, 0 if lost or capped, otherwise null; between two players a capped game is a draw (null)"
    ),
    ("score", "points", "the score"),
    ("moves", "moves", "the moves made"),
    ("reason", "text", "why the game was not won, such as `shots`; otherwise null"),
    ("fault", "text", "what failed, if a script fault or a time limit ended the game"),
    ("hash", "text", "the hash of the last position, 16 hexadecimal digits"),
  ]

  /// The name of a metric's column in the view.
  static func resultColumn(_ metric: String) -> String { "m_\(metric)" }

  /// A game that a fault or a time limit ended counts in no figure, so it has none.
  private static func counted(_ value: String) -> String {
    "CASE WHEN games.\"end\" NOT IN ('faulted', 'inconclusive') THEN \(value) END"
  }

  private static func value(of metric: StoredMetric) -> String {
    let stored = "games.\(column(metric.name))"
    return metric.kind == .real ? "\(stored) / 4294967296e0" : stored
  }
}
