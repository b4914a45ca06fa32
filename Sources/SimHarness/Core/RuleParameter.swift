/// A number of a game's rules that levels, suites and the tuner can set by name.
public struct RuleParameter: Hashable, Sendable {
  public let name: String
  public let unit: String
  public let minimum: Double
  public let maximum: Double
  public let defaultValue: Double?
  /// Only whole numbers.
  public let isWhole: Bool
  /// The level file's own field for it; nil: it is set under `rules`.
  public let field: String?
  public let summary: String

  public init(
    _ name: String, unit: String, _ range: ClosedRange<Double>, defaultValue: Double?,
    isWhole: Bool = true, field: String? = nil, summary: String
  ) {
    self.name = name
    self.unit = unit
    self.minimum = range.lowerBound
    self.maximum = range.upperBound
    self.defaultValue = defaultValue
    self.isWhole = isWhole
    self.field = field
    self.summary = summary
  }
}

extension RuleParameter {
  package var range: ClosedRange<Double> { minimum...maximum }
  /// The range as whole numbers.
  package var wholeRange: ClosedRange<Int> { Int(minimum)...Int(maximum) }
}
