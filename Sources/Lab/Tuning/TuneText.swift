import SimHarness

/// A tune's figures in words.
public enum TuneText {
  /// A figure's value: a share in percent with a decimal.
  public static func value(_ value: Double, of figure: TuneFigure) -> String {
    figure.isShare
      ? ReportNumber.fixed(value * 100, decimals: 1) + "%" : ReportNumber.short(value)
  }

  /// A level's number; `none` where the level does not say it.
  public static func number(_ value: JSONTree) -> String {
    value == .null ? "none" : JSONWriter.compact(value)
  }

  /// A size without a sign, such as a tolerance: percentage points of a share.
  public static func size(_ value: Double, of figure: TuneFigure) -> String {
    figure.isShare
      ? ReportNumber.trimmed(ReportNumber.fixed(value * 100, decimals: 2))
      : ReportNumber.short(value)
  }

  public static func interval(_ interval: Interval, of figure: TuneFigure) -> String {
    guard figure.isShare else { return ReportNumber.interval(interval) }
    guard interval.isKnown else { return value(interval.value, of: figure) }
    func points(_ share: Double) -> String { ReportNumber.fixed(share * 100, decimals: 1) }
    return "\(points(interval.value))% [\(points(interval.low)), \(points(interval.high))]"
  }

  /// A change with its sign: `+4.2 [+1.0, +7.4]`, percentage points of a share.
  public static func change(_ interval: Interval, of figure: TuneFigure) -> String {
    func signed(_ value: Double) -> String {
      let text =
        figure.isShare
        ? ReportNumber.fixed(value * 100, decimals: 1)
        : (value < 0 ? "-" : "") + ReportNumber.short(abs(value))
      return value > 0 && text.contains(where: { "123456789".contains($0) }) ? "+" + text : text
    }
    guard interval.isKnown else { return signed(interval.value) }
    return "\(signed(interval.value)) [\(signed(interval.low)), \(signed(interval.high))]"
  }
}
