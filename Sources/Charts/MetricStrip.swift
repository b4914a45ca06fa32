import SimHarness

/// A metric over the levels, one line per player: small, for a table's cell beside the figures.
package enum MetricStrip {
  static let width = 200.0
  static let height = 36.0

  /// `values` by player, then by level.
  package static func render(_ values: [[Double?]]) -> String {
    let known = values.joined().compactMap { $0 }.filter(\.isFinite)
    guard let low = known.min(), let high = known.max() else { return "" }
    let count = values.map(\.count).max() ?? 0
    let (margin, span) = (4.0, high - low)
    func x(_ level: Int) -> Double {
      count < 2
        ? width / 2 : margin + (width - 2 * margin) * Double(level) / Double(count - 1)
    }
    func y(_ value: Double) -> Double {
      span > 0 ? margin + (height - 2 * margin) * (1 - (value - low) / span) : height / 2
    }
    var text = """
      <svg class="strip" viewBox="0 0 \(SVG.number(width)) \(SVG.number(height))" \
      width="\(SVG.number(width))" height="\(SVG.number(height))" aria-hidden="true">
      """
    for (series, row) in values.enumerated() {
      var line = ""
      var dots = ""
      var isDrawing = false
      for (level, value) in row.enumerated() {
        guard let value, value.isFinite else {
          isDrawing = false
          continue
        }
        line += (isDrawing ? "L" : "M") + "\(SVG.number(x(level))) \(SVG.number(y(value)))"
        isDrawing = true
        if count <= 40 { dots += "M\(SVG.number(x(level))) \(SVG.number(y(value)))h0" }
      }
      text += "<g class=\"\(Chart.series(series))\"><path class=\"curve\" d=\"\(line)\"/>"
      text += dots.isEmpty ? "</g>" : "<path class=\"beads\" d=\"\(dots)\"/></g>"
    }
    return text + "</svg>"
  }
}
