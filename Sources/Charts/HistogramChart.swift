import SimHarness

/// A histogram in which a part of each bar can be distinguished: games won, and games not won.
package struct HistogramChart {
  /// What is drawn of one bin.
  package struct Bar: Equatable {
    /// Drawn solid, from the axis up.
    var solid = 0
    /// Drawn as an outline on top of it.
    var outlined = 0

    package var total: Int { solid + outlined }
  }

  static let width = 290.0
  static let height = 112.0

  let title: String
  let bins: HistogramBins
  let bars: [Bar]
  /// Marked by a line; nil without one.
  let median: Int?
  /// The share of games that reaches the top, so that several charts compare.
  let top: Double
  /// The class of the bars' colour.
  let kind: String
  /// What is counted, one of it.
  var noun = "game"

  package init(
    title: String, bins: HistogramBins, bars: [Bar], median: Int?, top: Double, kind: String,
    noun: String = "game"
  ) {
    self.title = title
    self.bins = bins
    self.bars = bars
    self.median = median
    self.top = top
    self.kind = kind
    self.noun = noun
  }

  /// Bars of a figure's values.
  package static func bars(_ histogram: [(value: Int, count: Int)], bins: HistogramBins) -> [Bar] {
    var bars = [Bar](repeating: Bar(), count: bins.count)
    for entry in histogram { bars[bins.index(of: entry.value)].solid += entry.count }
    return bars
  }

  /// Bars of games by the move they ended with: won solid, not won outlined.
  package static func bars(
    _ ends: [CellSummary.EndsOfMove], bins: HistogramBins
  ) -> [Bar] {
    var bars = [Bar](repeating: Bar(), count: bins.count)
    for entry in ends {
      let index = bins.index(of: entry.moves)
      bars[index].solid += entry.wins
      bars[index].outlined += entry.lost + entry.ended
    }
    return bars
  }

  /// The largest share of games in one bin.
  package static func peak(_ bars: [Bar]) -> Double {
    let games = bars.reduce(0) { $0 + $1.total }
    guard games > 0 else { return 0 }
    return Double(bars.map(\.total).max() ?? 0) / Double(games)
  }

  package func render() -> String {
    SVG.picture(
      width: Self.width, height: Self.height, kind: "histogram \(kind)", title: title,
      description: description
    ) { svg in draw(in: &svg) }
  }

  private var description: String {
    let games = bars.reduce(0) { $0 + $1.total }
    guard games > 0 else { return "No games." }
    var text =
      "\(ReportNumber.plural(games, noun)) from \(HistogramBins.text(bins.start)) to "
      + "\(HistogramBins.text(bins.end - 1))"
    if let median { text += ", median \(ReportNumber.count(median))" }
    return text + "."
  }

  private func draw(in svg: inout SVG) {
    let (left, right, base, ceiling) = (4.0, 4.0, Self.height - 19, 18.0)
    let spacing = (Self.width - left - right) / Double(bins.count)
    let gap = min(1.5, spacing * 0.15)
    let games = Double(max(1, bars.reduce(0) { $0 + $1.total }))
    let unit = top > 0 ? (base - ceiling) / (top * games) : 0
    var solid = ""
    var outlined = ""
    for (index, bar) in bars.enumerated() where bar.total > 0 {
      let x = left + spacing * Double(index) + gap / 2
      let width = spacing - gap
      let solidHeight = Double(bar.solid) * unit
      let outlineHeight = Double(bar.outlined) * unit
      if bar.solid > 0 {
        solid += SVG.box(x: x, y: base - solidHeight, width: width, height: solidHeight)
      }
      if bar.outlined > 0 {
        outlined += SVG.box(
          x: x + 0.5, y: base - solidHeight - outlineHeight, width: max(0.5, width - 1),
          height: max(0.5, outlineHeight - 0.5))
      }
    }
    svg.path("bar", solid)
    svg.path("bar-open", outlined)
    svg.line("axis", left, base, Self.width - right, base)
    svg.label("start", x: left, y: Self.height - 5, HistogramBins.text(bins.start))
    if bins.count > 1 {
      svg.label("end", x: Self.width - right, y: Self.height - 5, bins.endLabel)
    }
    drawMedian(in: &svg, left: left, spacing: spacing, base: base)
  }

  private func drawMedian(in svg: inout SVG, left: Double, spacing: Double, base: Double) {
    guard let median else { return }
    let place = (Double(median) + 0.5 - bins.start) / bins.width
    let x = left + spacing * min(max(place, 0), Double(bins.count))
    svg.line("median", x, 15, x, base)
    // Kept inside the picture: the words may be as wide as 110.
    let anchor = x < 60 ? "start" : (x > Self.width - 60 ? "end" : "middle")
    let near = anchor == "start" ? max(2, x - 4) : (anchor == "end" ? x + 4 : x)
    svg.label(
      anchor + " soft", x: min(near, Self.width - 2), y: 11,
      "median \(ReportNumber.count(median))")
  }
}
