/// The words for what a value should have been.
public enum JSONExpectation {
  /// Every finite number.
  public static let anyNumber = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude

  /// For example `a whole number from 1 to 64`.
  public static func wholeNumber<Number: FixedWidthInteger>(
    _ range: ClosedRange<Number>
  ) -> String {
    let hasLeast = range.lowerBound > Number.min || !Number.isSigned
    let minimum = hasLeast ? range.lowerBound.description : nil
    // An unsigned number that is too large is whole, too, so its maximum is always said.
    let hasMost = range.upperBound < Number.max || !Number.isSigned
    let maximum = hasMost ? range.upperBound.description : nil
    return "a whole number" + bounds(minimum: minimum, maximum: maximum)
  }

  /// For example `a number from 0 to 1`.
  public static func number(_ range: ClosedRange<Double>) -> String {
    let hasLeast = range.lowerBound > anyNumber.lowerBound
    let minimum = hasLeast ? JSONWriter.number(range.lowerBound) : nil
    return "a number" + bounds(minimum: minimum, maximum: text(maximum: range.upperBound))
  }

  /// For example `a number above 0`, or `a number above 0 and at maximum 10`.
  public static func number(above bound: Double, to maximum: Double) -> String {
    let limit = text(maximum: maximum).map { " and at most \($0)" } ?? ""
    return "a number above \(JSONWriter.number(bound))" + limit
  }

  /// For example `1 to 64 strings`, `at maximum 64 strings` or `3 strings`.
  public static func count(_ range: ClosedRange<Int>, of noun: String) -> String {
    if range.lowerBound == range.upperBound { return "\(range.lowerBound) \(noun)" }
    if range.lowerBound <= 0 { return "at most \(range.upperBound) \(noun)" }
    if range.upperBound == Int.max { return "at least \(range.lowerBound) \(noun)" }
    return "\(range.lowerBound) to \(range.upperBound) \(noun)"
  }

  private static func text(maximum: Double) -> String? {
    maximum < anyNumber.upperBound ? JSONWriter.number(maximum) : nil
  }

  private static func bounds(minimum: String?, maximum: String?) -> String {
    switch (minimum, maximum) {
    case (let minimum?, let maximum?): " from \(minimum) to \(maximum)"
    case (let minimum?, nil): " of at least \(minimum)"
    case (nil, let maximum?): " of at most \(maximum)"
    case (nil, nil): ""
    }
  }
}
