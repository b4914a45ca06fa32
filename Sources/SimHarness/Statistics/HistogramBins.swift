/// Equal bins over whole numbers, common to all histograms that are to be compared.
package struct HistogramBins: Equatable {
  /// The maximum number of bins of a histogram.
  static let limit = 24

  /// The first value of the first bin.
  package let start: Double
  /// How many whole numbers a bin covers: 1, 2 or 5 times a power of ten.
  package let width: Double
  package let count: Int

  /// Bins over all values from the minimum to the maximum.
  package init(from minimum: Int, to maximum: Int) {
    let low = Double(min(minimum, maximum))
    let high = Double(max(minimum, maximum))
    var width = 1.0
    var step = 0
    let steps = [2, 2.5, 2]
    while (high - low + 1) / width > Double(Self.limit - 1) {
      width *= steps[step % steps.count]
      step += 1
    }
    self.width = width
    start = (low / width).rounded(.down) * width
    count = max(1, Int(saturating: ((high - start) / width).rounded(.down)) + 1)
  }

  /// The bin of a value; values outside go to the nearest.
  package func index(of value: Int) -> Int {
    let place = ((Double(value) - start) / width).rounded(.down)
    return Int(saturating: min(max(place, 0), Double(count - 1)))
  }

  /// The value just after the last bin.
  package var end: Double { start + width * Double(count) }

  /// What stands below the right end of an axis: of wide bins the round value at their edge, of
  /// narrow ones the last value.
  package var endLabel: String { Self.text(width >= 10 ? end : end - 1) }

  /// The values of a bin: `20–24`, or `7`.
  package func label(_ index: Int) -> String {
    let first = start + width * Double(index)
    if width == 1 { return Self.text(first) }
    return Self.text(first) + "–" + Self.text(first + width - 1)
  }

  package static func text(_ value: Double) -> String {
    ReportNumber.count(Int(saturating: value))
  }
}
