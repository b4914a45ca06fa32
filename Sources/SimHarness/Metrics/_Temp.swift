public struct Interval: Sendable, Equatable { public var value: Double; public var low: Double; public var high: Double
  public init(value: Double, low: Double, high: Double) { self.value = value; self.low = low; self.high = high } }
public enum Statistics {
  static func meanInterval(count: Int, sum: Int128, sumOfSquares: Int128) -> Interval? { nil }
  static func standardDeviation(count: Int, sum: Int128, sumOfSquares: Int128) -> Double? { nil }
  static func wilson(successes: Int, trials: Int) -> Interval? { nil }
  static func quantile(_ p: Double, of: [(value: Int, count: Int)]) -> Int? { nil }
}
