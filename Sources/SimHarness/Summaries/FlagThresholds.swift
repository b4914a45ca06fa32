/// From which figures on a report flags a level; a suite may change each of them.
///
/// Shares and rates run from 0 to 1.
public struct FlagThresholds: Sendable, Equatable {
  /// Trivial: the interval of `beginner` (of `random` if absent) lies completely above this.
  public var trivial = 0.95
  /// Too hard: the interval of the reference player lies completely below this.
  public var tooHard = 0.20
  /// Too easy: the interval of the reference player lies completely above this.
  public var tooEasy = 0.95
  /// Dip: how many levels back the level lies that must not be harder.
  public var dipDistance = 5
  /// Spike: the whole interval lies more than this below the rate of the level before.
  public var spikeDrop = 0.25
  /// Luck: the interval of a player's luck share lies completely above this.
  public var luck = 0.8
  /// Order: the chance that a run has any level on which stronger players do worse by chance alone
  /// is at most this.
  public var order = 0.05
  /// Stuck: a player's games are evidence that more than this share of them hit the move limit.
  public var stuck = 0.01
  /// Faults: more games of a level than this faulted or were inconclusive.
  public var faults = 0

  public static let standard = FlagThresholds()

  public init() {}

  /// A threshold as a suite names it.
  package struct Name: Sendable {
    package let name: String
    package let range: ClosedRange<Double>
    package let isWhole: Bool
    let get: @Sendable (FlagThresholds) -> Double
    let set: @Sendable (inout FlagThresholds, Double) -> Void

    init(
      _ name: String, _ get: @escaping @Sendable (FlagThresholds) -> Double,
      _ set: @escaping @Sendable (inout FlagThresholds, Double) -> Void, wholeTo maximum: Int? = nil
    ) {
      self.name = name
      range = 0...(maximum.map { Double($0) } ?? 1)
      isWhole = maximum != nil
      self.get = get
      self.set = set
    }
  }

  /// All thresholds by the names of a suite's `report: {flags: {...}}`.
  package static let names: [Name] = [
    Name("trivial", { $0.trivial }, { $0.trivial = $1 }),
    Name("too-hard", { $0.tooHard }, { $0.tooHard = $1 }),
    Name("too-easy", { $0.tooEasy }, { $0.tooEasy = $1 }),
    Name(
      "dip-distance", { Double($0.dipDistance) }, { $0.dipDistance = Int($1) }, wholeTo: 10_000),
    Name("spike", { $0.spikeDrop }, { $0.spikeDrop = $1 }),
    Name("luck", { $0.luck }, { $0.luck = $1 }),
    Name("order", { $0.order }, { $0.order = $1 }),
    Name("stuck", { $0.stuck }, { $0.stuck = $1 }),
    Name("faults", { Double($0.faults) }, { $0.faults = Int($1) }, wholeTo: 1_000_000_000),
  ]

  /// Reads the thresholds of a suite or manifest; those that are left out have their default
  /// values.
  package static func decode(_ cursor: JSONCursor) -> FlagThresholds {
    var thresholds = FlagThresholds.standard
    guard let fields = cursor.object(fields: names.map(\.name)) else { return thresholds }
    for name in names {
      guard let field = fields.optional(name.name) else { continue }
      if name.isWhole {
        if let value = field.int(in: 0...Int(name.range.upperBound)) {
          name.set(&thresholds, Double(value))
        }
      } else if let value = field.double(in: name.range) {
        name.set(&thresholds, value)
      }
    }
    return thresholds
  }

  /// Those that are not the default ones, as stored in a manifest.
  var tree: JSONTree {
    .object(
      Self.names.filter { $0.get(self) != $0.get(.standard) }.map { name in
        let value = name.get(self)
        return (key: name.name, value: name.isWhole ? .int(Int(value)) : .double(value))
      })
  }
}
