extension ReportNumber {
  /// A rate with its interval: `43% [40, 46]`.
  package static func rate(_ rate: Interval?) -> String {
    guard let rate else { return missing }
    return "\(percent(rate.value)) \(rateBounds(rate))"
  }

  /// A rate's interval alone: `[40, 46]`.
  package static func rateBounds(_ rate: Interval) -> String {
    "[\(points(rate.low)), \(points(rate.high))]"
  }

  /// A figure with its interval: `12.7 [12.1, 13.3]`; the figure alone where it has none.
  package static func interval(_ interval: Interval?) -> String {
    guard let interval else { return missing }
    guard interval.isKnown else { return short(interval.value) }
    return "\(short(interval.value)) \(bounds(interval))"
  }

  /// A figure's interval alone: `[12.1, 13.3]`; nothing where it has none.
  package static func bounds(_ interval: Interval) -> String {
    guard interval.isKnown else { return "" }
    return "[\(short(interval.low)), \(short(interval.high))]"
  }

  /// A quantile of whole numbers with its interval: `120 [90, 140]`; alone where it has none.
  package static func quantile(_ interval: Interval) -> String {
    guard interval.isKnown, interval.low.magnitude < 1e18, interval.high.magnitude < 1e18 else {
      return short(interval.value)
    }
    return "\(count(Int(interval.value))) "
      + "[\(count(Int(interval.low))), \(count(Int(interval.high)))]"
  }
}
