import Lab
import SimHarness

/// What a tune played: for each number that was searched and each figure, every point played, with
/// the number along and the figure upwards, the target band and the path of the search.
package struct TuneChart {
  /// The maximum number of numbers and figures that are drawn.
  private static let maxNumbers = 8
  private static let maxFigures = 4

  private let outcome: TuneOutcome
  private let number: Int
  private let figure: Int
  private let width: Double
  private let height: Double
  private let left = 58.0
  private let top = 30.0

  /// All pictures of a tune, as markup: one large picture, or small ones side by side.
  ///
  /// A phone, on which the text of the large one would be too small, shows a small one instead.
  package static func all(_ outcome: TuneOutcome) -> [String] {
    let numbers = outcome.changes.indices.prefix(maxNumbers)
    let figures = outcome.plan.figures.indices.prefix(maxFigures)
    let isSingle = numbers.count * figures.count == 1
    return figures.flatMap { figure in
      numbers.map { number in
        let small = TuneChart(outcome, number: number, figure: figure, isSmall: true).render()
        guard isSingle else { return small }
        let large = TuneChart(outcome, number: number, figure: figure, isSmall: false).render()
        return "<div class=\"more\">\(large)</div><div class=\"less\">\(small)</div>"
      }
    }
  }

  private init(_ outcome: TuneOutcome, number: Int, figure: Int, isSmall: Bool) {
    self.outcome = outcome
    self.number = number
    self.figure = figure
    (width, height) = isSmall ? (230, 160) : (620, 280)
  }

  private struct Mark {
    /// Its place among the points.
    var place: Int
    var x: Double
    var estimate: Interval
    var title: String
  }

  private var aimed: TuneFigure { outcome.plan.figures[figure] }
  private var name: String { outcome.changes[number].name }

  /// In the order in which they were played.
  private var marks: [Mark] {
    outcome.points.enumerated().compactMap { place, point in
      guard let x = point.values[number].number else { return nil }
      let estimate = point.estimates[figure]
      return Mark(
        place: place, x: x, estimate: estimate,
        title: "\(name) \(JSONWriter.compact(point.values[number])):"
          + " \(TuneText.interval(estimate, of: aimed)), \(ReportNumber.games(point.games))")
    }
  }

  private func render() -> String {
    let marks = marks
    let lows = marks.map { $0.estimate.isKnown ? $0.estimate.low : $0.estimate.value }
    let highs = marks.map { $0.estimate.isKnown ? $0.estimate.high : $0.estimate.value }
    let isWhole = marks.allSatisfy { $0.x == $0.x.rounded() }
    let across = AxisTicks(
      from: marks.map(\.x).min() ?? 0, to: marks.map(\.x).max() ?? 1, count: width < 400 ? 4 : 8,
      minStep: isWhole ? 1 : 0)
    let upward = AxisTicks(
      from: min(lows.min() ?? 0, aimed.aim - aimed.tolerance),
      to: max(highs.max() ?? 1, aimed.aim + aimed.tolerance))
    func x(_ value: Double) -> Double { left + width * across.share(of: value) }
    func y(_ value: Double) -> Double { top + height * (1 - upward.share(of: value)) }
    return SVG.picture(
      width: left + width + 24, height: top + height + 44, kind: "tune",
      title: "\(aimed.name) by \(name)",
      description: "\(ReportNumber.plural(marks.count, "point")), in the order played."
    ) { svg in
      let (low, high) = (aimed.aim - aimed.tolerance, aimed.aim + aimed.tolerance)
      svg.rectangle("wanted", x: left, y: y(high), width: width, height: y(low) - y(high))
      for value in upward.values {
        svg.line(value == upward.low ? "axis" : "grid", left, y(value), left + width, y(value))
        svg.label(
          "end", x: left - 7, y: y(value) + 4,
          aimed.isShare ? upward.percent(value) : upward.text(value))
      }
      for value in across.values {
        svg.label("middle", x: x(value), y: top + height + 17, across.text(value))
      }
      svg.label("start strong", x: 2, y: 14, aimed.name)
      svg.label("end strong", x: left + width, y: top + height + 37, name)
      draw(marks, in: &svg, x: x, y: y)
    }
  }

  /// The path of the search, faint, then the points; the start and the result on top.
  private func draw(
    _ marks: [Mark], in svg: inout SVG, x: (Double) -> Double, y: (Double) -> Double
  ) {
    let commands = marks.enumerated().map { index, mark in
      "\(index == 0 ? "M" : "L")\(SVG.number(x(mark.x))) \(SVG.number(y(mark.estimate.value)))"
    }
    svg.path("way", commands.joined())
    let special = [0, outcome.best].compactMap { place in marks.first { $0.place == place } }
    for mark in marks.filter({ $0.place != 0 && $0.place != outcome.best }) + special {
      let series = mark.place == outcome.best ? 1 : (mark.place == 0 ? 3 : 0)
      let kind = [1, 3].contains(series) ? "" : " tried"
      svg.raw("<g class=\"\(Chart.series(series))\(kind)\">")
      svg.raw("<title>\(HTMLText.escaped(mark.title))</title>")
      let place = x(mark.x)
      if mark.estimate.isKnown {
        svg.path("whisker", SVG.segment(place, y(mark.estimate.low), place, y(mark.estimate.high)))
      }
      svg.path(
        "dot",
        Chart.marker(
          series, x: place, y: y(mark.estimate.value), radius: series == 0 ? 3.5 : 6))
      svg.raw("</g>")
    }
  }
}
