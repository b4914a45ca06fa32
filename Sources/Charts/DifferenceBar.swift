import SimHarness

/// A difference with its interval about zero, as a small picture for table cells.
package enum DifferenceBar {
  static let width = 84.0

  /// `difference` is -1...1; `scale` is the value at the ends.
  package static func render(_ difference: Interval, scale: Double, series: Int) -> String {
    let middle = width / 2
    func x(_ value: Double) -> String {
      let share = scale > 0 && value.isFinite ? value / scale : 0
      return SVG.number(middle + min(max(share, -1), 1) * (middle - 5))
    }
    let whole = SVG.number(width)
    return """
      <svg class="difference \(Chart.series(series))" viewBox="0 0 \(whole) 14" \
      width="\(whole)" height="14" aria-hidden="true">\
      <path class="track" d="M0 3h\(whole)v8H0z"/>\
      <path class="axis" d="M\(SVG.number(middle)) 0v14"/>\
      <path class="limits" d="M\(x(difference.low)) 7H\(x(difference.high))"/>\
      <path class="beads" d="M\(x(difference.value)) 7h0"/></svg>
      """
  }
}
