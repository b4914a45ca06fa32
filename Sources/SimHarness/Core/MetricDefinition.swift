/// What a metric is: its name, unit and meaning.
///
/// Its values come game by game from the game's tally, as whole numbers, so that any grouping of
/// games adds up to the same figures.
public struct MetricDefinition: Sendable, Equatable {
  /// How a game's value is to be read and summed up.
  public enum Kind: String, Sendable, Equatable {
    /// A whole number; reported as its mean with a t interval.
    case count
    /// A real number, kept as a multiple of 2^-32; reported as its mean with a t interval.
    case real
    /// 0 or 1; reported as a rate with the interval of `Statistics.rate`.
    case rate
  }

  public let name: String
  public let unit: String
  public let kind: Kind
  /// What it measures, in one line.
  public let summary: String
  /// What it is calculated from.
  public let source: Source
  /// The group of a report's metrics that it stands in.
  public private(set) var group = Group.balance
  /// How its interval is calculated, if not as usual for its kind.
  private let ownInterval: String?

  /// What figures are calculated from.
  public enum Source: String, Sendable, Equatable, CaseIterable {
    /// Counted while a game is played, and kept in its row.
    case events
    /// The rows of a level and player: ends, scores, moves.
    case rows
    /// The pass rates of all players on a level, or on all levels.
    case players
    /// Games played on from positions of a run, or again: `playtest study`.
    case study
  }

  /// What a figure tells about a level; a report shows its metrics in these groups, in this order.
  public enum Group: String, Sendable, Equatable, CaseIterable {
    case difficulty = "Difficulty"
    case choice = "Choice"
    case luck = "Luck"
    case shape = "Shape"
    case balance = "Balance of the game"
  }

  public init(
    _ name: String, unit: String, kind: Kind, summary: String, source: Source = .events,
    interval: String? = nil
  ) {
    self.name = name
    self.unit = unit
    self.kind = kind
    self.summary = summary
    self.source = source
    ownInterval = interval
  }

  /// A whole number that is counted while a game is played.
  public static func count(_ name: String, _ unit: String, _ summary: String) -> MetricDefinition {
    MetricDefinition(name, unit: unit, kind: .count, summary: summary)
  }

  /// A real number that is calculated at the end of a game.
  public static func real(_ name: String, _ unit: String, _ summary: String) -> MetricDefinition {
    MetricDefinition(name, unit: unit, kind: .real, summary: summary)
  }

  /// A share of the games: in each game the condition holds or not.
  public static func rate(_ name: String, _ summary: String) -> MetricDefinition {
    MetricDefinition(name, unit: "share", kind: .rate, summary: summary)
  }

  /// The same metric in a group.
  public func about(_ group: Group) -> MetricDefinition {
    var metric = self
    metric.group = group
    return metric
  }

  /// How its 95% interval is calculated, in a word or two.
  public var interval: String { ownInterval ?? (kind == .rate ? "Wilson" : "t") }

  /// What a real value as it is kept stays below.
  package static let maxReal = 0x1p31

  /// A real value as it is kept: rounded once to a multiple of 2^-32, and within ±2^31.
  public static func fixed(_ value: Double) -> Int64 {
    Int64(saturating: (value * 0x1p32).rounded())
  }

  /// The real value of what is kept: the shortest decimal that is kept as this, so that 48.55 comes
  /// back as it was, else the multiple of 2^-32 itself.
  package static func real(_ kept: Int64) -> Double {
    let value = Double(kept) * 0x1p-32
    var power = 1.0
    for _ in 0..<10 {
      let short = (value * power).rounded() / power
      if fixed(short) == kept { return short }
      power *= 10
    }
    return value
  }
}

/// Counts what happened in a game, for its metrics.
public protocol GameTally<State>: Observer, SendableMetatype {
  init()

  /// A tally of games of a level; by default the same for all levels.
  init(level: State.Level)

  /// The metrics this tally gives, in order.
  static var metrics: [MetricDefinition] { get }

  /// The metrics' values of the game that has just ended; nil if one is undefined.
  func appendValues(to values: inout [Int64?])

  /// Why the game was not won, such as `line`; nil for a win or if there is no reason. By default nil.
  var lossReason: String? { get }
}

extension GameTally {
  public init(level: State.Level) { self.init() }

  public var lossReason: String? { nil }
}

/// A game whose moves can be kept in a few bytes.
public protocol RecordedGame: GameState {
  static func encode(_ move: Move, level: Level, into bytes: inout [UInt8])
  /// The moves of a record; nil when the bytes are not a record of this level.
  static func decodeMoves(_ bytes: [UInt8], level: Level) -> [Move]?
}
