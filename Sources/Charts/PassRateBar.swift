import SimHarness

/// A pass rate as a small bar with its interval, for table cells; the figures stand beside it.
package enum PassRateBar {
  static let width = 96.0
  static let height = 12.0

  package static func render(_ rate: Interval?, series: Int) -> String {
    guard let rate else { return "" }
    let low = SVG.number(rate.low * width)
    let high = SVG.number(rate.high * width)
    return """
      <svg class="mini \(Chart.series(series))" viewBox="0 0 \(SVG.number(width)) \
      \(SVG.number(height))" width="\(SVG.number(width))" height="\(SVG.number(height))" \
      preserveAspectRatio="none" aria-hidden="true">\
      <path class="track" d="M0 2h\(SVG.number(width))v8H0z"/>\
      <path class="bar" d="M0 2h\(SVG.number(rate.value * width))v8H0z"/>\
      <path class="limits" d="M\(low) 6H\(high)M\(low) 3v6M\(high) 3v6"/></svg>
      """
  }
}
