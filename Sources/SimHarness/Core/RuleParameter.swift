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
  /// By how much tuning changes it in one step; nil: what tuning chooses.
  public let step: Double?
  public let summary: String

  public init(
    _ name: String, unit: String, _ range: ClosedRange<Double>, defaultValue: Double?,
    isWhole: Bool = true, field: String? = nil, step: Double? = nil, summary: String
  ) {
    self.name = name
    self.unit = unit
    self.minimum = range.lowerBound
    self.maximum = range.upperBound
    self.defaultValue = defaultValue
    self.isWhole = isWhole
    self.field = field
    self.step = step
    self.summary = summary
  }
}

extension RuleParameter {
  package var range: ClosedRange<Double> { minimum...maximum }
  /// The range as whole numbers.
  package var wholeRange: ClosedRange<Int> { Int(minimum)...Int(maximum) }
}
