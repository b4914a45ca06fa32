/// The words for what a value should have been.
public enum JSONExpectation {
  /// Every finite number.
  public static let anyNumber = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude

  /// For example `a whole number from 1 to 64`.
  public static func wholeNumber<Number: FixedWidthInteger>(
    _ range: ClosedRange<Number>
  ) -> String {
    let hasLeast = range.lowerBound > Number.min || !Number.isSigned
    let least = hasLeast ? range.lowerBound.description : nil
    let most = range.upperBound < Number.max ? range.upperBound.description : nil
    return "a whole number" + bounds(least: least, most: most)
  }

  /// For example `a number from 0 to 1`.
  public static func number(_ range: ClosedRange<Double>) -> String {
    let hasLeast = range.lowerBound > anyNumber.lowerBound
    let least = hasLeast ? JSONWriter.number(range.lowerBound) : nil
    return "a number" + bounds(least: least, most: text(most: range.upperBound))
  }

  /// For example `a number above 0`, or `a number above 0 and at most 10`.
  public static func number(above bound: Double, to most: Double) -> String {
    let limit = text(most: most).map { " and at most \($0)" } ?? ""
    return "a number above \(JSONWriter.number(bound))" + limit
  }

  /// For example `1 to 64 strings`, `at most 64 strings` or `3 strings`.
  public static func count(_ range: ClosedRange<Int>, of noun: String) -> String {
    if range.lowerBound == range.upperBound { return "\(range.lowerBound) \(noun)" }
    if range.lowerBound <= 0 { return "at most \(range.upperBound) \(noun)" }
    if range.upperBound == Int.max { return "at least \(range.lowerBound) \(noun)" }
    return "\(range.lowerBound) to \(range.upperBound) \(noun)"
  }

  private static func text(most: Double) -> String? {
    most < anyNumber.upperBound ? JSONWriter.number(most) : nil
  }

  private static func bounds(least: String?, most: String?) -> String {
    switch (least, most) {
    case (let least?, let most?): " from \(least) to \(most)"
    case (let least?, nil): " of at least \(least)"
    case (nil, let most?): " of at most \(most)"
    case (nil, nil): ""
    }
  }
}
