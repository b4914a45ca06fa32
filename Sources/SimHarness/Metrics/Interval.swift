/// An estimate with its confidence interval, in the unit of the figure.
///
/// `low <= value <= high`, and all three are finite.
public struct Interval: Sendable, Equatable {
  public var value: Double
  public var low: Double
  public var high: Double

  public init(value: Double, low: Double, high: Double) {
    self.value = value
    self.low = low
    self.high = high
  }
}
