import SimHarness

/// Where games are lost: of the games still in play at a move, the share that was lost there, or
/// stopped at the move limit.
///
/// The hazard of a life table. A bin with fewer than `fewest` games still in play is left out: its
/// share is too uncertain.
package struct HazardChart {
  static let fewest = 5

  /// One bin.
  struct Bar: Equatable {
    /// Games still in play when the bin begins.
    var going: Int
    /// Those of them that were lost, or stopped at the move limit, in the bin.
    var lost: Int

    /// nil if too few games were in play.
    var share: Double? {
      going >= HazardChart.fewest ? Double(lost) / Double(going) : nil
    }
  }

  let title: String
  let bins: HistogramBins
  let bars: [Bar]
  /// The share that reaches the top, so that several charts compare.
  let top: Double
  /// The class of the bars' colour.
  let kind: String

  /// Bars of games by the move they ended with.
  static func bars(
    _ ends: [CellSummary.EndsOfMove], bins: HistogramBins
  ) -> [Bar] {
    var going = ends.reduce(0) { $0 + $1.wins + $1.lost + $1.ended }
    var lost = [Int](repeating: 0, count: bins.count)
    for entry in ends { lost[bins.index(of: entry.moves)] += entry.lost }
    return zip(HistogramChart.bars(ends, bins: bins), lost).map { bar, lost in
      defer { going -= bar.total }
      return Bar(going: going, lost: lost)
    }
  }

  /// The largest share.
  static func peak(_ bars: [Bar]) -> Double { bars.compactMap(\.share).max() ?? 0 }

  func render() -> String {
    let shares = bars.compactMap(\.share)
    let highest = shares.max() ?? 0
    let words =
      shares.isEmpty
      ? "Too few games." : "At most \(ReportNumber.percent(highest)) of the games still in play."
    return SVG.picture(
      width: HistogramChart.width, height: HistogramChart.height, kind: "histogram \(kind)",
      title: title, description: words
    ) { svg in draw(in: &svg) }
  }

  private func draw(in svg: inout SVG) {
    let (left, right, base, ceiling) = (4.0, 4.0, HistogramChart.height - 19, 18.0)
    let spacing = (HistogramChart.width - left - right) / Double(bins.count)
    let unit = top > 0 ? (base - ceiling) / top : 0
    var solid = ""
    var line = ""
    var isDrawing = false
    for (index, bar) in bars.enumerated() {
      guard let share = bar.share else {
        isDrawing = false
        continue
      }
      let x = left + spacing * Double(index)
      let y = base - share * unit
      if share > 0 { solid += SVG.box(x: x, y: y, width: spacing, height: base - y) }
      line += (isDrawing ? "L" : "M") + SVG.number(x) + " " + SVG.number(y)
      line += "H" + SVG.number(x + spacing)
      isDrawing = true
    }
    svg.path("bar-open hazard", solid)
    svg.path("step", line)
    svg.line("axis", left, base, HistogramChart.width - right, base)
    svg.label("start", x: left, y: HistogramChart.height - 5, HistogramBins.text(bins.start))
    if bins.count > 1 {
      svg.label(
        "end", x: HistogramChart.width - right, y: HistogramChart.height - 5, bins.endLabel)
    }
  }
}
