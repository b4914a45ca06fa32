/// An estimate with its confidence interval, in the unit of the figure.
///
/// `low <= value <= high`, and `value` is finite. If the games are too few for an interval, or all
/// have the same value, its ends are infinite: nothing is claimed. Reports then print the value
/// alone, files have null.
public struct Interval: Sendable, Equatable {
  public var value: Double
  public var low: Double
  public var high: Double

  public init(value: Double, low: Double, high: Double) {
    self.value = value
    self.low = low
    self.high = high
  }

  /// A value of which no interval can be given.
  public static func unknown(_ value: Double) -> Interval {
    Interval(value: value, low: -.infinity, high: .infinity)
  }

  /// The percentile interval of a bootstrap: the middle 95% of what was drawn, widened to hold the
  /// value; the value alone where nothing was drawn.
  package init(_ value: Double, drawn: [Double]) {
    let sorted = drawn.sorted()
    let low = sorted.isEmpty ? value : sorted[sorted.count * 25 / 1000]
    let high = sorted.isEmpty ? value : sorted[min(sorted.count - 1, sorted.count * 975 / 1000)]
    self.init(value: value, low: min(low, value), high: max(high, value))
  }

  /// Whether there is an interval, not the value alone.
  public var isKnown: Bool { low.isFinite && high.isFinite }

  /// The interval in files: an end that is not known is null.
  public var tree: JSONTree { .object(members) }

  /// The members of that object, for objects that have others beside them.
  package var members: [(key: String, value: JSONTree)] {
    func end(_ value: Double) -> JSONTree { value.isFinite ? .double(value) : .null }
    return [("value", .double(value)), ("low", end(low)), ("high", end(high))]
  }

  /// The figure in another unit; `factor` is above 0.
  func scaled(by factor: Double) -> Interval {
    Interval(value: value * factor, low: low * factor, high: high * factor)
  }
}
