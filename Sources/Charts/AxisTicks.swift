import SimHarness

/// Round numbers along an axis: steps of 1, 2 or 5 times a power of ten.
package struct AxisTicks: Equatable {
  /// From the axis' start to its end, both included.
  let values: [Double]
  private let decimals: Int

  var low: Double { values[0] }
  var high: Double { values[values.count - 1] }

  /// The ticks of an axis that covers these values.
  ///
  /// - Parameters:
  ///   - first: The lowest value, or the highest.
  ///   - last: The other end.
  ///   - count: About how many steps there are.
  ///   - minStep: Such as 1 for whole numbers.
  init(from first: Double, to last: Double, count: Int = 4, minStep: Double = 0) {
    // Ends so far apart that their distance is not finite have no steps either.
    let hasSteps = (last - first).isFinite
    let low = hasSteps ? min(first, last) : 0
    var high = hasSteps ? max(first, last) : 1
    // Large numbers need a distance that does not vanish in their last digits.
    let minSpan = max(1e-9, low.magnitude * 1e-9)
    if high - low < minSpan { high = low + max(1, minStep, minSpan) }
    let rough = max(minStep, (high - low) / Double(max(1, count)))
    var power = 1.0
    var decimals = 0
    while power > rough {
      power /= 10
      decimals += 1
    }
    while power * 10 <= rough { power *= 10 }
    let factor =
      rough <= power * 1.0001 ? 1 : rough <= 2 * power ? 2 : rough <= 5 * power ? 5 : 10.0
    let step = power * factor
    self.decimals = step >= 1 ? 0 : factor == 10 ? decimals - 1 : decimals
    let start = (low / step + 1e-9).rounded(.down)
    let end = max(start + 1, (high / step - 1e-9).rounded(.up))
    values = (0...Int(saturating: min(end - start, 1000))).map { (start + Double($0)) * step }
  }

  /// A tick's label, all with the same number of decimals.
  func text(_ value: Double) -> String {
    decimals == 0 && value.magnitude < 1e15
      ? ReportNumber.count(Int(saturating: value.rounded()))
      : ReportNumber.fixed(value, decimals: decimals)
  }

  /// A tick of shares in percent.
  func percent(_ value: Double) -> String {
    ReportNumber.fixed(value * 100, decimals: max(0, decimals - 2)) + "%"
  }

  /// How far along the axis a value lies, from 0 to 1.
  func share(of value: Double) -> Double { (value - low) / (high - low) }
}
