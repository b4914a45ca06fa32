/// A number of a script that levels, suites and the tuner may set.
public struct ScriptParameter: Hashable, Sendable {
  public let name: String
  public let defaultValue: Double
  public let minimum: Double
  public let maximum: Double

  /// The greatest magnitude of a value.
  public static let limit = Double(Saturating.limit)

  public init(name: String, defaultValue: Double, minimum: Double, maximum: Double) {
    self.name = name
    self.defaultValue = defaultValue
    self.minimum = minimum
    self.maximum = maximum
  }
}
