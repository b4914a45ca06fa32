import SimHarness

/// A share as a small bar, for table cells; the figure stands beside it.
package enum ShareBar {
  static let width = 72.0

  package static func render(_ share: Double, series: Int) -> String {
    let whole = SVG.number(width)
    let part = SVG.number(min(max(share.isFinite ? share : 0, 0), 1) * width)
    return """
      <svg class="mini \(Chart.series(series))" viewBox="0 0 \(whole) 12" width="\(whole)" \
      height="12" preserveAspectRatio="none" aria-hidden="true">\
      <path class="track" d="M0 2h\(whole)v8H0z"/>\
      <path class="bar" d="M0 2h\(part)v8H0z"/></svg>
      """
  }
}
