import SimHarness

/// A tune file: which numbers of which levels to change, and the targets of which figures.
///
/// Source: docs/tuning.md, "`tune TUNE.yml`".
public struct TuneFile: Sendable, Equatable {
  /// A number to change, or the shares of a table.
  public struct Parameter: Sendable, Equatable {
    public enum Range: Sendable, Equatable {
      case whole(ClosedRange<Int>)
      case real(ClosedRange<Double>, step: Double?)
      /// Shares that keep their sum, each at least this share of it.
      case simplex(minimum: Double)
    }

    public var path: String
    public var range: Range
    /// The level it belongs to; nil: all levels share it, or have one each.
    public var level: String?
    /// Each level has its own.
    public var isEach: Bool
    /// The line in the file.
    public var line: Int
  }

  /// A figure that should lie somewhere.
  public struct Target: Sendable, Equatable {
    /// What it is about.
    public enum Aim: Sendable, Equatable {
      /// A metric at a value.
      case value(String, Double)
      /// A metric along the levels: a straight line between two values, or one value per level.
      case curve(String, [Double])
      /// All shares of a table equal.
      case balance(String)
    }

    public var aim: Aim
    public var agent: String
    /// The level; nil: every level.
    public var level: String?
    public var tolerance: Double
    public var weight: Double
    public var line: Int
  }

  public var name: String?
  /// Level arguments; empty where a suite names them.
  public var levels: [String]
  /// A suite file that names the levels and what overrides them.
  public var suite: String?
  public var scripts: String?
  /// Its line; 1 where the file does not say it.
  public var scriptsLine = 1
  public var seed: UInt64
  /// Games that the search may play.
  public var budget: Int
  /// The line of the budget; 1 where the file does not say it.
  public var budgetLine = 1
  public var parameters: [Parameter]
  public var targets: [Target]
  public var verifyGames: Int
  public var verifySeed: UInt64?
  /// The tune's folder.
  public var out: String?
  /// Whether it was made from options, so that messages say what to write there.
  public var isCommandLine = false

  /// Games that verify the result when the file does not say.
  public static let defaultVerifyGames = 5000
  /// Games that the search may play when the file does not say.
  public static let defaultBudget = 50_000
  public static let maxGames = 100_000_000
  /// The ends of a number's range are at most this far from 0.
  static let greatestNumber = 1_000_000_000
  static let maxWeight = 1e6

  static let fields = [
    "name", "level", "levels", "suite", "scripts", "seed", "budget", "parameters", "targets",
    "verify", "out",
  ]
  static let parameterFields = [
    "path", "script", "param", "simplex", "int", "real", "step", "least", "level", "each",
  ]
  static let targetFields = [
    "metric", "balance", "agent", "level", "aim", "curve", "tolerance", "weight",
  ]
}

extension TuneFile {
  /// Reads a tune file.
  /// - Throws: everything that is wrong with it.
  public init(reading bytes: [UInt8], file: String) throws(FileIssues) {
    self = try YAMLReader.read(bytes, file: file, decode: Self.decode)
  }

  private static func decode(_ cursor: JSONCursor) -> TuneFile? {
    guard let fields = cursor.object(fields: fields) else { return nil }
    let parameters = fields.required("parameters")?.array(
      of: "parameters", count: 1...100, decode: Self.parameter)
    let targets = fields.required("targets")?.array(
      of: "targets", count: 1...100, decode: Self.target)
    let levels = Self.levels(fields)
    let budgetField = fields.optional("budget")?.object(fields: ["games"])?.required("games")
    let budget = budgetField?.int(in: 1...maxGames)
    let verify = fields.optional("verify")?.object(fields: ["games", "seed"])
    guard let parameters, let targets, let levels else { return nil }
    return TuneFile(
      name: fields.optional("name")?.string(length: 1...200), levels: levels.levels,
      suite: levels.suite, scripts: fields.optional("scripts")?.string(length: 1...4000),
      scriptsLine: fields.optional("scripts")?.line ?? 1,
      seed: fields.optional("seed")?.uint64() ?? 1, budget: budget ?? defaultBudget,
      budgetLine: budgetField?.line ?? 1, parameters: parameters, targets: targets,
      verifyGames: verify?.optional("games")?.int(in: 1...maxGames) ?? defaultVerifyGames,
      verifySeed: verify?.optional("seed")?.uint64(),
      out: fields.optional("out").flatMap(folder))
  }

  /// A folder to write to: a tune file is data, and names none outside the folder it is run in.
  private static func folder(_ cursor: JSONCursor) -> String? {
    guard let path = cursor.string(length: 1...4000) else { return nil }
    let parts = path.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
    guard path.unicodeScalars.first != "/", !parts.contains(where: { String($0) == ".." }) else {
      cursor.report("expected a folder inside the current one; use --out to write elsewhere")
      return nil
    }
    return path
  }

  private static func levels(_ fields: JSONFields) -> (levels: [String], suite: String?)? {
    let given = ["level", "levels", "suite"].filter { fields.keys.contains($0) }
    guard given.count == 1 else {
      fields.cursor.report(
        given.isEmpty
          ? "name what to tune: level, levels or suite"
          : "\(given.joined(separator: " and ")) cannot be combined; keep one of them")
      return nil
    }
    if let level = fields.optional("level") {
      return level.string(length: 1...4000).map { ([$0], nil) }
    }
    if let levels = fields.optional("levels") {
      return levels.array(
        of: "level arguments", count: 1...10_000, decode: { $0.string(length: 1...4000) }
      ).map { ($0, nil) }
    }
    return fields.optional("suite")?.string(length: 1...4000).map { ([], $0) }
  }

  // MARK: Parameters

  private static func parameter(_ cursor: JSONCursor) -> Parameter? {
    guard let fields = cursor.object(fields: parameterFields) else { return nil }
    guard let path = path(fields), let range = range(fields) else { return nil }
    let parameter = Parameter(
      path: path, range: range, level: fields.optional("level")?.string(length: 1...4000),
      isEach: fields.optional("each")?.bool() ?? false, line: cursor.line)
    if parameter.isEach && parameter.level != nil {
      cursor.report("`level` and `each` cannot be combined; remove one of them")
      return nil
    }
    return parameter
  }

  private static func path(_ fields: JSONFields) -> String? {
    if let path = fields.optional("path") {
      if fields.keys.contains("script") {
        path.report("`path` and `script` cannot be combined; remove one of them")
        return nil
      }
      return path.string(length: 1...200)
    }
    guard fields.keys.contains("script") else {
      fields.cursor.report("add what to change: path, or script and param")
      return nil
    }
    guard let script = fields.required("script")?.string(length: 1...200),
      let name = fields.required("param")?.string(length: 1...200)
    else { return nil }
    return "params.\(script).\(name)"
  }

  private static func range(_ fields: JSONFields) -> Parameter.Range? {
    let given = ["simplex", "int", "real"].filter { fields.keys.contains($0) }
    guard given.count == 1 else {
      fields.cursor.report(
        given.isEmpty
          ? "add one of simplex: true, int: [min, max] and real: [min, max]"
          : "\(given.map { "`\($0)`" }.joined(separator: " and ")) cannot be combined; keep one of them"
      )
      return nil
    }
    if let field = fields.optional("simplex") {
      guard let isSimplex = field.bool() else { return nil }
      guard isSimplex else {
        field.report("expected true; leave the parameter out instead")
        return nil
      }
      return .simplex(minimum: fields.optional("least")?.double(in: 0.001...0.5) ?? 0.02)
    }
    if let field = fields.optional("int") {
      let ends = field.array(of: "whole numbers", count: 2...2) {
        $0.int(in: -greatestNumber...greatestNumber)
      }
      guard let ends else { return nil }
      guard ends[0] < ends[1] else { return rising(field, isSame: ends[0] == ends[1]) }
      return .whole(ends[0]...ends[1])
    }
    guard let field = fields.optional("real"),
      let ends = field.array(
        of: "numbers", count: 2...2,
        decode: {
          $0.double(in: Double(-greatestNumber)...Double(greatestNumber))
        })
    else { return nil }
    guard ends[0] < ends[1] else { return rising(field, isSame: ends[0] == ends[1]) }
    let step = fields.optional("step")?.double(above: 0, to: ends[1] - ends[0])
    return .real(ends[0]...ends[1], step: step)
  }

  private static func rising(_ field: JSONCursor, isSame: Bool) -> Parameter.Range? {
    field.report(
      isSame
        ? "the minimum and the maximum are the same, so nothing can change; write a larger maximum"
        : "the first number is the minimum; swap the two")
    return nil
  }

  // MARK: Targets

  private static func target(_ cursor: JSONCursor) -> Target? {
    guard let fields = cursor.object(fields: targetFields) else { return nil }
    let agent = fields.required("agent")?.string(length: 1...1000)
    let tolerance = fields.required("tolerance")?.double(above: 0)
    let weight = fields.optional("weight").map { $0.double(above: 0, to: maxWeight) } ?? 1
    guard let agent, let tolerance, let weight, let aim = aim(fields) else { return nil }
    return Target(
      aim: aim, agent: agent, level: fields.optional("level")?.string(length: 1...4000),
      tolerance: tolerance, weight: weight, line: cursor.line)
  }

  private static func aim(_ fields: JSONFields) -> Target.Aim? {
    if let balance = fields.optional("balance") {
      for name in ["metric", "aim", "curve"] {
        if let other = fields.optional(name) {
          other.report("`balance` and `\(name)` cannot be combined; remove one of them")
          return nil
        }
      }
      return balance.name(among: ["points"], called: "balance").map { .balance($0) }
    }
    guard fields.keys.contains("metric") else {
      fields.cursor.report("add what to aim at: metric with aim or curve, or balance: points")
      return nil
    }
    guard let metric = fields.required("metric")?.string(length: 1...200) else { return nil }
    if let curve = fields.optional("curve") {
      if let aim = fields.optional("aim") {
        aim.report("`aim` and `curve` cannot be combined; remove one of them")
        return nil
      }
      return curve.array(of: "numbers", count: 2...10_000, decode: { $0.double() })
        .map { .curve(metric, $0) }
    }
    guard fields.keys.contains("aim") else {
      fields.cursor.report(
        "add the value that \(SafeText.named(metric)) should have: aim, or curve with one per level"
      )
      return nil
    }
    return fields.required("aim")?.double().map { .value(metric, $0) }
  }
}
