import SimHarness

/// A suite file: what to play, by whom, how often.
///
/// Source: docs/formats.md, "Suite file".
public struct Suite: Sendable, Equatable {
  public var name: String
  public var seed: UInt64?
  public var games: Int?
  /// In place of `games`: the 95% half width of the pass rate to play each cell until.
  public var precision: Double?
  /// The maximum number of games of a cell, with `precision`.
  public var maxGames: Int?
  /// Level arguments: paths, globs, `builtin:` and `import:`.
  public var levels: [String]
  public var agents: [String]?
  /// The lines of the level arguments, of `precision` and, by name, of the agents.
  public var levelLines: [Int] = []
  public var precisionLine = 1
  public var agentLines: [String: Int] = [:]
  /// The scripts folder.
  public var scripts: String?
  /// Its line.
  public var scriptsLine = 1
  /// What overrides every level.
  public var overrides = LevelOverrides.none
  public var gates: [Gate] = []
  public var title: String?
  /// The formats of the report, in addition to `summary.json`; nil for the default ones.
  public var formats: [ReportFormat]?
  /// The thresholds of the levels' flags.
  public var thresholds = FlagThresholds.standard

  static let fields = [
    "name", "seed", "games", "precision", "maxGames", "levels", "agents", "scripts", "with",
    "gates", "report",
  ]

  /// Reads a suite file.
  ///
  /// - Parameters:
  ///   - bytes: The content of the file.
  ///   - file: Its name for messages.
  ///   - games: The games whose levels may be played, given the suite's scripts folder.
  /// - Throws: everything that is wrong with it.
  public init(
    reading bytes: [UInt8], file: String, games: (_ scripts: String?) -> GameRegistry
  ) throws(FileIssues) {
    self = try YAMLReader.read(bytes, file: file) { Self.decode($0, games: games) }
    overrides.file = file
  }

  private static func decode(
    _ cursor: JSONCursor, games: (_ scripts: String?) -> GameRegistry
  ) -> Suite? {
    guard let fields = cursor.object(fields: fields) else { return nil }
    let name = fields.required("name")?.string(length: 1...200)
    var levelLines: [Int] = []
    let levels = fields.required("levels")?.array(
      of: "level arguments", count: 1...10_000,
      decode: { cursor in
        levelLines.append(cursor.line)
        return cursor.string(length: 1...4000)
      })
    var suite = Suite(name: name ?? "", levels: levels ?? [])
    suite.seed = fields.optional("seed")?.uint64()
    suite.games = fields.optional("games")?.int(in: 1...RunPlan.maxGames)
    suite.precision = fields.optional("precision")?.double(in: PrecisionGoal.halfWidths)
    suite.maxGames = fields.optional("maxGames")?.int(in: 1...RunPlan.maxGames)
    if suite.games != nil, let precision = fields.optional("precision") {
      precision.report("`games` and `precision` cannot be combined; remove one of them")
    }
    if suite.precision == nil, let field = fields.optional("maxGames") {
      field.report("`maxGames` needs `precision`; use `games`")
    }
    var lines: [String: Int] = [:]
    suite.agents = fields.optional("agents")?.array(
      of: "agents", count: 1...1000,
      decode: { cursor in
        let name = cursor.string(length: 1...1000)
        if let name, let first = lines[name] {
          cursor.report(
            "agent '\(SafeText.escaped(name, limit: 60))' is named twice, first in line \(first);"
              + " name it once")
        } else if let name {
          lines[name] = cursor.line
        }
        return name
      })
    suite.levelLines = levelLines
    suite.agentLines = lines
    suite.precisionLine = fields.optional("precision")?.line ?? 1
    suite.scripts = fields.optional("scripts")?.string(length: 1...4000)
    suite.scriptsLine = fields.optional("scripts")?.line ?? 1
    if let with = fields.optional("with") {
      suite.overrides = .decode(with, games: games(suite.scripts))
    }
    suite.gates =
      fields.optional("gates")?.array(of: "gates", count: 0...1000, decode: Gate.decode) ?? []
    if let report = fields.optional("report")?.object(fields: ["title", "formats", "flags"]) {
      if let flags = report.optional("flags") { suite.thresholds = .decode(flags) }
      suite.title = report.optional("title")?.string(length: 1...200)
      suite.formats = report.optional("formats")?.array(
        of: "formats", count: 0...20,
        decode: {
          $0.name(among: ReportFormat.allCases.map(\.rawValue), called: "format")
            .flatMap(ReportFormat.init)
        })
    }
    return name == nil || levels == nil ? nil : suite
  }

  private init(name: String, levels: [String]) {
    self.name = name
    self.levels = levels
  }
}
