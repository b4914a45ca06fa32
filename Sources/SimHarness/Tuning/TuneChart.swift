/// The trade-off of a tune: every point played, its change against its figure, or the miss of one
/// target against that of another.
struct TuneChart {
  private struct Mark {
    var x: Double
    var y: Double
    var low: Double?
    var high: Double?
    var title: String
    var isFront: Bool
  }

  private let outcome: TuneOutcome
  private let isPair: Bool

  private let left = 64.0
  private let top = 30.0
  private let width = 720.0
  private let height = 300.0

  init(_ outcome: TuneOutcome) {
    self.outcome = outcome
    isPair = outcome.plan.targets.count > 1
  }

  func render() -> String {
    let marks = marks
    let right = max(marks.map(\.x).max() ?? 1, 1e-9) * 1.05
    let single = outcome.plan.figures[0]
    var bottom = 0.0
    var ceiling = marks.map { $0.high ?? $0.y }.max() ?? 1
    if !isPair {
      bottom = min(marks.map { $0.low ?? $0.y }.min() ?? 0, single.aim - single.tolerance)
      ceiling = max(ceiling, single.aim + single.tolerance)
    } else {
      ceiling = max(ceiling, 1) * 1.05
    }
    if ceiling <= bottom { ceiling = bottom + 1 }
    func x(_ value: Double) -> Double { left + width * value / right }
    func y(_ value: Double) -> Double { top + height * (ceiling - value) / (ceiling - bottom) }
    return SVG.picture(
      width: left + width + 20, height: top + height + 48, kind: "trade-off", title: "Trade-off",
      description: "\(ReportNumber.plural(marks.count, "point")): \(yWords) over \(xWords). The "
        + "table below gives the best of them."
    ) { svg in
      drawAims(in: &svg, x: x, y: y, right: right)
      for step in 0...4 {
        let share = Double(step) / 4
        let value = bottom + (ceiling - bottom) * share
        svg.line(step == 0 ? "axis" : "grid", left, y(value), left + width, y(value))
        let words =
          isPair ? ReportNumber.short(value) : TuneText.value(value, of: single)
        svg.label("end", x: left - 7, y: y(value) + 4, words)
        svg.label(
          "middle", x: x(right * share), y: top + height + 18, ReportNumber.short(right * share))
      }
      svg.label("start strong", x: 2, y: 15, yWords)
      svg.label("end soft", x: left + width, y: top + height + 38, xWords)
      for (index, mark) in marks.enumerated() {
        draw(mark, isBest: index == outcome.best, in: &svg, x: x(mark.x), y: y)
      }
    }
  }

  private var xWords: String {
    isPair ? "Miss of \(outcome.plan.targets[0]), in tolerances" : "Change (1: a whole range)"
  }

  private var yWords: String {
    if isPair { return "Miss of \(outcome.plan.targets[1]), in tolerances" }
    return outcome.plan.figures.count == 1
      ? outcome.plan.figures[0].name : "\(outcome.plan.figures[0].name), first of the target"
  }

  private var marks: [Mark] {
    outcome.points.map { point in
      let values = point.values.map(JSONWriter.compact).joined(separator: ", ")
      let title = "\(values): \(ReportNumber.games(point.games))"
      if isPair {
        return Mark(
          x: min(point.misses[0], 60), y: min(point.misses[1], 60), title: title,
          isFront: point.isUndominated)
      }
      let estimate = point.estimates[0]
      return Mark(
        x: point.distance, y: estimate.value, low: estimate.isKnown ? estimate.low : nil,
        high: estimate.isKnown ? estimate.high : nil,
        title: title + ", " + TuneText.interval(estimate, of: outcome.plan.figures[0]),
        isFront: point.isUndominated)
    }
  }

  /// Where the points should lie: a band about the aim, or the corner of a tolerance each.
  private func drawAims(
    in svg: inout SVG, x: (Double) -> Double, y: (Double) -> Double, right: Double
  ) {
    let figure = outcome.plan.figures[0]
    if isPair {
      svg.rectangle(
        "band-easy", x: left, y: y(1), width: x(min(1, right)) - left, height: y(0) - y(1))
    } else {
      let (low, high) = (figure.aim - figure.tolerance, figure.aim + figure.tolerance)
      svg.rectangle(
        "band-easy", x: left, y: y(high), width: width, height: y(low) - y(high))
    }
  }

  private func draw(
    _ mark: Mark, isBest: Bool, in svg: inout SVG, x: Double, y: (Double) -> Double
  ) {
    let series = isBest ? 1 : (mark.isFront ? 2 : 0)
    svg.raw("<g class=\"\(Chart.series(series))\"><title>\(HTMLText.escaped(mark.title))</title>")
    if let low = mark.low, let high = mark.high {
      svg.path("whisker", SVG.segment(x, y(low), x, y(high)))
    }
    svg.path("dot", Chart.marker(series, x: x, y: y(mark.y), radius: isBest ? 6 : 4))
    svg.raw("</g>")
  }
}
